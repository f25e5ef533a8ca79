/** Which clause an answer breaks that is wrong or missing: that of its rule, or what the page says of how the request came. */
import type { AnySession } from '../../../protocols/request-response/definition';
import type { PendingResponse } from './pending-response';
import { clauseOfSilence } from './severed-request';

/** Of an answer that is wrong, or comes in a silence. */
export function clauseOfWrongAnswer(session: AnySession, pending: PendingResponse): string {
  return (
    clauseOfSilence(session, pending.circumstances.severed, pending) ?? clauseOf(session, pending, false)
  );
}

export function clauseOfMissingAnswer(session: AnySession, pending: PendingResponse): string {
  return clauseOf(session, pending, true);
}

function clauseOf(
  { clauses: { pipelined, pieces, recovery } }: AnySession,
  { request, circumstances, received, clause }: PendingResponse,
  isMissing: boolean,
): string {
  if (request === undefined) return clause;
  if (circumstances.pipelined && pipelined !== undefined) return pipelined;
  if (received.pauses > 0 && pieces !== undefined) return pieces;
  return isMissing && circumstances.afterRefusal && recovery !== undefined ? recovery : clause;
}
