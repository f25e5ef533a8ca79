/**
 * A Set board watched from its two lines: cards on one, what it says of them on the other, held against the table that the
 * rules have by the oracle of the fuzzer.
 *
 * A table is known from a reset on. Where resets are not told, what fits a table that was emptied of late is no fault, and
 * what then lies on it nobody knows: until a set tells how many cards these are.
 */
import type { Chunk } from '../../../devices/links/link';
import { consoleLines } from '../../../protocols/terminal/console-line';
import { readReport } from '../../../protocols/set/set';
import { scannerLink, type LinkOptions } from '../../../protocols/set/scanner-link';
import { micros, millis, type Micros } from '../../../protocols/time';
import { clauseFor } from '../../oracle/set/labels';
import type { Failure } from '../../oracle/failure';
import { CONSOLE, SCANNER, SetModel, type SetModelOptions } from '../../oracle/set/model';
import { TimedDecoder } from '../../oracle/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import { SetHistory, type Passed } from './set-history';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

export function createSetMonitor(options: TraceMonitorOptions): TraceMonitor {
  return new SetMonitor(options);
}

/** One scanner byte takes so long, in microseconds, at 9600 baud. */
const BYTE_TIME = 10e6 / 9600;

const CR = 0x0d;
const LF = 0x0a;
/** What cards from before a reset show as. */
const TABLE_CLAUSES = ['SET-CD-01', 'SET-CD-02', 'SET-CD-03'];
/** What a wrong end of a frame shows as. */
const CARD_CLAUSES = ['SET-FR-01', 'SET-FR-02', 'SET-FR-06', ...TABLE_CLAUSES];

/** What is wrong by what lies on the table alone. */
const SET_CLAUSES = ['SET-SO-01', 'SET-SO-02', 'SET-SO-03', 'SET-CD-02'];

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;
/** Passages ago that a reset nobody saw is looked for. */
const RESETS_BACK = 40;
/** The lines of a frame are mostly out by then. */
const PAUSE = millis(10);

class SetMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly modelOptions: Omit<SetModelOptions, 'fresh'>;
  private readonly link: LinkOptions;
  private readonly boot: Micros;
  private readonly decoders;
  private oracle: SetModel;
  private readonly history = new SetHistory();
  /** What has passed is told once more: it was written down. */
  private replaying = false;
  /** Lines may yet come of what was sent before: what is found shows that, and nothing else. */
  private tentative = false;
  private lastSent: Chunk | undefined;
  /** What was sent lately besides cards: its lines may come late. */
  private oddInput:
    { readonly trigger: string; readonly at: Micros; readonly of: readonly string[] } | undefined;
  private lastByteAt = micros(0);
  /** Nothing is judged before, and not before it has been quiet for long. */
  private desynchronisedUntil: Micros | undefined;
  private wasReset = false;
  /** Nothing has been laid on the table since a reset. */
  private emptySinceReset = false;

  constructor(private readonly options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh } = options;
    const number = (name: string): number => Number(parameters[name]);
    const encoding = parameters['cardEncoding'] === '0..2' ? '0..2' : '1..3';
    const multiByte = parameters['multiByte'] === 'first' ? 'first' : 'reject';
    this.link = { encoding, idleReset: millis(number('idleResetMs')), longest: number('rxBufferBytes') };
    const [scanner, lines] = [scannerLink(this.link), consoleLines()];
    this.recorder = new VerdictRecorder({
      linkFor: (direction) => (direction === 'tx' ? SCANNER : CONSOLE),
      ledger,
      exact,
      fields: (raw, direction) => (direction === 'tx' ? scanner.fields(raw) : lines.fields(raw)),
    });
    this.decoders = decodersFor(this.link);
    this.modelOptions = {
      link: this.link,
      rules: { encoding, tableLimit: number('tableLimit'), multiByte },
      solve: millis(number('solveMs')),
      kept: (clauses) => {
        if (this.replaying || this.tentative) return;
        if (this.emptySinceReset && clauses.includes('SET-CD-01')) {
          this.emptySinceReset = false;
          this.recorder.pass('SET-RS-01');
        }
        for (const clause of clauses) this.recorder.pass(clause);
        if (this.oracle.known && this.endedTwice) this.recorder.pass('SET-FR-07');
      },
    };
    this.boot = millis(number('bootMs'));
    this.oracle = new SetModel({ ...this.modelOptions, fresh });
    // What was under way when the trace began nobody knows.
    if (!fresh) this.desynchronisedUntil = micros(0);
  }

  tx(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== SCANNER) return;
    this.tick(chunk.notBefore);
    this.conclude();
    this.inferTable();
    const unclear = this.isUnclear(chunk);
    if (this.mayBegin(chunk)) {
      this.desynchronisedUntil = undefined;
      this.begin(false);
      this.tentative = true;
    }
    this.lastSent = chunk;
    this.remember('tx', chunk);
    if (!whole || unclear || this.desynchronisedUntil !== undefined)
      return this.desynchronise(chunk.notAfter);
    this.feed({ direction: 'tx', link, chunk });
  }

  rx(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== CONSOLE) return;
    this.tick(chunk.notBefore);
    this.remember('rx', chunk);
    if (!whole) return this.desynchronise(chunk.notAfter);
    this.lastByteAt = chunk.notAfter;
    if (this.desynchronisedUntil === undefined) this.feed({ direction: 'rx', link, chunk });
  }

  reset(at: Micros): void {
    this.tick(at);
    this.conclude();
    this.begin(true);
    this.desynchronisedUntil = micros(at + this.boot - ROUNDING);
    this.wasReset = true;
    this.lastSent = undefined;
  }

  traceGap(until: Micros): void {
    this.tick(until);
    this.conclude();
    this.desynchronise(until);
  }

  tick(now: Micros): void {
    if (this.desynchronisedUntil !== undefined) {
      if (now < this.desynchronisedUntil || now < this.lastByteAt + (this.wasReset ? 0 : this.resyncSilence))
        return;
      this.desynchronisedUntil = undefined;
      this.begin(this.wasReset);
      this.emptySinceReset = this.wasReset;
      this.wasReset = false;
    }
    if (this.tentative && this.oracle.idle && now >= this.lastByteAt + this.resyncSilence)
      this.tentative = false;
    for (let due = this.oracle.due(); due !== undefined && due.until <= now; due = this.oracle.due()) {
      this.oracle.passed(due.until);
      this.settle();
    }
    this.oracle.passed(now);
    this.settle();
  }

  finish(now: Micros): void {
    this.tick(now);
    this.conclude();
    this.inferTable();
  }

  /** After so long nothing that was sent before matters. */
  private get resyncSilence(): number {
    return 1.2 * this.link.idleReset + this.modelOptions.solve;
  }

  /** Where pauses are too short for that, most lines come long before they are late. */
  private mayBegin({ notBefore }: Chunk): boolean {
    const deaf = this.desynchronisedUntil !== undefined && !this.options.recordsResets;
    return deaf && this.lastSent?.bytes.at(-1) === CR && notBefore - this.lastByteAt >= PAUSE;
  }

  /** What was told so far was told of what was sent so far. */
  private conclude(): void {
    if (this.desynchronisedUntil !== undefined) return;
    this.oracle.conclude();
    this.settle();
  }

  private feed(passed: Passed): void {
    this.history.add(passed, passed.direction === 'tx' && this.oracle.idle);
    feedModel(this.oracle, passed);
    this.settle();
  }

  /** Writes down what the model has found, and goes on. */
  private settle(): void {
    const { failure, before } = this.oracle;
    if (failure === undefined) {
      this.oracle.due();
      const trigger = before.find((one) => one !== 'card');
      const at = this.lastSent?.notAfter;
      if (trigger !== undefined && at !== undefined && before !== this.oddInput?.of)
        this.oddInput = { trigger, at, of: before };
      // What lay on the table may be gone: of one that is not known nothing is remembered.
      if (this.oracle.idle && !this.options.recordsResets && !this.oracle.known) this.oracle.forgetTable();
      return;
    }
    if (this.tentative) return this.desynchronise(this.lastByteAt);
    if (!this.options.recordsResets && this.mayBeReset(failure)) return this.forgetTable();
    const { requirement, trigger, expected, seen } = failure;
    const stale =
      this.emptySinceReset &&
      TABLE_CLAUSES.includes(requirement) &&
      this.replay(this.history.last, false).fits;
    this.recorder.fail(stale ? 'SET-RS-01' : this.clauseCharged(requirement), trigger, expected, seen);
    this.emptySinceReset = false;
    // More of the same may be on its way.
    this.desynchronise(this.lastByteAt);
  }

  /** Whether what is wrong is right on a table that was emptied of late, or, where it was not known, on another one. */
  private mayBeReset({ kind, requirement }: Failure): boolean {
    const { history, oracle } = this;
    // That there are no sets may be said at the start.
    if (kind === 'unasked' && requirement === 'SET-SO-02') return true;
    // Of what is told too soon the rest may be on its way.
    const right = (model: SetModel) => (kind === 'silence' ? model.fits : model.failure === undefined);
    if (!oracle.known && right(this.replay(history.last, false))) return true;
    const emptied = this.emptiedAt(right);
    if (emptied !== undefined) history.split(emptied);
    if (emptied !== undefined) return true;
    for (const passed of history.fromEachPassage(RESETS_BACK))
      if (right(this.replay(passed, true))) return true;
    return false;
  }

  /** Where in the last passage a reset makes all right, and others before it what was before. */
  private emptiedAt(right: (model: SetModel) => boolean): number | undefined {
    const { last, pauses } = this.history;
    const resets: number[] = [];
    const since = (from: number, to: number) => this.replay(last.slice(from, to), true).fits;
    const rightUntil = (to: number) =>
      to === 0 || this.fitsUntil(to) || resets.some((from) => from < to && since(from, to));
    let before: { readonly at: number; readonly right: boolean } | undefined;
    for (const at of pauses) {
      // A reset may cut off the lines of what was sent right before it.
      const cut =
        before?.right === true && this.replay(last.slice(before.at, at), false).failure === undefined;
      before = { at, right: rightUntil(at) };
      if (before.right || cut) resets.push(at);
    }
    return resets.findLast((from) => right(this.replay(last.slice(from), true)));
  }

  /** Whether the beginning of the last passage is right, maybe behind a reset before it. */
  private fitsUntil(to: number): boolean {
    const { history, oracle } = this;
    const begun = history.last.slice(0, to);
    if (!oracle.known) return this.replay(begun, false).fits;
    for (const passed of history.untilLastPassage(RESETS_BACK))
      if (this.replay([...passed, ...begun], true).fits) return true;
    return false;
  }

  /** What lies on the table nobody knows from here on; what was sent may still draw its lines. */
  private forgetTable(): void {
    const oracle = this.replay(this.history.last, false);
    if (oracle.failure === undefined) this.oracle = oracle;
    else this.desynchronise(this.lastByteAt);
  }

  /** Of a table that is not known the last set may tell since when it has been there: what was told since is judged. */
  private inferTable(): void {
    if (
      this.desynchronisedUntil !== undefined ||
      this.options.recordsResets ||
      this.oracle.known ||
      !this.oracle.idle
    )
      return;
    const passed = this.history.sinceEmpty;
    if (passed === undefined) return;
    const oracle = this.replay(passed, true);
    const { failure } = oracle;
    if (oracle.fits) {
      this.oracle = oracle;
      this.tentative = false;
    } else if (!this.tentative && failure !== undefined && SET_CLAUSES.includes(failure.requirement)) {
      this.rememberEvidence(passed);
      this.recorder.fail(failure.requirement, failure.trigger, failure.expected, failure.seen);
      this.desynchronise(this.lastByteAt);
    }
  }

  /** What a frame draws may come of how the one before it ended, or be a line of that one. */
  private clauseCharged(clause: string): string {
    if (!CARD_CLAUSES.includes(clause)) return clause;
    if (this.endedTwice) return 'SET-FR-07';
    const { oddInput, lastSent } = this;
    if (
      this.options.recordsResets ||
      oddInput === undefined ||
      lastSent === undefined ||
      clause !== 'SET-CD-01'
    )
      return clause;
    return lastSent.notAfter - oddInput.at < this.modelOptions.solve ? clauseFor(oddInput.trigger) : clause;
  }

  /** CR LF or CR CR, without a pause, behind a byte. */
  private get endedTwice(): boolean {
    const bytes = this.history.last.flatMap(({ direction, chunk }) =>
      direction === 'tx' ? [...chunk.bytes] : [],
    );
    return bytes.some((byte, i) => i > 1 && bytes[i - 1] === CR && (byte === CR || byte === LF));
  }

  /** The same on an empty table, or on one of which nothing is known. */
  private replay(passed: readonly Passed[], fresh: boolean): SetModel {
    this.replaying = true;
    const oracle = new SetModel({ ...this.modelOptions, fresh });
    for (const one of passed) replayChunk(oracle, one);
    oracle.due();
    oracle.conclude();
    this.replaying = false;
    return oracle;
  }

  /** What is found now began there: so far it is shown. */
  private rememberEvidence(passed: readonly Passed[]): void {
    const oracle = new SetModel({ ...this.modelOptions, fresh: true });
    const ears = decodersFor(this.link);
    this.replaying = true;
    for (const one of passed) {
      replayChunk(oracle, one);
      if (oracle.failure !== undefined) break;
      for (const event of ears[one.direction].push(one.chunk)) this.recorder.remember(one.direction, event);
    }
    this.replaying = false;
  }

  private begin(fresh: boolean): void {
    this.oracle = new SetModel({ ...this.modelOptions, fresh });
    this.tentative = false;
    this.history.forget();
  }

  private desynchronise(at: Micros): void {
    this.begin(false);
    this.lastByteAt = micros(Math.max(this.lastByteAt, at));
    this.desynchronisedUntil ??= micros(0);
    this.wasReset = false;
  }

  /** Whether the trace leaves open if the line was idle for long enough to end a frame. */
  private isUnclear(chunk: Chunk): boolean {
    const { idleReset } = this.link;
    const { bytes, notBefore, notAfter } = chunk;
    if (notAfter - notBefore - bytes.length * BYTE_TIME > idleReset / 2) return true;
    const last = this.lastSent;
    if (last === undefined || this.oracle.idle || last.bytes.at(-1) === CR) return false;
    const low = notBefore - last.notAfter;
    const high = notAfter - last.lastNotBefore;
    return high > idleReset / 2 && low < 1.2 * idleReset;
  }

  private remember(direction: 'tx' | 'rx', chunk: Chunk): void {
    for (const passed of this.decoders[direction].push(chunk)) {
      this.recorder.remember(direction, passed);
      const { event } = passed;
      if (direction !== 'rx' || event.kind === 'reject' || !('text' in event.value)) continue;
      const report = readReport(event.value.text);
      if (report !== undefined) this.history.addReport(report);
    }
  }
}

function decodersFor(link: LinkOptions) {
  return {
    tx: new TimedDecoder(scannerLink(link).decoder()),
    rx: new TimedDecoder(consoleLines().decoder()),
  };
}

/** As it passed: what was due before is due before. */
function replayChunk(model: SetModel, passed: Passed): void {
  const at = passed.chunk.notBefore;
  for (let due = model.due(); due !== undefined && due.until <= at; due = model.due())
    model.passed(due.until);
  model.passed(at);
  if (passed.direction === 'tx') model.conclude();
  feedModel(model, passed);
}

function feedModel(model: SetModel, { direction, link, chunk }: Passed): void {
  if (direction === 'tx') model.tx(link, chunk);
  else model.rx(link, chunk);
}
