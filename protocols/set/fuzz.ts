/** What fuzzing tries: frames of the scanner, as the table stands. */
import { GARBAGE, generator, listen, micros, millis, repeated, send } from '../../api/index';
import type {
  ConversationGenerator,
  ConversationView,
  Dice,
  FuzzOptions,
  FuzzStep,
  Resync,
} from '../../api/index';
import { cardByte, CARDS, cardOf, thirdCard } from './card';
import type { SetValues } from './parameters';
import { CR, LF, scannerLink, linkOptionsOf, type ScannerFrame } from './wire';
import { TRIGGERS, type SetState } from './state';

type View = ConversationView<SetState>;

const SCANNER = 'scanner';
const CONSOLE = 'console';

function tx(...bytes: readonly number[]): FuzzStep {
  return send(SCANNER, Uint8Array.from(bytes));
}

export const fuzz: FuzzOptions<SetState, SetValues> = {
  states: ['empty table', 'small table', 'large table'],
  triggers: TRIGGERS,
  responses: ['the line of the card', 'silence'],
  fields: ['card', 'terminator', 'length'],
  // A table, set numbers and a boot time that are wrong after a reset: no input causes them.
  beyond: { 'SET-RS-01': 'shown by a reset, which is no input' },
  session: (p) => {
    const [first, last] = [cardByte(0, p.cardEncoding), cardByte(CARDS - 1, p.cardEncoding)];
    return {
      generators: generatorsOf(p),
      // No message tells the table. Silence ends what is under way, and all lines have come by then.
      baseline: [listen(millis(1.2 * p.idleResetMs + p.solveMs)), tx(CR)],
      startup: { boot: millis(p.bootMs) },
      blocks: { cases: 60 },
      stateProbes: () => [[tx(last, CR)], [tx(first, CR)]],
      quiet: millis(1500),
      scripts: { words: { [CONSOLE]: WORDS } },
      resync: resyncOf(first, last, p.solveMs),
      clauses: { pipelined: 'SET-FR-06', pause: 'SET-FR-03' },
      frames: (_link, bytes) => wholeFrames(bytes, p),
      describe: (_link, bytes) => describe(bytes, p),
    };
  },
};

/**
 * Garbage and the card directly after it are one frame, which is dropped (SET-FR-04). The next card is accepted, and the console reports
 * the end of its frame, in any state of the table.
 */
function resyncOf(card: number, other: number, solveMs: number): Resync {
  return {
    link: SCANNER,
    answerLink: CONSOLE,
    kinds: [
      ...GARBAGE,
      repeated('cards without an end', Uint8Array.of(card, other)),
      repeated('empty frames', Uint8Array.of(CR)),
      repeated('frames of many cards', Uint8Array.of(card, other, card, CR)),
    ],
    ask: Uint8Array.of(card, CR),
    answer: Uint8Array.from(Buffer.from('EndOfFrame,Rx:2 Byte', 'latin1')),
    silence: millis(solveMs),
    limit: millis(2.5 * solveMs),
    requirement: 'SET-FR-04',
  };
}

/** A card's text is free. The order of a card's sets is free too. */
const WORDS = [
  String.raw`\+(?=[^\r\n\]+]*[\r\n])`,
  'Duplicate:',
  'TooManyCardsOnnTable:',
  String.raw`SpotNewSet:\d+,\d+,\d+!`,
  String.raw`SetCnt:\d+`,
  'NoSets',
  'EndOfFrame,Rx:2 Byte',
].join('|');

/** The rest of an overlong frame belongs to it. A CR or LF without a meaning belongs to the frame before it. */
function wholeFrames(bytes: Uint8Array, p: SetValues): readonly Uint8Array[] {
  const decoder = scannerLink(linkOptionsOf(p)).decoder();
  const ends: number[] = [];
  let end = 0;
  for (const event of [...decoder.push(bytes, micros(0)), ...decoder.tick(millis(p.idleResetMs))]) {
    end += event.raw.length;
    const goesOn = event.kind === 'reject' ? event.error.code === 'discarded' : isMeaningless(event.value);
    if (goesOn) ends.pop();
    ends.push(end);
  }
  return ends.map((to, i) => bytes.slice(ends[i - 1] ?? 0, to));
}

function isMeaningless({ type }: ScannerFrame): boolean {
  return type === 'empty' || type === 'line-feed';
}

function describe(bytes: Uint8Array, p: SetValues): string {
  const words = [...bytes.subarray(0, 12)].map((byte) => {
    if (byte === CR) return 'CR';
    return cardOf(byte, p.cardEncoding) === undefined ? byte.toString(16).padStart(2, '0') : 'card';
  });
  return `${words.join(' ')}${bytes.length > 12 ? ` and ${bytes.length - 12} bytes more` : ''}`;
}

function generatorsOf(p: SetValues): readonly ConversationGenerator<SetState>[] {
  const { cardEncoding: encoding, rxBufferBytes: longest, idleResetMs } = p;
  const byteOf = (card: number): number => cardByte(card, encoding);
  const any = (dice: Dice): number => byteOf(dice.int(0, CARDS - 1));
  const known = ({ state }: View): readonly number[] => state.table?.bytes ?? [];
  const fresh = (dice: Dice, view: View): number => {
    for (let n = 0; n < 8; n++) {
      const byte = any(dice);
      if (!known(view).includes(byte)) return byte;
    }
    return any(dice);
  };
  /** Often a card that completes a set. */
  const card = (dice: Dice, view: View): number => {
    const [one, other] = [dice.any(known(view)), dice.any(known(view))].map((byte) =>
      cardOf(byte ?? 0, encoding),
    );
    if (one === undefined || other === undefined || one === other || dice.once(2)) return fresh(dice, view);
    return byteOf(thirdCard(one, other));
  };
  const stranger = (dice: Dice): number => {
    let byte = dice.int(0, 255);
    while (cardOf(byte, encoding) !== undefined || byte === CR || byte === LF) byte = dice.int(0, 255);
    return byte;
  };
  const later = (ms: number): FuzzStep => send(SCANNER, Uint8Array.of(CR), micros(Math.round(1000 * ms)));
  return [
    generator('card', 'valid', 40, ['card'], (dice, view) => [tx(card(dice, view), CR)]),
    generator('card again', 'valid', 8, ['card'], (dice, view) => [
      tx(dice.any(known(view)) ?? any(dice), CR),
    ]),
    generator('every card', 'session', 0.3, ['card'], (dice) =>
      Array.from({ length: CARDS + dice.int(0, 4) }, (_, i) => tx(byteOf((i * 7 + 3) % CARDS), CR)),
    ),
    generator('cards at once', 'timing', 5, ['card'], (dice, view) => {
      const cards = Array.from({ length: dice.int(2, 12) }, () => [card(dice, view), CR]);
      return [tx(...cards.flat())];
    }),
    generator('byte that is no card', 'near-miss', 8, ['card'], (dice) => [tx(stranger(dice), CR)]),
    generator('empty frame', 'near-miss', 5, ['length'], (dice, view) => [tx(CR), tx(card(dice, view), CR)]),
    generator('terminator twice, or with LF', 'near-miss', 6, ['terminator'], (dice, view) => [
      tx(card(dice, view), CR, dice.pick([CR, LF])),
      tx(card(dice, view), CR, ...(dice.once(2) ? [LF] : [])),
    ]),
    generator('several bytes', 'near-miss', 5, ['length'], (dice, view) => [
      tx(...Array.from({ length: dice.int(2, 5) }, () => card(dice, view)), CR),
      tx(card(dice, view), CR),
    ]),
    generator('overlong', 'near-miss', 2, ['length'], (dice, view) => {
      // Frames whose CR is at a limit of counters and buffers. The longest takes more than a minute on the wire.
      const length = dice.pick([
        longest,
        longest,
        longest + 3,
        2 * longest + 5,
        dice.int(longest - 2, longest + 6),
        dice.pick([256, 512, 1024, 2048]) - 1,
        dice.once(40) ? 65_535 : 1023,
      ]);
      return [tx(...Array.from({ length }, () => any(dice)), CR), tx(card(dice, view), CR)];
    }),
    generator('frame cut by an idle reset', 'timing', 4, ['length'], (dice, view) => [
      tx(card(dice, view)),
      later(idleResetMs * dice.pick([1.3, 2])),
      tx(card(dice, view), CR),
    ]),
    generator('pause before the terminator', 'timing', 3, ['length'], (dice, view) => [
      tx(card(dice, view)),
      later((idleResetMs * dice.int(1, 45)) / 100),
    ]),
    generator('noise', 'noise', 2, ['length'], (dice, view) => [
      tx(...dice.bytes(dice.int(1, 60)), CR),
      tx(card(dice, view), CR),
    ]),
  ];
}
