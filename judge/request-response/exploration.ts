/** What the rules lead to, by random requests: where nobody knows the state, the board may be in one of these. */
import type { Message, RequestResponseSession } from '../../protocols/request-response/definition';
import type { FrameEvent } from '../../protocols/frame';
import type { Draw } from '../../protocols/wire/kinds/dice';
import { sample } from '../../protocols/wire/sample';
import type { Exchange } from './exchange';
import {
  distinctStates,
  outcomesAfter,
  outcomesOf,
  type Outcome,
} from '../../protocols/request-response/outcomes';

const REQUESTS = 200;
/** Requests from the initial state on. */
const RUN = 10;
const MOST_STATES = 32;

export interface Exploration<State> {
  /** The initial one first; 32 at most. */
  readonly states: readonly State[];
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

/** What may follow an exchange in any state that the rules lead to. */
export function possibleOutcomes<State>({ received, session }: Exchange<State>): readonly Outcome<State>[] {
  return outcomesAnywhere(session, received.passed.event);
}

export function outcomesAnywhere<State>(
  session: RequestResponseSession<Message, Message, State>,
  event: FrameEvent<Message>,
): readonly Outcome<State>[] {
  return explore(session).states.flatMap((state) => outcomesAfter(session, event, state));
}

/** Only another request is answered by such a message, in any state. The random requests may have missed one of this form that is. */
export function isForAnother<State>(exchange: Exchange<State>, { type }: Message): boolean {
  const { session, request } = exchange;
  const owner = request === undefined ? undefined : explore(session).owners.get(type);
  if (owner === undefined || owner === request?.type) return false;
  return possibleOutcomes(exchange).every(({ due }) => due.every((answer) => answer.type !== type));
}

function exploreAnew<State>(session: RequestResponseSession<Message, Message, State>): Exploration<State> {
  const { initial, afterReset = initial, time } = session;
  const { wire, framing } = session.requests;
  const draw = fixedDraw();
  let states: readonly State[] = [initial];
  let state = initial;
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
    state = outcome.stateAfter(outcome.due.at(-1));
    if (states.length < MOST_STATES) states = distinctStates([...states, state]);
  }
  const owners = new Map<string, string>();
  for (const [type, [owner = '', ...others]] of answered) if (others.length === 0) owners.set(type, owner);
  return { states, owners };
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
