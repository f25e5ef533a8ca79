/**
 * A Set board watched from its two lines: cards on one, what it says of them on the other, held against the table that the
 * rules have by the oracle of the fuzzer.
 *
 * A table is known from a reset on. Where resets are not told, what fits a table that was just emptied is no fault.
 */
import type { Chunk } from '../../devices/link';
import { consoleLines } from '../../protocols/console-line';
import { scannerLink, type LinkOptions } from '../../protocols/set/scanner-link';
import { micros, millis, type Micros } from '../../protocols/time';
import { clauseFor } from '../fuzz/targets/set/labels';
import { CONSOLE, SCANNER, SetModel, type SetModelOptions } from '../fuzz/targets/set/model';
import { Ear } from './ear';
import { Notebook } from './notebook';
import type { TraceObserver, TraceObserverOptions } from './trace-observer';

export function setTraceObserver(options: TraceObserverOptions): TraceObserver {
  return new SetTrace(options);
}

interface Passed {
  readonly way: 'heard' | 'said';
  readonly link: string;
  readonly chunk: Chunk;
}

/** One scanner byte takes so long, in microseconds, at 9600 baud. */
const BYTE_TIME = 10e6 / 9600;

const CR = 0x0d;
const LF = 0x0a;
/** What cards from before a reset show as. */
const OF_THE_TABLE = ['SET-CD-01', 'SET-CD-02', 'SET-CD-03'];
/** What a wrong end of a frame shows as. */
const OF_CARDS = ['SET-FR-01', 'SET-FR-02', 'SET-FR-06', 'SET-CD-01'];

/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;

class SetTrace implements TraceObserver {
  private readonly notes: Notebook;
  private readonly model: Omit<SetModelOptions, 'fresh'>;
  private readonly link: LinkOptions;
  private readonly boot: Micros;
  private readonly ears;
  private judge: SetModel;
  /** What passed since nothing was open. */
  private passage: Passed[] = [];
  private lastSent: Chunk | undefined;
  private quietFrom = micros(0);
  /** Nothing is judged before, and not before it has been quiet for long. */
  private deafUntil: Micros | undefined;
  private emptied = false;
  /** Nothing has been laid on the table since a reset. */
  private begun = false;

  constructor(private readonly options: TraceObserverOptions) {
    const { parameters, ledger, exact, fresh } = options;
    const number = (name: string): number => Number(parameters[name]);
    const encoding = parameters['cardEncoding'] === '0..2' ? '0..2' : '1..3';
    const multiByte = parameters['multiByte'] === 'first' ? 'first' : 'reject';
    this.link = { encoding, idleReset: millis(number('idleResetMs')), longest: number('rxBufferBytes') };
    const [scanner, lines] = [scannerLink(this.link), consoleLines()];
    this.notes = new Notebook({
      linkOf: (way) => (way === 'heard' ? SCANNER : CONSOLE),
      ledger,
      exact,
      fields: (raw, way) => (way === 'heard' ? scanner.fields(raw) : lines.fields(raw)),
    });
    this.ears = { heard: new Ear(scanner.decoder()), said: new Ear(lines.decoder()) };
    this.model = {
      link: this.link,
      rules: { encoding, tableLimit: number('tableLimit'), multiByte },
      solve: millis(number('solveMs')),
      kept: (clauses) => {
        if (this.begun && clauses.includes('SET-CD-01')) {
          this.begun = false;
          this.notes.pass('SET-RS-01');
        }
        for (const clause of clauses) this.notes.pass(clause);
        if (this.judge.known && this.endedTwice) this.notes.pass('SET-FR-07');
      },
    };
    this.boot = millis(number('bootMs'));
    this.judge = new SetModel({ ...this.model, fresh });
    // What was under way when the trace began nobody knows.
    if (!fresh) this.deafUntil = micros(0);
  }

  heard(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== SCANNER) return;
    this.tick(chunk.notBefore);
    this.conclude();
    const unclear = this.unclear(chunk);
    this.lastSent = chunk;
    this.remember('heard', chunk);
    if (!whole || unclear || this.deafUntil !== undefined) return this.lose(chunk.notAfter);
    this.pass({ way: 'heard', link, chunk });
  }

  said(chunk: Chunk, whole: boolean, link: string): void {
    if (link !== CONSOLE) return;
    this.tick(chunk.notBefore);
    this.remember('said', chunk);
    if (!whole) return this.lose(chunk.notAfter);
    this.quietFrom = chunk.notAfter;
    if (this.deafUntil === undefined) this.pass({ way: 'said', link, chunk });
  }

  reset(at: Micros): void {
    this.tick(at);
    this.conclude();
    this.begin(true);
    this.deafUntil = micros(at + this.boot - ROUNDING);
    this.emptied = true;
    this.lastSent = undefined;
  }

  missed(until: Micros): void {
    this.tick(until);
    this.conclude();
    this.lose(until);
  }

  tick(now: Micros): void {
    if (this.deafUntil !== undefined) {
      const calm = this.emptied ? 0 : 1.2 * this.link.idleReset + this.model.solve;
      if (now < this.deafUntil || now < this.quietFrom + calm) return;
      this.deafUntil = undefined;
      this.begin(this.emptied);
      this.begun = this.emptied;
      this.emptied = false;
    }
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
  }

  /** What was told so far was told of what was sent so far. */
  private conclude(): void {
    if (this.deafUntil !== undefined) return;
    this.judge.conclude();
    this.settle();
  }

  private pass(passed: Passed): void {
    this.passage.push(passed);
    told(this.judge, passed);
    this.settle();
  }

  /** Writes down what the model has found, and goes on. */
  private settle(): void {
    const { failure } = this.judge;
    if (failure === undefined) {
      this.judge.due();
      if (!this.judge.idle) return;
      // What lay on the table may be gone: of one that is not known nothing is remembered.
      if (!this.options.tellsResets && !this.judge.known) this.judge.forgetTable();
      this.passage = [];
      return;
    }
    const { requirement, trigger, expected, seen } = failure;
    const again = this.options.tellsResets ? undefined : this.afterReset();
    const stale = this.begun && OF_THE_TABLE.includes(requirement) && this.retold(false).fits;
    const clause = stale ? 'SET-RS-01' : this.charged(requirement);
    if (again === undefined) this.notes.fail(clause, trigger, expected, seen);
    this.begun = false;
    // More of the same may be on its way.
    if (again === undefined) return this.lose(this.quietFrom);
    this.judge = again;
    if (again.idle) this.passage = [];
  }

  /** What a frame draws may come of how the one before it ended, or be a line of that one. */
  private charged(clause: string): string {
    if (!OF_CARDS.includes(clause)) return clause;
    if (this.endedTwice) return 'SET-FR-07';
    const before = this.options.tellsResets ? undefined : this.judge.before.find((one) => one !== 'card');
    return before === undefined || clause !== 'SET-CD-01' ? clause : clauseFor(before);
  }

  /** CR LF or CR CR, without a pause, behind a byte. */
  private get endedTwice(): boolean {
    const bytes = this.passage.flatMap(({ way, chunk }) => (way === 'heard' ? [...chunk.bytes] : []));
    return bytes.some((byte, i) => i > 1 && bytes[i - 1] === CR && (byte === CR || byte === LF));
  }

  /**
   * The same on a table that was emptied before it, or, where it was not known, on one of which nothing is known: undefined
   * where that does not fit either.
   */
  private afterReset(): SetModel | undefined {
    const guesses = this.judge.known ? [true] : [true, false];
    return guesses.map((fresh) => this.retold(fresh)).find(({ fits }) => fits);
  }

  private retold(fresh: boolean): SetModel {
    const { kept: _, ...model } = this.model;
    const judge = new SetModel({ ...model, fresh });
    for (const passed of this.passage) told(judge, passed);
    judge.due();
    return judge;
  }

  private begin(fresh: boolean): void {
    this.judge = new SetModel({ ...this.model, fresh });
    this.passage = [];
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
    if (last === undefined || this.judge.idle) return false;
    const low = notBefore - last.notAfter;
    const high = notAfter - last.lastNotBefore;
    return high > idleReset / 2 && low < 1.2 * idleReset;
  }

  private remember(way: 'heard' | 'said', chunk: Chunk): void {
    for (const passed of this.ears[way].push(chunk)) this.notes.remember(way, passed);
  }
}

function told(model: SetModel, { way, link, chunk }: Passed): void {
  if (way === 'heard') model.sent(link, chunk);
  else model.heard(link, chunk);
}
