/**
 * What may rightly follow a request: for each state that the board may be in, each way that the rule leaves open.
 *
 *     state × (answer | answers | one of several | silence) → outcome: what is due, and the state after it
 */
import { isDeepStrictEqual } from 'node:util';
import type {
  AnySession,
  Message,
  Ruling,
  StateAfter,
  TimeLimits,
} from '../../../protocols/request-response/definition';
import { encodeRuled } from '../../../protocols/request-response/ruling-check';

export interface Outcome<State = unknown> {
  readonly clause: string;
  readonly time: TimeLimits;
  /** Answers that are due, in this order; none: silence. */
  readonly due: readonly Message[];
  /** Whether another answer than the one due is right, too. */
  readonly accepts: ((answer: Message) => true | string) | undefined;
  /** The state after its last answer. */
  stateAfter(answer: Message | undefined): State;
}

/** All that may follow by one ruling in one state. */
export function outcomesOf<State>(
  ruling: Ruling<Message, State>,
  state: State,
  standard: TimeLimits,
): readonly Outcome<State>[] {
  const { clause, time = standard } = ruling;
  const accepts = ruling.accepts?.bind(ruling);
  const stateAfter = (answer: Message | undefined): State => nextState(ruling, state, answer);
  if (ruling.oneOf !== undefined)
    return ruling.oneOf.map((one) => {
      const { answer, state: next } = one;
      const after = next === undefined ? stateAfter : (): State => next;
      return {
        clause,
        time,
        due: answer === undefined ? [] : [answer],
        accepts: undefined,
        stateAfter: after,
      };
    });
  const due = ruling.answer === undefined ? (ruling.answers ?? []) : [ruling.answer];
  return [{ clause, time, due, accepts, stateAfter }];
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

function isFunction<State>(next: State | StateAfter<Message, State>): next is StateAfter<Message, State> {
  return typeof next === 'function';
}

/** `true`, or what is wrong with the answer where the rule says it in words. */
export function isRight(
  session: AnySession,
  outcome: Outcome,
  given: number,
  answer: Message,
): true | string {
  const due = outcome.due[given];
  if (due !== undefined && isSameAnswer(session, due, answer)) return true;
  return due === undefined ? '' : (outcome.accepts?.(answer) ?? '');
}

/** Messages are the same where their bytes are. */
function isSameAnswer({ answers }: AnySession, due: Message, answer: Message): boolean {
  if (due.type !== answer.type) return false;
  if (isDeepStrictEqual(due, answer)) return true;
  return Buffer.compare(encodeRuled(answers.wire, due, 'the rules'), answers.wire.encode(answer)) === 0;
}

/** Each state once. */
export function distinctStates<State>(states: readonly State[]): readonly State[] {
  if (states.length < 2) return states;
  return states.filter((state, i) => !states.slice(0, i).some((other) => isSameState(state, other)));
}

export function isSameState(a: unknown, b: unknown): boolean {
  return a === b || isDeepStrictEqual(a, b);
}
