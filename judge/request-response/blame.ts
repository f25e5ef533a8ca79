/** Which clause a fault breaks: that of the rule, or what the page says of how the request came. */
import type { AnySession, Message } from '../../protocols/request-response/definition';
import type { Exchange } from './exchange';
import { clauseOfSilence } from './severed-request';

/** Of an answer that is wrong, or comes in a silence. `isOvertaking`: it is right for the next request. */
export function clauseOfWrongAnswer(exchange: Exchange, answer: Message, isOvertaking: boolean): string {
  const given = chargeOf(exchange) ?? clauseOfSilence(exchange);
  if (given !== undefined) return given;
  const { pipelined } = exchange.session.clauses;
  const general = clauseOfCircumstances(exchange) ?? (isOvertaking ? pipelined : undefined);
  return exchange.clauseOf(answer, general);
}

/** What whoever asked says that it is about. */
function chargeOf({ request, circumstances }: Exchange): string | undefined {
  return request === undefined ? undefined : circumstances.charge;
}

export function clauseOfMissingAnswer(exchange: Exchange): string {
  const { circumstances, request, session } = exchange;
  const { recovery, answered } = session.clauses;
  const lost = request !== undefined && circumstances.afterRefusal ? recovery : undefined;
  return (
    chargeOf(exchange) ?? exchange.clauseOf(undefined, clauseOfCircumstances(exchange) ?? lost ?? answered)
  );
}

function clauseOfCircumstances({ request, circumstances, received, session }: Exchange): string | undefined {
  const { pipelined, pieces } = session.clauses;
  if (request === undefined) return undefined;
  if (circumstances.pipelined && pipelined !== undefined) return circumstances.clauseBehind ?? pipelined;
  return received.pauses > 0 ? pieces : undefined;
}

/** Of a message that nobody asked for. `answered`: what was answered shortly before. */
export function clauseOfUnasked(
  { clauses: { second, unasked, pieces } }: AnySession,
  answered: Exchange | undefined,
  isInPieces: boolean,
): string | undefined {
  if (pieces !== undefined && isInPieces) return pieces;
  if (answered === undefined) return unasked;
  const given = chargeOf(answered);
  if (given !== undefined) return given;
  if (second === undefined) return unasked ?? answered.clause;
  return answered.request === undefined ? answered.clause : answered.clauseOf(undefined, second);
}

/** Of bytes that are no message, where an answer to `exchange` is due, or silence. */
export function clauseOfReject(exchange: Exchange, code: string, raw: Uint8Array): string | undefined {
  const { sum, form, unasked } = exchange.session.clauses;
  const general = code === 'checksum' ? sum : (form ?? sum);
  const isWrong = exchange.isSilent || isAnswerToRefused(exchange, raw);
  return isWrong ? exchange.clause : (general ?? exchange.clause ?? unasked);
}

/** What must be refused was taken: an answer of another form begins, whatever is wrong with it. */
function isAnswerToRefused({ request, outcomes, session }: Exchange, [first]: Uint8Array): boolean {
  if (request !== undefined) return false;
  const { codec } = session.answers;
  return outcomes.every(({ due: [answer] }) => answer !== undefined && codec.encode(answer)[0] !== first);
}
