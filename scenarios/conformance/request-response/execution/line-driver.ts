/**
 * Plays one step at a time on the line of a described protocol, as the fuzzer plays its cases. One monitor judges all that passes in a
 * run, whatever scenario sends it, as `check` judges the journal afterwards.
 *
 *     step ──▶ play ──▶ monitor ──▶ attempt: what was found, and whether this host's timing left the step open
 */
import type { Board } from '../../../../devices/board/board';
import type { Chunk } from '../../../../protocols/chunk';
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { RequestResponseMonitor } from '../../../../judge/request-response/monitor';
import { micros, millis, type Micros, after } from '../../../../protocols/time';
import type { Accounting, UnjudgedReason } from '../../../../protocols/monitor/monitor';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { Bench } from '../../../bench/bench';
import { stallText } from '../../../bench/assessor';
import { dueRecord } from '../../../bench/evidence';
import { drain } from '../../../player/drain';
import { play, receiveArrived, type Play } from '../../../player/play';
import { listen, send, type FuzzStep } from '../../../player/step';
import type { BytesRecord } from '../../../record';
import { lessUnjudged, plusUnjudged } from '../../../runner/accounting';
import { FindingsRecord } from '../../described/findings';
import { isFailure, nextChunk, StalledSteps } from '../../stalled-steps';
import { LINK, type Attempt, type LineStep } from './attempt';
import type { PlayOptions, Weighed } from './weighing';

/** A board that goes on sending is listened to for no longer. */
const LIMITS = { links: [LINK], quiet: micros(0), longest: millis(10_000) };
/** Why an exchange is open that exact times would decide. */
const BY_TIMING: readonly UnjudgedReason[] = ['bytes-lost', 'too-many-worlds'];

/** The judge of a run's line. */
interface JudgedLine {
  readonly session: AnySession;
  readonly monitor: RequestResponseMonitor;
  /** What no attempt has taken yet. */
  readonly found: Judgement<Message>[];
  resetAt: Micros | undefined;
  /** What is sent is about this clause. */
  charge: string | undefined;
  readonly stalls: StalledSteps<RequestResponseMonitor>;
}

const LINES = new WeakMap<Board, JudgedLine>();

/** The same for all scenarios of a run. */
function judgedLine(bench: Bench, session: AnySession, isInitial: boolean): JudgedLine {
  const known = LINES.get(bench.board);
  if (known?.session === session) return known;
  // A board that was not just switched on is in any state, and its baseline ends that.
  const isKnown = isInitial || session.baseline.length === 0;
  const monitor = new RequestResponseMonitor(session, { known: isKnown });
  if (!isKnown) monitor.gap(micros(0));
  const stalls = new StalledSteps(bench.board, monitor);
  const told = bench.exhaustive ? monitor : stalls.monitor;
  const line = { session, monitor: told, found: [], resetAt: undefined, charge: undefined, stalls };
  LINES.set(bench.board, line);
  return line;
}

export class LineDriver {
  private readonly line: JudgedLine;
  private readonly findings: FindingsRecord;
  private hasReceived = false;
  /** What has passed since the step began. */
  private passed: Chunk[] = [];
  private stall: Micros | undefined;
  /** What was counted before this scenario, before the latest step, and in tries of which a later one counts. */
  private readonly earlier: Accounting;
  private before: Accounting['unjudged'] = {};
  private superseded: Accounting['unjudged'] = {};

  /** `isInitial`: the board is in its initial state when the run begins. `onChunk` gets each chunk of a step. */
  constructor(
    private readonly bench: Bench,
    private readonly session: AnySession,
    isInitial: boolean,
    private readonly onChunk?: (chunk: Chunk) => void,
  ) {
    this.line = judgedLine(bench, session, isInitial);
    this.earlier = this.monitor.accounting();
    const { requests, answers } = session;
    this.findings = new FindingsRecord(
      bench,
      (_, direction, raw) => (direction === 'tx' ? requests : answers).codec.fields(raw),
      LINK,
    );
    bench.addEvidenceSource(this);
  }

  get monitor(): RequestResponseMonitor {
    return this.line.monitor;
  }

  /** Waits until neither side has anything under way. */
  awaitQuiet(): Promise<void> {
    return this.listenTo(drain(LINK, this.session.idle, LONGEST_NOISE));
  }

  /** Whether anything at all comes after one of these requests. */
  isAlive(asked: readonly Message[]): Promise<boolean> {
    this.charge(undefined);
    return this.listenTo(probe(this.session, asked, this.monitor));
  }

  /** Plays what does not ask the monitor for what is due: it is told all the same. */
  private listenTo<T>(playing: Play<T>): Promise<T> {
    return this.judge(playing, (chunk) => {
      this.passed.push(chunk);
      this.monitor[chunk.direction](chunk);
    });
  }

  /** What is found goes to the next attempt. */
  private async judge<T>(playing: Play<T>, listener: (chunk: Chunk) => void): Promise<T> {
    const { bench, monitor, line } = this;
    this.tellReset();
    this.passed = [];
    this.stall = undefined;
    if (!bench.exhaustive) line.stalls.begin(bench.now(), line.charge);
    const result = await bench.play(playing, listener);
    let judged = monitor.judgements();
    for (;;) {
      const stall = await line.stalls.tellAgain(bench, judged, (until) => this.next(until));
      if (stall === undefined) break;
      this.stall = stall;
      await bench.play(play([], monitor, LIMITS), (chunk) => this.note(chunk));
      judged = monitor.judgements();
    }
    for (const one of judged) line.found.push(one);
    return result;
  }

  private tellReset(): void {
    const { lastReset } = this.bench;
    if (lastReset === undefined || lastReset === this.line.resetAt) return;
    this.line.resetAt = lastReset;
    this.line.stalls.forget();
    this.monitor.reset(lastReset);
  }

  private charge(clause: string | undefined): void {
    if (clause === this.line.charge) return;
    this.line.charge = clause;
    this.bench.charge(clause ?? '');
    this.monitor.charge(clause);
  }

  /** Whether something has come since this was last asked. */
  takeReceived(): boolean {
    const { hasReceived } = this;
    this.hasReceived = false;
    return hasReceived;
  }

  /** Takes what has come by now. */
  async collectArrived(): Promise<Attempt> {
    const began = this.bench.now();
    await this.judge(receiveArrived(this.monitor, LIMITS.links), (chunk) => this.note(chunk));
    this.monitor.tick(began);
    return { ...this.attempt({ parts: [], pause: micros(0) }, this.monitor.state), isVague: false };
  }

  private attempt(step: LineStep, state: unknown): Omit<Attempt, 'isVague'> {
    const judgements = [...this.line.found.splice(0), ...this.monitor.judgements()];
    return { step, judgements, state, stall: this.stall };
  }

  /** How much was judged, each case by its last try. */
  accounting(): Accounting {
    const { judged, unjudged } = this.monitor.accounting();
    const { earlier } = this;
    const own = lessUnjudged(unjudged, earlier.unjudged);
    return { judged: judged - earlier.judged, unjudged: lessUnjudged(own, this.superseded) };
  }

  /** What was not judged of the latest step. */
  unjudged(): Accounting['unjudged'] {
    return lessUnjudged(this.monitor.accounting().unjudged, this.before);
  }

  /** A later try counts in place of that one. */
  supersede(unjudged: Accounting['unjudged']): void {
    this.superseded = plusUnjudged(this.superseded, unjudged);
  }

  /** Plays a step, and waits until nothing is due any more. Without parts it listens for the pause. `about`: the clause that it is about. */
  async play(step: LineStep, about?: string): Promise<Attempt> {
    const { monitor, bench } = this;
    this.charge(about);
    const { state } = monitor;
    this.before = monitor.accounting().unjudged;
    await this.judge(play(stepsOf(step), monitor, LIMITS), (chunk) => this.note(chunk));
    const attempt = this.attempt(step, state);
    const open = this.unjudged();
    const isOpen = !attempt.judgements.some(isFailure) && BY_TIMING.some((reason) => (open[reason] ?? 0) > 0);
    return { ...attempt, isVague: isOpen && !bench.exhaustive };
  }

  /** What has passed in the last step. */
  evidence(): readonly BytesRecord[] {
    return this.findings.evidenceOf(this.passed.map((chunk) => ({ link: LINK, chunk })));
  }

  /** What is written down of a judgement. */
  weigh({ stall }: Attempt, judgement: Judgement<Message>, { what = '' }: PlayOptions): Weighed {
    const { measurement, verdict, dueAnswer } = judgement;
    const title = what === '' ? judgement.title : `${judgement.title}, ${what}`;
    const isByStall = verdict === 'inconclusive' && measurement === undefined && stall !== undefined;
    const { codec } = this.session.answers;
    const due = dueAnswer === undefined ? {} : { due: dueRecord(LINK, codec, codec.encode(dueAnswer)) };
    const more = isByStall ? { ...due, doubt: stallText(stall) } : due;
    const finding = this.findings.weigh(judgement, title, more);
    return { judgement, finding };
  }

  /** What comes next, though nothing is due. */
  private next(until: Micros): Promise<Chunk | undefined> {
    return this.bench.play(nextChunk(LINK, until, this.monitor), (chunk) => this.note(chunk));
  }

  private note(chunk: Chunk): void {
    this.hasReceived ||= chunk.direction === 'rx';
    this.passed.push(chunk);
    this.onChunk?.(chunk);
  }
}

function stepsOf({ parts, pause }: LineStep): readonly FuzzStep[] {
  if (parts.length === 0) return [listen(pause)];
  return parts.map((part, at) => (at === 0 ? send(LINK, part) : send(LINK, part, pause)));
}

const LEAST_PROBE_WAIT = millis(300);
/** A board that sends on and on is waited for no longer. */
const LONGEST_NOISE = millis(3000);

/** Whether anything at all comes after one of these requests. */
function* probe(
  { requests, time, idle }: AnySession,
  asked: readonly Message[],
  monitor: RequestResponseMonitor,
): Play<boolean> {
  const wait = micros(LEAST_PROBE_WAIT + 2 * (time.max + idle));
  yield* drain(LINK, idle, LONGEST_NOISE);
  for (const request of asked) {
    const sent = yield { op: 'send', link: LINK, bytes: requests.codec.encode(request) };
    const { chunk } = yield { op: 'receive', link: LINK, until: after(sent.now, wait) };
    if (chunk === undefined) continue;
    yield* drain(LINK, idle, LONGEST_NOISE);
    // The monitor is told by the listener.
    yield* awaitDue(monitor);
    return true;
  }
  return false;
}

/** Until the monitor waits for nothing more. */
function* awaitDue(monitor: RequestResponseMonitor): Play<void> {
  for (let due = monitor.due(); due !== undefined; due = monitor.due()) {
    const { chunk } = yield { op: 'receive', link: LINK, until: due.until };
    if (chunk === undefined) monitor.tick(due.until);
  }
}
