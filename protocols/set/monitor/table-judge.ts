/**
 * Judges the lines on the console by the frames on the scanner link, from a table that is assumed to be empty or unknown. What is assumed can
 * so be tried: the same traffic is replayed from another table.
 *
 *     frames ──▶ wait for their lines ──▶ settled: all lines right      or a flaw, which ends what is known of the table
 *
 * All frames since the last settled state are judged together, because a line does not name its frame.
 */
import type { Chunk } from '../../chunk';
import type { FailureKind } from '../../monitor/failure';
import { latency, type Measurement } from '../../monitor/measurement';
import type { CoveragePoint } from '../../monitor/monitor';
import { after, micros, millis, type Micros } from '../../time';
import type { Discrepancy } from '../discrepancies';
import { EMPTY_TABLE, type Table } from '../rules';
import type { ScannerFrame } from '../scanner-link';
import type { Report } from '../set';
import { chargeOf, readingOf, SPEED, type Charge, type Situation } from './attribution';
import { primaryFaults, SMALL_TABLE, type Aspect } from './clauses';
import { ConsoleWatch } from './console-watch';
import { ExpectedReports } from './expected-reports';
import { affectsTable, flawOf, isSurplus, lateFlaw, lineFlaw, type SetFlaw } from './flaws';
import { CLOSE, FrameReader } from './frame-reader';
import type { SetParameters } from './parameters';
import { PendingFrames } from './pending-frames';
import { clauseFor, keptClauses, linesOf, SLOW } from './triggers';

export interface TableJudgeOptions extends SetParameters {
  /** The table is empty; else it is unknown. */
  readonly fresh: boolean;
  /** What is known of the table before a reset. Absent: no reset was seen. */
  readonly tableBefore?: Table | 'unknown' | undefined;
  /** What is judged. */
  readonly aspects: () => readonly Aspect[];
  /** Gets what is right. */
  readonly onPass: ((clause: string, measurement?: Measurement) => void) | undefined;
  readonly onPoint: ((point: CoveragePoint) => void) | undefined;
  readonly onReport: ((report: Report) => void) | undefined;
}

/** Lines within this time after their limit are late; later ones are missing. */
const GRACE = millis(2000);
/** Lines this long after the time of an answer belong to no answer. */
const REST = millis(500);
/** Of a larger table the page says no time: so many times that of a small one are waited for. */
const LARGE_TABLE_TIMES = 3;
const UNASKED: readonly string[] = ['extra-card', 'extra-set', 'extra-duplicate', 'extra-full'];
const WRONG_COUNTS: readonly string[] = ['extra-no-sets', 'wrong-count'];
const LONG_AGO = micros(-1e9);
const NOTHING: Chunk = {
  direction: 'tx',
  bytes: new Uint8Array(0),
  notBefore: LONG_AGO,
  notAfter: LONG_AGO,
  lastNotBefore: LONG_AGO,
};

export class TableJudge {
  /** The first flaw. */
  failure: SetFlaw | undefined;
  private flaws: SetFlaw[] = [];
  /** The table is not as it was assumed: nothing more is judged. */
  private ended = false;
  private readonly expected: ExpectedReports;
  private readonly scanner: FrameReader;
  private readonly console: ConsoleWatch;
  private readonly pending: PendingFrames;
  /** Triggers of the last settled frames. */
  private settled: readonly string[] = [];
  private lastSent = NOTHING;
  /** When the last bytes before those of the pending frames were sent. */
  private settledAt = LONG_AGO;

  constructor(private readonly options: TableJudgeOptions) {
    this.expected = new ExpectedReports(options.rules);
    this.expected.begin(options.fresh ? EMPTY_TABLE : undefined);
    this.pending = new PendingFrames(this.expected, options.aspects);
    this.scanner = new FrameReader(options.link, this.pending, this.expected);
    this.console = new ConsoleWatch({
      onReports: (reports) => {
        for (const report of reports) {
          this.pending.told(report);
          options.onReport?.(report);
        }
      },
      onRightEnd: () => options.onPass?.('SET-FR-08'),
      onWrongEnd: (text, seen) => this.fail(lineFlaw(text, seen)),
    });
  }

  get table(): Table {
    return this.expected.table;
  }

  /** The cards on the table are known. */
  get known(): boolean {
    return this.expected.isKnown;
  }

  /** No frame waits for its lines. */
  get idle(): boolean {
    return this.pending.frames.length === 0 && !this.scanner.isReading;
  }

  /** No line so far is wrong, and none is missing. */
  get fits(): boolean {
    return this.failure === undefined && this.pending.faults.length === 0;
  }

  /** Those since it was last asked. */
  takeFlaws(): readonly SetFlaw[] {
    const { flaws } = this;
    if (flaws.length > 0) this.flaws = [];
    return flaws;
  }

  tx(chunk: Chunk): void {
    if (this.ended) return;
    this.finish();
    this.scanner.push(chunk);
    this.lastSent = chunk;
  }

  rx(chunk: Chunk): void {
    if (!this.ended) this.console.push(chunk);
  }

  tick(now: Micros): void {
    if (this.ended) return;
    this.scanner.tick(now);
    this.console.tick(now);
    const { pending } = this;
    if (pending.frames.length === 0) return this.judgeRest();
    const [restsAt, dueBy] = [after(after(this.lastSent.notAfter, this.options.solve), REST), this.dueBy()];
    if (now < restsAt && now < dueBy) return;
    if (!pending.open && now >= restsAt) this.settle();
    else if (pending.open && now >= dueBy) this.judgeDue();
  }

  /** Something else begins: a surplus line is a fault, a missing one is none yet. */
  finish(): void {
    if (this.ended) return;
    const { frames, faults } = this.pending;
    if (frames.length === 0) return this.judgeRest();
    if (faults.length === 0) return this.settle();
    const { cause, ends } = primaryFaults(faults);
    const [surplus, surplusEnds] = [cause.filter(isSurplus), ends.filter(isSurplus)];
    if (surplus.length + surplusEnds.length > 0) this.blame(surplus, surplusEnds, 'answer');
  }

  /** The instant that must be waited for. */
  due(): Micros | undefined {
    if (this.ended) return undefined;
    const idle = this.scanner.deadline();
    if (!this.pending.open) return idle;
    return idle === undefined ? this.dueBy() : micros(Math.min(idle, this.dueBy()));
  }

  /** The cards on the table are unknown from here on; lines of earlier input may still come. */
  forgetTable(): void {
    this.expected.forgetTable();
    this.pending.framed();
  }

  /** As long as lines come, more may come; but a board has no more time than for each frame alone. */
  private dueBy(): Micros {
    const { frames } = this.pending;
    const isSmall = this.known && this.table.cards.length + frames.length <= SMALL_TABLE;
    const each = this.options.solve * (isSmall ? 1 : LARGE_TABLE_TIMES);
    const sent = this.lastSent.notAfter;
    const active = Math.max(sent, this.console.lastLine?.notAfter ?? sent) + each;
    return micros(Math.min(active, sent + frames.length * each) + GRACE);
  }

  /** The time is over: what is missing will not come. */
  private judgeDue(): void {
    const { pending } = this;
    const reports = this.console.splitLines();
    if (reports !== undefined) pending.retell(reports);
    if (pending.faults.length === 0) return this.settle();
    const { cause, ends } = primaryFaults(pending.faults);
    this.blame(cause, ends, 'answer');
  }

  /** Lines without a frame. A right count or an EndOfFrame may still follow, but no card and no set. */
  private judgeRest(): void {
    const { pending, expected } = this;
    const { reports } = pending;
    if (reports.length === 0) return;
    const aspects = this.options.aspects();
    const rest: readonly ScannerFrame[] = [{ type: 'empty' }];
    const hasSets = expected.isKnown && expected.table.sets > 0;
    const found = expected
      .faults(expected.of(rest), rest, reports, aspects)
      .filter(({ code }) => UNASKED.includes(code) || (hasSets && WRONG_COUNTS.includes(code)));
    const ends = aspects.includes('end') ? expected.faults([], [], reports, ['end']) : [];
    const { cause } = primaryFaults(found);
    if (cause.length + ends.length > 0) this.blame(cause, ends, 'unasked');
    else pending.retell([]);
  }

  private settle(): void {
    const { pending, expected, options } = this;
    if (options.onPass !== undefined)
      for (const clause of keptClauses(pending, expected)) options.onPass(clause);
    this.cover();
    const isSmall = expected.isKnown && expected.table.cards.length < SMALL_TABLE;
    const isTimed = isSmall && pending.isLoneCard;
    this.followFrames();
    if (isTimed) this.measure();
  }

  private followFrames(): void {
    const { pending } = this;
    this.settled = pending.triggers;
    this.settledAt = this.lastSent.notAfter;
    this.expected.follow(pending.frames, pending.reports, this.options.aspects());
    pending.settled();
    this.console.settled();
  }

  private measure(): void {
    const { lastSent, options, console } = this;
    if (console.lastLine === undefined) return;
    const limits = { name: 'card to its last line', unit: 'us', max: options.solve } as const;
    const measurement = { ...limits, ...latency(lastSent, console.lastLine) };
    const flaw = lateFlaw(measurement);
    if (flaw === undefined) options.onPass?.(SPEED, measurement);
    else this.fail(flaw);
  }

  private cover(): void {
    const { onPoint } = this.options;
    if (onPoint === undefined) return;
    const count = this.expected.table.cards.length;
    const state = count === 0 ? 'empty table' : count <= SMALL_TABLE ? 'small table' : 'large table';
    for (const trigger of this.pending.triggers)
      onPoint({
        state,
        trigger,
        response: linesOf(trigger),
        requirement: clauseFor(trigger),
        isNoOp: trigger !== 'card' && trigger !== SLOW,
      });
  }

  /** `cause`: faults of one aspect; `ends`: those of EndOfFrame. A frame that was not read has both for one reason. */
  private blame(cause: readonly Discrepancy[], ends: readonly Discrepancy[], kind: FailureKind): void {
    const reading = readingOf(this.pending.faults, this.pending);
    const situation = this.situation();
    // If one line came in place of another, the missing one shows the frame of the fault.
    const sorted = [...cause].sort((one, other) => Number(isSurplus(one)) - Number(isSurplus(other)));
    const endsAlone = cause.length === 0 || !(reading.isUnread || reading.hasWrongEnd);
    const flaws = [
      this.flawOf(sorted, chargeOf(sorted, reading, situation), kind),
      endsAlone ? this.flawOf(ends, chargeOf(ends, reading, situation), 'answer') : undefined,
    ].filter((flaw) => flaw !== undefined);
    for (const flaw of flaws) this.fail(flaw);
    if (flaws.some(affectsTable)) this.ended = true;
    else this.followFrames();
  }

  private situation(): Situation {
    const { pending, expected, settled, options } = this;
    const isSoon = this.lastSent.notBefore - this.settledAt < CLOSE * 5;
    return {
      pending,
      expected,
      settled,
      mayBeLate: !expected.isKnown || isSoon,
      tableBefore: options.tableBefore,
      isFirst: settled.length === 0,
    };
  }

  private flawOf(faults: readonly Discrepancy[], charge: Charge, kind: FailureKind): SetFlaw | undefined {
    const [fault] = faults;
    const point = { state: '', trigger: charge.trigger, requirement: charge.clause, isNoOp: false };
    if (fault !== undefined && kind !== 'unasked') this.options.onPoint?.({ ...point, response: fault.code });
    return flawOf(faults, charge, kind, this.pending.triggers, this.console.crash);
  }

  private fail(flaw: SetFlaw): void {
    this.failure ??= flaw;
    this.flaws.push(flaw);
  }
}

/** The judge after these chunks, and the time before each of them. */
export function replay(judge: TableJudge, chunks: readonly Chunk[]): TableJudge {
  for (const chunk of chunks) {
    for (let due = judge.due(); due !== undefined && due <= chunk.notBefore; due = judge.due())
      judge.tick(due);
    judge.tick(chunk.notBefore);
    judge[chunk.direction](chunk);
  }
  judge.finish();
  return judge;
}
