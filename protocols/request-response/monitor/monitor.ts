/**
 * The monitor of any described protocol: told of everything that passes on a line, it knows what is due and judges what comes. It sends
 * nothing, and reads no clock.
 *
 *     tx bytes → requests → rule or refusal → what may rightly follow → pending responses, and silences
 *     rx bytes → answers ──────────────────────────────────────────────▶ the first of them
 *
 * Where the page leaves open how the board reads what it got, the monitor is desynchronised: it judges nothing until the line was quiet,
 * or a few exchanges have shown which answer is for which request. Then it blames no content until the baseline, or a reset, has told the state.
 */
import { silenceOf } from '../../wire/framing';
import type { Chunk } from '../../chunk';
import type { Message, RequestResponseSession, Side } from '../definition';
import { after, micros, type Micros } from '../../time';
import type { Accounting, CoveragePoint, Due, Monitor } from '../../monitor/monitor';
import type { Bounds } from '../../monitor/timed-decoder';
import { AnswerJudge } from './answer-judge';
import { ExchangeCoverage } from './exchange-coverage';
import { ExchangeTally } from './exchange-tally';
import { Exchanges, type MonitorContext } from './exchanges';
import type { Judgement } from '../../monitor/judgement';
import { JudgementLog } from '../../monitor/judgement-log';
import { isDiscarded, LineDecoder, type LineEvent } from './line-decoder';
import { SyncTracker } from './loss-of-sync';
import { unaskedFrame } from './flaws';
import { GRACE, type PendingResponse } from './pending-response';
import type { MonitorOptions } from './monitor-options';
import { StateEstimate } from './state-estimate';
import { UnsolicitedWatch } from './unsolicited-watch';

export class RequestResponseMonitor<State = unknown> implements Monitor {
  private readonly link: string;
  private readonly log: JudgementLog<Message>;
  private readonly points: ExchangeCoverage;
  private readonly estimate: StateEstimate<State>;
  private readonly unsolicited: UnsolicitedWatch;
  private requests: LineDecoder<Message>;
  private answers: LineDecoder<Message>;
  private readonly exchanges: Exchanges<State>;
  private readonly judge: AnswerJudge<State>;
  private readonly tracker: SyncTracker;
  private readonly tally = new ExchangeTally();

  constructor(
    private readonly session: RequestResponseSession<Message, Message, State>,
    {
      link = 'main',
      known = true,
      seesResets = true,
      isTrace = false,
      onPass,
      keepsCoverage = false,
    }: MonitorOptions = {},
  ) {
    this.link = link;
    this.log = new JudgementLog(onPass);
    this.points = new ExchangeCoverage(keepsCoverage);
    this.estimate = new StateEstimate(session, known);
    this.tracker = new SyncTracker(session, isTrace);
    const context: MonitorContext<State> = {
      session,
      log: this.log,
      points: this.points,
      tally: this.tally,
      estimate: this.estimate,
      sync: this.tracker,
      desynchronise: (isCovered, cause) => this.desynchronise(isCovered, cause),
      endGarbage: () => this.endGarbage(),
      loseState: () => this.estimate.forget(),
    };
    this.unsolicited = new UnsolicitedWatch(session, this.log);
    this.exchanges = new Exchanges(context);
    this.judge = new AnswerJudge(context, {
      exchanges: this.exchanges,
      unsolicited: this.unsolicited,
      seesResets,
      mayHaveEnded: (first) => this.requests.mayHaveEnded(first.notAfter),
      endRequest: (first) => this.endRequest(first),
      isInPieces: () => this.requests.isInPieces,
    });
    this.requests = this.newDecoder(session.requests);
    this.answers = this.newDecoder(session.answers);
    if (known) return;
    this.requests.lose();
    this.estimate.quiet();
  }

  /** Where the board stands, as far as is known. */
  get state(): State {
    return this.estimate.state;
  }

  get desynchronised(): boolean {
    return this.tracker.isLost || !this.estimate.isKnown;
  }

  /** Requests that still wait for an answer. */
  get unanswered(): number {
    return this.exchanges.queue.length;
  }

  /** What was sent last was refused, or is not known. */
  get isAfterRefusal(): boolean {
    return this.exchanges.afterRefusal;
  }

  /** An answer is due to bytes that are no request. The page promises nothing about what is sent meanwhile. */
  get isRefusing(): boolean {
    return this.exchanges.queue.some(({ request }) => request === undefined);
  }

  /** Bytes of a request have come, and more may. */
  get isReceiving(): boolean {
    return this.requests.pending;
  }

  /** All findings since it was last asked, in the order of time. */
  judgements(): readonly Judgement<Message>[] {
    return this.log.takeAll();
  }

  /** What happened since it was last asked. */
  coverage(): readonly CoveragePoint[] {
    return this.points.takeAll();
  }

  accounting(): Accounting {
    return this.tally.accounting;
  }

  /** When the next thing is decided by silence; undefined: nothing is due, and the next request may be sent. */
  due(): Due | undefined {
    const until = this.dueAt();
    return until === undefined ? undefined : { link: this.link, until };
  }

  private dueAt(): Micros | undefined {
    if (this.tracker.isLost) return this.quietAt();
    const { queue, silences } = this.exchanges;
    let least = Math.min(this.requests.deadline() ?? Infinity, this.answers.deadline() ?? Infinity);
    for (const pending of silences) least = Math.min(least, this.timeoutOf(pending));
    const [first] = queue;
    if (first !== undefined) least = Math.min(least, this.timeoutOf(first));
    least = Math.min(least, this.estimate.opening ?? Infinity);
    return least === Infinity ? undefined : micros(least);
  }

  /** Bytes to the board. */
  tx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    // What is sent next is no part of an answer.
    if (this.tracker.isSearching) for (const event of this.answers.endBySilence()) this.take(event);
    if (this.requests.isAmbiguous(chunk)) this.desynchronise();
    for (const event of this.requests.push(chunk)) this.receive(event);
    this.tracker.quiet.tx(chunk.notAfter);
  }

  /** Bytes from the board. */
  rx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    if (this.tracker.isSearching) for (const event of this.requests.endBySilence()) this.receive(event);
    for (const event of this.answers.push(chunk)) this.take(event);
    if (this.tracker.isLost) this.judgeChatter(chunk);
  }

  /** Time has come to `now`, and everything that had passed by then was told. */
  tick(now: Micros): void {
    for (const event of this.requests.tick(now)) this.receive(event);
    for (const event of this.answers.tick(now)) this.take(event);
    if (!this.tracker.isSettled) this.tickUnsettled(now);
    if (this.tracker.isLost) return;
    this.exchanges.tick(now, this.timeoutOf);
    if (this.tracker.isLost) return;
    this.estimate.tick(now);
    this.unsolicited.tick(now);
    const { answered } = this.exchanges;
    if (answered === undefined || now < this.quietAt() || this.dueAt() !== undefined) return;
    this.log.pass(this.session.clauses.unasked, 'unasked', answered.request);
    this.exchanges.answered = undefined;
  }

  private tickUnsettled(now: Micros): void {
    if (!this.tracker.tick(now, this.answers.lastByte?.notAfter, this.exchanges.longest)) return;
    this.requests.endBySilence();
    this.answers.endBySilence();
    this.resynchronise();
  }

  /**
   * The board was reset: it is in its initial state, and has forgotten what it was asked. `isCertain` false: it only may have forgotten,
   * so that an answer which is missing next is charged to what was before.
   */
  reset(at: Micros, isCertain = true): void {
    this.clear();
    this.requests = this.newDecoder(this.session.requests);
    this.answers = this.newDecoder(this.session.answers);
    this.tracker.quiet.tx(at);
    this.estimate.reset();
    this.exchanges.afterRefusal = !isCertain;
    this.unsolicited.clear();
  }

  /** The board is in this state, and nothing is due. */
  assume(state: State): void {
    this.clear();
    this.estimate.assume(state);
  }

  /** Something passed until then that nobody told of. */
  gap(until: Micros): void {
    this.tracker.quiet.tx(until);
    this.requests.lose();
    this.answers.lose();
    const reason = this.tally.gap([...this.exchanges.queue, ...this.exchanges.silences]);
    this.desynchronise();
    this.tally.lose(reason);
  }

  private newDecoder({ codec, framing }: Side<Message>): LineDecoder<Message> {
    return new LineDecoder(codec, silenceOf(framing));
  }

  private clear(): void {
    this.exchanges.clear();
    this.judge.clear();
    this.tracker.clear();
  }

  private receive(event: LineEvent<Message>): void {
    this.tracker.tx(event);
    if (this.tracker.isLost) return isDiscarded(event) ? undefined : this.tally.countLost(event);
    if (isDiscarded(event)) {
      this.exchanges.afterRefusal = true;
      return;
    }
    this.log.remember('tx', event.passed);
    this.exchanges.receive(event);
  }

  private take(event: LineEvent<Message>): void {
    const { event: frame, first, last } = event.passed;
    if (isDiscarded(event)) return;
    this.log.remember('rx', event.passed);
    if (!this.tracker.isLost) this.unsolicited.sawBoard(first);
    const isMessage = frame.kind === 'frame' && this.unsolicited.isMessage(frame.value);
    this.tracker.quiet.rx(last.notAfter, isMessage);
    this.judge.take(event);
    if (this.tracker.rx(event, isMessage)) this.resynchronise();
  }

  private readonly timeoutOf = (pending: PendingResponse<State>): Micros => {
    const { lastByte } = this.answers;
    if (lastByte === undefined) return pending.timeout;
    // What has begun may be the answer: it is missing when that has ended.
    const end = this.answers.deadline() ?? after(lastByte.notAfter, this.session.idle);
    return micros(Math.max(pending.timeout, end));
  };

  /** The board may have seen the silence that ends what it is receiving, or counts bytes and does not wait for it. */
  private endRequest({ notAfter }: Bounds): boolean {
    const { requests } = this;
    if (!requests.mayBeAnsweredEarly(notAfter) && !requests.mayHaveEnded(notAfter)) return false;
    for (const ended of this.requests.endBySilence()) this.receive(ended);
    return !this.tracker.isLost;
  }

  private endGarbage(): void {
    if (this.session.answers.framing.kind === 'silence') return;
    for (const event of this.answers.endGarbage()) this.take(event);
  }

  private desynchronise(isCovered = false, cause?: object): void {
    if (cause !== undefined) this.tally.leaveOpen([cause]);
    if (this.tracker.isLost) return this.tracker.lose();
    if (!isCovered) this.points.addUnjudged(this.session, this.exchanges.waiting, this.estimate.isKnown);
    this.clear();
    this.tally.lose();
    this.tracker.lose();
    this.estimate.forget();
    this.unsolicited.clear();
  }

  /** By then nothing is under way any more, if nothing passes. */
  private quietAt(): Micros {
    return this.tracker.quiet.at(this.answers.lastByte?.notAfter, this.exchanges.longest, GRACE);
  }

  private resynchronise(): void {
    this.exchanges.afterRefusal = true;
    this.estimate.quiet();
  }

  private judgeChatter({ notBefore }: Chunk): void {
    if (!this.tracker.quiet.isChatter(notBefore)) return;
    const flaw = unaskedFrame(this.session, undefined, 'bytes that go on and on');
    this.log.fail(this.session.clauses.unasked, undefined, flaw);
  }
}
