/** What may rightly follow what a board got, by the rules, in the states that it may be in. */
import type { Message, RequestResponseSession } from '../definition';
import type { LineEvent } from './line-decoder';
import { outcomesOf, type Outcome } from './outcomes';
import { PendingResponse } from './pending-response';

type Session<State> = RequestResponseSession<Message, Message, State>;

export function ruledOutcomes<State>(
  session: Session<State>,
  received: LineEvent<Message>,
  states: readonly State[],
): readonly Outcome<State>[] {
  const [state, ...others] = states;
  if (state !== undefined && others.length === 0) return outcomesIn(session, received, state);
  return states.flatMap((one) => outcomesIn(session, received, one));
}

function outcomesIn<State>(
  session: Session<State>,
  { passed: { event }, doubtful }: LineEvent<Message>,
  state: State,
): readonly Outcome<State>[] {
  const ruling = event.kind === 'frame' ? session.rule(event.value, state) : session.refusal(event, state);
  const due = outcomesOf(ruling, state, session.time);
  return doubtful ? [...due, ...due.slice(0, 1).map((outcome) => outcome.untaken(session.time))] : due;
}

/** Whether an answer would be right if the board was in one of these states. */
export function isRightIn<State>(
  session: Session<State>,
  states: readonly State[],
  { received, circumstances }: PendingResponse<State>,
  answer: Message,
): boolean {
  const anew = new PendingResponse<State>(session, received, circumstances);
  anew.decide(states, ruledOutcomes(session, received, states));
  return anew.match(session, answer).right.length > 0;
}
