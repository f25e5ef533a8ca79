/**
 * The oracle of an STM board: reads what it was sent as the board must, and knows what each of it is owed.
 *
 *     sent bytes → request decoder → owed, in order        heard bytes → answer decoder → the first of the owed
 *
 * Where the page leaves the outcome open (more than two requests at once, a gap between half an idle gap and a whole one)
 * it listens until the line is quiet, judges nothing, and asks for a Start.
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
  answeredAtOnce,
  brokenAnswer,
  earlyAnswer,
  ENDLESS_TALK,
  lateAnswer,
  noAnswer,
  pauseInside,
  unaskedAnswer,
  unrandomDeal,
  wrongAnswer,
} from './blame';
import { Deals } from './deals';
import { isSealed } from './sealed';
import { answerLabel, NOISE, stateLabel } from './labels';
import {
  clauseOf,
  earliest,
  expectedFor,
  isRight,
  latest,
  owedFor,
  sameGame,
  GRACE,
  wordsOf,
  type Owed,
  type Times,
} from './pending-response';

export const LINK = 'main';

const NOISE_MARK = { trigger: NOISE, response: 'unjudged', requirement: 'STM-FR-09', isNoOp: false };

/** More than this at once is more than the page promises an answer to. */
const MOST_AT_ONCE = 2;
/** Talk that goes on this long after noise is talk that nobody asked for. */
const LONGEST_TALK_US = 5e6;

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
  private hears: Decoder<Request>;
  private listens: Decoder<Answer>;
  private readonly deals = new Deals();
  private readonly owed: Owed[] = [];
  private seen: CoveragePoint[] = [];
  /** Of what was sent last: bounds of its last byte. */
  private lastSent = { notBefore: micros(-1e9), notAfter: micros(-1e9) };
  private lastHeard = micros(-1e9);
  private frameBegan = micros(0);
  private answered: Owed | undefined;
  /** Silence has cut this answer; until then the rest of it may come. */
  private cut: { readonly event: RejectOf<Answer>; readonly until: Micros } | undefined;
  /** What comes is not judged until the line has been quiet. */
  private deaf = false;

  constructor(private readonly options: StmModelOptions) {
    this.game = options.fresh ? POWER_ON : undefined;
    this.hears = requests(options).decoder();
    this.listens = answers(options).decoder();
  }

  get view(): StmView {
    return { game: this.game };
  }

  get desynchronised(): boolean {
    return this.deaf || this.game === undefined;
  }

  coverage(): readonly CoveragePoint[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  tx(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (!this.deaf && this.unclear(chunk)) this.deafen();
    if (!this.deaf) for (const event of this.heardByBoard(chunk)) this.owe(event);
    this.lastSent = { notBefore: chunk.lastNotBefore, notAfter: chunk.notAfter };
    if (this.owed.length > (this.game === undefined ? 1 : MOST_AT_ONCE)) this.deafen();
  }

  rx(_link: string, chunk: Chunk): void {
    const began = this.lastHeard;
    this.lastHeard = chunk.notAfter;
    if (this.deaf) this.judgeTalk();
    if (this.deaf || this.failure !== undefined) return;
    const gap = chunk.notBefore - began;
    const pieced = this.cut !== undefined || (this.listens.pending > 0 && gap > this.options.idleGap / 2);
    if (pieced) return this.fail(pauseInside(this.owed[0]?.trigger ?? '', gap, this.options));
    if (this.listens.pending === 0) this.frameBegan = chunk.notBefore;
    for (const event of this.listens.push(chunk.bytes, chunk.notAfter)) {
      this.take(event, chunk);
      this.frameBegan = chunk.notBefore;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    if (this.deaf) return this.listenOut(now);
    for (const event of this.hears.tick(now)) this.owe(event);
    for (const event of this.listens.tick(now)) if (event.kind === 'reject') this.refuse(event, now);
    if (this.cut !== undefined) return this.judgeCut(this.cut, now);
    const first = this.owed[0];
    if (first !== undefined && now >= this.patience(first)) this.silent(first);
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.deaf) return { link: LINK, until: this.quietAt() };
    const times = [
      this.cut?.until,
      this.listens.deadline(),
      this.owed[0] === undefined ? this.hears.deadline() : this.patience(this.owed[0]),
    ].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  get unanswered(): number {
    return this.owed.length;
  }

  mayFollow(_link: string, bytes: Uint8Array, before: number): boolean {
    if (before >= MOST_AT_ONCE || this.desynchronised || this.hears.pending > 0) return false;
    return this.owed.every(({ request }) => request !== undefined) && isSealed(bytes);
  }

  private judgeCut({ event, until }: { event: RejectOf<Answer>; until: Micros }, now: Micros): void {
    if (now >= until) this.fail(brokenAnswer(event, this.owed[0], this.game));
  }

  private patience(owed: Owed): Micros {
    return after(latest(owed, this.options), GRACE);
  }

  /** The wire's pace may have been broken within the bytes, or before them, at a point that decides what they are. */
  private unclear({ notBefore, notAfter, lastNotBefore }: Chunk): boolean {
    const { idleGap } = this.options;
    if (notAfter - lastNotBefore > idleGap / 2) return true;
    if (this.hears.pending === 0) return false;
    const low = notBefore - this.lastSent.notAfter;
    const high = notBefore - this.lastSent.notBefore + (notAfter - lastNotBefore);
    return high > idleGap / 2 && low < idleGap;
  }

  private heardByBoard(chunk: Chunk): readonly FrameEvent<Request>[] {
    const events = [...this.hears.tick(chunk.notBefore)];
    for (const { bytes, notAfter } of splitByTime(chunk, micros(this.options.idleGap / 8)))
      events.push(...this.hears.push(bytes, notAfter));
    return events;
  }

  private owe(event: FrameEvent<Request>): void {
    const slack = this.lastSent.notAfter - this.lastSent.notBefore;
    const bounds = { notBefore: micros(event.last - slack), notAfter: event.last };
    const owed = owedFor(event, bounds, this.owed.at(-1));
    if (owed !== undefined) this.owed.push(owed);
  }

  private take(event: FrameEvent<Answer>, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (event.kind === 'reject') return this.refuse(event, event.last);
    const owed = this.owed[0] ?? this.atTheGap(chunk);
    if (owed === undefined) return this.unasked(event.value);
    this.owed.shift();
    this.answer(owed, event.value, chunk);
    this.answered = owed;
  }

  /** An answer to what only the gap decides may come from half of it on: the decoder is told that time has passed. */
  private atTheGap(chunk: Chunk): Owed | undefined {
    if (this.hears.pending === 0 || chunk.notAfter < this.lastSent.notBefore + this.options.idleGap / 2)
      return undefined;
    const deadline = this.hears.deadline();
    for (const event of deadline === undefined ? [] : this.hears.tick(deadline)) this.owe(event);
    return this.owed[0];
  }

  private answer(owed: Owed, answer: Answer, chunk: Chunk): void {
    const { game } = this;
    const next = game === undefined || owed.request === undefined ? game : follow(game, owed.request, answer);
    this.mark(owed, answerLabel(answer), next);
    if (game === undefined) return this.firstAnswer(owed, answer);
    const expected = expectedFor(owed, game);
    if (expected === undefined) return;
    const { due } = wordsOf(expected);
    const { frameBegan, options } = this;
    if (!isRight(expected, answer)) return this.fail(wrongAnswer(owed, game, answer, expected));
    if (frameBegan > latest(owed, options)) return this.fail(lateAnswer(owed, due, frameBegan, options));
    if (chunk.notAfter < earliest(owed, options))
      return this.fail(earlyAnswer(owed, due, frameBegan, options));
    if (owed.request === undefined) return;
    this.game = next;
    this.judgeDeal(owed, answer);
  }

  /** Of a board that nothing is known of, a Start tells where it stands. */
  private firstAnswer(owed: Owed, answer: Answer): void {
    if (owed.request?.type !== 'start') return;
    if (answer.type === 'start') this.game = follow(POWER_ON, owed.request, answer);
    else this.fail(wrongAnswer(owed, undefined, answer, { type: 'exact', answer: { type: 'start' } }));
  }

  private judgeDeal({ request }: Owed, answer: Answer): void {
    if (request?.type === 'start' || (request?.type === 'reset' && answer.type === 'reset'))
      this.deals.newGame();
    if (request?.type !== 'shuffle' || answer.type !== 'shuffle') return;
    const told = this.deals.take(request.tiles, answer.tiles);
    if (told !== undefined) this.fail(unrandomDeal(told));
  }

  private silent(owed: Owed): void {
    this.mark(owed, 'silence');
    this.fail(noAnswer(owed, this.game, this.answered, this.options));
  }

  private unasked(answer: Answer): void {
    const deadline = this.hears.deadline();
    const [pending] = deadline === undefined ? [] : this.hears.tick(deadline);
    this.fail(
      pending?.kind === 'reject'
        ? answeredAtOnce(pending, answer, this.options)
        : unaskedAnswer(answer, this.answered, this.frameBegan, this.options),
    );
  }

  /** One that silence has cut may go on all the same: then it had a pause inside. */
  private refuse(event: RejectOf<Answer>, now: Micros): void {
    if (this.failure !== undefined) return;
    if (event.error.code === 'truncated') this.cut ??= { event, until: after(now, GRACE) };
    else this.fail(brokenAnswer(event, this.owed[0], this.game));
  }

  private mark(owed: Owed, response: string, after?: Game): void {
    const { trigger } = owed;
    const requirement = clauseOf(owed, this.game);
    const isNoOp = after === undefined ? owed.request === undefined : sameGame(after, this.game);
    this.seen.push({ state: stateLabel(this.game), trigger, response, requirement, isNoOp });
  }

  private deafen(): void {
    this.deaf = true;
    this.seen.push({ ...NOISE_MARK, state: stateLabel(this.game) });
    this.game = undefined;
    this.owed.length = 0;
    this.cut = undefined;
    this.answered = undefined;
    this.lastHeard = micros(-1e9);
  }

  private quietAt(): Micros {
    const quiet = this.options.idleGap + this.options.response + GRACE;
    return micros(Math.max(this.lastSent.notAfter, this.lastHeard) + quiet);
  }

  private listenOut(now: Micros): void {
    if (now < this.quietAt()) return;
    this.deaf = false;
    this.hears = requests(this.options).decoder();
    this.listens = answers(this.options).decoder();
  }

  private judgeTalk(): void {
    if (this.lastHeard < this.lastSent.notAfter + LONGEST_TALK_US) return;
    this.fail(ENDLESS_TALK);
  }

  private fail(failure: Failure): void {
    this.failure ??= failure;
  }
}
