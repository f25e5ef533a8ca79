/** The checks of a run so far: they are counted for each requirement, and written to the journal. */
import type { Micros } from '../../protocols/time';
import { judge, type Measurement } from '../../protocols/monitor/measurement';
import type { Monitor } from '../../protocols/monitor/monitor';
import { worseVerdict } from '../bench/verdict';
import { sumAccounting } from './accounting';
import type {
  AccountingRecord,
  BytesRecord,
  CheckRecord,
  CounterexampleRecord,
  DueRecord,
  HistogramRecord,
  JournalEvent,
  ScreenRecord,
  Verdict,
} from '../record';

export interface Standing {
  readonly verdict: Verdict;
  readonly checks: number;
  readonly reason?: string;
}

/** The content of a check's record. */
export interface CheckDetail {
  /** The tried situation, as a sentence. Shown if the check does not pass. */
  readonly title: string;
  readonly expected?: string;
  readonly seen?: string;
  /** The right bytes. */
  readonly due?: DueRecord;
  readonly evidence?: readonly BytesRecord[];
  readonly screen?: ScreenRecord;
  readonly measurement?: Measurement;
  readonly counterexample?: CounterexampleRecord;
}

/** The most recorded checks of a requirement with the same verdict in one scenario. */
const MAX_RECORDS_PER_VERDICT = 5;
/** Fewer outliers than this in a run on a real clock may be stalls of the host (OV-TM-01). */
const MIN_OUTLIERS = 3;

interface Tally {
  verdict: Verdict;
  checks: number;
  /** The number of checks by verdict. */
  readonly counts: Record<Verdict, number>;
  reason: string | undefined;
}

/** All measurements of one name. */
interface Measured {
  readonly requirement: string;
  /** The one with the worst value: its limits are shown beside that value. Others of this name may have other limits. */
  measurement: Measurement;
  /** The upper bounds, and the widths of the bounds. */
  readonly values: number[];
  readonly widths: number[];
  readonly judged: { beyond: number; undecided: number };
}

export class VerdictLedger {
  private readonly run = new Map<string, Tally>();
  private scenario = new Map<string, Tally>();
  private scenarioId = '';
  private monitors: Pick<Monitor, 'accounting'>[] = [];
  private readonly outliers = new Map<string, number>();
  private readonly timings = new Map<string, Measured>();
  /** By clause. */
  private readonly latestTimings = new Map<string, Measured>();

  constructor(
    private readonly emit: (event: JournalEvent) => void,
    private readonly now: () => Micros,
  ) {}

  begin(scenario: string): void {
    this.scenarioId = scenario;
    this.scenario = new Map();
    this.monitors = [];
  }

  /** What this monitor judges belongs to the current scenario. */
  addMonitor(monitor: Pick<Monitor, 'accounting'>): void {
    this.monitors.push(monitor);
  }

  /** Exchanges of the present scenario that were not judged. */
  countUnjudged(): number {
    const { accounting } = this.accounted();
    return Object.values(accounting?.unjudged ?? {}).reduce((sum, count) => sum + count, 0);
  }

  /** The exchanges of the current scenario; none: nothing counted any. */
  accounted(): { accounting?: AccountingRecord } {
    const accounting = sumAccounting(this.monitors.flatMap((one) => one.accounting?.() ?? []));
    return accounting === undefined ? {} : { accounting };
  }

  /** The verdicts of the current scenario. */
  scenarioStandings(): Map<string, Standing> {
    return standingsOf(this.scenario);
  }

  /** The verdicts of the run. */
  runStandings(): Map<string, Standing> {
    return standingsOf(this.run);
  }

  /** How often `requirement` failed in this scenario. */
  failures(requirement: string): number {
    return this.scenario.get(requirement)?.counts.fail ?? 0;
  }

  /** Whether one more check with this verdict is recorded in full. */
  isRecordedInFull(requirement: string, verdict: Verdict): boolean {
    return (this.scenario.get(requirement)?.counts[verdict] ?? 0) < MAX_RECORDS_PER_VERDICT;
  }

  record(requirement: string, verdict: Verdict, detail: CheckDetail): void {
    const tally = tallyFor(this.scenario, requirement);
    addToTally(tally, verdict, detail);
    addToTally(tallyFor(this.run, requirement), verdict, detail);
    if (verdict === 'pass' || tally.counts[verdict] > MAX_RECORDS_PER_VERDICT) return;
    const event: CheckRecord = {
      type: 'check',
      at: Math.round(this.now()),
      scenario: this.scenarioId,
      requirement,
      verdict,
      ...detail,
    };
    this.emit(event);
  }

  /** Judges a measurement. `forgiving`: a few late values of a run are inconclusive, because the host may have stalled. */
  measure(requirement: string, measurement: Measurement, forgiving: boolean): Verdict {
    const verdict = judge(measurement);
    this.addToHistogram(requirement, measurement, verdict);
    const late = measurement.low > (measurement.max ?? Infinity);
    if (verdict !== 'fail' || !forgiving || !late) return verdict;
    const key = `${requirement} ${measurement.name}`;
    const seen = (this.outliers.get(key) ?? 0) + 1;
    this.outliers.set(key, seen);
    return seen < MIN_OUTLIERS ? 'inconclusive' : 'fail';
  }

  /** One histogram event for each thing measured. */
  histograms(suite: string): HistogramRecord[] {
    return [...this.timings.values()].map((timing) => histogram(suite, timing));
  }

  private addToHistogram(requirement: string, measurement: Measurement, verdict: Verdict): void {
    const timing = this.timingOf(requirement, measurement);
    if (measurement.high > timing.measurement.high) timing.measurement = measurement;
    timing.values.push(measurement.high);
    timing.widths.push(measurement.high - measurement.low);
    if (verdict === 'fail') timing.judged.beyond++;
    if (verdict === 'inconclusive') timing.judged.undecided++;
  }

  private timingOf(requirement: string, measurement: Measurement): Measured {
    // Most clauses have one: no key is put together for it.
    const latest = this.latestTimings.get(requirement);
    if (latest?.measurement.name === measurement.name) return latest;
    const key = `${requirement} ${measurement.name}`;
    const timing = this.timings.get(key) ?? {
      requirement,
      measurement,
      values: [],
      widths: [],
      judged: { beyond: 0, undecided: 0 },
    };
    this.timings.set(key, timing);
    this.latestTimings.set(requirement, timing);
    return timing;
  }
}

function tallyFor(map: Map<string, Tally>, requirement: string): Tally {
  const known = map.get(requirement);
  if (known !== undefined) return known;
  const counts = { pass: 0, fail: 0, inconclusive: 0, error: 0, skip: 0 };
  const tally: Tally = { verdict: 'skip', checks: 0, counts, reason: undefined };
  map.set(requirement, tally);
  return tally;
}

function addToTally(tally: Tally, verdict: Verdict, detail: CheckDetail): void {
  const stands = worseVerdict(tally.verdict, verdict);
  const firstOfItsKind = verdict !== 'pass' && (tally.reason === undefined || stands !== tally.verdict);
  if (stands === verdict && firstOfItsKind) tally.reason = reasonOf(verdict, detail);
  if (stands === 'pass') tally.reason = undefined;
  tally.verdict = stands;
  if (verdict !== 'skip') tally.checks++;
  tally.counts[verdict]++;
}

function reasonOf(verdict: Verdict, { title, expected, seen }: CheckDetail): string {
  if (verdict === 'skip' || expected === undefined) return title;
  return `${title}: expected ${expected}${seen === undefined ? '' : `, saw ${seen}`}`;
}

function standingsOf(map: ReadonlyMap<string, Tally>): Map<string, Standing> {
  return new Map(
    [...map].map(([id, { verdict, checks, reason }]) => [
      id,
      { verdict, checks, ...(reason === undefined ? {} : { reason }) },
    ]),
  );
}

const BUCKETS = 40;

function histogram(suite: string, timing: Measured): HistogramRecord {
  const sorted = Float64Array.from(timing.values).sort();
  const widths = Float64Array.from(timing.widths).sort();
  const worst = quantile(sorted, 1);
  const least = Math.floor(sorted[0] ?? 0);
  const { name, unit, max, min } = timing.measurement;
  return {
    type: 'histogram',
    suite,
    requirement: timing.requirement,
    name,
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
