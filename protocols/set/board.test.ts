import fc from 'fast-check';
import { random } from '../../devices/random';
import type { BoardBenchOptions } from '../../devices/virtual/testing/board-bench';
import { millis } from '../time';
import type { CardEncoding } from './card';
import type { Report } from './reports';
import { SetBench } from './testing/bench';
import { SET_BOARD, SET_PUBLISHED_BOARD } from './testing/parts';
import { meaningOf, NO_CARDS_YET, placeByte } from './testing/published-reports';

const [LF, CR] = [0x0a, 0x0d];
const SEEDS = Array.from({ length: 16 }, (_, i) => i);
const ALL = Array.from({ length: 81 }, (_, card) => card);
const FRESH = (options: BoardBenchOptions = {}): SetBench => new SetBench(SET_BOARD, options);

function drawn(bench: SetBench, frames: readonly (readonly number[])[]): readonly Report[] {
  return frames.flatMap((frame) => bench.ask(...frame));
}

/** What the model says to these bytes, each a frame. */
function due(bytes: readonly number[], encoding: CardEncoding = '1..3'): readonly Report[] {
  let table = NO_CARDS_YET;
  return bytes.flatMap((byte) => {
    const placed = placeByte(table, byte, { encoding });
    ({ table } = placed);
    return placed.reports;
  });
}

function framesOf(bytes: readonly number[]): readonly (readonly number[])[] {
  return bytes.map((byte) => [byte, CR]);
}

function taken(reports: readonly Report[]): number {
  return reports.filter(({ type }) => type === 'new-card').length;
}

describe('the table', () => {
  test('new cards, duplicates and bytes that are no card are reported as in the model', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 30 }), fc.nat(1000), (bytes, seed) => {
        const sent = bytes.filter((byte) => byte !== CR);
        const { last: _, ...reported } = meaningOf(drawn(FRESH({ seed }), framesOf(sent)));
        const { cards, sets } = meaningOf(due(sent));
        expect(reported).toEqual({ cards, sets });
      }),
      { numRuns: 60 },
    );
  });

  test.each(['1..3', '0..2'] as const)(
    'all 81 cards in any order, encoding %s: 1080 sets, and the board still answers',
    (encoding) => {
      const bench = FRESH({ seed: 9, parameters: { cardEncoding: encoding } });
      const bytes = random(9)
        .shuffle(ALL)
        .map((card) => bench.byteOf(card));
      const reports = drawn(bench, framesOf(bytes));
      expect(meaningOf(reports)).toEqual(meaningOf(due(bytes, encoding)));
      expect(reports.filter(({ type }) => type === 'set')).toHaveLength(1080);
      expect(bench.card(0).map(({ type }) => type)).toContain('table-full');
    },
  );

  test('the tightest times of a profile are kept', () => {
    const bench = FRESH({ parameters: { solveMs: 1, bootMs: 0 } });
    bench.powerOn();
    expect(taken(bench.card(0))).toBe(1);
  });

  test('a limit of the profile is reported before a duplicate', () => {
    const bench = FRESH({ parameters: { tableLimit: 3 } });
    bench.cards(0, 1, 5);
    for (const card of [0, 7]) {
      const types = bench.card(card).map(({ type }) => type);
      expect(types).toContain('table-full');
      expect(types).not.toContain('duplicate');
    }
  });

  test('the last line after each of 21 cards comes in time', () => {
    for (const seed of SEEDS) {
      const bench = FRESH({ seed });
      for (const card of random(seed).shuffle(ALL).slice(0, 21)) {
        bench.card(card);
        expect(bench.lastRxAt - bench.sentAt).toBeLessThan(millis(100));
      }
    }
  });
});

describe('frames', () => {
  test('twelve cards in direct sequence are all accepted', () => {
    for (const seed of SEEDS) {
      const bench = FRESH({ seed });
      expect(taken(bench.ask(...ALL.slice(0, 12).flatMap((card) => [bench.byteOf(card), CR])))).toBe(12);
    }
  });

  test.each([
    ['CR LF', [CR, LF]],
    ['CR CR', [CR, CR]],
  ])('with %s as terminator every card is accepted, and no other', (_name, end) => {
    const bench = FRESH();
    const bytes = ALL.slice(0, 9).map((card) => bench.byteOf(card));
    const reports = bench.ask(...bytes.flatMap((byte) => [byte, ...end]));
    expect(meaningOf(reports)).toEqual(meaningOf(due(bytes)));
  });

  test('LF is a card in encoding 0..2, directly after a CR too', () => {
    const bench = FRESH({ parameters: { cardEncoding: '0..2' } });
    expect(taken(bench.ask(bench.byteOf(0), CR, LF, CR))).toBe(2);
  });

  test.each([151, 154, 306, 1024, 65_536])(
    'a frame of %i bytes adds no card, and the next card is accepted',
    (length) => {
      const bench = FRESH();
      expect(taken(bench.askAll([...new Array<number>(length - 1).fill(bench.byteOf(4)), CR]))).toBe(0);
      expect(taken(bench.card(4))).toBe(1);
    },
  );

  test('a CR within half of the idle reset ends a frame; a later one has no effect', () => {
    const bench = FRESH();
    expect(taken(bench.send(bench.byteOf(1)).advance(millis(500)).ask(CR))).toBe(1);
    expect(taken(bench.send(bench.byteOf(2)).advance(millis(1200)).ask(CR))).toBe(0);
    expect(taken(bench.card(2))).toBe(1);
  });

  test('the first of many bytes counts if the profile says so', () => {
    const frame = [0x55, 0x56, CR];
    expect(taken(FRESH().ask(...frame))).toBe(0);
    expect(taken(FRESH({ parameters: { multiByte: 'first' } }).ask(...frame))).toBe(1);
  });
});

describe('the console', () => {
  test('every line ends in CR LF in every style', () => {
    const dresses = new Set<string>();
    for (const seed of SEEDS) {
      const bench = FRESH({ seed });
      bench.cards(0, 1, 2, 2);
      for (const line of bench.lines()) expect(line.kind === 'frame' && line.value.end).toBe('crlf');
      dresses.add(bench.text().split('\r\n')[0]!.replace(/\d+/g, '9'));
    }
    expect(dresses.size).toBeGreaterThan(6);
  });

  test('EndOfFrame comes before, among and after the others', () => {
    const places = SEEDS.map((seed) => {
      const types = FRESH({ seed })
        .cards(0)
        .map(({ type }) => type);
      return types.indexOf('end-of-frame') - types.indexOf('new-card');
    });
    expect(new Set(places).size).toBeGreaterThan(2);
  });
});

describe('power and seed', () => {
  test('a reset empties the table, and the board is ready in time', () => {
    for (const seed of SEEDS) {
      const bench = FRESH({ seed });
      bench.cards(0, 1, 2);
      bench.powerOn().advance(millis(2000));
      const bytes = [0, 1, 2].map((card) => bench.byteOf(card));
      expect(meaningOf(drawn(bench, framesOf(bytes)))).toEqual(meaningOf(due(bytes)));
    }
  });

  test('the same seed gives the same lines at the same times', () => {
    const textsOf = (seed: number) => {
      const bench = FRESH({ seed });
      bench.cards(3, 4, 5, 6);
      return bench.timedTexts();
    };
    expect(textsOf(7)).toEqual(textsOf(7));
    expect(textsOf(7)).not.toEqual(textsOf(8));
  });
});

describe('the firmware as published', () => {
  const published = (): SetBench => new SetBench(SET_PUBLISHED_BOARD);
  const ghosts = (reports: readonly Report[]) => reports.map(({ type }) => type);

  test('a lone CR becomes a card', () => {
    const bench = published();
    expect(taken(bench.ask(CR))).toBe(1);
    expect(ghosts(bench.ask(CR))).toContain('duplicate');
  });

  test('byte 154 of an overlong frame is its card; a shorter one counts by its first byte', () => {
    const bench = published();
    const frame = new Array<number>(305).fill(0x55);
    frame[153] = 0x56;
    expect(taken(bench.ask(...frame, CR))).toBe(1);
    expect(ghosts(bench.ask(0x56, CR))).toContain('duplicate');
    expect(taken(bench.ask(...new Array<number>(150).fill(0x55), CR))).toBe(1);
    expect(ghosts(bench.ask(0x55, CR))).toContain('duplicate');
  });

  test('a CR after an idle reset is a ghost', () => {
    const bench = published();
    expect(taken(bench.send(0x55).advance(millis(1200)).ask(CR))).toBe(1);
    expect(taken(bench.ask(0x55, CR))).toBe(1);
  });

  test('only the first byte of a frame counts, and none is checked', () => {
    const bench = published();
    expect(taken(bench.ask(0x55, 0x56, CR))).toBe(1);
    expect(ghosts(bench.ask(0x55, CR))).toContain('duplicate');
    expect(taken(bench.ask(0x00, CR))).toBe(1);
  });

  test('CR CR and CR LF make ghosts', () => {
    expect(taken(published().ask(0x55, CR, CR))).toBe(2);
    const bench = published();
    expect(taken(bench.ask(0x55, CR, LF, 0x56, CR))).toBe(2);
    expect(taken(bench.advance(millis(1200)).ask(0x56, CR))).toBe(1);
  });
});
