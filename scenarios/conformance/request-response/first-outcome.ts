import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { outcomesOf } from '../../oracle/request-response/outcomes';

export interface FirstOutcome {
  readonly clause: string;
  /** None: silence is due. */
  readonly answers: readonly Message[];
  /** Afterwards. */
  readonly state: unknown;
}

/** The first of what may rightly follow a request. Throws RuleError where the author's rule throws. */
export function firstOutcome(session: AnySession, request: Message, state: unknown): FirstOutcome {
  const ruling = session.rule(request, state);
  const [first] = outcomesOf(ruling, state, session.time);
  const answers = first?.due ?? [];
  return {
    clause: ruling.clause,
    answers,
    state: first === undefined ? state : first.stateAfter(answers.at(-1)),
  };
}
