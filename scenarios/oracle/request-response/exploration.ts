/** What the rules lead to, by random requests: where nobody knows the state, the board may be in one of these. */
import { random } from '../../../devices/random';
import type {
  Message,
  RequestResponseSession,
  Unsolicited,
} from '../../../protocols/request-response/definition';
import { sample } from '../../../protocols/wire/sample';
import { distinctStates, outcomesOf, type Outcome } from './outcomes';

const REQUESTS = 200;
/** Requests from the initial state on. */
const RUN = 10;
const MOST_STATES = 32;

export interface Exploration<State> {
  /** The initial one first; 32 at most. */
  readonly states: readonly State[];
  /** Some answer looks like a message that the board sends by itself. */
  readonly hasSimilarMessages: boolean;
}

/** It takes milliseconds, and a campaign has a monitor for each case that it plays again. */
const known = new WeakMap<object, Exploration<unknown>>();

/** The same for the same session. */
export function explore<State>(session: RequestResponseSession<Message, Message, State>): Exploration<State> {
  // Only what was found of this session is kept under it.
  const before = known.get(session) as Exploration<State> | undefined;
  if (before !== undefined) return before;
  const found = exploreAnew(session);
  known.set(session, found);
  return found;
}

function exploreAnew<State>(session: RequestResponseSession<Message, Message, State>): Exploration<State> {
  const { initial, time, unsolicited } = session;
  const { wire, framing } = session.requests;
  const dice = random(1);
  let states: readonly State[] = [initial];
  let state = initial;
  let hasSimilarMessages = false;
  for (let n = 0; n < REQUESTS; n++) {
    if (n % RUN === 0) state = initial;
    const request = sample(wire, dice, framing);
    const outcomes = outcomesOf(session.rule(request, state), state, time);
    const outcome = outcomes[dice.int(0, outcomes.length - 1)];
    if (outcome === undefined) continue;
    hasSimilarMessages ||= unsolicited.some((one) => isSimilar(one, outcome, state));
    state = outcome.stateAfter(outcome.due.at(-1));
    if (states.length < MOST_STATES) states = distinctStates([...states, state]);
  }
  return { states, hasSimilarMessages };
}

function isSimilar<State>(
  one: Unsolicited<Message, State>,
  { due, accepts }: Outcome<State>,
  state: State,
): boolean {
  return due.some((answer) => one.matches(answer)) || accepts?.(one.message(state)) === true;
}
