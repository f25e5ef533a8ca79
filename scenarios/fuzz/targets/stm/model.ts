/**
 * The oracle of an STM board: it reads requests as the board must, and knows which response each request has.
 *
 *     tx bytes → request decoder → pending responses, in order        rx bytes → answer decoder → the first pending response
 *
 * If the page leaves the outcome open (more than two requests at once, a gap between half an idle gap and a whole one),
 * it judges nothing until the line is quiet, and asks for a Start.
 */
import type { Chunk } from '../../../../devices/links/link';
import type { Decoder, FrameEvent, RejectOf } from '../../../../protocols/frame';
import { follow, POWER_ON, type Game } from '../../../../protocols/stm/rules';
import { answers, requests, type Answer, type Request, type StmOptions } from '../../../../protocols/stm/stm';
import { after, micros, type Micros } from '../../../../protocols/time';
import { splitByTime } from '../../../oracle/split-by-time';
import type { Failure } from '../../../oracle/failure';
import type { Due, CoveragePoint, Model } from '../../../oracle/model';
import {
  answerBeforeGap,
  brokenAnswer,
  earlyAnswer,
  ENDLESS_CHATTER,
  lateAnswer,
  noAnswer,
  pauseInside,
  unaskedAnswer,
  predictableDeal,
  wrongAnswer,
} from './failures';
import { RandomnessCheck } from './randomness-check';
import { isSealed } from './sealed';
import { answerLabel, NOISE, stateLabel } from './labels';
import {
  clauseOf,
  earliest,
  expectedFor,
  isRight,
  latest,
  pendingResponseFor,
  sameGame,
  GRACE,
  wordsOf,
  type PendingResponse,
  type Times,
} from './pending-response';

export const LINK = 'main';

const NOISE_POINT = { trigger: NOISE, response: 'unjudged', requirement: 'STM-FR-09', isNoOp: false };

/** The page promises no answer to more requests at once. */
const MOST_PENDING = 2;
/** Bytes that still come from the board this long after noise are unasked. */
const LONGEST_CHATTER_US = 5e6;

export interface StmView {
  /** undefined: not known. */
  readonly game: Game | undefined;
}

export interface StmModelOptions extends StmOptions, Times {
  readonly fresh: boolean;
}

export class StmModel implements Model {
  failure: Failure | undefined;
  private game: Game | undefined;
  private txDecoder: Decoder<Request>;
  private rxDecoder: Decoder<Answer>;
  private readonly randomness = new RandomnessCheck();
  private readonly pending: PendingResponse[] = [];
  private seen: CoveragePoint[] = [];
  /** Bounds of the last byte that was sent. */
  private lastTx = { notBefore: micros(-1e9), notAfter: micros(-1e9) };
  private lastRxAt = micros(-1e9);
  private frameBegan = micros(0);
  private answered: PendingResponse | undefined;
  /** An answer that silence has cut. Its rest may come until `until`. */
  private cut: { readonly event: RejectOf<Answer>; readonly until: Micros } | undefined;
  /** Answers are not judged until the line has been quiet. */
  private awaitsSilence = false;

  constructor(private readonly options: StmModelOptions) {
    this.game = options.fresh ? POWER_ON : undefined;
    this.txDecoder = requests(options).decoder();
    this.rxDecoder = answers(options).decoder();
  }

  get view(): StmView {
    return { game: this.game };
  }

  get desynchronised(): boolean {
    return this.awaitsSilence || this.game === undefined;
  }

  coverage(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  tx(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (!this.awaitsSilence && this.unclear(chunk)) this.desynchronise();
    if (!this.awaitsSilence) for (const event of this.decodeTx(chunk)) this.addPending(event);
    this.lastTx = { notBefore: chunk.lastNotBefore, notAfter: chunk.notAfter };
    if (this.pending.length > (this.game === undefined ? 1 : MOST_PENDING)) this.desynchronise();
  }

  rx(_link: string, chunk: Chunk): void {
    const began = this.lastRxAt;
    this.lastRxAt = chunk.notAfter;
    if (this.awaitsSilence) this.judgeChatter();
    if (this.awaitsSilence || this.failure !== undefined) return;
    const gap = chunk.notBefore - began;
    const pieced = this.cut !== undefined || (this.rxDecoder.pending > 0 && gap > this.options.idleGap / 2);
    if (pieced) return this.fail(pauseInside(this.pending[0]?.trigger ?? '', gap, this.options));
    if (this.rxDecoder.pending === 0) this.frameBegan = chunk.notBefore;
    for (const event of this.rxDecoder.push(chunk.bytes, chunk.notAfter)) {
      this.take(event, chunk);
      this.frameBegan = chunk.notBefore;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    if (this.awaitsSilence) return this.resynchronise(now);
    for (const event of this.txDecoder.tick(now)) this.addPending(event);
    for (const event of this.rxDecoder.tick(now)) if (event.kind === 'reject') this.refuse(event, now);
    if (this.cut !== undefined) return this.judgeCut(this.cut, now);
    const first = this.pending[0];
    if (first !== undefined && now >= this.timeoutOf(first)) this.failSilence(first);
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.awaitsSilence) return { link: LINK, until: this.quietAt() };
    const times = [
      this.cut?.until,
      this.rxDecoder.deadline(),
      this.pending[0] === undefined ? this.txDecoder.deadline() : this.timeoutOf(this.pending[0]),
    ].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  get unanswered(): number {
    return this.pending.length;
  }

  mayFollow(_link: string, bytes: Uint8Array, before: number): boolean {
    if (before >= MOST_PENDING || this.desynchronised || this.txDecoder.pending > 0) return false;
    return this.pending.every(({ request }) => request !== undefined) && isSealed(bytes);
  }

  private judgeCut({ event, until }: { event: RejectOf<Answer>; until: Micros }, now: Micros): void {
    if (now >= until) this.fail(brokenAnswer(event, this.pending[0], this.game));
  }

  private timeoutOf(response: PendingResponse): Micros {
    return after(latest(response, this.options), GRACE);
  }

  /** A pause within the bytes, or before them, may or may not be an idle gap. */
  private unclear({ notBefore, notAfter, lastNotBefore }: Chunk): boolean {
    const { idleGap } = this.options;
    if (notAfter - lastNotBefore > idleGap / 2) return true;
    if (this.txDecoder.pending === 0) return false;
    const low = notBefore - this.lastTx.notAfter;
    const high = notBefore - this.lastTx.notBefore + (notAfter - lastNotBefore);
    return high > idleGap / 2 && low < idleGap;
  }

  private decodeTx(chunk: Chunk): readonly FrameEvent<Request>[] {
    const events = [...this.txDecoder.tick(chunk.notBefore)];
    for (const { bytes, notAfter } of splitByTime(chunk, micros(this.options.idleGap / 8)))
      events.push(...this.txDecoder.push(bytes, notAfter));
    return events;
  }

  private addPending(event: FrameEvent<Request>): void {
    const slack = this.lastTx.notAfter - this.lastTx.notBefore;
    const bounds = { notBefore: micros(event.last - slack), notAfter: event.last };
    const response = pendingResponseFor(event, bounds, this.pending.at(-1));
    if (response !== undefined) this.pending.push(response);
  }

  private take(event: FrameEvent<Answer>, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (event.kind === 'reject') return this.refuse(event, event.last);
    const response = this.pending[0] ?? this.atTheGap(chunk);
    if (response === undefined) return this.failUnasked(event.value);
    this.pending.shift();
    this.answer(response, event.value, chunk);
    this.answered = response;
  }

  /** An answer that waits for the idle gap may come from half of it on. Then the decoder's deadline has passed. */
  private atTheGap(chunk: Chunk): PendingResponse | undefined {
    if (this.txDecoder.pending === 0 || chunk.notAfter < this.lastTx.notBefore + this.options.idleGap / 2)
      return undefined;
    const deadline = this.txDecoder.deadline();
    for (const event of deadline === undefined ? [] : this.txDecoder.tick(deadline)) this.addPending(event);
    return this.pending[0];
  }

  private answer(response: PendingResponse, answer: Answer, chunk: Chunk): void {
    const { game } = this;
    const next =
      game === undefined || response.request === undefined ? game : follow(game, response.request, answer);
    this.addPoint(response, answerLabel(answer), next);
    if (game === undefined) return this.firstAnswer(response, answer);
    const expected = expectedFor(response, game);
    if (expected === undefined) return;
    const { due } = wordsOf(expected);
    const { frameBegan, options } = this;
    if (!isRight(expected, answer)) return this.fail(wrongAnswer(response, game, answer, expected));
    if (frameBegan > latest(response, options))
      return this.fail(lateAnswer(response, due, frameBegan, options));
    if (chunk.notAfter < earliest(response, options))
      return this.fail(earlyAnswer(response, due, frameBegan, options));
    if (response.request === undefined) return;
    this.game = next;
    this.judgeDeal(response, answer);
  }

  /** If the state of the board is not known, the answer to a Start shows it. */
  private firstAnswer(response: PendingResponse, answer: Answer): void {
    if (response.request?.type !== 'start') return;
    if (answer.type === 'start') this.game = follow(POWER_ON, response.request, answer);
    else this.fail(wrongAnswer(response, undefined, answer, { type: 'exact', answer: { type: 'start' } }));
  }

  private judgeDeal({ request }: PendingResponse, answer: Answer): void {
    if (request?.type === 'start' || (request?.type === 'reset' && answer.type === 'reset'))
      this.randomness.newGame();
    if (request?.type !== 'shuffle' || answer.type !== 'shuffle') return;
    const flaw = this.randomness.take(request.tiles, answer.tiles);
    if (flaw !== undefined) this.fail(predictableDeal(flaw));
  }

  private failSilence(response: PendingResponse): void {
    this.addPoint(response, 'silence');
    this.fail(noAnswer(response, this.game, this.answered, this.options));
  }

  private failUnasked(answer: Answer): void {
    const deadline = this.txDecoder.deadline();
    const [pending] = deadline === undefined ? [] : this.txDecoder.tick(deadline);
    this.fail(
      pending?.kind === 'reject'
        ? answerBeforeGap(pending, answer, this.options)
        : unaskedAnswer(answer, this.answered, this.frameBegan, this.options),
    );
  }

  /** An answer that silence has cut may still go on. Then it had a pause inside. */
  private refuse(event: RejectOf<Answer>, now: Micros): void {
    if (this.failure !== undefined) return;
    if (event.error.code === 'truncated') this.cut ??= { event, until: after(now, GRACE) };
    else this.fail(brokenAnswer(event, this.pending[0], this.game));
  }

  private addPoint(pending: PendingResponse, response: string, after?: Game): void {
    const { trigger } = pending;
    const requirement = clauseOf(pending, this.game);
    const isNoOp = after === undefined ? pending.request === undefined : sameGame(after, this.game);
    this.seen.push({ state: stateLabel(this.game), trigger, response, requirement, isNoOp });
  }

  private desynchronise(): void {
    this.awaitsSilence = true;
    this.seen.push({ ...NOISE_POINT, state: stateLabel(this.game) });
    this.game = undefined;
    this.pending.length = 0;
    this.cut = undefined;
    this.answered = undefined;
    this.lastRxAt = micros(-1e9);
  }

  private quietAt(): Micros {
    const quiet = this.options.idleGap + this.options.response + GRACE;
    return micros(Math.max(this.lastTx.notAfter, this.lastRxAt) + quiet);
  }

  private resynchronise(now: Micros): void {
    if (now < this.quietAt()) return;
    this.awaitsSilence = false;
    this.txDecoder = requests(this.options).decoder();
    this.rxDecoder = answers(this.options).decoder();
  }

  private judgeChatter(): void {
    if (this.lastRxAt < this.lastTx.notAfter + LONGEST_CHATTER_US) return;
    this.fail(ENDLESS_CHATTER);
  }

  private fail(failure: Failure): void {
    this.failure ??= failure;
  }
}
