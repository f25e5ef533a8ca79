/**
 * The monitor of a Set board: it compares the lines on the console with the frames on the scanner link.
 *
 * The table is known after a reset. Where nobody tells of resets, a fault that a reset explains is none; after that the table is unknown,
 * until a set shows how many cards are on it. After a wrong card or set, and where a pause may have ended a frame or not, nothing is judged
 * until all lines of what was sent have come.
 */
import type { Chunk } from '../../chunk';
import { JudgementLog, type PassListener } from '../../monitor/judgement-log';
import type { Judgement } from '../../monitor/judgement';
import type { Measurement } from '../../monitor/measurement';
import type { CoveragePoint, Due, Monitor } from '../../monitor/monitor';
import { micros, millis, type Micros } from '../../time';
import type { Table } from '../rules';
import { CR } from '../scanner-link';
import { ENDS_FRAME, isPauseUnclear } from './frame-reader';
import { ASPECTS, type Aspect } from './clauses';
import { decodeEvidence } from './evidence';
import { affectsTable, type SetFlaw } from './flaws';
import { SetHistory } from './history';
import type { SetParameters } from './parameters';
import { replay, TableJudge } from './table-judge';
import { UnseenResets } from './unseen-resets';

export const SCANNER = 'scanner';
export const CONSOLE = 'console';

export interface SetMonitorOptions {
  /** The table before the first byte; `reset`: a reset has just emptied it. Default: `empty`. */
  readonly table?: 'empty' | 'reset' | 'unknown';
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
  /** Gets what passes; then judgements are of the rest. null: nobody asks for it. */
  readonly onPass?: PassListener | null;
  /** true: somebody asks for coverage. */
  readonly keepsCoverage?: boolean;
}

/** Faults that depend only on the cards on the table. */
const SET_CLAUSES = ['SET-SO-01', 'SET-SO-02', 'SET-SO-03', 'SET-CD-02'];
/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;
/** After this pause most lines of a frame have come. */
const PAUSE = millis(10);
const REMEMBERED = 16;

export class SetMonitor implements Monitor {
  /** What is judged; a host that knows one of them to be wrong leaves it out. */
  aspects: readonly Aspect[] = ASPECTS;
  private readonly log: JudgementLog;
  private points: CoveragePoint[] = [];
  private judge: TableJudge;
  private readonly seesResets: boolean;
  private readonly history = new SetHistory();
  private readonly unseenResets = new UnseenResets(this.history, (fresh) => this.newJudge(fresh));
  /** The last chunks of both directions, for the evidence. */
  private recent: Chunk[] = [];
  /** Late lines of earlier input may still come: then only a fault is certain. */
  private tentative = false;
  private lastSent: Chunk | undefined;
  private lastByteAt = micros(0);
  /** Nothing is judged before this time, nor before a long silence. Undefined: the monitor is synchronised. */
  private desynchronisedUntil: Micros | undefined;
  /** The board is starting after a reset: its table is then empty. */
  private isStarting = false;
  /** What is known of the table before the last reset. */
  private tableBefore: Table | 'unknown' | undefined;
  /** No card has been laid on the table since a reset. */
  private emptySinceReset = false;

  constructor(
    private readonly parameters: SetParameters,
    private readonly options: SetMonitorOptions = {},
  ) {
    const { table = 'empty', seesResets = true, onPass } = options;
    this.log = new JudgementLog(onPass);
    this.seesResets = seesResets;
    this.emptySinceReset = table === 'reset';
    this.tableBefore = this.emptySinceReset ? 'unknown' : undefined;
    this.judge = this.newJudge(table !== 'unknown');
  }

  /** The cards on the table and their sets; if it is unknown, those that are known to be on it. */
  get table(): Table {
    return this.judge.table;
  }

  get isTableKnown(): boolean {
    return this.desynchronisedUntil === undefined && this.judge.known;
  }

  get desynchronised(): boolean {
    return this.desynchronisedUntil !== undefined;
  }

  judgements(): readonly Judgement[] {
    return this.log.takeAll();
  }

  coverage(): readonly CoveragePoint[] {
    const { points } = this;
    if (points.length > 0) this.points = [];
    return points;
  }

  due(): Due | undefined {
    const until = this.desynchronised ? undefined : this.judge.due();
    return until === undefined ? undefined : { link: CONSOLE, until };
  }

  tx(chunk: Chunk, link: string): void {
    if (link !== SCANNER) return;
    this.tick(chunk.notBefore);
    this.finish();
    const mayContinue = !this.judge.idle && this.lastSent?.bytes.at(-1) !== CR;
    const unclear = isPauseUnclear(mayContinue ? this.lastSent : undefined, chunk, this.parameters.link);
    if (this.mayBegin(chunk)) {
      this.begin(false);
      this.tentative = true;
    }
    this.lastSent = chunk;
    this.remember(chunk);
    if (unclear || this.desynchronised) return this.desynchronise(chunk.notAfter);
    this.feed(chunk);
  }

  rx(chunk: Chunk, link: string): void {
    if (link !== CONSOLE) return;
    this.tick(chunk.notBefore);
    this.remember(chunk);
    this.lastByteAt = chunk.notAfter;
    if (!this.desynchronised) this.feed(chunk);
  }

  reset(at: Micros): void {
    this.tick(at);
    this.finish();
    const { isTableKnown, table } = this;
    this.begin(false);
    this.tableBefore = isTableKnown ? table : 'unknown';
    this.desynchronisedUntil = micros(at + this.parameters.boot - ROUNDING);
    this.isStarting = true;
    this.lastSent = undefined;
  }

  gap(until: Micros): void {
    this.finish();
    this.desynchronise(until);
  }

  tick(now: Micros): void {
    if (this.desynchronisedUntil !== undefined) {
      const silence = this.isStarting ? 0 : resyncSilence(this.parameters);
      if (now < this.desynchronisedUntil || now < this.lastByteAt + silence) return;
      this.emptySinceReset = this.isStarting;
      this.begin(this.isStarting);
    }
    for (let due = this.judge.due(); due !== undefined && due <= now; due = this.judge.due()) {
      this.judge.tick(due);
      this.settle();
    }
    this.judge.tick(now);
    this.settle();
    if (this.judge.idle && now >= this.lastByteAt + resyncSilence(this.parameters)) this.tentative = false;
  }

  /** Nothing more is expected of what was sent so far: judges the lines that have come. What is missing may still come. */
  finish(): void {
    if (this.desynchronised) return;
    this.judge.finish();
    this.settle();
    this.inferTable();
  }

  private newJudge(fresh: boolean): TableJudge {
    const { parameters, options, tableBefore } = this;
    // In a replay the clauses are judged already.
    const isLive = (): boolean => judge === this.judge;
    const judge: TableJudge = new TableJudge({
      ...parameters,
      fresh,
      tableBefore: fresh ? tableBefore : undefined,
      aspects: () => this.aspects,
      onPass:
        options.onPass === null
          ? undefined
          : (clause, measurement) => {
              if (isLive()) this.pass(clause, measurement);
            },
      onReport: this.seesResets
        ? undefined
        : (report) => {
            if (isLive()) this.history.addReport(report);
          },
      onPoint:
        options.keepsCoverage === true ? (point) => void (isLive() && this.points.push(point)) : undefined,
    });
    return judge;
  }

  private pass(clause: string, measurement: Measurement | undefined): void {
    if (this.tentative) return;
    if (clause === 'SET-CD-01') this.passReset();
    this.log.pass(clause, measurement === undefined ? 'answer' : 'late', undefined, measurement);
  }

  private passReset(): void {
    if (!this.emptySinceReset) return;
    this.emptySinceReset = false;
    this.log.pass('SET-RS-01', 'answer');
  }

  /** true: a desynchronised monitor may begin here, after a pause shorter than `resyncSilence`. */
  private mayBegin({ notBefore }: Chunk): boolean {
    const waits = this.desynchronised && !this.seesResets;
    return waits && this.lastSent?.bytes.at(-1) === CR && notBefore - this.lastByteAt >= PAUSE;
  }

  private feed(chunk: Chunk): void {
    if (!this.seesResets) this.history.add(chunk, chunk.direction === 'tx' && this.judge.idle);
    this.judge[chunk.direction](chunk);
    this.settle();
  }

  /** Writes down the flaws that the judge has found, and goes on. */
  private settle(): void {
    for (const flaw of this.judge.takeFlaws()) {
      if (this.tentative) return this.desynchronise(this.lastByteAt);
      if (!this.seesResets && this.unseenResets.explain(flaw, this.judge.known)) return this.forgetTable();
      this.write(flaw);
      this.emptySinceReset = false;
      // More lines of the same fault may follow.
      if (!this.seesResets || affectsTable(flaw)) this.desynchronise(this.lastByteAt);
    }
    // An unseen reset may have emptied the table: an unknown table is not kept.
    if (!this.seesResets && this.judge.idle && !this.judge.known) this.judge.forgetTable();
  }

  private write(flaw: SetFlaw, chunks: readonly Chunk[] = this.recent): void {
    const { clause, due, trigger, title, measurement } = flaw;
    for (const { direction, link, passed } of decodeEvidence(chunks, this.parameters.link))
      this.log.remember(direction, passed, link);
    const situation = { trigger, due, pipelined: false };
    if (measurement === undefined) this.log.fail(clause, situation, flaw);
    else this.log.measure(clause, situation, () => title, measurement);
  }

  /** From here on the table is unknown. Lines of earlier input may still come. */
  private forgetTable(): void {
    const judge = replay(this.newJudge(false), this.history.last);
    if (judge.failure === undefined) this.judge = judge;
    else this.desynchronise(this.lastByteAt);
  }

  /** The last set may show when an unknown table was empty: then all chunks since are judged. */
  private inferTable(): void {
    const { judge } = this;
    if (this.desynchronised || this.seesResets || judge.known || !judge.idle) return;
    const chunks = this.history.sinceEmpty;
    if (chunks === undefined) return;
    const replayed = replay(this.newJudge(true), chunks);
    const { failure } = replayed;
    if (replayed.fits) {
      this.judge = replayed;
      this.tentative = false;
    } else if (!this.tentative && failure !== undefined && SET_CLAUSES.includes(failure.clause)) {
      this.write(failure, chunks);
      this.desynchronise(this.lastByteAt);
    }
  }

  private begin(fresh: boolean): void {
    this.desynchronisedUntil = undefined;
    this.isStarting = false;
    this.judge = this.newJudge(fresh);
    this.tentative = false;
    this.history.forget();
  }

  private desynchronise(at: Micros): void {
    const until = this.desynchronisedUntil ?? micros(0);
    this.begin(false);
    this.lastByteAt = micros(Math.max(this.lastByteAt, at));
    this.desynchronisedUntil = until;
  }

  private remember(chunk: Chunk): void {
    this.recent.push(chunk);
    if (this.recent.length > REMEMBERED) this.recent.shift();
  }
}

/** After this silence all lines of earlier input have come. */
export function resyncSilence({ link, solve }: SetParameters): Micros {
  return micros(ENDS_FRAME * link.idleReset + solve);
}
