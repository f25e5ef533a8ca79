/**
 * Requests and what is due for them: answers in their order, and silences.
 *
 *     request → what may rightly follow → queue (an answer is due)  → right answer, or none in time
 *                                       → silences (nothing may come) → the end of the time in which an answer may come
 */
import type { Message, RequestResponseSession } from '../definition';
import type { Micros } from '../../time';
import type { Bounds } from '../../monitor/timed-decoder';
import { clauseOfMissingAnswer } from './charged-clause';
import type { ExchangeCoverage } from './exchange-coverage';
import type { ExchangeTally } from './exchange-tally';
import { describeInput, missingAnswer } from './flaws';
import type { JudgementLog } from '../../monitor/judgement-log';
import type { LineEvent } from './line-decoder';
import { type Outcome } from './outcomes';
import { isSameData } from '../../same-data';
import { isRightIn, ruledOutcomes } from './ruled-outcomes';
import { PendingResponse } from './pending-response';
import { explore } from './exploration';
import { continueSevered, type SeveredRequest } from './severed-request';
import type { SyncTracker } from './loss-of-sync';
import type { StateEstimate } from './state-estimate';

/** More requests at once than a board must keep. */
const MOST_PENDING = 2;
/** More ways in which a request may have been answered are as good as none. */
const MOST_OUTCOMES = 64;

/** What the parts of one monitor share. */
export interface MonitorContext<State> {
  readonly session: RequestResponseSession<Message, Message, State>;
  readonly log: JudgementLog<Message>;
  readonly points: ExchangeCoverage;
  readonly tally: ExchangeTally;
  readonly estimate: StateEstimate<State>;
  readonly sync: SyncTracker;
  /** `isCovered`: the exchange that lost it is a coverage point already. `cause`: that exchange, where nothing waits for its answer. */
  readonly desynchronise: (isCovered?: boolean, cause?: object) => void;
  /** The host has waited long enough for an answer that has begun and can be none. */
  readonly endGarbage: () => void;
  /** The state is only assumed from now on. */
  readonly loseState: () => void;
}

export class Exchanges<State> {
  /** Requests whose answers are due, or may come, in order. */
  readonly queue: PendingResponse<State>[] = [];
  /** What must not be answered, until no answer can come any more. */
  silences: PendingResponse<State>[] = [];
  /** What was answered last, until the silence after it is judged. */
  answered: PendingResponse<State> | undefined;
  /** What was sent before was refused, or is not known. */
  afterRefusal = false;

  /** What a silence has ended last, and nothing was right after it. */
  private severed: SeveredRequest | undefined;

  /** The longest time that any answer may take, as far as rules have said. */
  longest: Micros;

  constructor(private readonly context: MonitorContext<State>) {
    this.longest = context.session.time.max;
  }

  clear(): void {
    this.context.tally.leaveOpen([...this.queue, ...this.silences]);
    this.queue.length = 0;
    this.silences = [];
    this.answered = undefined;
    this.severed = undefined;
  }

  /** The first of which something is due, or silence. */
  get waiting(): PendingResponse<State> | undefined {
    return this.queue[0] ?? this.silences[0];
  }

  /** Time has come to `now`. */
  tick(now: Micros, timeoutOf: (pending: PendingResponse<State>) => Micros): void {
    if (this.silences.length > 0)
      for (const pending of [...this.silences]) if (now >= timeoutOf(pending)) this.stayedSilent(pending);
    for (let [first] = this.queue; first !== undefined && now >= timeoutOf(first); [first] = this.queue)
      if (first.mayBeOver) this.resolve(first, undefined);
      else this.miss(first);
  }

  /** Takes a request, or bytes that are none. */
  receive(event: LineEvent<Message>): void {
    const { estimate, session } = this.context;
    const { event: frame } = event.passed;
    this.endSilentOutcome(event);
    const sentAt = event.passed.first.notBefore;
    const mayFollowMore = estimate.isOpen(sentAt);
    const isCertain = estimate.request(frame.kind === 'frame' ? frame.value : undefined, sentAt);
    const { afterRefusal, severed } = this;
    const before = this.queue.at(-1);
    const pipelined = before !== undefined;
    const clauseBehind = before?.outcomes[0]?.clauseOfNext;
    const circumstances = { isCertain, pipelined, clauseBehind, afterRefusal, severed, mayFollowMore };
    this.afterRefusal = frame.kind === 'reject';
    const pending = new PendingResponse<State>(session, event, circumstances);
    if (this.queue.length === 0) this.decide(pending);
    else if (session.clauses.pipelined !== undefined && this.queue.length < MOST_PENDING)
      this.queue.push(pending);
    else {
      this.context.endGarbage();
      this.context.desynchronise(false, pending);
    }
  }

  /** Where silence was right, too, it has been silent for long enough. */
  private endSilentOutcome({ passed }: LineEvent<Message>): void {
    const [pending] = this.queue;
    const isOver = pending?.mayBeOver === true && passed.first.notBefore >= pending.latest;
    if (isOver && this.queue.length === 1) this.resolve(pending, undefined);
  }

  /** The requests before it are answered: what is due for this one? */
  private decide(pending: PendingResponse<State>): void {
    const { states } = this.context.estimate;
    pending.decide(states, ruledOutcomes(this.context.session, pending.received, states));
    if (!pending.circumstances.isCertain) this.expectMore(pending);
    this.severed = continueSevered(pending.circumstances.severed, pending);
    for (const { time } of pending.outcomes) if (time.max > this.longest) this.longest = time.max;
    if (pending.isSilent) {
      this.silences.push(pending);
      this.context.estimate.follow(pending.statesAfter(undefined));
      return;
    }
    if (!this.mayFollowSilences(pending)) return this.context.desynchronise(false, pending);
    this.queue.push(pending);
  }

  /** The state is assumed: in another one, more may be due than in this. */
  private expectMore(pending: PendingResponse<State>): void {
    const { estimate, session } = this.context;
    const states = session.hasUniformAnswers === true ? estimate.states : explore(session).states;
    pending.possible = ruledOutcomes(session, pending.received, states);
    if (pending.mayHaveMore) estimate.open(pending.timeout);
  }

  /** What is due to a request that was sent in a silence is promised only after what was refused, or where requests may be pipelined. */
  private mayFollowSilences({ received }: PendingResponse<State>): boolean {
    const { pipelined, recovery } = this.context.session.clauses;
    const { notBefore } = received.passed.first;
    const open = this.silences.filter((silence) => silence.timeout > notBefore);
    if (open.length === 0 || pipelined !== undefined) return true;
    return recovery !== undefined && open.every(({ request }) => request === undefined);
  }

  private stayedSilent(pending: PendingResponse<State>): void {
    this.silences = this.silences.filter((one) => one !== pending);
    this.cover(pending, undefined, pending.statesAfter(undefined));
    this.pass(pending);
  }

  /** Everything that was due to the first request has come. */
  private resolve(pending: PendingResponse<State>, answer: Message | undefined): void {
    this.queue.shift();
    const next = pending.statesAfter(answer);
    if (pending.mayHaveMore) this.context.estimate.open(pending.timeout);
    this.cover(pending, answer, next);
    this.context.estimate.follow(next);
    this.answered = pending;
    if (answer === undefined && pending.received.doubtful && pending.circumstances.isCertain) {
      const { log, session, tally } = this.context;
      tally.leaveOpen([pending]);
      log.fail(pending.clause, pending, { ...missingAnswer(session, pending), verdict: 'inconclusive' });
    } else this.pass(pending);
    const following = this.queue.shift();
    if (following === undefined) return;
    const later = this.queue.splice(0);
    this.decide(following);
    this.queue.push(...later);
  }

  private cover(pending: PendingResponse<State>, answer: Message | undefined, next: readonly State[]): void {
    const { points, session, estimate } = this.context;
    points.add(session, pending, answer, next, estimate.isKnown);
  }

  private pass(pending: PendingResponse<State>): void {
    const { clauses } = this.context.session;
    const { circumstances, received, request } = pending;
    const isVerified = !pending.isUnverified && this.context.sync.isOrderSure;
    this.context.tally.count(pending, isVerified ? undefined : 'state-unknown');
    if (isVerified) this.context.log.pass(pending.clause, 'answer', pending.request);
    if (request === undefined || pending.given === 0) return;
    if (circumstances.pipelined) this.context.log.pass(clauses.pipelined, 'answer', pending.request);
    if (received.pauses > 0) this.context.log.pass(clauses.pieces, 'answer', pending.request);
    if (circumstances.afterRefusal) this.context.log.pass(clauses.recovery, 'answer', pending.request);
  }

  private miss(pending: PendingResponse<State>): void {
    this.cover(pending, undefined, pending.before);
    const { log, session, tally } = this.context;
    const isJudged = pending.isCertain || isSameData(pending.request, session.probe);
    tally.count(pending, isJudged ? undefined : 'state-unknown');
    if (isJudged) log.fail(clauseOfMissingAnswer(session, pending), pending, missingAnswer(session, pending));
    // The board may have obeyed.
    this.context.desynchronise(true);
  }

  /** The answer is right for the request behind the first. */
  isOvertaking(answer: Message): boolean {
    const [, next] = this.queue;
    return next !== undefined && isRightIn(this.context.session, this.context.estimate.states, next, answer);
  }

  /** Takes an answer that is right for the first request; false: it is not. */
  takeRight(event: LineEvent<Message>, answer: Message): boolean {
    const [pending] = this.queue;
    const { first, last } = event.passed;
    if (pending === undefined || !pending.mayPrecede(first)) return false;
    const right = this.rightOutcomes(pending, answer);
    if (right.length === 0) {
      // What was due may have been silence: then it is the next one's.
      if (!pending.mayBeOver || this.queue.length === 1) return false;
      if (this.mayBeMessage(answer)) return this.giveUpOrder();
      this.resolve(pending, undefined);
      return this.takeRight(event, answer);
    }
    const isDoubtful = this.mayBeMessage(answer) && !pending.mustBe(right);
    if (this.queue.length > 1 && (isDoubtful || pending.mayBeOver)) return this.giveUpOrder();
    if (isDoubtful) {
      pending.mayHaveTaken(right, answer);
      if (pending.outcomes.length > MOST_OUTCOMES) this.context.desynchronise();
      return true;
    }
    if (!this.mayBeMessage(answer)) this.judgeTime(pending, right, event);
    // In another state than the assumed one, the answer may be another, and come yet.
    else this.context.estimate.open(pending.timeout);
    pending.take(right, last);
    if (pending.isAnswered) this.resolve(pending, answer);
    return true;
  }

  private giveUpOrder(): true {
    this.context.desynchronise();
    return true;
  }

  private mayBeMessage(answer: Message): boolean {
    return this.context.session.unsolicited.some((rule) => rule.matches(answer));
  }

  /** What the baseline is answered with may depend on the unknown state before it. */
  private rightOutcomes(pending: PendingResponse<State>, answer: Message): readonly Outcome<State>[] {
    const { session, estimate } = this.context;
    const { right } = pending.match(session, answer);
    if (right.length > 0 || estimate.isKnown || !pending.circumstances.isCertain) return right;
    if (this.mayBeMessage(answer)) return right;
    pending.isUnverified = true;
    return pending.unfinished;
  }

  private judgeTime(
    pending: PendingResponse<State>,
    right: readonly Outcome<State>[],
    { passed, doubtful }: LineEvent<Message>,
  ): void {
    const { session, log } = this.context;
    const title = (): string => `the time of the answer to ${describeInput(session, pending)}`;
    const isDoubtful = doubtful || pending.received.doubtful || !this.context.sync.isOrderSure;
    const clause = right[0]?.time.clause ?? session.clauses.time;
    log.measure(clause, pending, title, pending.measure(passed.first, right), { isDoubtful });
  }

  /** The answer would be right if the board had been reset before. */
  isAsAfterReset(pending: PendingResponse<State>, answer: Message): boolean {
    const { initial, afterReset = initial } = this.context.session;
    return isRightIn(this.context.session, [afterReset], pending, answer);
  }

  /** Something came where nothing may come: so may something for each of the others. */
  acceptBrokenSilences(): void {
    for (const { timeout } of this.silences) this.context.estimate.open(timeout);
    this.context.tally.leaveOpen(this.silences);
    this.silences = [];
  }

  /** The first request was answered wrongly: the rest of what is due to it may come all the same. */
  acceptWrong(last: Bounds): void {
    if (this.queue.length > 1) return this.context.desynchronise();
    const [pending] = this.queue;
    if (pending === undefined) return;
    // A board that is in another state than it should be may send more, if there is such a state.
    this.expectMore(pending);
    pending.take(pending.outcomes, last);
    if (!pending.isAnswered) return;
    this.queue.shift();
    this.answered = pending;
    const [outcome] = pending.outcomes;
    if (outcome !== undefined) this.context.estimate.follow([outcome.stateAfter(outcome.due.at(-1))]);
  }
}
