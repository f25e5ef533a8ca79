/** Exchanges as coverage points: the state as a class, what the board got, and what came. */
import type { AnySession, Message } from '../../protocols/request-response/definition';
import type { CoveragePoint } from '../../protocols/monitor/monitor';
import { isSameData } from '../../protocols/same-data';
import type { Exchange } from './exchange';

/** Of what the page leaves open. */
export const NOISE = 'noise';

/** `next`: the state after it; undefined: not known. */
export function pointOf<State>(
  exchange: Exchange<State>,
  answer: Message | undefined,
  next: { readonly page: State } | undefined,
): CoveragePoint {
  const { session, before, trigger, clause, circumstances } = exchange;
  return {
    state: circumstances.isCertain ? session.classes.state(before) : 'unknown',
    trigger,
    response: answer === undefined ? 'silence' : session.classes.answer(answer),
    requirement: clause,
    isNoOp: next !== undefined && isSameData(next.page, before),
  };
}

export function noisePoint(session: AnySession, exchange: Exchange | undefined): CoveragePoint {
  const { recovery, form, sum, unasked } = session.clauses;
  const requirement = exchange?.clause ?? recovery ?? form ?? sum ?? unasked ?? '';
  const isKnown = exchange?.circumstances.isCertain === true;
  const state = isKnown ? session.classes.state(exchange.before) : 'unknown';
  return { state, trigger: NOISE, response: 'unjudged', requirement, isNoOp: false };
}
