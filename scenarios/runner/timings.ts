/** The measured times of a run, and of all its repetitions: a histogram for each thing measured. */
import type { Measurement } from '../../protocols/monitor/measurement';
import type { HistogramRecord, Verdict } from '../record';

/** All measurements of one name, as far as their upper limits agree in two digits. */
interface Measured {
  readonly requirement: string;
  /** The one with the worst value: its limits are shown beside that value. Those of others may differ by the time of some bytes. */
  measurement: Measurement;
  /** The upper bounds, and the widths of the bounds. */
  readonly values: number[];
  readonly widths: number[];
  readonly judged: { beyond: number; undecided: number };
}

export class Timings {
  private readonly all = new Map<string, Measured>();
  /** By clause. */
  private readonly latest = new Map<string, Measured>();

  add(requirement: string, measurement: Measurement, verdict: Verdict): void {
    const timing = this.timingOf(requirement, measurement);
    if (measurement.high > timing.measurement.high) timing.measurement = measurement;
    timing.values.push(measurement.high);
    timing.widths.push(measurement.high - measurement.low);
    if (verdict === 'fail') timing.judged.beyond++;
    if (verdict === 'inconclusive') timing.judged.undecided++;
  }

  /** One event for each thing measured and each limit of it: the name tells those above the lowest. */
  histograms(suite: string): HistogramRecord[] {
    const named = new Set<string>();
    const all = [...this.all.values()].toSorted((one, other) => limitOf(one) - limitOf(other));
    return all.map((timing) => {
      const { name, unit } = timing.measurement;
      const key = `${timing.requirement} ${name}`;
      const limit = limitOf(timing);
      const suffix = named.has(key) ? ` (limit ${unit === 'us' ? `${limit / 1000} ms` : limit})` : '';
      named.add(key);
      return histogram(suite, timing, suffix);
    });
  }

  private timingOf(requirement: string, measurement: Measurement): Measured {
    // Most clauses have one: no key is put together for it.
    const latest = this.latest.get(requirement);
    const isLatest = latest?.measurement.name === measurement.name;
    if (isLatest && latest.measurement.max === measurement.max) return latest;
    const key = `${requirement} ${measurement.name} ${limitOf({ measurement })}`;
    const timing = this.all.get(key) ?? {
      requirement,
      measurement,
      values: [],
      widths: [],
      judged: { beyond: 0, undecided: 0 },
    };
    this.all.set(key, timing);
    this.latest.set(requirement, timing);
    return timing;
  }
}

const BUCKETS = 40;

/** Its two first digits; without a limit infinity. */
function limitOf({ measurement: { max = Infinity } }: Pick<Measured, 'measurement'>): number {
  return Number(max.toPrecision(2));
}

function histogram(suite: string, timing: Measured, suffix: string): HistogramRecord {
  const sorted = Float64Array.from(timing.values).sort();
  const widths = Float64Array.from(timing.widths).sort();
  const worst = quantile(sorted, 1);
  const least = Math.floor(sorted[0] ?? 0);
  const { name, unit, max, min } = timing.measurement;
  return {
    type: 'histogram',
    suite,
    requirement: timing.requirement,
    name: name + suffix,
    unit,
    count: sorted.length,
    least,
    p50: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    p99: quantile(sorted, 0.99),
    worst,
    ...(max === undefined ? {} : { limit: max }),
    ...(min === undefined ? {} : { floor: min }),
    uncertainty: { p50: quantile(widths, 0.5), worst: quantile(widths, 1) },
    ...timing.judged,
    buckets: bucketsOf(sorted, least, worst),
  };
}

/** The value below which `share` of the sorted values lie, as a whole number. */
function quantile(sorted: Float64Array, share: number): number {
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

function bucketsOf(sorted: Float64Array, least: number, worst: number): [number, number][] {
  const width = Math.max(1, Math.ceil((worst + 1 - least) / BUCKETS));
  const counts = new Map<number, number>();
  for (const value of sorted) {
    const bucket = least + Math.floor((value - least) / width) * width;
    counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  }
  return [...counts];
}
