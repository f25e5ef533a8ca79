import fc from 'fast-check';
import { random } from '../../devices/random';
import type { BoardBenchOptions } from '../../devices/virtual/testing/board-bench';
import { millis } from '../time';
import type { CardEncoding } from './card';
import type { Report } from './reports';
import { SetBench } from './testing/bench';
import { SET_BOARD } from './testing/parts';
import { meaningOf, NO_CARDS_YET, placeByte } from './testing/published-reports';

const CR = 0x0d;
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

  test('all 81 cards in any order: 1080 sets, and the board still answers', () => {
    const encoding = '0..2';
    const bench = FRESH({ seed: 9, parameters: { cardEncoding: encoding } });
    const bytes = random(9)
      .shuffle(ALL)
      .map((card) => bench.byteOf(card));
    const reports = drawn(bench, framesOf(bytes));
    expect(meaningOf(reports)).toEqual(meaningOf(due(bytes, encoding)));
    expect(reports.filter(({ type }) => type === 'set')).toHaveLength(1080);
    expect(bench.card(0).map(({ type }) => type)).toContain('table-full');
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
});

describe('frames', () => {
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
