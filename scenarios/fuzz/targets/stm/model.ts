/**
 * The oracle of an STM board: reads what it was sent as the board must, and knows what each of it is owed.
 *
 *     sent bytes → request decoder → owed, in order        heard bytes → answer decoder → the first of the owed
 *
 * Where the page leaves the outcome open (more than two requests at once, a gap between half an idle gap and a whole one)
 * it listens until the line is quiet, judges nothing, and asks for a Start.
 */
import type { Chunk } from '../../../../devices/link';
import type { Decoder, FrameEvent } from '../../../../protocols/frame';
import { follow, POWER_ON, type Game } from '../../../../protocols/stm/rules';
import {
  answers,
  describeAnswer,
  requests,
  type Answer,
  type Request,
  type StmOptions,
} from '../../../../protocols/stm/stm';
import { after, micros, type Micros } from '../../../../protocols/time';
import { hex } from '../../../channel';
import { spokenBy } from '../../spoken';
import type { Due, Failure, FailureKind, Mark, Model } from '../../target';
import { Deals } from './deals';
import { isSealed } from './sealed';
import { answerLabel, commandName, NOISE, rejectLabel, stateLabel } from './labels';
import {
  clauseOf,
  earliest,
  expectedFor,
  isRight,
  latest,
  owedFor,
  GRACE,
  wordsOf,
  type Owed,
  type Times,
} from './owed';

export const LINK = 'main';

const NOISE_MARK = { trigger: NOISE, response: 'unjudged', requirement: 'STM-FR-09', idle: false };

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
  private seen: Mark[] = [];
  /** Of what was sent last: bounds of its last byte. */
  private lastSent = { notBefore: micros(-1e9), notAfter: micros(-1e9) };
  private lastHeard = micros(-1e9);
  private frameBegan = micros(0);
  private answered: Owed | undefined;
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

  get lost(): boolean {
    return this.deaf || this.game === undefined;
  }

  marks(): readonly Mark[] {
    const { seen } = this;
    if (seen.length > 0) this.seen = [];
    return seen;
  }

  sent(_link: string, chunk: Chunk): void {
    if (this.failure !== undefined) return;
    if (!this.deaf && this.unclear(chunk)) this.deafen();
    if (!this.deaf) for (const event of this.heardByBoard(chunk)) this.owe(event);
    this.lastSent = { notBefore: chunk.lastNotBefore, notAfter: chunk.notAfter };
    if (this.owed.length > (this.game === undefined ? 1 : MOST_AT_ONCE)) this.deafen();
  }

  heard(_link: string, chunk: Chunk): void {
    const began = this.lastHeard;
    this.lastHeard = chunk.notAfter;
    if (this.deaf) this.judgeTalk();
    if (this.deaf || this.failure !== undefined) return;
    const gap = chunk.notBefore - began;
    if (this.listens.pending === 0) this.frameBegan = chunk.notBefore;
    else if (gap > this.options.idleGap / 2)
      return this.fail('gap', 'STM-TM-04', this.owed[0]?.trigger ?? '', 'an answer in one piece', {
        expected: `no pause above ${ms(this.options.idleGap / 2)} inside an answer`,
        seen: `${ms(gap)}`,
      });
    for (const event of this.listens.push(chunk.bytes, chunk.notAfter)) {
      this.take(event, chunk);
      this.frameBegan = chunk.notBefore;
    }
  }

  passed(now: Micros): void {
    if (this.failure !== undefined) return;
    if (this.deaf) return this.listenOut(now);
    for (const event of this.hears.tick(now)) this.owe(event);
    for (const event of this.listens.tick(now)) this.refuse(event);
    const first = this.owed[0];
    if (first !== undefined && now >= this.patience(first)) this.silent(first);
  }

  due(): Due | undefined {
    if (this.failure !== undefined) return undefined;
    if (this.deaf) return { link: LINK, until: this.quietAt() };
    const times = [
      this.listens.deadline(),
      this.owed[0] === undefined ? this.hears.deadline() : this.patience(this.owed[0]),
    ].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : { link: LINK, until: micros(Math.min(...times)) };
  }

  get unanswered(): number {
    return this.owed.length;
  }

  mayFollow(_link: string, bytes: Uint8Array, before: number): boolean {
    if (before >= MOST_AT_ONCE || this.lost || this.hears.pending > 0) return false;
    return this.owed.every(({ request }) => request !== undefined) && isSealed(bytes);
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

  /** Bytes of a long write pass one after another: told at once they would seem to come behind a gap. */
  private heardByBoard({ bytes, notBefore, notAfter }: Chunk): readonly FrameEvent<Request>[] {
    const ended = this.hears.tick(notBefore);
    const parts = Math.ceil((notAfter - notBefore) / (this.options.idleGap / 8));
    if (parts <= 1) return [...ended, ...this.hears.push(bytes, notAfter)];
    const size = Math.ceil(bytes.length / parts);
    const events = [...ended];
    for (let from = 0; from < bytes.length; from += size) {
      const to = Math.min(bytes.length, from + size);
      const at = notBefore + ((notAfter - notBefore) * to) / bytes.length;
      events.push(...this.hears.push(bytes.subarray(from, to), micros(at)));
    }
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
    if (event.kind === 'reject') return this.refuse(event);
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
    const words = wordsOf(expected);
    if (!isRight(expected, answer)) return this.wrong(owed, answer, words);
    if (this.frameBegan > latest(owed, this.options)) return this.late(owed, words.due);
    if (chunk.notAfter < earliest(owed, this.options)) return this.early(owed, words.due);
    if (owed.request === undefined) return;
    this.game = next;
    this.judgeDeal(owed, answer);
  }

  /** Of a board that nothing is known of, a Start tells where it stands. */
  private firstAnswer({ request }: Owed, answer: Answer): void {
    if (request?.type !== 'start') return;
    if (answer.type === 'start') this.game = follow(POWER_ON, request, answer);
    else
      this.fail('answer', 'STM-GM-01', 'Start', 'Start', { expected: 'Start', seen: describeAnswer(answer) });
  }

  private judgeDeal({ request }: Owed, answer: Answer): void {
    if (request?.type === 'start' || (request?.type === 'reset' && answer.type === 'reset'))
      this.deals.newGame();
    if (request?.type !== 'shuffle' || answer.type !== 'shuffle') return;
    const told = this.deals.take(request.tiles, answer.tiles);
    if (told !== undefined)
      this.fail('answer', 'STM-GM-06', 'Shuffle', 'a random deal', { expected: 'random deals', seen: told });
  }

  private wrong(owed: Owed, answer: Answer, words: { due: string; expected: string }): void {
    const forgotten =
      answer.type === 'error' && answer.code === 6 && this.game?.started === true && !this.game.ended;
    const kind: FailureKind = forgotten && owed.code === undefined ? 'reboot' : 'answer';
    this.fail(kind, clauseOf(owed, this.game), owed.trigger, words.due, {
      behind: owed.behind,
      expected: words.expected,
      seen: describeAnswer(answer) + (kind === 'reboot' ? ', as if it had begun anew' : ''),
    });
  }

  private late(owed: Owed, due: string): void {
    const clause = owed.atGap ? 'STM-TM-02' : 'STM-TM-01';
    const limit = latest(owed, this.options) - owed.notAfter;
    this.fail('late', clause, owed.trigger, due, {
      expected: `within ${ms(limit)}`,
      seen: `after ${ms(this.frameBegan - owed.notAfter)}`,
    });
  }

  private early(owed: Owed, due: string): void {
    this.fail('early', 'STM-TM-02', owed.trigger, due, {
      expected: `no earlier than ${ms(this.options.idleGap / 2)} after the last byte`,
      seen: `after ${ms(Math.max(0, this.frameBegan - owed.notAfter))}`,
    });
  }

  private silent(owed: Owed): void {
    // What is refused is refused in any game.
    const known = this.game ?? (owed.code === undefined ? undefined : POWER_ON);
    const expected = known === undefined ? undefined : expectedFor(owed, known);
    const words = expected === undefined ? { due: 'an answer', expected: 'an answer' } : wordsOf(expected);
    const refusedBefore = this.answered?.request === undefined && this.answered !== undefined;
    const clause =
      owed.request !== undefined && !owed.behind && refusedBefore ? 'STM-FR-09' : clauseOf(owed, this.game);
    this.mark(owed, 'silence');
    this.fail('silence', clause, owed.trigger, words.due, {
      behind: owed.behind,
      expected: words.expected,
      seen: `nothing for ${ms(latest(owed, this.options) - owed.notAfter)}`,
    });
  }

  private unasked(answer: Answer): void {
    const deadline = this.hears.deadline();
    const [pending] = deadline === undefined ? [] : this.hears.tick(deadline);
    if (pending?.kind === 'reject')
      return this.fail('early', 'STM-TM-02', rejectLabel(pending), 'silence', {
        expected: `silence until ${ms(this.options.idleGap / 2)} after the last byte`,
        seen: describeAnswer(answer),
      });
    const { answered } = this;
    const soon = answered !== undefined && this.frameBegan - answered.notAfter < 4 * this.options.response;
    const clause = soon
      ? answered.request === undefined
        ? clauseOf(answered, undefined)
        : 'STM-FR-11'
      : 'STM-TM-03';
    this.fail('unasked', clause, soon ? answered.trigger : 'silence', 'silence', {
      expected: soon ? 'exactly one answer' : 'silence',
      seen: `${describeAnswer(answer)}${soon ? ' besides' : ''}`,
    });
  }

  private refuse(event: FrameEvent<Answer>): void {
    if (this.failure !== undefined || event.kind !== 'reject') return;
    const spoken = spokenBy(event.raw);
    const clause =
      spoken !== undefined ? 'STM-TM-03' : event.error.code === 'checksum' ? 'STM-FR-01' : 'STM-FR-11';
    const trigger = spoken === undefined ? `frame of ${commandName(event.raw[0])}` : 'anything';
    this.fail(spoken ?? 'malformed', clause, trigger, 'a well-formed answer', {
      expected: 'a well-formed answer',
      seen: `${hex(event.raw.subarray(0, 32))}: ${event.error.message}`,
    });
  }

  private mark(owed: Owed, response: string, after?: Game): void {
    const { trigger } = owed;
    const requirement = clauseOf(owed, this.game);
    const idle = after === undefined ? owed.request === undefined : sameGame(after, this.game);
    this.seen.push({ state: stateLabel(this.game), trigger, response, requirement, idle });
  }

  private deafen(): void {
    this.deaf = true;
    this.seen.push({ ...NOISE_MARK, state: stateLabel(this.game) });
    this.game = undefined;
    this.owed.length = 0;
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
    const words = { expected: 'silence', seen: 'talk that goes on and on' };
    this.fail('unasked', 'STM-TM-03', NOISE, 'silence', words);
  }

  private fail(
    kind: FailureKind,
    requirement: string,
    trigger: string,
    due: string,
    words: Pick<Failure, 'expected' | 'seen' | 'behind'>,
  ): void {
    this.failure ??= { kind, requirement, trigger, due, ...words };
  }
}

/** Set State ends a game only where it says so: two of them in a row are one and the same game. */
function sameGame(a: Game, b: Game | undefined): boolean {
  return (
    b !== undefined &&
    a.started === b.started &&
    a.ended === b.ended &&
    a.selected === b.selected &&
    a.pairs === b.pairs &&
    a.shuffles === b.shuffles &&
    a.board === b.board
  );
}

function ms(span: number): string {
  return `${(span / 1000).toFixed(1)} ms`;
}
