import * as fc from 'fast-check';
import type { HistogramRecord } from '../../scenarios/record';
import { shiftBetween } from './rank-test';

function histogram(values: readonly number[], width = 1): HistogramRecord {
  const sorted = [...values].sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (const value of sorted) {
    const bucket = Math.floor(value / width) * width;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return {
    type: 'histogram',
    suite: 's',
    requirement: 'S-TM-01',
    name: 'answer',
    unit: 'us',
    count: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    buckets: [...counts],
  };
}

/** Long-tailed like latencies: very different from a normal distribution. */
function latencies(seed: number, count: number, more = 0): number[] {
  const draws = fc.sample(fc.noBias(fc.integer({ min: 1, max: 1_000_000 })), { seed, numRuns: count });
  return draws.map((draw) => 1000 + more + Math.round(-300 * Math.log(draw / 1_000_001)));
}

test('the shift is the median of all differences, computed by hand', () => {
  const [a, b] = [
    [1, 2, 3, 4, 5, 6, 7, 8],
    [3, 5, 6, 8, 10, 11, 12, 15],
  ];
  const all = a.flatMap((x) => b.map((y) => y - x)).sort((x, y) => x - y);
  expect(shiftBetween(histogram(a), histogram(b))?.shift).toBe(all[31]);
});

test('for two samples of one distribution the interval excludes 0 about once in a hundred times', () => {
  let wrong = 0;
  for (let seed = 0; seed < 400; seed++) {
    const shift = shiftBetween(histogram(latencies(seed, 40)), histogram(latencies(seed + 5000, 60)));
    if (shift !== undefined && (shift.low > 0 || shift.high < 0)) wrong++;
  }
  expect(wrong).toBeLessThan(14);
});

test('the interval contains the true shift, and a large shift is detected, in buckets too', () => {
  let held = 0;
  for (let seed = 0; seed < 200; seed++) {
    const [a, b] = [latencies(seed, 200), latencies(seed + 5000, 150, 150)];
    const shift = shiftBetween(histogram(a, 20), histogram(b, 20));
    if (shift === undefined) throw new Error('enough values');
    expect(shift.low).toBeGreaterThan(20);
    if (shift.low <= 150 + 20 && shift.high >= 150 - 20) held++;
  }
  expect(held).toBeGreaterThan(190);
});

test('too few values give no shift', () => {
  expect(shiftBetween(histogram([1, 2, 3, 4, 5, 6, 7]), histogram(latencies(1, 100)))).toBeUndefined();
});
