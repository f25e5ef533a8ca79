import fc from 'fast-check';
import { cardByte, type Card } from './card';
import { EMPTY_TABLE, placeFrame, type Expectation, type Table } from './rules';
import { DEFAULT_RULES, placeByte, reportsOf } from './testing/published-reports';
import type { Report } from './set';
import { anyTable, deck } from './set.arbitrary';
import { nonCardByte } from './testing/lines.arbitrary';
import { allSets } from './solver';
import { discrepancies, type DiscrepancyCode } from './discrepancies';

const ENCODING = DEFAULT_RULES.encoding;
const byteOf = (card: Card): number => cardByte(card, ENCODING);

/** The state after these bytes, and the expected lines of each. */
function lay(bytes: readonly number[], rules = DEFAULT_RULES): { table: Table; expected: Expectation[] } {
  let table = EMPTY_TABLE;
  const expected = bytes.map((byte) => {
    const placed = placeByte(table, byte, rules);
    table = placed.table;
    return placed.expected;
  });
  return { table, expected };
}

function codes(expected: readonly Expectation[], reports: readonly Report[]): DiscrepancyCode[] {
  return discrepancies(expected, reports).map(({ code }) => code);
}

function linesOf(expected: readonly Expectation[]): Report[] {
  return expected.flatMap((one) => reportsOf(one, 2, ENCODING));
}

describe('the table', () => {
  test('takes every card once and knows every set', () => {
    fc.assert(
      fc.property(anyTable(), (cards) => {
        const { table, expected } = lay(cards.map(byteOf));
        expect(table).toEqual({ cards, sets: allSets(cards).length });
        expect(expected.flatMap(({ newSets }) => newSets)).toEqual(allSets(cards));
        expect(expected.every(({ outcome }) => outcome === 'new')).toBe(true);
      }),
    );
  });

  test('all 81 cards, then it is full, which is reported before a duplicate', () => {
    fc.assert(
      fc.property(deck(), (cards) => {
        const { table } = lay(cards.map(byteOf));
        expect(table.sets).toBe(1080);
        const placed = placeByte(table, byteOf(cards[0]!));
        expect(placed.expected.outcome).toBe('full');
        expect(placed.table).toEqual(table);
      }),
      { numRuns: 5 },
    );
  });

  test('a repeated card is a duplicate and adds nothing', () => {
    const { table, expected } = lay([0x55, 0x56, 0x55]);
    expect(expected.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'duplicate']);
    expect(table.cards.length).toBe(2);
  });

  test('above a smaller limit no card is added', () => {
    const { table, expected } = lay([0x55, 0x56, 0x57, 0x55, 0x54], { ...DEFAULT_RULES, tableLimit: 2 });
    expect(expected.map(({ outcome }) => outcome)).toEqual(['new', 'new', 'full', 'full', 'none']);
    expect(table).toMatchObject({ sets: 0, cards: [0, 1] });
  });

  test('a byte that is no card adds nothing', () => {
    fc.assert(
      fc.property(nonCardByte(ENCODING), (byte) => {
        const { table, expected } = lay([byte]);
        expect(table).toEqual(EMPTY_TABLE);
        expect(expected).toMatchObject([{ outcome: 'none', endOfFrame: true }]);
      }),
    );
  });

  test('a longer frame adds nothing, or the card of its first byte', () => {
    const frame = { type: 'bytes', payload: Uint8Array.of(0x55, 0x56) } as const;
    expect(placeFrame(EMPTY_TABLE, frame, DEFAULT_RULES).table.cards).toEqual([]);
    const first = placeFrame(EMPTY_TABLE, frame, { ...DEFAULT_RULES, multiByte: 'first' });
    expect(first).toMatchObject({ table: { cards: [0] }, expected: { outcome: 'new', endOfFrame: false } });
    for (const type of ['empty', 'line-feed'] as const) {
      expect(placeFrame(EMPTY_TABLE, { type }, { ...DEFAULT_RULES, multiByte: 'first' })).toMatchObject({
        table: EMPTY_TABLE,
        expected: { outcome: 'none', endOfFrame: false },
      });
    }
  });
});

describe('the verdict on lines', () => {
  test('the lines of a sound firmware are right in any order, card by card', () => {
    fc.assert(
      fc.property(anyTable(), fc.nat({ max: 100 }), (cards, order) => {
        for (const one of lay(cards.map(byteOf)).expected) {
          const lines = linesOf([one])
            .map((line, i) => ({ line, key: (i * 37 + order) % 101 }))
            .toSorted((a, b) => a.key - b.key);
          expect(
            codes(
              [one],
              lines.map(({ line }) => line),
            ),
          ).toEqual([]);
        }
      }),
    );
  });

  test('and also for frames back to back', () => {
    fc.assert(
      fc.property(anyTable(), nonCardByte(ENCODING), (cards, byte) => {
        const { expected } = lay([...cards, cards[0]!].map(byteOf).toSpliced(2, 0, byte));
        expect(codes(expected, linesOf(expected))).toEqual([]);
      }),
    );
  });

  test('any line that is missing or repeated is found', () => {
    const names: Readonly<Record<Report['type'], readonly [missing: string, extra: string | undefined]>> = {
      'new-card': ['missing-card', 'extra-card'],
      duplicate: ['missing-duplicate', 'extra-duplicate'],
      'table-full': ['missing-full', 'extra-full'],
      set: ['missing-set', 'extra-set'],
      'set-count': ['missing-count', undefined],
      'no-sets': ['missing-no-sets', 'extra-no-sets'],
      'end-of-frame': ['missing-end-of-frame', 'extra-end-of-frame'],
    };
    const rules = { ...DEFAULT_RULES, tableLimit: 7 };
    fc.assert(
      fc.property(anyTable(), fc.nat(), (cards, pick) => {
        const { expected } = lay([cards[0]!, ...cards].map(byteOf), rules);
        const one = expected[pick % expected.length]!;
        const lines = linesOf([one]);
        lines.forEach((line, i) => {
          const [missing, extra] = names[line.type];
          const isNothing = line.type === 'set-count' && line.count === 0;
          const without = codes([one], lines.toSpliced(i, 1));
          if (isNothing) expect(without).toEqual([]);
          else expect(without).toContain(missing);
          const twice = codes([one], [...lines, line]);
          if (extra === undefined) expect(twice).toEqual([]);
          else expect(twice).toContain(extra);
        });
      }),
    );
  });

  // Purple open waves 1, 2, 3: the last completes 0,1,2.
  const SET = lay([0x55, 0x56, 0x57]).expected;
  const LAST = SET.slice(2);
  const [PLUS, SPOT, COUNT] = linesOf(LAST);

  test.each<[string, readonly Expectation[], Report[], DiscrepancyCode[]]>([
    [
      'indices from 1',
      LAST,
      [PLUS!, { type: 'set', number: 1, triple: [1, 2, 3] }, COUNT!],
      ['extra-set', 'missing-set'],
    ],
    [
      'indices out of order',
      LAST,
      [PLUS!, { type: 'set', number: 1, triple: [2, 1, 0] }, COUNT!],
      ['extra-set', 'missing-set'],
    ],
    ['numbers from 0', LAST, [PLUS!, { type: 'set', number: 0, triple: [0, 1, 2] }, COUNT!], ['set-number']],
    ['a wrong count', LAST, [PLUS!, SPOT!, { type: 'set-count', count: 2 }], ['wrong-count']],
    ['NoSets with a set known', LAST, [PLUS!, SPOT!, COUNT!, { type: 'no-sets' }], ['extra-no-sets']],
    ['Rx:3', LAST, [PLUS!, SPOT!, COUNT!], []],
    [
      'a card of a duplicate',
      lay([0x55, 0x55]).expected.slice(1),
      [{ type: 'new-card', card: '' }],
      ['extra-card', 'missing-duplicate'],
    ],
    [
      'a full table for no card',
      lay([0x55, 0x54], { ...DEFAULT_RULES, tableLimit: 1 }).expected.slice(1),
      [{ type: 'table-full', card: '' }],
      [],
    ],
    [
      'a full table for no card where there is room',
      lay([0x54]).expected,
      [{ type: 'table-full', card: '' }],
      ['extra-full'],
    ],
    [
      'SetCnt and NoSets behind a duplicate',
      lay([0x55, 0x55]).expected.slice(1),
      [{ type: 'duplicate', card: '' }, { type: 'set-count', count: 0 }, { type: 'no-sets' }],
      [],
    ],
  ])('%s', (name, expected, lines, right) => {
    const received = name === 'Rx:3' ? 3 : 2;
    const missing: DiscrepancyCode[] = received === 3 ? ['missing-end-of-frame'] : [];
    expect(codes(expected, [{ type: 'end-of-frame', received }, ...lines])).toEqual([...right, ...missing]);
  });
});
