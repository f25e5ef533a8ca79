/** Which clause an answer breaks that is wrong or missing: that of its rule, or what the page says of how the request came. */
import type { AnySession, Message } from '../definition';
import type { PendingResponse } from './pending-response';
import { clauseOfSilence } from './severed-request';

/** Of an answer that is wrong, or comes in a silence. `isOvertaking`: it is right for the next request. */
export function clauseOfWrongAnswer(
  session: AnySession,
  pending: PendingResponse,
  answer: Message,
  isOvertaking: boolean,
): string {
  const severed = clauseOfSilence(session, pending.circumstances.severed, pending);
  if (severed !== undefined) return severed;
  const { pipelined } = session.clauses;
  const general = clauseOfCircumstances(session, pending) ?? (isOvertaking ? pipelined : undefined);
  return pending.clauseOf(answer, general);
}

export function clauseOfMissingAnswer(session: AnySession, pending: PendingResponse): string {
  const { circumstances, request } = pending;
  const { recovery } = session.clauses;
  const lost = request !== undefined && circumstances.afterRefusal ? recovery : undefined;
  return pending.clauseOf(undefined, clauseOfCircumstances(session, pending) ?? lost);
}

function clauseOfCircumstances(
  { clauses: { pipelined, pieces } }: AnySession,
  { request, circumstances, received }: PendingResponse,
): string | undefined {
  if (request === undefined) return undefined;
  if (circumstances.pipelined && pipelined !== undefined) return circumstances.clauseBehind ?? pipelined;
  return received.pauses > 0 ? pieces : undefined;
}
