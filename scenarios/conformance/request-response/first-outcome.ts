import type { AnySession, Message } from '../../../protocols/request-response/definition';
import { fittedRequest } from '../../../protocols/request-response/fitted-request';
import { encodeRuled } from '../../../protocols/request-response/ruling-check';
import { outcomesOf } from '../../../judge/request-response/outcomes';

export interface FirstOutcome {
  readonly clause: string;
  /** None: silence is due. */
  readonly answers: readonly Message[];
  /** Afterwards. */
  readonly state: unknown;
}

/** The first of what may rightly follow a request. Throws RuleError where the author's rule throws. */
export function firstOutcome(session: AnySession, asked: Message, state: unknown): FirstOutcome {
  const request = fittedRequest(session, asked, state);
  const ruling = session.rule(request, state);
  const outcomes = outcomesOf(ruling, state, session.time);
  for (const answer of outcomes.flatMap(({ due }) => due))
    encodeRuled(session.answers.codec, answer, `rules of '${request.type}'`);
  const [first] = outcomes;
  const answers = first?.due ?? [];
  return {
    clause: ruling.clause,
    answers,
    state: first === undefined ? state : first.stateAfter(answers.at(-1)),
  };
}
