/**
 * Turns the results of checks into verdicts with evidence, and records them in the ledger.
 */
import type { Board } from '../../devices/board/board';
import { undecidedText, type Calibration } from '../../devices/host-timing/error-budget';
import { boardWait, longestStall } from '../../devices/board/board-links';
import { micros, millis, type Micros } from '../../protocols/time';
import { sortByTime } from './traffic-order';
import type { Measurement } from '../../protocols/monitor/measurement';
import type { CheckDetail, VerdictLedger } from '../runner/verdict-ledger';
import type { BytesRecord, CounterexampleRecord, ScreenRecord, Verdict } from '../record';

/**
 * - `reset`, how; `reset-end`: the board was reset by now, at some time since then;
 * - `present`: `SYMBOLOGY HEX`, a code is shown; `charge`: what is sent from here on is about this clause;
 * - `stalled`: what was sent may have come later, `waited`: the board's program waited for a processor, both `SPAN us in the last SPAN us`;
 * - `retry`: what was left open `in the last SPAN us` is tried again;
 * - `doubt`: `CLAUSE what`, which only a stall of this machine explains.
 */
type BenchEvent = 'reset' | 'reset-end' | 'present' | 'charge' | 'stalled' | 'waited' | 'retry' | 'doubt';

export interface AssessorOptions {
  readonly board: Board;
  readonly ledger: VerdictLedger;
  /** The parts of the bounds of times; absent in virtual time. */
  readonly calibration?: Calibration;
  /** A stall of this length changes the answers of a sound board; absent: no stall does. */
  readonly stallLimit?: Micros;
  /** What happens beside the traffic, as the journal has it, at a time in microseconds; default: now. */
  readonly onEvent: (event: BenchEvent, detail: string, at?: number) => void;
}

/** A clause with its verdict in one situation. It may not be recorded yet. */
export interface Finding {
  readonly requirement: string;
  readonly verdict: Verdict;
  readonly detail: CheckDetail;
}

export interface EvidenceSource {
  evidence(): readonly BytesRecord[];
}

/** A stall may show in an answer this much later; for long stalls, four times their limit. */
const STALL_WINDOW = millis(1000);

/** Of a late value on a real clock. */
const RARE =
  'so few late values may be due to this machine, or the first to a board that was still starting. ' +
  'Rerun to see whether there are more; --reset METHOD,start=2s waits for a board that starts.';

const NO_DETAIL: CheckDetail = { title: '' };

export class Assessor {
  private readonly evidenceSources: EvidenceSource[] = [];
  private screen: (() => ScreenRecord) | undefined;
  private collected: Finding[] | undefined;
  private heldOpen: Finding[] | undefined;

  constructor(private readonly options: AssessorOptions) {}

  /** Checks that do not pass also show the exchanges of this source. */
  addEvidenceSource(source: EvidenceSource): void {
    this.evidenceSources.push(source);
  }

  /** From now on checks that do not pass show this screen at their time. */
  setScreen(screen: () => ScreenRecord): void {
    this.screen = screen;
  }

  pass(requirement: string): void {
    this.options.ledger.record(requirement, 'pass', NO_DETAIL);
  }

  /** Records a failed check: inconclusive where a stall of this machine may be its cause. One more of many is only counted. */
  fail(requirement: string, detail: () => CheckDetail): void {
    if (this.isKept(requirement, 'fail')) this.conclude(requirement, 'fail', detail());
    else this.options.ledger.record(requirement, 'fail', NO_DETAIL);
  }

  /** Records a check. A failure is inconclusive where a stall of this machine may be its cause. */
  conclude(requirement: string, verdict: Verdict, detail: CheckDetail): void {
    const stallDuration =
      verdict === 'fail' ? (this.recentStall(detail.evidence) ?? this.waitOf(detail.measurement)) : undefined;
    if (stallDuration === undefined) this.record({ requirement, verdict, detail });
    else
      this.record({
        requirement,
        verdict: 'inconclusive',
        detail: { ...detail, doubt: stallText(stallDuration) },
      });
  }

  /** Records it as it is, with the traffic that shows it. */
  record({ requirement, verdict, detail }: Finding): void {
    const isRight = verdict === 'pass' || verdict === 'skip';
    const full =
      isRight || !this.isKept(requirement, verdict) ? detail : { ...detail, ...this.attachments(detail) };
    if (verdict === 'fail' && this.collected !== undefined)
      this.collected.push({ requirement, verdict, detail: full });
    else if (verdict === 'inconclusive' && this.heldOpen !== undefined)
      this.heldOpen.push({ requirement, verdict, detail: full });
    else {
      const { title, doubt, measurement } = full;
      // A time is judged again with its bounds.
      if (verdict === 'inconclusive' && doubt !== undefined && measurement === undefined)
        this.options.onEvent('doubt', `${requirement} ${title}: ${doubt}`);
      this.options.ledger.record(requirement, verdict, full);
    }
  }

  private isKept(requirement: string, verdict: Verdict): boolean {
    return this.collected !== undefined || this.options.ledger.isRecordedInFull(requirement, verdict);
  }

  /**
   * Judges a measurement. The time is in the histogram from now on; the verdict is not recorded. `seen`: when its last byte came; default: it
   * came just now.
   */
  weigh(requirement: string, measurement: Measurement, title: () => string, seen?: Micros): Finding {
    const { board, ledger } = this.options;
    const verdict = ledger.measure(requirement, measurement, !board.clock.virtual);
    if (verdict === 'pass') return { requirement, verdict, detail: NO_DETAIL };
    const rare = verdict === 'inconclusive' && isLate(measurement);
    const doubt = rare ? RARE : this.uncertaintyText(verdict, measurement);
    const detail = {
      title: title(),
      ...limitTexts(measurement),
      measurement,
      ...(doubt === undefined ? {} : { doubt }),
    };
    if (verdict !== 'fail') return { requirement, verdict, detail };
    // The bounds of a late answer include stalls on the way, but not those of the board. An early answer may be caused by any.
    const excuse = isLate(measurement) ? this.waitOf(measurement, seen) : this.recentStall();
    if (excuse === undefined) return { requirement, verdict, detail };
    return { requirement, verdict: 'inconclusive', detail: { ...detail, doubt: stallText(excuse) } };
  }

  /** Runs `work`. Its failed checks and its error are returned, not recorded. */
  async collect(
    work: () => Promise<void>,
  ): Promise<{ failures: Finding[]; thrown?: { readonly error: unknown } }> {
    const failures: Finding[] = [];
    this.collected = failures;
    try {
      await work();
      return { failures };
    } catch (error) {
      return { failures, thrown: { error } };
    } finally {
      this.collected = undefined;
    }
  }

  /** Runs `work`. What it leaves inconclusive is returned; it is recorded only if `work` throws. */
  async holdOpen(work: () => Promise<void>): Promise<readonly Finding[]> {
    const open: Finding[] = [];
    const outer = this.heldOpen;
    this.heldOpen = open;
    try {
      await work();
      this.heldOpen = outer;
    } catch (error) {
      this.heldOpen = outer;
      for (const finding of open) this.record(finding);
      throw error;
    }
    return open;
  }

  /** Records collected failures as those of one property. */
  recordProperty(title: string, failures: readonly Finding[], counterexample: CounterexampleRecord): void {
    for (const { requirement, verdict, detail } of failures)
      this.options.ledger.record(requirement, verdict, {
        ...detail,
        title: `${title}: ${detail.title}`,
        counterexample,
      });
  }

  /**
   * The longest stall of the board by this host during the judged traffic, if it is long enough to change answers. `evidence`:
   * that traffic. What is missing is judged long after the bytes that were not understood.
   */
  private recentStall(evidence: readonly BytesRecord[] = this.evidence()): Micros | undefined {
    const { board, stallLimit = 0 } = this.options;
    const recent = board.clock.now() - Math.max(STALL_WINDOW, 4 * stallLimit);
    return this.stallSince(micros(Math.min(recent, ...evidence.map(({ notBefore }) => notBefore))));
  }

  /** The longest stall of the board by this host since then, if it is long enough to change answers. */
  stallSince(since: Micros): Micros | undefined {
    const { board, stallLimit } = this.options;
    if (stallLimit === undefined) return undefined;
    const worst = longestStall(board, since);
    return worst < stallLimit ? undefined : worst;
  }

  /** How long the board waited for this host during the measurement, if that explains a late value. */
  private waitOf(measurement: Measurement | undefined, seen?: Micros): Micros | undefined {
    if (measurement === undefined || measurement.unit !== 'us' || !isLate(measurement)) return undefined;
    const { low, high, max = Infinity } = measurement;
    const { board } = this.options;
    const now = board.clock.now();
    const before = now - (seen ?? now) + high + STALL_WINDOW;
    const wait = boardWait(board, micros(now - before));
    if (wait < low - max) return undefined;
    this.options.onEvent('waited', `${Math.ceil(wait)} us in the last ${Math.ceil(before)} us`);
    return wait;
  }

  private attachments({ evidence = this.evidence() }: CheckDetail): Pick<CheckDetail, 'evidence' | 'screen'> {
    return this.screen === undefined ? { evidence } : { evidence, screen: this.screen() };
  }

  private evidence(): BytesRecord[] {
    const all = this.evidenceSources.flatMap((source) => source.evidence());
    return sortByTime(all).slice(-12);
  }

  /** Why the bounds are on both sides of a limit, and the remedy. */
  private uncertaintyText(verdict: Verdict, { low, high, unit }: Measurement): string | undefined {
    const { calibration } = this.options;
    if (verdict !== 'inconclusive' || unit !== 'us' || calibration === undefined) return undefined;
    return undecidedText(high - low, calibration);
  }
}

function isLate({ low, max = Infinity }: Measurement): boolean {
  return low > max;
}

/** Why a failure decides nothing after a stall of this machine, and the remedy. */
export function stallText(duration: Micros): string {
  return `this machine stood still for ${(duration / 1000).toFixed(0)} ms, which may be the cause. Close programs and rerun.`;
}

function limitTexts({ low, high, min, max, unit }: Measurement): { expected: string; seen: string } {
  const text = (value: number): string =>
    unit === 'us' ? `${(value / 1000).toFixed(3)} ms` : `${value} ${unit === 'bytes' ? 'bytes' : ''}`.trim();
  const limits = [
    min === undefined ? '' : `at least ${text(min)}`,
    max === undefined ? '' : `at most ${text(max)}`,
  ];
  const [least, most] = [text(low), text(high)];
  const seen = least === most ? most : `between ${least} and ${most}`;
  return { expected: limits.filter((limit) => limit !== '').join(' and '), seen };
}
