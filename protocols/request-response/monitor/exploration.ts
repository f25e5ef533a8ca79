/** What the rules lead to, by random requests: where nobody knows the state, the board may be in one of these. */
import type { Message, RequestResponseSession, Unsolicited } from '../definition';
import { sample, type Draw } from '../../wire/sample';
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
  /** Forms of answers that only one form of request is answered by, with that. */
  readonly owners: ReadonlyMap<string, string>;
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
  const { initial, afterReset = initial, time, unsolicited } = session;
  const { wire, framing } = session.requests;
  const draw = fixedDraw();
  let states: readonly State[] = [initial];
  let state = initial;
  let hasSimilarMessages = false;
  const answered = new Map<string, Set<string>>();
  const note = (request: Message, outcomes: readonly Outcome<State>[]): void => {
    for (const { type } of outcomes.flatMap(({ due }) => due))
      answered.set(type, (answered.get(type) ?? new Set()).add(request.type));
  };
  for (let n = 0; n < REQUESTS; n++) {
    if (n % RUN === 0) state = initial;
    const request = sample(wire, draw, framing);
    const outcomes = outcomesOf(session.rule(request, state), state, time);
    note(request, outcomes);
    note(request, outcomesOf(session.rule(request, afterReset), afterReset, time));
    const outcome = outcomes[draw.int(0, outcomes.length - 1)];
    if (outcome === undefined) continue;
    hasSimilarMessages ||= unsolicited.some((one) => isSimilar(one, outcome, state));
    state = outcome.stateAfter(outcome.due.at(-1));
    if (states.length < MOST_STATES) states = distinctStates(session, [...states, state]);
  }
  const owners = new Map<string, string>();
  for (const [type, [owner = '', ...others]] of answered) if (others.length === 0) owners.set(type, owner);
  return { states, hasSimilarMessages, owners };
}

function isSimilar<State>(one: Unsolicited<Message, State>, outcome: Outcome<State>, state: State): boolean {
  return outcome.due.some((answer) => one.matches(answer)) || outcome.accepts(one.message(state)) === true;
}

/** The same draws each time. */
function fixedDraw(): Draw {
  let state = 1;
  return {
    int(min, max) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return min + Math.floor((state / 2 ** 32) * (max - min + 1));
    },
  };
}
