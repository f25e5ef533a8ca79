/** What the rules say of a request, as a host sends it in one state. */
import { isSameData } from '../same-data';
import type { AnySession, Message, Ruling } from './definition';
import { fittedRequest } from './fitted-request';
import { outcomesOf } from './outcomes';

export interface RuledRequest {
  /** As it was asked. */
  readonly request: Message;
  /** Before it, and after the first of its outcomes. */
  readonly state: unknown;
  readonly next: unknown;
  readonly ruling: Ruling<Message, unknown>;
  /** Those of the first outcome; none: silence is due. */
  readonly answers: readonly Message[];
  readonly isAnswered: boolean;
  readonly changesState: boolean;
}

/** Throws RuleError where the author's rule throws. */
export function ruleRequest(session: AnySession, request: Message, state: unknown): RuledRequest {
  const ruling = session.rule(fittedRequest(session, request, state), state);
  const [first] = outcomesOf(ruling, state, session.time);
  const { due: answers = [] } = first ?? {};
  const next = first === undefined ? state : first.stateAfter(answers.at(-1));
  const changesState = !isSameData(next, state);
  return { request, state, next, ruling, answers, isAnswered: answers.length > 0, changesState };
}
