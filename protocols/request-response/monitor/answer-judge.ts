/** Judges what a board sends, by what is due. */
import { silenceOf } from '../../wire/framing';
import type { FrameOf, RejectOf } from '../../frame';
import type { Message } from '../definition';
import { after, micros, type Micros } from '../../time';
import type { Bounds } from '../../monitor/timed-decoder';
import type { Exchanges, MonitorContext } from './exchanges';
import { clauseOfWrongAnswer } from './charged-clause';
import { malformedFrame, unaskedFrame, wrongAnswer } from './flaws';
import type { LineEvent } from './line-decoder';
import { GRACE, type PendingResponse } from './pending-response';
import type { UnsolicitedWatch } from './unsolicited-watch';

export interface AnswerOptions<State> {
  readonly exchanges: Exchanges<State>;
  readonly unsolicited: UnsolicitedWatch;
  /** false: the board may be reset at any time, and nobody tells. */
  readonly seesResets: boolean;
  /** The silence that ends what the board is receiving may have come for it by then. */
  readonly mayHaveEnded: (first: Bounds) => boolean;
  /** Ends it, if that may be. `true`: something ended. */
  readonly endRequest: (first: Bounds) => boolean;
  /** What the board is receiving came in pieces. */
  readonly isInPieces: () => boolean;
}

export class AnswerJudge<State> {
  /** The last byte of the last frame. */
  private lastFrame: Bounds | undefined;

  constructor(
    private readonly context: MonitorContext<State>,
    private readonly options: AnswerOptions<State>,
  ) {}

  clear(): void {
    this.lastFrame = undefined;
  }

  take(event: LineEvent<Message>): void {
    const { event: frame, last } = event.passed;
    let isMessage = false;
    if (!this.context.sync.isLost)
      if (frame.kind === 'frame') isMessage = this.takeAnswer(event, frame);
      else this.takeReject(event, frame);
    this.lastFrame = last;
    for (const pending of this.options.exchanges.queue)
      if (isMessage) pending.interrupt(event.passed, this.pauseOfFrames);
      else pending.delay(last);
  }

  /** The silence that has to stand between two frames. */
  private get pauseOfFrames(): Micros {
    return silenceOf(this.context.session.answers.framing) ?? micros(0);
  }

  /** true: it is a message that the board sends by itself. */
  private takeAnswer(event: LineEvent<Message>, { value }: FrameOf<Message>): boolean {
    const { clauses } = this.context.session;
    const { exchanges, mayHaveEnded, endRequest } = this.options;
    this.context.log.pass(clauses.sum, 'malformed');
    this.context.log.pass(clauses.form, 'malformed');
    this.judgePause(event, exchanges.queue[0]);
    const isMessage = this.options.unsolicited.isMessage(value);
    if (exchanges.takeRight(event, value)) {
      if (isMessage && !this.context.sync.isLost)
        this.doubtMessage(event, value, micros(exchanges.longest + GRACE));
      return false;
    }
    const mayBeNext = exchanges.queue.every(({ mayBeOver }) => mayBeOver);
    if (isMessage) {
      if (!mayBeNext || !mayHaveEnded(event.passed.first)) return this.takeMessage(event, value);
      // It may be the answer to what a silence ends.
      this.context.desynchronise();
      return false;
    }
    if (mayBeNext && endRequest(event.passed.first) && exchanges.takeRight(event, value)) return false;
    if (!this.context.sync.isLost) this.blame(event, value);
    return false;
  }

  private judgePause(
    { pause, doubtful }: LineEvent<Message>,
    pending: PendingResponse<State> | undefined,
  ): void {
    const { pause: limit } = this.context.session;
    if (limit === undefined || pending === undefined) return;
    const { low, high } = pause;
    const measurement = { name: 'pause inside an answer', unit: 'us', low, high, max: limit.max } as const;
    this.context.log.measure(limit.clause, pending, () => 'a pause inside an answer', measurement, {
      isDoubtful: doubtful,
      kind: 'gap',
    });
  }

  /** true: it is no answer. */
  private takeMessage(event: LineEvent<Message>, message: Message): boolean {
    const { exchanges, unsolicited } = this.options;
    const { first } = event.passed;
    const { estimate } = this.context;
    const isAsked = exchanges.waiting !== undefined || estimate.isOpen(first.notBefore);
    if (!isAsked || estimate.isKnown)
      return unsolicited.take(message, first, this.lastFrame?.notAfter ?? micros(-Infinity));
    // In another state than the assumed one, it may be the answer.
    this.doubtMessage(event, message, micros(0));
    return false;
  }

  private doubtMessage({ passed }: LineEvent<Message>, message: Message, span: Micros): void {
    this.options.unsolicited.doubt(message, passed.first, after(passed.last.notAfter, span));
  }

  /** A frame that nothing explains: an answer where silence is due, a wrong one, or one that nobody asked for. */
  private blame(event: LineEvent<Message>, answer: Message): void {
    const { exchanges } = this.options;
    const { first } = event.passed;
    const silence = exchanges.silences.findLast((one) => one.mayPrecede(first));
    const request = exchanges.queue.slice(0, 1).find((one) => one.mayPrecede(first));
    // In an unknown state the answer may be right, whatever the rules say of the assumed one.
    const pending = request !== undefined && !this.context.estimate.isKnown ? request : (silence ?? request);
    const text = this.context.session.answers.wire.describe(answer);
    if (pending === undefined) return this.blameUnasked(event, text);
    if (event.doubtful || pending.received.doubtful) return this.context.desynchronise();
    this.context.points.add(
      this.context.session,
      pending,
      answer,
      pending.before,
      this.context.estimate.isKnown,
    );
    if (pending.isCertain && (this.options.seesResets || !exchanges.isAsAfterReset(pending, answer))) {
      if (!this.context.sync.isOrderSure) return this.context.desynchronise();
      const { session } = this.context;
      const flaw =
        pending !== silence ? wrongAnswer(session, pending, answer) : unaskedFrame(session, pending, text);
      const clause = clauseOfWrongAnswer(session, pending, answer, exchanges.isOvertaking(answer));
      this.context.tally.count(pending);
      this.context.log.fail(clause, pending, flaw);
    } else this.context.tally.count(pending, 'state-unknown');
    this.context.loseState();
    if (pending === silence) exchanges.acceptBrokenSilences();
    else exchanges.acceptWrong(event.passed.last);
  }

  private blameUnasked({ passed, doubtful }: LineEvent<Message>, text: string): void {
    if (doubtful || !this.context.sync.isOrderSure) return this.context.desynchronise();
    const answered = this.answeredBefore(passed.first);
    const clause = this.clauseOfUnasked(answered);
    const flaw = unaskedFrame(this.context.session, answered, text);
    const { estimate } = this.context;
    if (!estimate.isOpen(passed.first.notBefore)) return this.context.log.fail(clause, answered, flaw);
    this.context.log.fail(clause, answered, { ...flaw, verdict: 'inconclusive' });
    estimate.open(after(passed.last.notAfter, micros(this.options.exchanges.longest + GRACE)));
    this.options.exchanges.answered = undefined;
  }

  /** What was answered shortly before. */
  private answeredBefore(first: Bounds): PendingResponse<State> | undefined {
    const { answered } = this.options.exchanges;
    return answered !== undefined && first.notBefore < answered.quietAt ? answered : undefined;
  }

  private clauseOfUnasked(answered: PendingResponse<State> | undefined): string | undefined {
    const { second, unasked, pieces } = this.context.session.clauses;
    if (pieces !== undefined && this.options.isInPieces()) return pieces;
    if (answered === undefined) return unasked;
    if (second === undefined) return unasked ?? answered.clause;
    return answered.request === undefined ? answered.clause : answered.clauseOf(undefined, second);
  }

  /** What must be refused was taken: an answer of another form begins, whatever is wrong with it. */
  private isAnswerToRefused({ request, outcomes }: PendingResponse<State>, [first]: Uint8Array): boolean {
    if (request !== undefined) return false;
    const { codec } = this.context.session.answers;
    return outcomes.every(({ due: [answer] }) => answer !== undefined && codec.encode(answer)[0] !== first);
  }

  /** Bytes that are no answer. */
  private takeReject(event: LineEvent<Message>, reject: RejectOf<Message>): void {
    if (event.doubtful) return this.context.desynchronise();
    const { exchanges, endRequest } = this.options;
    const { sum, form, unasked } = this.context.session.clauses;
    const { error, raw, value } = reject;
    if (exchanges.queue.length === 0) endRequest(event.passed.first);
    const [silence] = exchanges.silences;
    const pending = exchanges.queue[0] ?? silence;
    if (pending === undefined && unasked !== undefined) {
      this.context.log.fail(this.clauseOfUnasked(this.answeredBefore(event.passed.first)), undefined, {
        ...malformedFrame(raw, error),
      });
      return this.context.desynchronise();
    }
    const general = error.code === 'checksum' ? sum : (form ?? sum);
    const isWrong = pending !== undefined && (pending === silence || this.isAnswerToRefused(pending, raw));
    const clause = isWrong ? pending.clause : (general ?? pending?.clause ?? unasked);
    if (pending !== undefined) this.context.tally.count(pending);
    this.context.log.fail(clause, pending, malformedFrame(raw, error, value));
    if (value === undefined || !exchanges.takeRight(event, value)) this.context.desynchronise();
  }
}
