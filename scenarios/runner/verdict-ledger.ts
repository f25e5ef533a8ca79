/** The checks of a run so far: they are counted for each requirement, and written to the journal. */
import type { Micros } from '../../protocols/time';
import { judge, type Measurement } from '../../protocols/monitor/measurement';
import type { Monitor } from '../../protocols/monitor/monitor';
import { worseVerdict } from '../bench/verdict';
import { sumAccounting } from './accounting';
import { Timings } from './timings';
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

/** The verdict of a clause, the number of its checks, and the reason if it was not judged. */
export interface Standing {
  readonly verdict: Verdict;
  readonly checks: number;
  readonly reason?: string;
  /** No option selected it. */
  readonly selected?: false;
}

/** The record of a check. */
export interface CheckDetail {
  /** The tried situation, as a sentence. Shown if the check does not pass. */
  readonly title: string;
  readonly expected?: string;
  readonly seen?: string;
  /** Why it could not be decided, and the remedy. */
  readonly doubt?: string;
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

export class VerdictLedger {
  private readonly run = new Map<string, Tally>();
  private scenario = new Map<string, Tally>();
  private scenarioId = '';
  private monitors: Pick<Monitor, 'accounting'>[] = [];
  private readonly outliers = new Map<string, number>();

  constructor(
    private readonly emit: (event: JournalEvent) => void,
    private readonly now: () => Micros,
    private readonly timings = new Timings(),
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
    this.timings.add(requirement, measurement, verdict);
    const late = measurement.low > (measurement.max ?? Infinity);
    if (verdict !== 'fail' || !forgiving || !late) return verdict;
    const key = `${requirement} ${measurement.name}`;
    const seen = (this.outliers.get(key) ?? 0) + 1;
    this.outliers.set(key, seen);
    return seen < MIN_OUTLIERS ? 'inconclusive' : 'fail';
  }

  /** One histogram event for each thing measured. */
  histograms(suite: string): HistogramRecord[] {
    return this.timings.histograms(suite);
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

function reasonOf(verdict: Verdict, { title, expected, seen, doubt }: CheckDetail): string {
  if (doubt !== undefined) return `${title}: ${doubt}`;
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
