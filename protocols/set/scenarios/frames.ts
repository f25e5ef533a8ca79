/** Frames on the scanner link: one byte, none, back to back, with all terminators of a scanner, and with pauses. */
import { byteText } from '../../../api/index';
import { cardOf, CARDS, type Card } from '../card';
import { noSetTable } from '../set.arbitrary';
import { CR, LF } from '../wire';
import { Play, untilFailed, type SetHost, type Step } from './table';

const ROW = 12;
/** Above this many cards the table is cleared. Other scenarios have large tables. */
const LARGE_TABLE = 40;
/** More in a row than a counter of errors may count. */
const MANY = 1030;
const END = Uint8Array.of(CR);

async function frames(host: SetHost): Promise<void> {
  const table = new Play(host);
  const cards = table.unused(6).map((card) => table.byteOf(card));
  const all = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => byte !== CR && byte !== LF);
  const some = [...cards, 0x00, 0xff, 0x20, 0x0c, 0x0e, 0x1b, 0x7f, 0x80, ...cards.slice(0, 2)];
  for (const byte of untilFailed(table, 'SET-FR-01', table.isExhaustive ? [...cards, ...all] : some)) {
    if (table.cards.length > LARGE_TABLE) await table.clear();
    await host.play(`${byteText(byte)} 0D`, Uint8Array.of(byte, CR));
  }
}

async function emptyFrames(host: SetHost): Promise<void> {
  const table = new Play(host);
  const [long, short] = [table.idle(1.2), table.idle(0.1)];
  const lone = (count: number): Step => new Uint8Array(count).fill(CR);
  const beyond = new Uint8Array(host.p.rxBufferBytes).fill(table.byteOf(0));
  const trials: readonly (readonly [string, readonly Step[], boolean?])[] = [
    ['a lone CR, a card right after it', [short, END], true],
    ['a lone CR, and a pause', [short, END, short]],
    ['a lone CR after a long pause', [long, END]],
    ['a lone CR between long pauses', [long, END, long]],
    ['a lone CR after a frame beyond the buffer', [beyond, END, short, END, short]],
    ['three CR, paused', [short, END, short, END, short, END, short]],
  ];
  await host.play('a lone CR before any card', END, short, table.frameOf(table.nextCard()));
  for (let round = 0; round < (table.isExhaustive ? 6 : 1); round++)
    for (const [what, steps, isAtOnce = false] of untilFailed(table, 'SET-FR-02', trials))
      await table.trial(what, steps, { isAtOnce });
  if (!table.hasFailed('SET-FR-02')) await table.trial(`${MANY} CR in a row`, [short, lone(MANY), short]);
}

async function backToBack(host: SetHost): Promise<void> {
  const table = new Play(host);
  const count = Math.min(ROW, host.p.tableLimit);
  const rounds = table.isExhaustive ? 8 : 3;
  const withoutSets = host.bench.sample(noSetTable(count, count), rounds);
  for (const [round, plain] of withoutSets.entries()) {
    if (table.hasFailed('SET-FR-06')) return;
    await table.clear();
    const cards = round % 2 === 0 ? plain : richInSets(table, count);
    await host.play(`${count} cards in a row`, ...cards.map((card) => table.frameOf(card)));
  }
}

/** Nearly all of them complete a set. */
function richInSets(table: Play, count: number): readonly Card[] {
  const cards = table.unused(2);
  while (cards.length < count) cards.push(table.nextCard([], cards));
  return cards.slice(0, count);
}

async function terminators(host: SetHost): Promise<void> {
  const table = new Play(host);
  const rounds = table.isExhaustive ? 4 : 1;
  for (const [name, second] of [
    ['CR LF', LF],
    ['CR CR', CR],
  ] as const)
    for (let round = 0; round < rounds; round++) await terminator(table, name, second);
  const lf = cardOf(LF, host.p.cardEncoding);
  if (lf === undefined || host.p.tableLimit < 3) return;
  await table.clear();
  const [card = 0] = table.unused(1, true);
  await table.trial('LF and CR right after a card', [table.frameOf(card), Uint8Array.of(LF, CR)], {
    cards: [card, lf],
  });
}

async function terminator(table: Play, name: string, second: number): Promise<void> {
  const frameOf = (card: Card): Uint8Array => Uint8Array.of(...table.frameOf(card), second);
  const shares = table.isExhaustive ? [0, 0.02, 0.3, 0.48, 1.25, 2.5] : [0, 0.1, 1.25];
  for (const share of untilFailed(table, 'SET-FR-07', shares)) {
    if (!(await table.prepare(4))) return;
    const [card = 0] = table.unused(1, true);
    const pause = share === 0 ? [] : [table.idle(share)];
    await table.trial(`a card with ${name}, and ${share} idleResetMs`, [frameOf(card), ...pause], {
      cards: [card],
      isAtOnce: true,
    });
  }
  for (const count of [3, ROW]) {
    await table.clear();
    const cards = table.unused(Math.min(count, table.host.p.tableLimit), true);
    await table.trial(`${cards.length} cards in a row, each with ${name}`, cards.map(frameOf), {
      isGood: true,
    });
  }
}

const FR3 = 'SET-FR-03';

async function idle(host: SetHost): Promise<void> {
  const table = new Play(host);
  const { rxBufferBytes } = host.p;
  // On a real board so far behind the limit that a usual stall leaves no doubt.
  for (const share of table.isExhaustive ? [1.2, 1.3, 1.7, 3] : [1.5]) {
    const beyond = table.idle(share);
    const parts: readonly (readonly [string, (card: number) => Uint8Array])[] = [
      ['a card without CR', (card) => Uint8Array.of(card)],
      ['two bytes without CR', (card) => Uint8Array.of(card, card)],
      ['a byte that is no card, without CR', () => Uint8Array.from(table.nonCards().slice(9, 10))],
      ['bytes beyond the buffer without CR', (card) => new Uint8Array(rxBufferBytes + 4).fill(card)],
    ];
    for (const [name, of] of untilFailed(table, FR3, parts))
      for (const after of [[], [END], [END, beyond]]) {
        if (!(await table.prepare())) return;
        const [byte = 0] = table.newBytes(1);
        await table.trial(`${name}, and ${share} idleResetMs`, [of(byte), beyond, ...after]);
      }
  }
  for (const share of untilFailed(table, FR3, table.isExhaustive ? [0.05, 0.25, 0.4, 0.49] : [0.4])) {
    if (!(await table.prepare(3))) return;
    const card = table.unused(CARDS).find((one) => one !== table.nextCard()) ?? 0;
    // After a long silence: the timer of a frame begins with its byte.
    const steps = [table.idle(1.5), Uint8Array.of(table.byteOf(card)), table.idle(share), END];
    await table.trial(`a card, and its CR ${share} idleResetMs later`, steps, { cards: [card] });
  }
  if (table.hasFailed(FR3) || !(await table.prepare(3))) return;
  const pieces = [...table.nonCards().slice(20, 23), ...table.newBytes(1)];
  const steps = pieces.flatMap((byte) => [Uint8Array.of(byte), table.idle(0.42)]);
  await table.trial('a frame whose bytes come 0.42 idleResetMs apart', [...steps, END]);
}

export const FRAME_SCENARIOS = [
  {
    id: 'frames',
    title: 'a byte and CR is one frame, and every line ends in CR LF',
    covers: ['SET-FR-01', 'SET-FR-08'],
    run: frames,
  },
  {
    id: 'empty-frames',
    title: 'a CR with nothing before it adds no card',
    covers: ['SET-FR-02'],
    run: emptyFrames,
  },
  {
    id: 'back-to-back',
    title: 'twelve cards without a pause are each taken',
    covers: ['SET-FR-06'],
    run: backToBack,
  },
  {
    id: 'terminators',
    title: 'CR LF and CR CR end a card and add none',
    covers: ['SET-FR-07'],
    run: terminators,
  },
  {
    id: 'idle',
    title: 'a frame that is not ended in time is dropped, one that is ended in time is taken',
    covers: [FR3],
    run: idle,
  },
];
