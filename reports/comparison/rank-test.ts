/**
 * Whether one set of measured values is higher than another, by ranks alone (Mann and Whitney), and by how much (Hodges
 * and Lehmann's shift, with its distribution-free interval). It assumes no distribution, and draws nothing at random.
 *
 * Sources: Mann, Whitney 1947; Hodges, Lehmann 1963; Moses' interval as in Hollander, Wolfe, Nonparametric Statistical
 * Methods, 4.3. The normal approximation holds from 8 values on each side.
 */
import type { HistogramRecord } from '../../scenarios/record';

export interface Shift {
  readonly n: readonly [a: number, b: number];
  /** The median of all differences b − a, and an interval that contains it with 99 %, in the histogram's unit. */
  readonly shift: number;
  readonly low: number;
  readonly high: number;
  /** Differences below this are within one bucket. */
  readonly resolution: number;
}

const MIN_VALUES = 8;
/** The two-sided 99 % quantile of the normal distribution. */
const Z = 2.575_829;

interface Weighted {
  readonly value: number;
  readonly count: number;
}

/** undefined: too few values on one side. */
export function shiftBetween(a: HistogramRecord, b: HistogramRecord): Shift | undefined {
  if (a.count < MIN_VALUES || b.count < MIN_VALUES) return undefined;
  const [one, other] = [bucketMiddles(a), bucketMiddles(b)];
  const differences = one
    .flatMap((x) => other.map((y): Weighted => ({ value: y.value - x.value, count: x.count * y.count })))
    .sort((x, y) => x.value - y.value);
  const [m, n] = [total(one), total(other)];
  const spread = Z * Math.sqrt((m * n * tieCorrectedCount(one, other, m + n)) / 12);
  const middle = (m * n) / 2;
  return {
    n: [a.count, b.count],
    shift: weightedRank(differences, middle),
    low: weightedRank(differences, middle - spread),
    high: weightedRank(differences, middle + spread),
    resolution: Math.max(width(a), width(b)),
  };
}

/** (N + 1), minus the correction for ties. */
function tieCorrectedCount(one: readonly Weighted[], other: readonly Weighted[], all: number): number {
  const ties = new Map<number, number>();
  for (const { value, count } of [...one, ...other]) ties.set(value, (ties.get(value) ?? 0) + count);
  const tied = [...ties.values()].reduce((sum, t) => sum + (t ** 3 - t), 0);
  return all + 1 - tied / (all * (all - 1));
}

function total(values: readonly Weighted[]): number {
  return values.reduce((sum, { count }) => sum + count, 0);
}

function weightedRank(sorted: readonly Weighted[], rank: number): number {
  let sum = 0;
  for (const { value, count } of sorted) {
    sum += count;
    if (sum >= rank) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}

function width({ buckets, worst }: HistogramRecord): number {
  const lows = buckets.map(([low]) => low).sort((x, y) => x - y);
  const steps = lows.flatMap((low, i) => (i === 0 ? [] : [low - (lows[i - 1] ?? low)]));
  const least = Math.min(...steps, Math.max(1, worst - (lows.at(-1) ?? worst) + 1));
  return Math.max(1, least);
}

function bucketMiddles(histogram: HistogramRecord): readonly Weighted[] {
  const half = (width(histogram) - 1) / 2;
  return histogram.buckets.map(([low, count]) => ({ value: low + half, count }));
}
