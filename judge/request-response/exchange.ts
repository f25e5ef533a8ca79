/** A request, or bytes that are none, with what may rightly follow it in one state. */
import type {
  AnySession,
  Message,
  RequestResponseSession,
} from '../../protocols/request-response/definition';
import type { Situation } from '../../protocols/monitor/judgement';
import { silenceOf } from '../../protocols/wire/framing';
import type { ReadEvent } from '../line-reading';
import { SURELY_LONG } from '../reading';
import { isRight, outcomesAfter, type Outcome } from '../../protocols/request-response/outcomes';

/** What was received up to a silence, part by part: the latest, of which a request may be made. */
export type SeveredRequest = readonly { readonly raw: Uint8Array; readonly clause: string }[];

/** How it came. */
export interface Circumstances<State> {
  /** The state before it is known, so that its content is judged. */
  readonly isCertain: boolean;
  /** It was sent while an earlier answer was due. */
  readonly pipelined: boolean;
  /** The clause that is broken where it is lost behind the one before it, if that has one. */
  readonly clauseBehind?: string | undefined;
  /** What was sent before it was refused, or is not known. */
  readonly afterRefusal: boolean;
  /** Charged where its answer is wrong or missing, in place of the clause that the rules name. */
  readonly charge?: string | undefined;
  /** What a silence has ended just before it. */
  readonly severed?: SeveredRequest | undefined;
  /** Where resets come unseen: the states of a board that was reset since its own was known. */
  readonly ifReset: readonly State[];
}

export class Exchange<State = unknown> implements Situation<Message> {
  readonly outcomes: readonly Outcome<State>[];

  constructor(
    readonly session: RequestResponseSession<Message, Message, State>,
    readonly received: ReadEvent<Message>,
    readonly before: State,
    readonly circumstances: Circumstances<State>,
  ) {
    this.outcomes = outcomesAfter(session, received.passed.event, before);
  }

  get id(): number {
    return this.received.id;
  }

  /** Of two readings of one line, what ends at the same byte is only the same where it begins at the same, and is as wrong. */
  get key(): string {
    const { event } = this.received.passed;
    return `${this.id} ${event.raw.length} ${event.kind === 'reject' ? event.error.code : ''}`;
  }

  get request(): Message | undefined {
    const { event } = this.received.passed;
    return event.kind === 'frame' ? event.value : undefined;
  }

  get pipelined(): boolean {
    return this.circumstances.pipelined;
  }

  get trigger(): string {
    const { event } = this.received.passed;
    return event.kind === 'frame' ? event.value.type : event.error.code;
  }

  get due(): string {
    return [...new Set(this.outcomes.map((outcome) => this.classOf(outcome)))].join(' or ');
  }

  /** What is due by an outcome, as classes. */
  classOf({ due }: Outcome<State>): string {
    const { classes } = this.session;
    return due.map((answer) => classes.answer(answer)).join(', ') || 'silence';
  }

  /** The clause of its rule. */
  get clause(): string {
    return this.outcomes[0]?.clause ?? '';
  }

  /** The clause that a wrong answer breaks, or one that is missing. */
  clauseOf(answer: Message | undefined, general: string | undefined): string {
    return this.outcomes[0]?.clauseOf(answer, general) ?? general ?? this.clause;
  }

  /** Nothing may come. */
  get isSilent(): boolean {
    return this.outcomes.every(({ due }) => due.length === 0);
  }

  /** The outcomes by which this is right as the answer after `given` others. */
  rightOutcomes(
    outcomes: readonly Outcome<State>[],
    given: number,
    answer: Message,
  ): readonly Outcome<State>[] {
    return outcomes.filter((outcome) => isRight(this.session, outcome, given, answer) === true);
  }

  /** Why an answer is wrong, where a rule says it in words. */
  reasonAgainst(outcomes: readonly Outcome<State>[], given: number, answer: Message): string {
    for (const outcome of outcomes) {
      const holds = isRight(this.session, outcome, given, answer);
      if (holds !== true && holds !== '') return holds;
    }
    return '';
  }

  /** The latest time of an answer, from the last byte of the request. */
  latest(outcomes: readonly Outcome<State>[]): number {
    return Math.max(
      0,
      ...outcomes.map(({ time }) => time.max + (time.sinceLastByte === true ? 0 : this.silence)),
    );
  }

  /** A silence that ends it: what is due counts from its end. */
  get silence(): number {
    return SURELY_LONG * this.received.silence;
  }
}

/** After the last byte of a request, no answer can come any more after that. */
export function longestAnswer({ requests, time, idle }: AnySession, max: number = time.max): number {
  return Math.max(idle, SURELY_LONG * (silenceOf(requests.framing) ?? 0) + max);
}
