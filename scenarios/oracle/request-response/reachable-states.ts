/** States that the rules lead to, by random requests: where nobody knows the state, the board may be in one of these. */
import { random } from '../../../devices/random';
import type { Message, RequestResponseSession } from '../../../protocols/request-response/definition';
import { sample } from '../../../protocols/wire/sample';
import { distinctStates, outcomesOf } from './outcomes';

const REQUESTS = 200;
/** Requests from the initial state on. */
const RUN = 10;
const MOST_STATES = 32;

/** They take milliseconds, and a campaign has a monitor for each case that it plays again. */
const found = new WeakMap<object, readonly unknown[]>();

/** The initial one first; 32 at most. The same for the same session. */
export function reachableStates<State>(
  session: RequestResponseSession<Message, Message, State>,
): readonly State[] {
  // Only states of this session are kept under it.
  const known = found.get(session) as readonly State[] | undefined;
  if (known !== undefined) return known;
  const states = explore(session);
  found.set(session, states);
  return states;
}

function explore<State>({
  initial,
  requests: { wire, framing },
  rule,
  time,
}: RequestResponseSession<Message, Message, State>): readonly State[] {
  const dice = random(1);
  let states: readonly State[] = [initial];
  let state = initial;
  for (let n = 0; n < REQUESTS && states.length < MOST_STATES; n++) {
    if (n % RUN === 0) state = initial;
    const request = sample(wire, dice, framing);
    const outcomes = outcomesOf(rule(request, state), state, time);
    const outcome = outcomes[dice.int(0, outcomes.length - 1)];
    if (outcome === undefined) continue;
    state = outcome.stateAfter(outcome.due.at(-1));
    states = distinctStates([...states, state]);
  }
  return states;
}
