/**
 * What may rightly follow a request: for each state that the board may be in, each way that the rule leaves open.
 *
 *     state × (answer | answers | one of several | silence) → outcome: what is due, and the state after it
 */
import { tryEncode, type FrameEvent } from '../frame';
import { FIRST, type Random } from '../random';
import { isSameData } from '../same-data';
import { micros } from '../time';
import type {
  AnySession,
  Message,
  RequestResponseSession,
  Ruling,
  StateAfter,
  TimeLimits,
} from './definition';
import { encodeRuled } from './ruling-check';

type Session<State> = RequestResponseSession<Message, Message, State>;

/** A class, as each exchange makes one. */
export class Outcome<State = unknown> {
  /**
   * `before`: the state that the ruling is about. `due`: answers that are due, in this order; none: silence. `isExact`: no other answer than
   * the one due is right.
   */
  constructor(
    private readonly ruling: Ruling<Message, State>,
    private readonly before: State,
    readonly time: TimeLimits,
    readonly due: readonly Message[],
    readonly isExact: boolean,
    private readonly next?: StateAfter<Message | undefined, State>,
  ) {}

  get clause(): string {
    return this.ruling.clause;
  }

  get clauseOfNext(): string | undefined {
    return this.ruling.clauseOfNext;
  }

  /** What is due in words, where the answers do not say it. */
  get words(): string | undefined {
    return this.ruling.describe;
  }

  /** The clause that an answer breaks which is not right; undefined: none came. */
  clauseOf(answer: Message | undefined, general: string | undefined): string {
    return this.ruling.clauseOf?.(answer, general) ?? general ?? this.ruling.clause;
  }

  /** Whether another answer than the one due is right, too. */
  accepts(answer: Message): true | string {
    return this.isExact ? '' : (this.ruling.accepts?.(answer) ?? '');
  }

  /** The state after its last answer. */
  stateAfter(answer: Message | undefined): State {
    return this.next === undefined ? nextState(this.ruling, this.before, answer) : this.next(answer);
  }
}

/** All that may follow by one ruling in one state. */
export function outcomesOf<State>(
  ruling: Ruling<Message, State>,
  state: State,
  standard: TimeLimits,
): readonly Outcome<State>[] {
  const { time = standard, answer, answers = [], oneOf } = ruling;
  if (oneOf === undefined) {
    const due = answer === undefined ? answers : [answer];
    return [new Outcome(ruling, state, time, due, ruling.accepts === undefined)];
  }
  return oneOf.map((one) => {
    const { answer: only, state: next } = one;
    const due = only === undefined ? [] : [only];
    return new Outcome(ruling, state, time, due, true, next === undefined ? undefined : () => next);
  });
}

/** What the page requires for a frame, or for bytes that are none. */
export function rulingOn<State>(
  session: Pick<Session<State>, 'rule' | 'refusal'>,
  event: FrameEvent<Message>,
  state: State,
): Ruling<Message, State> {
  return event.kind === 'frame' ? session.rule(event.value, state) : session.refusal(event, state);
}

/** All that may follow a frame, or bytes that are none, in one state. */
export function outcomesAfter<State>(
  session: Session<State>,
  event: FrameEvent<Message>,
  state: State,
): readonly Outcome<State>[] {
  return outcomesOf(rulingOn(session, event, state), state, session.time);
}

const ANY_TIME: TimeLimits = { max: micros(0) };

/** What one board does by a ruling: its answers, and its next state. `random` chooses where several are right. */
export function chooseOutcome<State>(
  ruling: Ruling<Message, State>,
  state: State,
  random: Random = FIRST,
): { readonly answers: readonly Message[]; readonly state: State } {
  const [first, ...others] = outcomesOf(ruling, state, ANY_TIME);
  const chosen = ruling.oneOf === undefined ? first : [first, ...others][random.int(0, others.length)];
  const drawn = ruling.oneOf === undefined ? ruling.draw?.(random) : undefined;
  const answers = drawn === undefined ? (chosen?.due ?? []) : [drawn];
  return { answers, state: chosen === undefined ? state : chosen.stateAfter(answers.at(-1)) };
}

function nextState<State>(
  { state: next }: Ruling<Message, State>,
  state: State,
  answer: Message | undefined,
): State {
  if (next === undefined) return state;
  if (!isFunction(next)) return next;
  return answer === undefined ? state : next(answer);
}

export function isFunction<A extends readonly unknown[], T>(
  value: T | ((...given: A) => T),
): value is (...given: A) => T {
  return typeof value === 'function';
}

/** `true`, or what is wrong with the answer where the rule says it in words. */
export function isRight(
  session: AnySession,
  outcome: Outcome,
  given: number,
  answer: Message,
): true | string {
  const due = outcome.due[given];
  if (due === undefined) return '';
  const holds = outcome.accepts(answer);
  return holds === true || isSameAnswer(session, due, answer) ? true : holds;
}

/** Messages are the same where their bytes are. */
function isSameAnswer({ answers }: AnySession, due: Message, answer: Message): boolean {
  if (due.type !== answer.type) return false;
  if (isSameData(due, answer)) return true;
  const bytes = encodeRuled(answers.wire, due, 'the rules');
  // What can be read of a reject may be out of range.
  return isSameData(
    bytes,
    tryEncode(() => answers.wire.encode(answer)),
  );
}

/** Each state once. */
export function distinctStates<State>(states: readonly State[]): readonly State[] {
  return states.filter((state, i) => !states.slice(0, i).some((other) => isSameData(state, other)));
}
