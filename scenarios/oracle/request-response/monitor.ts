/**
 * The monitor of any described protocol: told of everything that passes on a line, it knows what is due and judges what comes. It sends
 * nothing, and reads no clock.
 *
 *     tx bytes → requests → rule or refusal → what may rightly follow → pending responses, and silences
 *     rx bytes → answers ──────────────────────────────────────────────▶ the first of them
 *
 * Where the page leaves open how the board reads what it got, the monitor is desynchronised: it judges nothing until the line was quiet,
 * and then blames no content until the baseline, or a reset, has told the state.
 */
import type { Chunk } from '../../../devices/links/link';
import type { Message, RequestResponseSession, Side } from '../../../protocols/request-response/definition';
import { after, micros, type Micros } from '../../../protocols/time';
import type { CoveragePoint } from '../model';
import type { Bounds } from '../timed-decoder';
import { AnswerJudge } from './answer-judge';
import { ExchangeCoverage } from './exchange-coverage';
import { Exchanges, type MonitorContext } from './exchanges';
import type { Judgement } from './judgement';
import { JudgementLog } from './judgement-log';
import { LineDecoder, type LineEvent } from './line-decoder';
import { LineQuiet } from './line-quiet';
import { unaskedFrame } from './flaws';
import type { PendingResponse } from './pending-response';
import { silenceOf } from './silence';
import { StateEstimate } from './state-estimate';
import { UnsolicitedWatch } from './unsolicited-watch';

/** Talk that goes on this long after the last byte sent is talk that nobody asked for. */
const LONGEST_CHATTER_US = 5e6;
/** An earlier part of what a later reject decides: nothing is due for it. */
const DISCARDED = 'discarded';

/** Why the monitor cannot judge all, and what ends that. */
export interface LossOfSync {
  readonly reason: string;
  /** quiet: silence on the line until `until`, then the baseline. baseline: the requests of the baseline with their answers, or a reset. */
  readonly endedBy: 'quiet' | 'baseline';
  readonly until?: Micros;
}

export interface MonitorOptions {
  /** false: the board may be in any state. Default: it is in the initial one. */
  readonly known?: boolean;
  /** false: the board may be reset at any time, and nobody tells. Default: resets are told. */
  readonly seesResets?: boolean;
}

export class RequestResponseMonitor<State = unknown> {
  private readonly log = new JudgementLog();
  private readonly points = new ExchangeCoverage();
  private readonly estimate: StateEstimate<State>;
  private readonly unsolicited: UnsolicitedWatch;
  private requests: LineDecoder<Message>;
  private answers: LineDecoder<Message>;
  private readonly exchanges: Exchanges<State>;
  private readonly judge: AnswerJudge<State>;
  /** Nothing is judged until the line was quiet, because of this. */
  private lost: string | undefined;
  private reasonUnknown = 'nothing was seen of the board before';
  private readonly quiet: LineQuiet;

  constructor(
    private readonly session: RequestResponseSession<Message, Message, State>,
    { known = true, seesResets = true }: MonitorOptions = {},
  ) {
    const { log, points } = this;
    const estimate = new StateEstimate(session, known);
    const context: MonitorContext<State> = {
      session,
      log,
      points,
      estimate,
      isLost: () => this.lost !== undefined,
      desynchronise: (reason) => this.desynchronise(reason),
      loseState: (reason) => this.loseState(reason),
    };
    this.estimate = estimate;
    this.quiet = new LineQuiet(session);
    this.unsolicited = new UnsolicitedWatch(session, log);
    this.exchanges = new Exchanges(context);
    this.judge = new AnswerJudge(context, {
      exchanges: this.exchanges,
      unsolicited: this.unsolicited,
      seesResets,
      mayHaveEnded: (first) => this.requests.mayHaveEnded(first.notAfter),
      endRequest: (first) => this.endRequest(first),
    });
    this.requests = this.newDecoder(session.requests);
    this.answers = this.newDecoder(session.answers);
    if (!known) {
      this.requests.lose();
      estimate.quiet();
    }
  }

  /** Where the board stands, as far as is known. */
  get state(): State {
    return this.estimate.state;
  }

  get desynchronised(): boolean {
    return this.lost !== undefined || !this.estimate.isKnown;
  }

  get sync(): LossOfSync | undefined {
    if (this.lost !== undefined) return { reason: this.lost, endedBy: 'quiet', until: this.quietAt() };
    return this.estimate.isKnown ? undefined : { reason: this.reasonUnknown, endedBy: 'baseline' };
  }

  /** Requests that still wait for an answer. */
  get unanswered(): number {
    return this.exchanges.queue.length;
  }

  /** What was sent last was refused, or is not known. */
  get isAfterRefusal(): boolean {
    return this.exchanges.afterRefusal;
  }

  /** Bytes of a request have come, and more may. */
  get isReceiving(): boolean {
    return this.requests.pending;
  }

  /** All findings since it was last asked, in the order of time. */
  judgements(): readonly Judgement[] {
    return this.log.takeAll();
  }

  /** What happened since it was last asked. */
  coverage(): readonly CoveragePoint[] {
    return this.points.takeAll();
  }

  /** When the next thing is decided by silence; undefined: nothing is due, and the next request may be sent. */
  due(): Micros | undefined {
    const times =
      this.lost === undefined
        ? [
            this.requests.deadline(),
            this.answers.deadline(),
            ...this.exchanges.waiting.map((pending) => this.timeoutOf(pending)),
            this.estimate.opening,
          ]
        : [this.quietAt()];
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : micros(Math.min(...known));
  }

  /** Bytes to the board. */
  tx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    if (this.requests.isAmbiguous(chunk)) this.desynchronise('a pause may have ended a request, or not');
    for (const event of this.requests.push(chunk)) this.receive(event);
    this.quiet.tx(chunk.notAfter);
  }

  /** Bytes from the board. */
  rx(chunk: Chunk): void {
    this.tick(chunk.notBefore);
    for (const event of this.answers.push(chunk)) this.take(event);
    if (this.lost !== undefined) this.judgeChatter(chunk);
  }

  /** Time has come to `now`, and everything that had passed by then was told. */
  tick(now: Micros): void {
    for (const event of this.requests.tick(now)) this.receive(event);
    for (const event of this.answers.tick(now)) this.take(event);
    if (this.lost !== undefined) {
      if (now >= this.quietAt()) this.resynchronise();
      return;
    }
    this.exchanges.tick(now, (pending) => this.timeoutOf(pending));
    if (this.lost !== undefined) return;
    this.estimate.tick(now);
    this.unsolicited.tick(now);
    const { answered } = this.exchanges;
    if (answered === undefined || this.due() !== undefined || now < this.quietAt()) return;
    this.log.pass(this.session.clauses.unasked, 'unasked', answered);
    this.exchanges.answered = undefined;
  }

  /**
   * The board was reset: it is in its initial state, and has forgotten what it was asked. `isCertain` false: it only may have forgotten,
   * so that an answer which is missing next is charged to what was before.
   */
  reset(at: Micros, isCertain = true): void {
    this.clear();
    this.requests = this.newDecoder(this.session.requests);
    this.answers = this.newDecoder(this.session.answers);
    this.quiet.tx(at);
    this.estimate.assume(this.session.initial);
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
    this.quiet.tx(until);
    this.requests.lose();
    this.answers.lose();
    this.desynchronise('bytes passed that are not known');
  }

  private newDecoder({ codec, framing }: Side<Message>): LineDecoder<Message> {
    return new LineDecoder(codec, silenceOf(framing));
  }

  private clear(): void {
    this.exchanges.clear();
    this.judge.clear();
    this.lost = undefined;
  }

  private receive(event: LineEvent<Message>): void {
    if (this.lost !== undefined) return;
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
    if (this.lost === undefined) this.unsolicited.sawBoard(first);
    this.quiet.rx(last.notAfter, frame.kind === 'frame' && this.unsolicited.isMessage(frame.value));
    this.judge.take(event);
  }

  private timeoutOf(pending: PendingResponse<State>): Micros {
    const { lastByte } = this.answers;
    if (lastByte === undefined) return pending.timeout;
    // What has begun may be the answer: it is missing when that has ended.
    const end = this.answers.deadline() ?? after(lastByte.notAfter, this.session.idle);
    return micros(Math.max(pending.timeout, end));
  }

  /** A board that answers has seen the end of what it was receiving: it may count bytes, and not wait for the silence. */
  private endRequest({ notAfter }: Bounds): boolean {
    const { lastByte } = this.requests;
    if (lastByte === undefined || notAfter < lastByte.notBefore) return false;
    for (const ended of this.requests.endBySilence()) this.receive(ended);
    return this.lost === undefined;
  }

  private loseState(reason: string): void {
    this.reasonUnknown = reason;
    this.estimate.forget();
  }

  private desynchronise(reason: string): void {
    if (this.lost !== undefined) return;
    this.points.addUnjudged(this.session, this.exchanges.waiting[0], this.estimate.isKnown);
    this.clear();
    this.lost = reason;
    this.loseState(reason);
    this.unsolicited.clear();
  }

  /** By then nothing is under way any more, if nothing passes. */
  private quietAt(): Micros {
    return this.quiet.at(this.answers.lastByte?.notAfter, this.exchanges.longest);
  }

  private resynchronise(): void {
    this.lost = undefined;
    this.requests.endBySilence();
    this.answers.endBySilence();
    this.exchanges.afterRefusal = true;
    this.estimate.quiet();
  }

  private judgeChatter({ notBefore }: Chunk): void {
    if (notBefore < this.quiet.lastTx + LONGEST_CHATTER_US || this.session.unsolicited.length > 0) return;
    this.log.fail(
      this.session.clauses.unasked,
      undefined,
      unaskedFrame(this.session, undefined, 'bytes that go on and on'),
    );
  }
}

function isDiscarded({ passed: { event } }: LineEvent<Message>): boolean {
  return event.kind === 'reject' && event.error.code === DISCARDED;
}
