/**
 * The oracle of a Set board: frames on the scanner link, lines on the console. All frames since the last settled state are
 * judged together, by the table that the rules give.
 */
import type { Chunk } from '../../../protocols/chunk';
import { consoleLines, type ConsoleLine } from '../../../protocols/terminal/console-line';
import type { Decoder } from '../../../protocols/frame';
import { EMPTY_TABLE, type Table, type TableRules } from '../../../protocols/set/rules';
import { CR, scannerLink, type LinkOptions, type ScannerFrame } from '../../../protocols/set/scanner-link';
import { readReport } from '../../../protocols/set/set';
import type { Discrepancy } from '../../../protocols/set/discrepancies';
import { after, micros, millis, type Micros } from '../../../protocols/time';
import { ALL, clauseOf, kindOf, SMALL_TABLE, primaryFaults } from './clauses';
import { ExpectedReports } from './expected-reports';
import { classifyConsoleText } from '../../../protocols/monitor/console-text';
import type { Failure } from '../../../protocols/monitor/failure';
import type { Due, CoveragePoint } from '../../../protocols/monitor/monitor';
import type { Model } from '../model';
import { splitByTime } from '../../../protocols/monitor/split-by-time';
import { PendingFrames } from './pending-frames';
import { clauseFor, keptClauses, labelOf, linesOf, SECOND, suspect } from './labels';

export const SCANNER = 'scanner';
export const CONSOLE = 'console';

export interface SetView {
  readonly table: Table;
}

export interface SetModelOptions {
  readonly fresh: boolean;
  readonly link: LinkOptions;
  readonly rules: TableRules;
  readonly solve: Micros;
  /** Called with the clauses that were kept. */
  readonly kept?: (clauses: readonly string[]) => void;
}

/** Lines within this time after their limit are late; later ones are missing. */
const GRACE = millis(1500);
/** Lines this long after the time of an answer belong to no answer. */
const REST = millis(500);
/** A long write is decoded in parts, so that no pause seems to precede its end. */
const SLICE = millis(20);
/** Bytes that begin within this time after a CR follow it directly. */
const CLOSE = millis(10);
const UNASKED: ReadonlySet<string> = new Set(['extra-card', 'extra-set', 'extra-duplicate', 'extra-full']);

export class SetModel implements Model {
  failure: Failure | undefined;
  private readonly expected: ExpectedReports;
  private readonly txDecoder: Decoder<ScannerFrame>;
  private readonly rxDecoder: Decoder<ConsoleLine>;
  private readonly pending: PendingFrames;
  private triggers: string[] = [];
  /** Triggers of the last settled frames. */
  private settled: readonly string[] = [];
  private lastSent = micros(-1e9);
  private lastEnd = micros(-1e9);
  private lastLine = micros(0);
  private seen: CoveragePoint[] = [];
  private cut = true;
  /** EndOfFrame lines of earlier frames may still come. */
  private strayEndsPossible = false;

  constructor(private readonly options: SetModelOptions) {
    this.expected = new ExpectedReports(options.rules);
    this.expected.begin(options.fresh ? EMPTY_TABLE : undefined);
    this.pending = new PendingFrames(this.expected);
    this.txDecoder = scannerLink(options.link).decoder();
    this.rxDecoder = consoleLines().decoder();
  }

  get view(): SetView {
    return { table: this.expected.table };
  }

  get desynchronised(): boolean {
    return false;
  }

  coverage(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  tx(link: string, chunk: Chunk): void {
    if (this.failure !== undefined || link !== SCANNER) return;
    const { notBefore } = chunk;
    const gap = notBefore - this.lastSent;
    const { idleReset } = this.options.link;
    // The pause may end a frame or not: both readings are right.
    if (gap > idleReset / 2 && gap < 1.2 * idleReset && this.txDecoder.pending > 0) {
      this.expected.begin(undefined);
      this.pending.framed();
      this.strayEndsPossible = true;
    }
    this.take(this.txDecoder.tick(notBefore));
    for (const part of splitByTime(chunk, SLICE)) this.take(this.txDecoder.push(part.bytes, part.notAfter));
    this.lastSent = chunk.notAfter;
  }

  rx(link: string, chunk: Chunk): void {
    if (this.failure !== undefined || link !== CONSOLE) return;
    for (const event of this.rxDecoder.push(chunk.bytes, chunk.notAfter)) {
      if (event.kind === 'reject') continue;
      this.line(event.value);
      this.lastLine = chunk.notAfter;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    this.take(this.txDecoder.tick(now));
    if (this.pending.frames.length === 0) return this.judgeRest(now);
    if (now < this.dueBy()) return;
    const faults = primaryFaults(this.pending.faults);
    // If one line came in place of another, the missing one shows the frame of the fault.
    const fault = faults.find((one) => one.code.startsWith('missing') && kindOf(one) !== 'end') ?? faults[0];
    if (fault === undefined) this.settle();
    else this.blame(fault);
  }

  /** Something else begins: a surplus line is a fault, a missing one is not. */
  conclude(): void {
    if (this.failure !== undefined) return;
    if (this.pending.frames.length === 0)
      return this.judgeRest(after(after(this.lastSent, this.options.solve), REST));
    const fault = primaryFaults(this.pending.faults).find(({ code }) => !code.startsWith('missing'));
    if (fault !== undefined) this.blame(fault);
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    const idle = this.txDecoder.deadline();
    const times = [idle, this.pending.open ? this.dueBy() : undefined].filter((time) => time !== undefined);
    if (times.length > 0) return { link: CONSOLE, until: micros(Math.min(...times)) };
    if (this.pending.frames.length > 0) this.settle();
    return undefined;
  }

  private dueBy(): Micros {
    return after(after(this.lastSent, this.options.solve), GRACE);
  }

  private take(events: ReturnType<Decoder<ScannerFrame>['push']>): void {
    for (const event of events) {
      const value = event.kind === 'frame' ? event.value : undefined;
      if (event.kind === 'reject')
        this.triggers.push(event.error.code === 'idle' ? 'idle frame' : 'overlong frame');
      const afterCr = event.first - this.lastEnd < CLOSE;
      if (event.raw.at(-1) === CR) this.lastEnd = event.last;
      if (value?.type === 'line-feed') {
        this.triggers.push(SECOND);
        continue;
      }
      // A rejected frame may be answered with EndOfFrame only, like an empty frame.
      const frame: ScannerFrame = value ?? { type: 'empty' };
      if (value !== undefined) this.triggers.push(this.labelOf(frame, afterCr));
      this.pending.frames.push(frame);
    }
    if (events.length > 0) this.pending.framed();
  }

  private labelOf(frame: ScannerFrame, afterCr: boolean): string {
    const { outcome } = this.expected.of([...this.pending.frames, frame]).at(-1) ?? {};
    return labelOf(frame, outcome, afterCr);
  }

  private line({ text, end }: ConsoleLine): void {
    const { cut } = this;
    this.cut = false;
    const report = readReport(text);
    if (report !== undefined) this.pending.told(report);
    const spoken = report === undefined ? classifyConsoleText(Buffer.from(text)) : undefined;
    if (spoken === 'crash')
      this.fail('crash', 'SET-FR-08', 'a line', 'no crash', { expected: 'no crash', seen: text });
    if (report !== undefined && end === 'crlf') this.options.kept?.(['SET-FR-08']);
    if (cut || end === 'crlf' || (end === 'silence' && report === undefined)) return;
    this.fail('malformed', 'SET-FR-08', 'a line', 'CR LF', {
      expected: 'CR LF at the end',
      seen: `${text}: ${end}`,
    });
  }

  /** Lines without a frame. A count or an EndOfFrame may still follow, but no card and no set. */
  private judgeRest(now: Micros): void {
    if (this.pending.reports.length === 0 || now < after(after(this.lastSent, this.options.solve), REST))
      return;
    const rest: readonly ScannerFrame[] = [{ type: 'empty' }];
    const found = primaryFaults(
      this.expected.faults(this.expected.of(rest), rest, this.pending.reports, ALL),
    );
    const ends = this.strayEndsPossible ? [] : this.expected.faults([], [], this.pending.reports, ['end']);
    const tooMuch = found.find(
      ({ code }) => UNASKED.has(code) || (code === 'extra-no-sets' && this.pending.hadSets),
    );
    const fault = tooMuch ?? ends[0];
    this.pending.forgetReports();
    if (fault === undefined) return;
    const trigger = suspect(fault, [...this.triggers, ...this.settled]);
    const clause = kindOf(fault) === 'count' ? 'SET-SO-02' : clauseFor(trigger);
    this.blameFor(fault, trigger, clause, 'unasked');
  }

  /** true: no frame waits for its lines. */
  get idle(): boolean {
    return this.pending.frames.length === 0 && this.txDecoder.pending === 0;
  }

  /** No line so far is wrong, and none is missing. */
  get fits(): boolean {
    return this.failure === undefined && this.pending.faults.length === 0;
  }

  /** Triggers before the waiting frames. */
  get before(): readonly string[] {
    return this.settled;
  }

  forgetTable(): void {
    this.expected.forgetTable();
    this.pending.framed();
  }

  /** The cards on the table are known. */
  get known(): boolean {
    return this.expected.isKnown;
  }

  private settle(): void {
    this.settled = this.triggers;
    this.pending.hadSets = (this.expected.of(this.pending.frames)[0]?.setsBefore ?? 0) > 0;
    this.options.kept?.(keptClauses(this.pending.frames, this.triggers, this.expected));
    const count = this.expected.table.cards.length;
    const state = count === 0 ? 'empty table' : count <= SMALL_TABLE ? 'small table' : 'large table';
    for (const trigger of this.triggers)
      this.seen.push({
        state,
        trigger,
        response: linesOf(trigger),
        requirement: clauseFor(trigger),
        isNoOp: trigger !== 'card',
      });
    const late = this.lastLine - this.lastSent;
    const [first] = this.triggers.filter((one) => one !== SECOND);
    this.expected.follow(this.pending.frames, this.pending.reports, ALL);
    if (late <= this.options.solve && this.triggers.every((one) => one === 'card'))
      this.options.kept?.(['SET-TM-01']);
    if (late > this.options.solve && this.expected.table.cards.length <= SMALL_TABLE && first === 'card')
      this.fail('late', 'SET-TM-01', first, 'all lines', {
        expected: `within ${this.options.solve / 1000} ms`,
        seen: `after ${(late / 1000).toFixed(1)} ms`,
      });
    this.pending.settled();
    this.triggers = [];
  }

  private blame(fault: Discrepancy): void {
    const due = this.expected.of(this.pending.frames);
    const several = this.pending.frames.length > 1;
    const trigger = suspect(fault, this.triggers);
    const cards = this.expected.table.cards.length + 1;
    const plain = trigger.startsWith('card') ? clauseOf(fault, due[0], cards) : clauseFor(trigger);
    const clause = several && trigger === 'card' ? 'SET-FR-06' : plain;
    this.blameFor(fault, trigger, clause, 'answer');
  }

  /** An EndOfFrame does not depend on the frame's content. */
  private blameFor(
    fault: Discrepancy,
    suspected: string,
    clauseOfTrigger: string,
    kind: Failure['kind'],
  ): void {
    const { code, expected, seen } = fault;
    const missing = code.startsWith('missing');
    const ends = kindOf(fault) === 'end';
    const [trigger, clause] = ends ? ['frame', 'SET-FR-01'] : [suspected, clauseOfTrigger];
    const due = ends ? `${missing ? 'missing' : 'extra'} end` : kindOf(fault);
    if (kind !== 'unasked')
      this.seen.push({ state: '', trigger, response: code, requirement: clause, isNoOp: false });
    this.fail(missing ? 'silence' : ends ? 'answer' : kind, clause, trigger, due, { expected, seen });
  }

  private fail(
    kind: Failure['kind'],
    requirement: string,
    trigger: string,
    due: string,
    words: Pick<Failure, 'expected' | 'seen'>,
  ): void {
    this.failure ??= { kind, requirement, trigger, due, ...words };
  }
}
