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
import { SetHistory, type Passed } from './history';
import type { TraceMonitor, TraceMonitorOptions } from '../trace/trace-monitor';

export function createSetMonitor(options: TraceMonitorOptions): TraceMonitor {
  return new SetMonitor(options);
}

/** One scanner byte takes so long, in microseconds, at 9600 baud. */
const BYTE_TIME = 10e6 / 9600;

const CR = 0x0d;
const LF = 0x0a;
/** What cards from before a reset show as. */
const OF_THE_TABLE = ['SET-CD-01', 'SET-CD-02', 'SET-CD-03'];
/** What a wrong end of a frame shows as. */
const OF_CARDS = ['SET-FR-01', 'SET-FR-02', 'SET-FR-06', ...OF_THE_TABLE];

/** What is wrong by what lies on the table alone. */
const OF_SETS = ['SET-SO-01', 'SET-SO-02', 'SET-SO-03', 'SET-CD-02'];

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;
/** Passages ago that a reset nobody saw is looked for. */
const RESETS_BACK = 40;
/** The lines of a frame are mostly out by then. */
const PAUSE = millis(10);

class SetMonitor implements TraceMonitor {
  private readonly recorder: VerdictRecorder;
  private readonly model: Omit<SetModelOptions, 'fresh'>;
  private readonly link: LinkOptions;
  private readonly boot: Micros;
  private readonly ears;
  private judge: SetModel;
  private readonly past = new SetHistory();
  /** What has passed is told once more: it was written down. */
  private again = false;
  /** Lines may yet come of what was sent before: what is found shows that, and nothing else. */
  private tentative = false;
  private lastSent: Chunk | undefined;
  /** What was sent lately besides cards: its lines may come late. */
  private odd: { readonly trigger: string; readonly at: Micros; readonly of: readonly string[] } | undefined;
  private quietFrom = micros(0);
  /** Nothing is judged before, and not before it has been quiet for long. */
  private deafUntil: Micros | undefined;
  private emptied = false;
  /** Nothing has been laid on the table since a reset. */
  private begun = false;

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
    this.ears = earsOf(this.link);
    this.model = {
      link: this.link,
      rules: { encoding, tableLimit: number('tableLimit'), multiByte },
      solve: millis(number('solveMs')),
      kept: (clauses) => {
        if (this.again || this.tentative) return;
        if (this.begun && clauses.includes('SET-CD-01')) {
          this.begun = false;
          this.recorder.pass('SET-RS-01');
        }
        for (const clause of clauses) this.recorder.pass(clause);
        if (this.judge.known && this.endedTwice) this.recorder.pass('SET-FR-07');
      },
    };
    this.boot = millis(number('bootMs'));
    this.judge = new SetModel({ ...this.model, fresh });
    // What was under way when the trace began nobody knows.
    if (!fresh) this.deafUntil = micros(0);
  }

  tx(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== SCANNER) return;
    this.tick(chunk.notBefore);
    this.conclude();
    this.recognise();
    const unclear = this.unclear(chunk);
    if (this.mayBegin(chunk)) {
      this.deafUntil = undefined;
      this.begin(false);
      this.tentative = true;
    }
    this.lastSent = chunk;
    this.remember('tx', chunk);
    if (!whole || unclear || this.deafUntil !== undefined) return this.lose(chunk.notAfter);
    this.pass({ direction: 'tx', link, chunk });
  }

  rx(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== CONSOLE) return;
    this.tick(chunk.notBefore);
    this.remember('rx', chunk);
    if (!whole) return this.lose(chunk.notAfter);
    this.quietFrom = chunk.notAfter;
    if (this.deafUntil === undefined) this.pass({ direction: 'rx', link, chunk });
  }

  reset(at: Micros): void {
    this.tick(at);
    this.conclude();
    this.begin(true);
    this.deafUntil = micros(at + this.boot - ROUNDING);
    this.emptied = true;
    this.lastSent = undefined;
  }

  traceGap(until: Micros): void {
    this.tick(until);
    this.conclude();
    this.lose(until);
  }

  tick(now: Micros): void {
    if (this.deafUntil !== undefined) {
      if (now < this.deafUntil || now < this.quietFrom + (this.emptied ? 0 : this.calm)) return;
      this.deafUntil = undefined;
      this.begin(this.emptied);
      this.begun = this.emptied;
      this.emptied = false;
    }
    if (this.tentative && this.judge.idle && now >= this.quietFrom + this.calm) this.tentative = false;
    for (let due = this.judge.due(); due !== undefined && due.until <= now; due = this.judge.due()) {
      this.judge.passed(due.until);
      this.settle();
    }
    this.judge.passed(now);
    this.settle();
  }

  finish(now: Micros): void {
    this.tick(now);
    this.conclude();
    this.recognise();
  }

  /** After so long nothing that was sent before matters. */
  private get calm(): number {
    return 1.2 * this.link.idleReset + this.model.solve;
  }

  /** Where pauses are too short for that, most lines come long before they are late. */
  private mayBegin({ notBefore }: Chunk): boolean {
    const deaf = this.deafUntil !== undefined && !this.options.recordsResets;
    return deaf && this.lastSent?.bytes.at(-1) === CR && notBefore - this.quietFrom >= PAUSE;
  }

  /** What was told so far was told of what was sent so far. */
  private conclude(): void {
    if (this.deafUntil !== undefined) return;
    this.judge.conclude();
    this.settle();
  }

  private pass(passed: Passed): void {
    this.past.add(passed, passed.direction === 'tx' && this.judge.idle);
    told(this.judge, passed);
    this.settle();
  }

  /** Writes down what the model has found, and goes on. */
  private settle(): void {
    const { failure, before } = this.judge;
    if (failure === undefined) {
      this.judge.due();
      const trigger = before.find((one) => one !== 'card');
      const at = this.lastSent?.notAfter;
      if (trigger !== undefined && at !== undefined && before !== this.odd?.of)
        this.odd = { trigger, at, of: before };
      // What lay on the table may be gone: of one that is not known nothing is remembered.
      if (this.judge.idle && !this.options.recordsResets && !this.judge.known) this.judge.forgetTable();
      return;
    }
    if (this.tentative) return this.lose(this.quietFrom);
    if (!this.options.recordsResets && this.mayBeReset(failure)) return this.unknown();
    const { requirement, trigger, expected, seen } = failure;
    const stale = this.begun && OF_THE_TABLE.includes(requirement) && this.retold(this.past.last, false).fits;
    this.recorder.fail(stale ? 'SET-RS-01' : this.charged(requirement), trigger, expected, seen);
    this.begun = false;
    // More of the same may be on its way.
    this.lose(this.quietFrom);
  }

  /** Whether what is wrong is right on a table that was emptied of late, or, where it was not known, on another one. */
  private mayBeReset({ kind, requirement }: Failure): boolean {
    const { past, judge } = this;
    // That there are no sets may be said at the start.
    if (kind === 'unasked' && requirement === 'SET-SO-02') return true;
    // Of what is told too soon the rest may be on its way.
    const right = (model: SetModel) => (kind === 'silence' ? model.fits : model.failure === undefined);
    if (!judge.known && right(this.retold(past.last, false))) return true;
    const emptied = this.emptiedAt(right);
    if (emptied !== undefined) past.split(emptied);
    if (emptied !== undefined) return true;
    for (const passed of past.later(RESETS_BACK)) if (right(this.retold(passed, true))) return true;
    return false;
  }

  /** Where in the last passage a reset makes all right, and others before it what was before. */
  private emptiedAt(right: (model: SetModel) => boolean): number | undefined {
    const { last, pauses } = this.past;
    const resets: number[] = [];
    const since = (from: number, to: number) => this.retold(last.slice(from, to), true).fits;
    const rightUntil = (to: number) =>
      to === 0 || this.fitsUntil(to) || resets.some((from) => from < to && since(from, to));
    let before: { readonly at: number; readonly right: boolean } | undefined;
    for (const at of pauses) {
      // A reset may cut off the lines of what was sent right before it.
      const cut =
        before?.right === true && this.retold(last.slice(before.at, at), false).failure === undefined;
      before = { at, right: rightUntil(at) };
      if (before.right || cut) resets.push(at);
    }
    return resets.findLast((from) => right(this.retold(last.slice(from), true)));
  }

  /** Whether the beginning of the last passage is right, maybe behind a reset before it. */
  private fitsUntil(to: number): boolean {
    const { past, judge } = this;
    const begun = past.last.slice(0, to);
    if (!judge.known) return this.retold(begun, false).fits;
    for (const passed of past.before(RESETS_BACK))
      if (this.retold([...passed, ...begun], true).fits) return true;
    return false;
  }

  /** What lies on the table nobody knows from here on; what was sent may still draw its lines. */
  private unknown(): void {
    const judge = this.retold(this.past.last, false);
    if (judge.failure === undefined) this.judge = judge;
    else this.lose(this.quietFrom);
  }

  /** Of a table that is not known the last set may tell since when it has been there: what was told since is judged. */
  private recognise(): void {
    if (this.deafUntil !== undefined || this.options.recordsResets || this.judge.known || !this.judge.idle)
      return;
    const passed = this.past.sinceEmpty;
    if (passed === undefined) return;
    const judge = this.retold(passed, true);
    const { failure } = judge;
    if (judge.fits) {
      this.judge = judge;
      this.tentative = false;
    } else if (!this.tentative && failure !== undefined && OF_SETS.includes(failure.requirement)) {
      this.recall(passed);
      this.recorder.fail(failure.requirement, failure.trigger, failure.expected, failure.seen);
      this.lose(this.quietFrom);
    }
  }

  /** What a frame draws may come of how the one before it ended, or be a line of that one. */
  private charged(clause: string): string {
    if (!OF_CARDS.includes(clause)) return clause;
    if (this.endedTwice) return 'SET-FR-07';
    const { odd, lastSent } = this;
    if (this.options.recordsResets || odd === undefined || lastSent === undefined || clause !== 'SET-CD-01')
      return clause;
    return lastSent.notAfter - odd.at < this.model.solve ? clauseFor(odd.trigger) : clause;
  }

  /** CR LF or CR CR, without a pause, behind a byte. */
  private get endedTwice(): boolean {
    const bytes = this.past.last.flatMap(({ direction, chunk }) =>
      direction === 'tx' ? [...chunk.bytes] : [],
    );
    return bytes.some((byte, i) => i > 1 && bytes[i - 1] === CR && (byte === CR || byte === LF));
  }

  /** The same on an empty table, or on one of which nothing is known. */
  private retold(passed: readonly Passed[], fresh: boolean): SetModel {
    this.again = true;
    const judge = new SetModel({ ...this.model, fresh });
    for (const one of passed) tellAgain(judge, one);
    judge.due();
    judge.conclude();
    this.again = false;
    return judge;
  }

  /** What is found now began there: so far it is shown. */
  private recall(passed: readonly Passed[]): void {
    const judge = new SetModel({ ...this.model, fresh: true });
    const ears = earsOf(this.link);
    this.again = true;
    for (const one of passed) {
      tellAgain(judge, one);
      if (judge.failure !== undefined) break;
      for (const event of ears[one.direction].push(one.chunk)) this.recorder.remember(one.direction, event);
    }
    this.again = false;
  }

  private begin(fresh: boolean): void {
    this.judge = new SetModel({ ...this.model, fresh });
    this.tentative = false;
    this.past.forget();
  }

  private lose(at: Micros): void {
    this.begin(false);
    this.quietFrom = micros(Math.max(this.quietFrom, at));
    this.deafUntil ??= micros(0);
    this.emptied = false;
  }

  /** Whether the trace leaves open if the line was idle for long enough to end a frame. */
  private unclear(chunk: Chunk): boolean {
    const { idleReset } = this.link;
    const { bytes, notBefore, notAfter } = chunk;
    if (notAfter - notBefore - bytes.length * BYTE_TIME > idleReset / 2) return true;
    const last = this.lastSent;
    if (last === undefined || this.judge.idle || last.bytes.at(-1) === CR) return false;
    const low = notBefore - last.notAfter;
    const high = notAfter - last.lastNotBefore;
    return high > idleReset / 2 && low < 1.2 * idleReset;
  }

  private remember(direction: 'tx' | 'rx', chunk: Chunk): void {
    for (const passed of this.ears[direction].push(chunk)) {
      this.recorder.remember(direction, passed);
      const { event } = passed;
      if (direction !== 'rx' || event.kind === 'reject' || !('text' in event.value)) continue;
      const report = readReport(event.value.text);
      if (report !== undefined) this.past.told(report);
    }
  }
}

function earsOf(link: LinkOptions) {
  return {
    tx: new TimedDecoder(scannerLink(link).decoder()),
    rx: new TimedDecoder(consoleLines().decoder()),
  };
}

/** As it passed: what was due before is due before. */
function tellAgain(model: SetModel, passed: Passed): void {
  const at = passed.chunk.notBefore;
  for (let due = model.due(); due !== undefined && due.until <= at; due = model.due())
    model.passed(due.until);
  model.passed(at);
  if (passed.direction === 'tx') model.conclude();
  told(model, passed);
}

function told(model: SetModel, { direction, link, chunk }: Passed): void {
  if (direction === 'tx') model.tx(link, chunk);
  else model.rx(link, chunk);
}
