/**
 * Where resets come unseen: the states of a board that was reset since its state was known.
 *
 *     no reset                     s0 ──write──▶ s1 ──write──▶ s2      Talk.page
 *     before the first write       r  ─────────▶ r1 ─────────▶ r12     Talk.ifReset
 *     between the two                            r  ─────────▶ r2
 *     after both                                               r
 */
import type { Message, RequestResponseSession } from '../../protocols/request-response/definition';
import { distinctStates, isRight, outcomesAfter } from '../../protocols/request-response/outcomes';
import type { RuleContext } from './context';
import type { Exchange } from './exchange';
import type { Talk } from './talk';

/** Where there are more, any answer may be that of a board that was reset. */
const MOST = 32;
const NONE: readonly never[] = [];

/** A board that was reset, at whatever time, may rightly give this answer after `given` others. */
export function isRightIfReset<State>(exchange: Exchange<State>, answer: Message, given: number): boolean {
  const { session, received, circumstances } = exchange;
  if (circumstances.ifReset.length > MOST) return true;
  return [afterReset(session), ...circumstances.ifReset].some((state) =>
    outcomesAfter(session, received.passed.event, state).some(
      (outcome) => isRight(session, outcome, given, answer) === true,
    ),
  );
}

/** The same states after an exchange. `answer`: its last one; undefined: none was due. */
export function ifResetAfter<State>(
  { session, seesResets }: RuleContext<State>,
  { received, circumstances }: Exchange<State>,
  { isKnown }: Talk<State>,
  answer: Message | undefined,
): readonly State[] {
  if (seesResets || !isKnown) return NONE;
  const states = [afterReset(session), ...circumstances.ifReset].flatMap((state) =>
    outcomesAfter(session, received.passed.event, state)
      .filter((outcome) => {
        const last = outcome.due.length - 1;
        return answer === undefined ? last < 0 : isRight(session, outcome, last, answer) === true;
      })
      .map((outcome) => outcome.stateAfter(answer)),
  );
  return distinctStates(states).slice(0, MOST + 1);
}

function afterReset<State>(session: RequestResponseSession<Message, Message, State>): State {
  return session.afterReset ?? session.initial;
}
