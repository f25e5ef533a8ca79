/**
 * A Set board watched from its two lines: it compares the reports on the console with the cards on the scanner line, by
 * the same model that the fuzzer uses.
 *
 * The table is known after a reset. Where the trace does not record resets, a failure that a reset explains is no
 * fault. After that the table is unknown, until a set shows how many cards are on it.
 */
import type { Chunk } from '../../../protocols/chunk';
import { consoleLines } from '../../../protocols/terminal/console-line';
import { readReport } from '../../../protocols/set/set';
import { CR, scannerLink } from '../../../protocols/set/scanner-link';
import { micros, millis, type Micros } from '../../../protocols/time';
import type { Failure } from '../../../protocols/monitor/failure';
import { CONSOLE, SCANNER, SetModel } from '../../oracle/set/model';
import { modelParameters } from '../../oracle/set/parameters';
import { TimedDecoder } from '../../../protocols/monitor/timed-decoder';
import { VerdictRecorder } from '../../oracle/verdict-recorder';
import { ClauseAttribution, TABLE_CLAUSES } from './clause-attribution';
import { SetHistory } from './set-history';
import { feedModel, replay, replayChunk } from './set-replay';
import { UnseenResets } from './unseen-resets';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

/** The time of one scanner byte at 9600 baud, in microseconds. */
const BYTE_TIME = 10e6 / 9600;

/** Failures that depend only on the cards on the table. */
const SET_CLAUSES = ['SET-SO-01', 'SET-SO-02', 'SET-SO-03', 'SET-CD-02'];

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;
/** After this pause most lines of a frame have come. */
const PAUSE = millis(10);

export class SetMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly parameters;
  private readonly decoders;
  private model: SetModel;
  private readonly history = new SetHistory();
  private readonly unseenResets = new UnseenResets(this.history, (fresh) => this.newModel(fresh));
  private readonly attribution: ClauseAttribution;
  /** Late lines of earlier input may still come: then only a failure is certain. */
  private tentative = false;
  private lastSent: Chunk | undefined;
  private lastByteAt = micros(0);
  /** Nothing is judged before this time, nor before a long silence. Undefined: the monitor is synchronised. */
  private desynchronisedUntil: Micros | undefined;
  private wasReset = false;
  /** No card has been laid on the table since a reset. */
  private emptySinceReset = false;

  constructor(private readonly options: TraceMonitorOptions) {
    const { parameters, ledger, exact, fresh, recordsResets } = options;
    this.parameters = modelParameters(parameters);
    const [scanner, lines] = [scannerLink(this.parameters.link), consoleLines()];
    this.recorder = new VerdictRecorder({
      link: { tx: SCANNER, rx: CONSOLE },
      ledger,
      exact,
      fields: (raw, direction) => (direction === 'tx' ? scanner.fields(raw) : lines.fields(raw)),
    });
    this.decoders = this.newDecoders();
    this.attribution = new ClauseAttribution(this.history, this.parameters.solve, recordsResets);
    this.model = this.newModel(fresh);
    // The trace may begin in the middle of an exchange.
    if (!fresh) this.desynchronisedUntil = micros(0);
  }

  tx(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== SCANNER) return;
    this.conclude();
    this.inferTable();
    const unclear = this.isUnclear(chunk);
    if (this.mayBegin(chunk)) {
      this.desynchronisedUntil = undefined;
      this.begin(false);
      this.tentative = true;
    }
    this.lastSent = chunk;
    this.remember(chunk);
    if (!whole || unclear || this.desynchronisedUntil !== undefined)
      return this.desynchronise(chunk.notAfter);
    this.feed(chunk);
  }

  rx(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== CONSOLE) return;
    this.remember(chunk);
    if (!whole) return this.desynchronise(chunk.notAfter);
    this.lastByteAt = chunk.notAfter;
    if (this.desynchronisedUntil === undefined) this.feed(chunk);
  }

  reset(at: Micros): void {
    this.tick(at);
    this.conclude();
    this.begin(true);
    this.desynchronisedUntil = micros(at + this.parameters.boot - ROUNDING);
    this.wasReset = true;
    this.lastSent = undefined;
  }

  traceGap(until: Micros): void {
    this.conclude();
    this.desynchronise(until);
  }

  tick(now: Micros): void {
    if (this.desynchronisedUntil !== undefined) {
      const silence = this.wasReset ? 0 : this.resyncSilence;
      if (now < this.desynchronisedUntil || now < this.lastByteAt + silence) return;
      this.desynchronisedUntil = undefined;
      this.begin(this.wasReset);
      this.emptySinceReset = this.wasReset;
      this.wasReset = false;
    }
    if (this.model.idle && now >= this.lastByteAt + this.resyncSilence) this.tentative = false;
    for (let due = this.model.due(); due !== undefined && due.until <= now; due = this.model.due()) {
      this.model.passed(due.until);
      this.settle();
    }
    this.model.passed(now);
    this.settle();
  }

  finish(): void {
    this.conclude();
    this.inferTable();
  }

  private newModel(fresh: boolean): SetModel {
    const model: SetModel = new SetModel({
      ...this.parameters,
      fresh,
      // In a replay the clauses are recorded already.
      kept: (clauses) => (model === this.model ? this.keep(clauses) : undefined),
    });
    return model;
  }

  private newDecoders() {
    return {
      tx: new TimedDecoder(scannerLink(this.parameters.link).decoder()),
      rx: new TimedDecoder(consoleLines().decoder()),
    };
  }

  private keep(clauses: readonly string[]): void {
    if (this.tentative) return;
    if (this.emptySinceReset && clauses.includes('SET-CD-01')) {
      this.emptySinceReset = false;
      this.recorder.pass('SET-RS-01');
    }
    for (const clause of clauses) this.recorder.pass(clause);
    if (this.model.known && this.attribution.endedTwice) this.recorder.pass('SET-FR-07');
  }

  /** After this silence all lines of earlier input have come. */
  private get resyncSilence(): number {
    return 1.2 * this.parameters.link.idleReset + this.parameters.solve;
  }

  /** true: a desynchronised monitor may begin here, after a pause shorter than `resyncSilence`. */
  private mayBegin({ notBefore }: Chunk): boolean {
    const waits = this.desynchronisedUntil !== undefined && !this.options.recordsResets;
    return waits && this.lastSent?.bytes.at(-1) === CR && notBefore - this.lastByteAt >= PAUSE;
  }

  /** Judges the lines that have come for the input so far. */
  private conclude(): void {
    if (this.desynchronisedUntil !== undefined) return;
    this.model.conclude();
    this.settle();
  }

  private feed(chunk: Chunk): void {
    this.history.add(chunk, chunk.direction === 'tx' && this.model.idle);
    feedModel(this.model, chunk);
    this.settle();
  }

  /** Records the failure that the model has found, and goes on. */
  private settle(): void {
    const { failure } = this.model;
    if (failure === undefined) {
      this.model.due();
      this.attribution.settled(this.model.before, this.lastSent?.notAfter);
      // An unseen reset may have emptied the table: an unknown table is not kept.
      if (this.model.idle && !this.options.recordsResets && !this.model.known) this.model.forgetTable();
      return;
    }
    if (this.tentative) return this.desynchronise(this.lastByteAt);
    if (!this.options.recordsResets && this.unseenResets.explain(failure, this.model.known))
      return this.forgetTable();
    this.fail(failure, this.clauseOf(failure.requirement));
    this.emptySinceReset = false;
  }

  private fail({ trigger, expected, seen }: Failure, clause: string): void {
    this.recorder.fail(clause, trigger, expected, seen);
    // More lines of the same failure may follow.
    this.desynchronise(this.lastByteAt);
  }

  private clauseOf(requirement: string): string {
    const stale =
      this.emptySinceReset &&
      TABLE_CLAUSES.includes(requirement) &&
      this.replay(this.history.last, false).fits;
    return stale ? 'SET-RS-01' : this.attribution.clauseOf(requirement, this.lastSent?.notAfter);
  }

  /** From here on the table is unknown. Lines of earlier input may still come. */
  private forgetTable(): void {
    const model = this.replay(this.history.last, false);
    if (model.failure === undefined) this.model = model;
    else this.desynchronise(this.lastByteAt);
  }

  /** The last set may show when an unknown table was empty: then all chunks since are judged. */
  private inferTable(): void {
    const { desynchronisedUntil, options, model } = this;
    if (desynchronisedUntil !== undefined || options.recordsResets || model.known || !model.idle) return;
    const chunks = this.history.sinceEmpty;
    if (chunks === undefined) return;
    const replayed = this.replay(chunks, true);
    const { failure } = replayed;
    if (replayed.fits) {
      this.model = replayed;
      this.tentative = false;
    } else if (!this.tentative && failure !== undefined && SET_CLAUSES.includes(failure.requirement)) {
      this.rememberEvidence(chunks);
      this.fail(failure, failure.requirement);
    }
  }

  private replay(chunks: readonly Chunk[], fresh: boolean): SetModel {
    return replay((asFresh) => this.newModel(asFresh), chunks, fresh);
  }

  /** Replays these chunks up to the failure, for the evidence. */
  private rememberEvidence(chunks: readonly Chunk[]): void {
    const model = this.newModel(true);
    const decoders = this.newDecoders();
    for (const chunk of chunks) {
      replayChunk(model, chunk);
      if (model.failure !== undefined) break;
      for (const event of decoders[chunk.direction].push(chunk))
        this.recorder.remember(chunk.direction, event);
    }
  }

  private begin(fresh: boolean): void {
    this.model = this.newModel(fresh);
    this.tentative = false;
    this.history.forget();
  }

  private desynchronise(at: Micros): void {
    this.begin(false);
    this.lastByteAt = micros(Math.max(this.lastByteAt, at));
    this.desynchronisedUntil ??= micros(0);
    this.wasReset = false;
  }

  /** Whether it is unclear if the line was idle for long enough to end a frame. */
  private isUnclear(chunk: Chunk): boolean {
    const { idleReset } = this.parameters.link;
    const { bytes, notBefore, notAfter } = chunk;
    if (notAfter - notBefore - bytes.length * BYTE_TIME > idleReset / 2) return true;
    const last = this.lastSent;
    if (last === undefined || this.model.idle || last.bytes.at(-1) === CR) return false;
    const low = notBefore - last.notAfter;
    const high = notAfter - last.lastNotBefore;
    return high > idleReset / 2 && low < 1.2 * idleReset;
  }

  private remember(chunk: Chunk): void {
    const { direction } = chunk;
    for (const passed of this.decoders[direction].push(chunk)) {
      this.recorder.remember(direction, passed);
      const { event } = passed;
      if (direction !== 'rx' || event.kind === 'reject' || !('text' in event.value)) continue;
      const report = readReport(event.value.text);
      if (report !== undefined) this.history.addReport(report);
    }
  }
}
