/** What is due for one request, or for bytes that are none, until it has come. */
import type { AnySession, Message } from '../definition';
import { after, micros, millis, type Micros } from '../../time';
import type { Measurement } from '../../monitor/measurement';
import type { Bounds, TimedEvent } from '../../monitor/timed-decoder';
import { SURELY_LONG, type LineEvent } from './line-decoder';
import { isRight, type Outcome } from './outcomes';
import type { SeveredRequest } from './severed-request';

/** An answer that is late, or that a stalled host reads late, is one all the same. After so much more it is missing. */
export const GRACE = millis(250);

export interface Circumstances {
  /** Its content is judged; false: the state is only assumed. */
  readonly isCertain: boolean;
  readonly pipelined: boolean;
  /** The clause that is broken where it is lost behind the one before it, if that has one. */
  readonly clauseBehind?: string | undefined;
  /** What was sent before it was refused, or is not known. */
  readonly afterRefusal: boolean;
  /** What comes may still be for a request before it. */
  readonly mayFollowMore: boolean;
  /** What a silence has ended just before it. */
  readonly severed?: SeveredRequest | undefined;
}

export class PendingResponse<State = unknown> {
  /** Answers that have come. */
  given = 0;
  /** Some answer had the right form, and what it says depends on a state that nobody knows. */
  isUnverified = false;
  /** What is due in any state, where the state is assumed. */
  possible: readonly Outcome<State>[] = [];
  before: readonly State[] = [];
  outcomes: readonly Outcome<State>[] = [];
  /** The next answer is due from here on. */
  private from: Bounds;
  /** Something else has kept the line busy: the least time of the answer is not known. */
  private delayed = false;
  /** Messages that the board sent by itself have kept the line busy for so long. */
  private interrupted = micros(0);

  constructor(
    private readonly session: AnySession,
    readonly received: LineEvent<Message>,
    readonly circumstances: Circumstances,
  ) {
    this.from = received.end;
  }

  /** The requests before it are answered: the states that the board may be in, and what may rightly follow. */
  decide(before: readonly State[], outcomes: readonly Outcome<State>[]): void {
    this.before = before;
    this.outcomes = outcomes;
    if (this.isSinceLastByte && this.given === 0) this.from = this.received.passed.last;
  }

  private get isSinceLastByte(): boolean {
    return this.outcomes.some(({ time }) => time.sinceLastByte === true);
  }

  /** The silence that ended the request, where the time of the answer begins at its end. */
  private get silence(): Micros {
    return this.isSinceLastByte ? micros(0) : this.received.silence;
  }

  get request(): Message | undefined {
    const { event } = this.received.passed;
    return event.kind === 'frame' ? event.value : undefined;
  }

  get pipelined(): boolean {
    return this.circumstances.pipelined;
  }

  /** As a class. */
  get trigger(): string {
    const { event } = this.received.passed;
    const { classes } = this.session;
    if (event.kind === 'frame') return classes?.request(event.value) ?? event.value.type;
    return classes?.reject(event.error.code) ?? event.error.code;
  }

  /** As classes. */
  get due(): string {
    return [...new Set(this.outcomes.map((outcome) => this.classOf(outcome)))].join(' or ');
  }

  private classOf({ due }: Outcome<State>): string {
    const { classes } = this.session;
    return due.map((answer) => classes?.answer(answer) ?? answer.type).join(', ') || 'silence';
  }

  /** In another state than the assumed one, more answers are due. */
  get mayHaveMore(): boolean {
    if (this.possible.length === 0) return false;
    const most = Math.max(1, ...this.outcomes.map(({ due }) => due.length));
    return this.possible.some(({ due }) => due.length > most);
  }

  /** What is due is certain: the state is known, or bytes that are no request are refused alike in any. */
  get isCertain(): boolean {
    if (this.circumstances.isCertain) return true;
    const { due } = this;
    const all = this.possible.map((outcome) => this.classOf(outcome));
    return this.request === undefined && all.length > 0 && all.every((one) => one === due);
  }

  /** Nothing may come. */
  get isSilent(): boolean {
    return this.outcomes.every(({ due }) => due.length === 0);
  }

  /** What began then may be an answer to it. */
  mayPrecede(first: Bounds): boolean {
    return this.received.passed.last.notBefore <= first.notAfter;
  }

  /** Everything due may have come. */
  get mayBeOver(): boolean {
    return this.outcomes.some((outcome) => this.isOver(outcome));
  }

  /** Everything due has come. */
  get isAnswered(): boolean {
    return this.outcomes.every((outcome) => this.isOver(outcome));
  }

  /** The clause of its rule. */
  get clause(): string {
    return this.outcomes[0]?.clause ?? '';
  }

  /** The clause that a wrong answer breaks, or one that is missing. */
  clauseOf(answer: Message | undefined, general: string | undefined): string {
    return this.outcomes[0]?.clauseOf(answer, general) ?? general ?? this.clause;
  }

  /** States after what has come. */
  statesAfter(answer: Message | undefined): readonly State[] {
    const over = this.isAnswered ? this.outcomes : this.outcomes.filter((outcome) => this.isOver(outcome));
    return over.map((outcome) => outcome.stateAfter(answer));
  }

  /** The outcomes by which this answer is right; or in words why it is not, where a rule says it. */
  match(
    session: AnySession,
    answer: Message,
  ): { readonly right: readonly Outcome<State>[]; readonly why: string } {
    const [only, ...others] = this.outcomes;
    if (only !== undefined && others.length === 0) {
      const holds = isRight(session, only, this.given, answer);
      return holds === true ? { right: this.outcomes, why: '' } : { right: [], why: holds };
    }
    let why = '';
    const right = this.outcomes.filter((outcome) => {
      const holds = isRight(session, outcome, this.given, answer);
      if (holds !== true) why ||= holds;
      return holds === true;
    });
    return { right, why };
  }

  /** Another answer than one that is right by these is wrong, and each of these is due in these very bytes. */
  mustBe(right: readonly Outcome<State>[]): boolean {
    return right.length === this.outcomes.length && right.every(({ isExact }) => isExact);
  }

  /** The outcomes by which one more answer is due, whatever it says. */
  get unfinished(): readonly Outcome<State>[] {
    return this.outcomes.filter((outcome) => !this.isOver(outcome));
  }

  /** An answer has come that is right by these. */
  take(right: readonly Outcome<State>[], last: Bounds): void {
    this.outcomes = right;
    this.given++;
    this.from = last;
    this.delayed = true;
    this.interrupted = micros(0);
  }

  /** An answer that is right by these has come, or a message that looks the same. */
  mayHaveTaken(right: readonly Outcome<State>[], answer: Message): void {
    this.outcomes = [...this.outcomes, ...right.map((outcome) => outcome.taken(this.given, answer))];
  }

  /** The board has sent a message by itself: the answer may be later by its length, with a pause on both sides. No more, however many come. */
  interrupt({ event, first, last }: TimedEvent<Message>, pause: Micros): void {
    if (last.notAfter <= this.from.notAfter) return;
    const { length } = event.raw;
    // The first byte began before it was there.
    const span = ((last.notAfter - first.notBefore) * length) / Math.max(1, length - 1);
    this.interrupted = micros(this.interrupted + span + 2 * SURELY_LONG * pause);
    this.delayed = true;
  }

  /** The board has sent something else since the request. */
  delay(last: Bounds): void {
    if (last.notAfter <= this.from.notAfter) return;
    this.from = last;
    this.delayed = true;
    this.interrupted = micros(0);
  }

  /** By then the next answer begins, or none does. */
  get latest(): Micros {
    let longest = -Infinity;
    for (const { time } of this.outcomes) longest = Math.max(longest, time.max);
    for (const { time } of this.possible) longest = Math.max(longest, time.max);
    return micros(this.from.notAfter + (SURELY_LONG - 1) * this.silence + longest + this.interrupted);
  }

  /** After this nothing is due any more; an answer that has not begun is missing. */
  get timeout(): Micros {
    if (this.isSilent && this.possible.length === 0) return this.latest;
    const { missingAfter = 0 } = this.session;
    return micros(Math.max(this.quietAt, this.from.notAfter + missingAfter));
  }

  /** What comes after this has nothing to do with it. */
  get quietAt(): Micros {
    return after(this.latest, GRACE);
  }

  /**
   * Time from the last byte of the request to an answer that began then, with the widest limits of those by which it is right. The longest
   * time begins when silence has ended the request.
   */
  measure(first: Bounds, right: readonly Outcome<State>[]): Measurement {
    const silence = this.delayed ? 0 : this.silence;
    let [min, max] = [Infinity, -Infinity];
    for (const { time } of this.possible.length === 0 ? right : [...right, ...this.possible]) {
      min = Math.min(min, time.min ?? 0);
      max = Math.max(max, time.max);
    }
    // An answer never comes before its request.
    const low = Math.max(0, first.notBefore - this.from.notAfter + silence);
    const high = Math.max(low, first.notAfter - this.from.notBefore + silence);
    const name = 'request to answer';
    const latest = max + this.interrupted + SURELY_LONG * silence;
    if (this.delayed || this.circumstances.mayFollowMore) return { name, unit: 'us', low, high, max: latest };
    return { name, unit: 'us', low, high, min, max: latest };
  }

  private isOver({ due }: Outcome<State>): boolean {
    return this.given >= due.length;
  }
}
