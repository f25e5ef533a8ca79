/** The fuzz target of Set: the scanner's link to the board, and the board's console. */
import { consoleLines } from '../../../../protocols/terminal/console-line';
import { cardByte, CARDS, cardOf, type CardEncoding } from '../../../../protocols/set/card';
import { requirements } from '../../../../protocols/set/requirements';
import type { Table } from '../../../../protocols/set/rules';
import {
  CR,
  LF,
  scannerLink,
  type LinkOptions,
  type ScannerFrame,
} from '../../../../protocols/set/scanner-link';
import type { FrameEvent } from '../../../../protocols/frame';
import { thirdCard } from '../../../../protocols/set/solver';
import { micros, millis } from '../../../../protocols/time';
import type { Dice } from '../../campaign/dice';
import { reduceBytes } from '../../reduce/byte-reduction';
import { listen, send, type FuzzStep } from '../../../player/step';
import type { FuzzTarget, Generator } from '../../target';
import { decodeAll, generator } from '../case-building';
import { MonitorModel } from '../monitor-model';
import { CONSOLE, resyncSilence, SCANNER, SetMonitor } from '../../../../protocols/set/monitor/monitor';
import { setParameters } from '../../../../protocols/set/monitor/parameters';
import { RESPONSES, STATES, TRIGGERS } from '../../../../protocols/set/monitor/triggers';
import { setResync } from './resync';

/** The input of generators: the table by the monitor. */
interface SetView {
  readonly table: Table;
}

class SetModel extends MonitorModel<SetMonitor> {
  get view(): SetView {
    return { table: this.monitor.table };
  }
}

export const SET_TARGET: FuzzTarget<SetView> = {
  suite: 'set',
  requirements,
  states: STATES,
  triggers: TRIGGERS,
  responses: RESPONSES,
  fields: ['card', 'terminator', 'length'],
  // A table, set numbers and a boot time that are wrong after a reset: no input causes them.
  beyond: { 'SET-RS-01': 'shown by a reset, which is no input' },
  session: (parameters) => {
    const options = setParameters(parameters);
    const { link, solve, boot } = options;
    const codec = scannerLink(link);
    const tx = (...bytes: readonly number[]): FuzzStep => send(SCANNER, Uint8Array.from(bytes));
    const firstCard = cardByte(0, link.encoding);
    return {
      model: (fresh) =>
        new SetModel(
          new SetMonitor(options, {
            table: fresh ? 'reset' : 'unknown',
            keepsCoverage: true,
            onPass: null,
          }),
        ),
      generators: generatorsOf(link),
      probe: [tx(firstCard, CR)],
      // No request tells the table. Silence ends what is under way, and all lines have come by then.
      baseline: [listen(resyncSilence(options)), tx(CR)],
      startup: { boot },
      blocks: { cases: 60 },
      stateProbes: () => [[tx(cardByte(CARDS - 1, link.encoding), CR)], [tx(firstCard, CR)]],
      quiet: millis(1500),
      scripts: { words: { [CONSOLE]: WORDS } },
      resync: setResync(firstCard, cardByte(CARDS - 1, link.encoding), solve),
      clauses: { pipelined: 'SET-FR-06', pause: 'SET-FR-03' },
      frames: (_link, bytes) => {
        return wholeFrames(bytes, decodeAll(codec.decoder(), bytes, link.idleReset));
      },
      smaller: (_link, bytes) => reduceBytes(bytes),
      describe: (_link, bytes) => describe(bytes, link.encoding),
      fields: (name, _direction, bytes) => (name === CONSOLE ? consoleLines() : codec).fields(bytes),
    };
  },
};

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
function wholeFrames(bytes: Uint8Array, events: readonly FrameEvent<ScannerFrame>[]): readonly Uint8Array[] {
  const ends: number[] = [];
  let end = 0;
  for (const event of events) {
    end += event.raw.length;
    const goesOn =
      event.kind === 'reject'
        ? event.error.code === 'discarded'
        : event.value.type === 'empty' || event.value.type === 'line-feed';
    if (goesOn) ends.pop();
    ends.push(end);
  }
  return ends.map((to, i) => bytes.slice(ends[i - 1] ?? 0, to));
}

function describe(bytes: Uint8Array, encoding: CardEncoding): string {
  const words = [...bytes.subarray(0, 12)].map((byte) => {
    if (byte === CR) return 'CR';
    return cardOf(byte, encoding) === undefined ? byte.toString(16).padStart(2, '0') : 'card';
  });
  return `${words.join(' ')}${bytes.length > 12 ? ` and ${bytes.length - 12} bytes more` : ''}`;
}

function generatorsOf({ encoding, idleReset, longest }: LinkOptions): readonly Generator<SetView>[] {
  const byteOf = (card: number): number => cardByte(card, encoding);
  const any = (dice: Dice): number => byteOf(dice.int(0, CARDS - 1));
  const fresh = (dice: Dice, { table }: SetView): number => {
    for (let n = 0; n < 8; n++) {
      const card = dice.int(0, CARDS - 1);
      if (!table.cards.includes(card)) return byteOf(card);
    }
    return any(dice);
  };
  /** Often a card that completes a set. */
  const card = (dice: Dice, view: SetView): number => {
    const [one, other] = [dice.any(view.table.cards), dice.any(view.table.cards)];
    if (one === undefined || other === undefined || one === other || dice.once(2)) return fresh(dice, view);
    return byteOf(thirdCard(one, other));
  };
  const stranger = (dice: Dice): number => {
    let byte = dice.int(0, 255);
    while (cardOf(byte, encoding) !== undefined || byte === CR || byte === LF) byte = dice.int(0, 255);
    return byte;
  };
  const tx = (...bytes: readonly number[]): FuzzStep => send(SCANNER, Uint8Array.from(bytes));
  return [
    generator('card', 'valid', 40, ['card'], (dice, view) => [tx(card(dice, view), CR)]),
    generator('card again', 'valid', 8, ['card'], (dice, { table }) => {
      const known = dice.any(table.cards);
      return [tx(known === undefined ? any(dice) : byteOf(known), CR)];
    }),
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
      send(SCANNER, Uint8Array.of(CR), micros(Math.round(idleReset * dice.pick([1.3, 2])))),
      tx(card(dice, view), CR),
    ]),
    generator('pause before the terminator', 'timing', 3, ['length'], (dice, view) => [
      tx(card(dice, view)),
      send(SCANNER, Uint8Array.of(CR), micros(Math.round((idleReset * dice.int(1, 45)) / 100))),
    ]),
    generator('noise', 'noise', 2, ['length'], (dice, view) => [
      tx(...dice.bytes(dice.int(1, 60)), CR),
      tx(card(dice, view), CR),
    ]),
  ];
}
