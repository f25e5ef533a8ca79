/** What a fault breaks, or why it breaks nothing: in a state that nobody knows, another answer may be right. */
import type { Message, AnySession } from '../../protocols/request-response/definition';
import { atFirst } from '../../protocols/request-response/fitted-request';
import type { Flaw } from '../../protocols/monitor/judgement';
import { isSameData } from '../../protocols/same-data';
import type { Charge, Fault } from '../conversation';
import type { ReadEvent } from '../line-reading';
import type { RuleContext } from './context';
import { Exchange } from './exchange';
import { isForAnother } from './exploration';
import { malformedFrame, missingAnswer, unaskedMessage, wrongAnswer, type DueAnswer } from './flaws';
import { isSettling, type Talk } from './talk';
import { isRightIfReset } from './unseen-resets';
import { clauseOfSilence } from './severed-request';

/**
 * What is asked of an answer. content: that it is right. presence: that it comes; in a state that is not known its content decides nothing.
 * form: as presence, and the rule says nothing of its content.
 */
export type Demand = 'content' | 'presence' | 'form';

const UNKNOWN: Charge = { excuse: 'state-unknown' };

export function chargeAnswer<State>(
  context: RuleContext<State>,
  due: DueAnswer<State>,
  demand: Demand,
  fault: Fault<Talk<State>>,
  talk: Talk<State>,
): Charge {
  const { exchange } = due;
  const { session } = context;
  const event = fault.seen?.passed.event;
  switch (fault.kind) {
    case 'silence': {
      const { request } = exchange;
      const isProbe = request !== undefined && isSameData(atFirst(session, request), session.probe);
      const isDue = demand !== 'form' || isProbe || session.clauses.answered !== undefined;
      const after = fault.at - exchange.received.passed.last.notAfter;
      return isDue
        ? charge(context, clauseOfMissingAnswer(exchange), exchange, missingAnswer(due, after))
        : UNKNOWN;
    }
    case 'form':
      return event?.kind === 'reject'
        ? charge(
            context,
            clauseOfReject(exchange, event.error.code, event.raw),
            exchange,
            malformedFrame(event.raw, event.error, event.value),
          )
        : UNKNOWN;
    default: {
      const answer = event?.value;
      if (answer === undefined) return UNKNOWN;
      if (demand !== 'content' && !talk.isKnown)
        return { ...UNKNOWN, isImpossible: isForAnother(exchange, answer) };
      const clause = clauseOfWrongAnswer(exchange, answer, isOvertaking(fault, exchange, answer));
      const flaw = wrongAnswer(due, answer);
      return chargeUnlessReset(context, clause, due, answer, flaw);
    }
  }
}

/** Something came where nothing may. */
export function chargeSilence<State>(
  context: RuleContext<State>,
  exchange: Exchange<State>,
  isVerified: boolean,
  { kind, seen }: Fault<Talk<State>>,
  talk: Talk<State>,
): Charge {
  if (seen === undefined || isExtra(seen, talk)) return UNKNOWN;
  const { event } = seen.passed;
  if (event.kind === 'reject') {
    const flaw = malformedFrame(event.raw, event.error, event.value);
    return charge(context, clauseOfReject(exchange, event.error.code, event.raw), exchange, flaw);
  }
  if (!isVerified || kind !== 'unasked') return UNKNOWN;
  const text = context.session.answers.wire.describe(event.value);
  const clause = clauseOfWrongAnswer(exchange, event.value, false);
  const flaw = unaskedMessage(exchange, text);
  return chargeUnlessReset(context, clause, { exchange, given: 0 }, event.value, flaw);
}

/** It belongs to a fault before it, or may be due in another state than the assumed one. */
export function isExtra<State>({ passed: { first } }: ReadEvent<Message>, talk: Talk<State>): boolean {
  return (
    isSettling(talk, first.notBefore) ||
    (!talk.isKnown && (talk.isBehind || first.notBefore < talk.extraUntil))
  );
}

/** Nothing is owed: a message that nobody asked for, or bytes that are none. */
export function chargeUnasked<State>(
  context: RuleContext<State>,
  { seen, isInPieces, isReceiving }: Fault<Talk<State>>,
  talk: Talk<State>,
): Charge {
  if (seen === undefined) return UNKNOWN;
  const { session } = context;
  const { event, first } = seen.passed;
  // What comes while the next request does is about that one.
  if (isExtra(seen, isReceiving ? { ...talk, settling: undefined } : talk)) return UNKNOWN;
  const { answered } = talk;
  const before = answered !== undefined && first.notBefore < answered.until ? answered.exchange : undefined;
  const clause = clauseOfUnasked(session, before, isInPieces);
  if (event.kind === 'frame')
    return charge(
      context,
      clause,
      before,
      unaskedMessage(before, session.answers.wire.describe(event.value)),
    );
  const flaw = malformedFrame(event.raw, event.error, event.value);
  const { value } = event;
  const isMessage = value !== undefined && session.unsolicited.some((rule) => rule.matches(value));
  const { sum, form } = session.clauses;
  const general = event.error.code === 'checksum' ? sum : (form ?? sum);
  return charge(context, isMessage ? (general ?? clause) : (clause ?? general), undefined, flaw);
}

export function charge<State>(
  { log }: Pick<RuleContext<State>, 'log'>,
  clause: string | undefined,
  exchange: Exchange<State> | undefined,
  flaw: Flaw<Message>,
): Charge {
  if (clause === undefined) return { excuse: 'none' };
  return { report: (verdict) => log.fail(clause, exchange, { ...flaw, verdict }) };
}

/** Where resets come unseen, one may be why this is the answer after `given` others. */
function chargeUnlessReset<State>(
  context: RuleContext<State>,
  clause: string,
  { exchange, given }: Pick<DueAnswer<State>, 'exchange' | 'given'>,
  answer: Message,
  flaw: Flaw<Message>,
): Charge {
  if (context.seesResets || !isRightIfReset(exchange, answer, given))
    return charge(context, clause, exchange, flaw);
  return { report: () => context.log.failUnlessReset(clause, exchange, flaw), reason: 'state-unknown' };
}

/** The answer is right for the request behind the first. */
function isOvertaking<State>(
  { next }: Fault<Talk<State>>,
  exchange: Exchange<State>,
  answer: Message,
): boolean {
  if (next === undefined) return false;
  const other = new Exchange(exchange.session, next, exchange.before, exchange.circumstances);
  return other.rightOutcomes(other.outcomes, 0, answer).length > 0;
}

/** Of an answer that is wrong, or comes in a silence. `isOvertaking`: it is right for the next request. */
function clauseOfWrongAnswer(exchange: Exchange, answer: Message, isOvertaking: boolean): string {
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

function clauseOfMissingAnswer(exchange: Exchange): string {
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
function clauseOfUnasked(
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
function clauseOfReject(exchange: Exchange, code: string, raw: Uint8Array): string | undefined {
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
