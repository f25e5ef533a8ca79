/**
 * Plays one step at a time on the line of a described protocol, as the fuzzer plays its cases. One monitor judges all that passes in a
 * run, whatever scenario sends it, as `check` judges the journal afterwards.
 *
 *     step ──▶ play ──▶ monitor ──▶ outcome: what was found, and whether this host's timing left the step open
 */
import type { Board } from '../../../../devices/board/board';
import type { Chunk } from '../../../../protocols/chunk';
import type { AnySession, Message } from '../../../../protocols/request-response/definition';
import { rulingOn } from '../../../../protocols/request-response/outcomes';
import { RequestResponseMonitor } from '../../../../judge/request-response/monitor';
import { micros, millis, type Micros } from '../../../../protocols/time';
import type { UnjudgedReason } from '../../../../protocols/monitor/monitor';
import type { Judgement } from '../../../../protocols/monitor/judgement';
import type { Bench } from '../../../bench/bench';
import { dueRecord } from '../../../bench/evidence';
import { drain } from '../../../player/drain';
import { receiveArrived } from '../../../player/play';
import { listen, send, type FuzzStep } from '../../../player/step';
import { lessUnjudged } from '../../../runner/accounting';
import { JudgedPlay, ToldMonitor } from '../../judged-play';
import { isFailure } from '../../stalled-steps';
import { readParts } from '../trial';
import { hasFailed, isOpen, type LineStep, type Outcome, type PlayOptions, type Weighed } from './weighing';

/** The board's only link. */
export const LINK = 'main';
/** A board that goes on sending is listened to for no longer. */
const LONGEST = millis(10_000);
/** Why an exchange is open that exact times would decide. */
const BY_TIMING: readonly UnjudgedReason[] = ['bytes-lost', 'too-many-worlds'];

/** The judge of a run's line. */
class JudgedLine extends ToldMonitor<RequestResponseMonitor> {
  resetAt: Micros | undefined;
  /** What no step has taken yet. */
  readonly found: Judgement[] = [];

  constructor(
    bench: Bench,
    readonly session: AnySession,
    isInitial: boolean,
  ) {
    // A board that was not just switched on is in any state, and its baseline ends that.
    const known = isInitial || session.baseline.length === 0;
    super(bench, new RequestResponseMonitor(session, { known }));
    if (!known) this.monitor.gap(micros(0));
  }
}

const LINES = new WeakMap<Board, JudgedLine>();

/** The same for all scenarios of a run. `isInitial`: the board is in its initial state when the run begins. */
export function judgedLine(bench: Bench, session: AnySession, isInitial: boolean): JudgedLine {
  const known = LINES.get(bench.board);
  if (known?.session === session) return known;
  const line = new JudgedLine(bench, session, isInitial);
  LINES.set(bench.board, line);
  return line;
}

export class LineDriver extends JudgedPlay<RequestResponseMonitor> {
  constructor(
    bench: Bench,
    private readonly line: JudgedLine,
    onChunk: (chunk: Chunk) => void,
  ) {
    const { requests, answers } = line.session;
    super(bench, line, {
      links: [LINK],
      link: LINK,
      quiet: micros(0),
      longest: LONGEST,
      fieldsOf: (_, direction, raw) => (direction === 'tx' ? requests : answers).codec.fields(raw),
      onChunk,
    });
  }

  get session(): AnySession {
    return this.line.session;
  }

  /** Waits until nothing is in flight. */
  awaitQuiet(): Promise<void> {
    this.tellReset();
    return this.listenTo(drain(LINK, this.session.idle, LONGEST_NOISE), (chunk) => {
      // Nobody asks the monitor for what is due: it is told all the same.
      this.monitor.rx(chunk);
    });
  }

  /** Whether anything at all comes after one of these requests. */
  async isAlive(asked: readonly Message[]): Promise<boolean> {
    const { requests, time, idle } = this.session;
    const wait = micros(LEAST_PROBE_WAIT + 2 * (time.max + idle));
    this.charge(undefined);
    await this.awaitQuiet();
    let isAlive = false;
    for (const request of asked) {
      const before = this.received.length;
      await this.tell(send(LINK, requests.codec.encode(request)));
      await this.listen(wait, () => this.received.length > before);
      isAlive = this.received.length > before;
      if (isAlive) break;
    }
    if (isAlive) {
      await this.awaitQuiet();
      await this.goOn([]);
    }
    await this.keepFound();
    return isAlive;
  }

  /** What was found of no case that could be tried again: what a stall may have caused shows nothing. */
  private async keepFound(): Promise<void> {
    const { found, stall } = await this.judged();
    this.line.found.push(...(stall === undefined ? found : found.filter(isFailure)));
  }

  private tellReset(): void {
    const { lastReset } = this.bench;
    if (lastReset === undefined || lastReset === this.line.resetAt) return;
    this.line.resetAt = lastReset;
    this.forget();
    this.monitor.reset(lastReset);
  }

  private charge(clause: string | undefined): void {
    if (clause === this.line.charged) return;
    this.line.charged = clause;
    this.bench.charge(clause ?? '');
    this.monitor.charge(clause);
  }

  /** Takes what has come by now. */
  async collectArrived(): Promise<Outcome> {
    const began = this.bench.now();
    this.tellReset();
    this.passed = [];
    await this.listenTo(receiveArrived(this.monitor, [LINK]));
    this.monitor.tick(began);
    await this.keepFound();
    const weighed = this.line.found.splice(0).map((one) => this.weigh(one, undefined, {}));
    return { state: this.monitor.state, weighed, unjudged: [] };
  }

  /** Plays a step, and waits until nothing is due any more. Without parts it listens for the pause. */
  async play(step: LineStep, about: PlayOptions): Promise<Outcome> {
    const { monitor, bench } = this;
    this.charge(about.clause);
    this.tellReset();
    const { state } = monitor;
    const before = this.counted.unjudged;
    await this.perform(stepsOf(step));
    const { found, stall } = await this.judged();
    const open = lessUnjudged(this.counted.unjudged, before);
    const weighed = found.map((one) => this.weigh(one, stall, about));
    // With exact times the monitor could tell how the board reads it.
    const isVague = !bench.exhaustive && BY_TIMING.some((reason) => (open[reason] ?? 0) > 0);
    const clauses = isVague && !hasFailed({ weighed }) ? this.clausesOf(step, state, about) : [];
    const openClauses = weighed.filter(isOpen).map(({ finding }) => finding.requirement);
    const unjudged = clauses.filter((clause) => !openClauses.includes(clause));
    return { state, weighed, unjudged };
  }

  private clausesOf({ parts, pause }: LineStep, state: unknown, { clause }: PlayOptions): readonly string[] {
    if (clause !== undefined) return [clause];
    const read = readParts(this.session, parts, pause);
    return [...new Set(read.map((event) => rulingOn(this.session, event, state).clause))];
  }

  /** What is written down of a judgement. */
  private weigh(found: Judgement, stall: Micros | undefined, { what = '' }: PlayOptions): Weighed {
    // The messages are those of the session.
    const judgement = found as Judgement<Message>;
    const { dueAnswer } = judgement;
    const title = what === '' ? judgement.title : `${judgement.title}, ${what}`;
    const { codec } = this.session.answers;
    const due = dueAnswer === undefined ? {} : { due: dueRecord(LINK, codec, codec.encode(dueAnswer)) };
    return { judgement, finding: this.findings.weigh(judgement, title, { ...due, stall }) };
  }
}

function stepsOf({ parts, pause }: LineStep): readonly FuzzStep[] {
  if (parts.length === 0) return [listen(pause)];
  return parts.map((part, at) => (at === 0 ? send(LINK, part) : send(LINK, part, pause)));
}

const LEAST_PROBE_WAIT = millis(300);
/** A board that sends on and on is waited for no longer. */
const LONGEST_NOISE = millis(3000);
