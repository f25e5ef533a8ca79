/** Which bytes are cards, duplicates, and a full table; frames of many bytes; and the sets that cards complete. */
import { byteText, millis } from '../../../api/index';
import { cardByte, cardName, cardOf, CARDS, type Card } from '../card';
import { SMALL_TABLE } from '../state';
import { CR, LF } from '../wire';
import { anyTable, noSetTable, richTable, table as tableOf } from '../set.arbitrary';
import { Play, untilFailed, type SetHost, type Step } from './table';

/** The page's own sizes, CR included. */
const SIZES = [151, 154, 306, 1024, 65_536];
/** Frames that are sent together to a real board, to save time. */
const GROUP = 6;

async function everyCard(host: SetHost): Promise<void> {
  const table = new Play(host);
  const { cardEncoding, tableLimit } = host.p;
  const ascending = allCards().sort((a, b) => cardByte(a, cardEncoding) - cardByte(b, cardEncoding));
  const orders = table.isExhaustive ? [ascending, ascending.toReversed()] : [];
  await table.clear();
  for (const order of [table.unused(CARDS), ...orders]) {
    await table.clear();
    for (const card of untilFailed(table, 'SET-CD-01', order)) {
      if (table.cards.length >= tableLimit) await table.clear();
      await table.lay(card, 'each card');
    }
  }
}

async function duplicates(host: SetHost): Promise<void> {
  const table = new Play(host);
  const id = 'SET-CD-02';
  const { tableLimit } = host.p;
  for (let round = 0; round < (table.isExhaustive ? 60 : 12) && !table.hasFailed(id); round++) {
    if (!(await table.prepare(4))) return;
    const { cards } = table;
    const card = cards[(round * 5) % Math.max(1, cards.length)] ?? table.nextCard();
    // On an unknown table the card may be new the first time.
    const times = cards.length === 0 ? 2 : round % 4 === 3 ? 3 : 1;
    const steps = Array.from({ length: times }, () => table.frameOf(card));
    await table.trial(`${cardName(card)} again, with ${cards.length} cards on the table`, steps);
  }
  for (let round = 0; round < (table.isExhaustive ? 8 : 2) && !table.hasFailed(id); round++) {
    if (!(await table.prepare(3))) return;
    const card = table.unused(CARDS).find((one) => one !== table.nextCard()) ?? 0;
    const frame = table.frameOf(card);
    await table.trial(`${cardName(card)} twice without a pause`, [frame, frame], { cards: [card] });
  }
  if (!host.canReset || table.hasFailed(id)) return;
  if (!(await fill(table, tableLimit - 1))) return;
  const again = table.isExhaustive ? table.cards : table.cards.filter((_, at) => at % 16 === 0);
  for (const card of untilFailed(table, id, again))
    if (!(await table.lay(card, 'again, one card short of a full table'))) return;
}

/** Lays cards on an empty table. false: some are not taken. */
async function fill(table: Play, count: number): Promise<boolean> {
  await table.clear();
  for (const card of table.unused(count))
    if (!(await table.lay(card, `card ${table.cards.length + 1} of ${count}`)) && !table.host.isKnown)
      return false;
  return table.cards.length === count;
}

async function full(host: SetHost): Promise<void> {
  const table = new Play(host);
  const { tableLimit } = host.p;
  if (!(await fill(table, tableLimit)))
    return host.bench.inconclusive('SET-CD-03', `no table of ${tableLimit} cards: some are not taken`);
  const cards = table.isExhaustive ? allCards() : allCards().filter((card) => card % 8 === 0);
  for (const card of untilFailed(table, 'SET-CD-03', cards))
    if (!(await table.lay(card, `on a table of ${tableLimit} cards`)) && !(await fill(table, tableLimit)))
      return;
}

async function noCards(host: SetHost): Promise<void> {
  const table = new Play(host);
  const bytes = table.nonCards();
  const size = table.isExhaustive ? 1 : GROUP;
  for (let at = 0; at < bytes.length && !table.hasFailed('SET-CD-04'); at += size) {
    const group = bytes.slice(at, at + size);
    const steps = group.flatMap((byte): Step[] => [Uint8Array.of(byte, CR), { pause: millis(10) }]);
    await table.trial(`${group.map(byteText).join(', ')}, no card`, steps);
  }
  if (cardOf(LF, host.p.cardEncoding) !== undefined) return;
  const [card = 0] = table.unused(1, true);
  if (await table.trial('LF right after a CR', [table.frameOf(card), Uint8Array.of(LF)], { cards: [card] }))
    await table.trial('0A, no card', [Uint8Array.of(LF, CR)]);
}

async function overlong(host: SetHost): Promise<void> {
  const table = new Play(host);
  const { rxBufferBytes: most } = host.p;
  // By a counter of eight bits a frame of 258 bytes has two.
  const near = [most + 1, most + 2, most + 4, 2 * most + 1, 2 * most + 2, 258];
  const more = [most + 3, most + 5, most + 50, most + 106, 256, 257, 259, 511, 512, 513, 514].concat([
    2 * most + 6,
    3 * most + 3,
  ]);
  const sizes = [...new Set([...SIZES, ...near, ...(table.isExhaustive ? more : [])])];
  for (const size of untilFailed(
    table,
    'SET-FR-04',
    sizes.filter((one) => one > most).sort((a, b) => a - b),
  ))
    for (const kinds of table.isExhaustive && size < 10_000 ? [1, 7] : [1]) {
      if (size > 10_000) host.bench.note(`a frame of ${size} bytes`);
      if (!(await table.prepare(2))) return;
      // Any byte that counts adds a card.
      const cards = table.newBytes(kinds);
      const payload = Uint8Array.from({ length: size - 1 }, (_, i) => cards[i % cards.length] ?? 0);
      await table.trial(`a frame of ${size} bytes, CR included`, [payload, Uint8Array.of(CR)], {
        isAtOnce: true,
      });
    }
  if (table.hasFailed('SET-FR-04')) return;
  const steps = [new Uint8Array(most).fill(table.byteOf(0)), Uint8Array.of(CR, LF)];
  await table.trial(`a frame of ${most + 2} bytes, CR LF included`, steps, { isAtOnce: true });
}

async function multiByte(host: SetHost): Promise<void> {
  const table = new Play(host);
  const known = (): number[] => table.cards.slice(0, 1).map((card) => table.byteOf(card));
  const forms: readonly (readonly [string, () => readonly number[]])[] = [
    ['two new cards', () => table.newBytes(2)],
    ['a new card twice', () => [...table.newBytes(1), ...table.newBytes(1)]],
    ['a new card and a byte that is none', () => [...table.newBytes(1), ...table.nonCards().slice(5, 6)]],
    [
      'a byte that is no card and a new card',
      () => [...table.nonCards().slice(40, 41), ...table.newBytes(1)],
    ],
    ['a card that lies there and a new one', () => [...known(), ...table.newBytes(1)]],
    ['a new card and one that is on the table', () => [...table.newBytes(1), ...known()]],
    ['three new cards', () => table.newBytes(3)],
    ['four new cards', () => table.newBytes(4)],
    ['eleven new cards', () => table.newBytes(11)],
    [
      'as many bytes as the buffer holds',
      () => Array.from({ length: host.p.rxBufferBytes - 1 }, () => table.newBytes(1)[0] ?? 0),
    ],
  ];
  for (let round = 0; round < (table.isExhaustive ? 4 : 1); round++)
    for (const [name, of] of untilFailed(table, 'SET-FR-05', forms)) {
      if (!(await table.prepare(3))) return;
      const payload = Uint8Array.from(of()).subarray(0, host.p.rxBufferBytes - 1);
      const steps = [payload, Uint8Array.of(CR)];
      await table.trial(`a frame of ${payload.length} payload bytes: ${name}`, steps, {
        isAtOnce: round % 2 === 0,
      });
    }
}

async function tables(host: SetHost): Promise<void> {
  const table = new Play(host);
  const { bench } = host;
  const largest = [
    tableOf(SMALL_TABLE, SMALL_TABLE),
    richTable(SMALL_TABLE, SMALL_TABLE),
    noSetTable(20, 20),
  ];
  for (const cards of largest.flatMap((one) => bench.sample(one, table.isExhaustive ? 6 : 1)))
    await layAll(table, cards);
  const show = (cards: readonly Card[]): string => cards.map(cardName).join(', ');
  const options = { title: 'a table', runs: table.isExhaustive ? 120 : 8, show };
  await bench.forAll(anyTable(), options, async (cards) => void (await layAll(table, cards)));
  for (const cards of bench.sample(richTable(7, 12), table.isExhaustive ? 10 : 2))
    await layAll(table, cards.toReversed());
}

/** Lays cards on an empty table one by one, up to the first that goes wrong. */
async function layAll(table: Play, cards: readonly Card[]): Promise<boolean> {
  if (table.hasFailed('SET-SO-01') || table.hasFailed('SET-CD-01')) return false;
  await table.clear();
  for (const [i, card] of cards.slice(0, table.host.p.tableLimit).entries())
    if (!(await table.lay(card, `card ${i + 1} of ${cards.length}`))) return false;
  return true;
}

async function wholeDeck(host: SetHost): Promise<void> {
  const table = new Play(host);
  for (let round = 0; round < (table.isExhaustive ? 3 : 1); round++) {
    if (!(await fill(table, CARDS))) return;
    await table.lay(0, 'one more card after all 81');
  }
}

async function reset(host: SetHost): Promise<void> {
  const table = new Play(host);
  const rounds = host.bench.sample(richTable(7, 9), table.isExhaustive ? 5 : 2);
  for (const cards of untilFailed(table, 'SET-RS-01', rounds))
    for (let n = 0; n < 2; n++) await layAll(table, cards);
  if (!table.isExhaustive || !(await fill(table, host.p.tableLimit))) return;
  await layAll(table, rounds[0] ?? []);
}

function allCards(): Card[] {
  return Array.from({ length: CARDS }, (_, card) => card);
}

const needs = ['reset'] as const;

export const CARD_SCENARIOS = [
  {
    id: 'multi-byte',
    title: 'a frame of more than one payload byte adds no card, or its first, by profile',
    covers: ['SET-FR-05'],
    run: multiByte,
  },
  {
    id: 'overlong',
    title: 'a frame longer than the buffer is dropped whole',
    covers: ['SET-FR-04'],
    run: overlong,
  },
  { id: 'cards', title: 'each of the 81 bytes is taken once', covers: ['SET-CD-01'], needs, run: everyCard },
  {
    id: 'duplicates',
    title: 'a card again is a duplicate and adds nothing',
    covers: ['SET-CD-02'],
    run: duplicates,
  },
  { id: 'full', title: 'a full table takes no card and reports it', covers: ['SET-CD-03'], needs, run: full },
  { id: 'non-cards', title: 'a byte that is no card adds no card', covers: ['SET-CD-04'], run: noCards },
  {
    id: 'tables',
    title: 'each card reports the sets it completes, and the count is theirs',
    covers: ['SET-SO-01', 'SET-SO-02', 'SET-TM-01'],
    needs,
    run: tables,
  },
  {
    id: 'whole-deck',
    title: 'all 81 cards give 1080 sets, none twice, and the board still answers',
    covers: ['SET-SO-03'],
    needs,
    unfit: (_: unknown, { tableLimit }: Readonly<Record<string, number | string>>) =>
      Number(tableLimit) < CARDS
        ? `the table takes ${tableLimit} cards (tableLimit), not ${CARDS}`
        : undefined,
    run: wholeDeck,
  },
  {
    id: 'reset',
    title: 'after a reset the table is empty and sets count from 1',
    covers: ['SET-RS-01'],
    needs,
    run: reset,
  },
];
