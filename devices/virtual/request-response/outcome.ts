/** The effect of a ruling on a board: its answers, and its next state. */
import type { Message } from '../../../protocols/request-response/definition';
import type { Random } from '../../random';
import type { AnyRuling } from './firmware';

export interface Outcome {
  readonly answers: readonly Message[];
  readonly state: unknown;
}

/** Takes the first of all choices. */
const FIRST: Random = { int: (min) => min, shuffle: (items) => [...items] };

/** `random` chooses if several outcomes, or answers, are right. */
export function outcomeOf(ruling: AnyRuling, state: unknown, random: Random = FIRST): Outcome {
  const { oneOf = [] } = ruling;
  const choice = oneOf.length === 0 ? undefined : oneOf[random.int(0, oneOf.length - 1)];
  const answer = choice === undefined ? (ruling.draw?.(random) ?? ruling.answer) : choice.answer;
  const answers = answer === undefined ? (ruling.answers ?? []) : [answer];
  return { answers, state: nextState(choice?.state ?? ruling.state, answers.at(-1), state) };
}

/** The state may depend on the last answer. */
function nextState(next: unknown, answer: Message | undefined, state: unknown): unknown {
  if (next === undefined) return state;
  if (!isFunction(next)) return next;
  return answer === undefined ? state : next(answer);
}

export function isFunction(next: unknown): next is (answer: Message) => unknown {
  return typeof next === 'function';
}
