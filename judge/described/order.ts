/**
 * The order in which what comes on several links reaches the board. There is none between links, unless an answer or some time is between.
 *
 *     a: leave   20 ms   b: join      in which order? The state is not known
 *     a: leave   60 ms   b: join      in this order, if what comes is settled after 50 ms
 *     a: move → answer   b: join      in this order
 */
import type { Message } from '../../protocols/request-response/definition';
import type { Ruling } from '../conversation';
import type { ReadEvent } from '../line-reading';
import type { Recent, Talk } from './talk';

/** The timer that ends when what came last has reached the board. */
export const SETTLED = 'settled';
/** Times of a journal are whole microseconds. */
const ROUNDING = 1000;

/** It may have reached the board before what came before it. `losesPackets`: or may the board have got only one of them. */
export function isUnordered(
  { link, passed, change }: ReadEvent<Message>,
  recent: Recent | undefined,
  { settle, losesPackets }: { readonly settle: number; readonly losesPackets: boolean },
): boolean {
  if (recent === undefined || passed.event.kind === 'reject') return false;
  // The end of a connection and the beginning of the next need not come in order.
  const isAnother = change === 'opened' && recent.change === 'closed';
  if (recent.link === link && !isAnother && !losesPackets) return false;
  return passed.first.notBefore - recent.at.notAfter < settle - ROUNDING;
}

/** The ruling, with what came last. Bytes that are no message change nothing, in any order. */
export function withRecent<State>(
  ruling: Ruling<Talk<State>>,
  { link = '', passed, change, id }: ReadEvent<Message>,
  talk: Talk<State>,
  settle: number,
): Ruling<Talk<State>> {
  if (settle === 0) return ruling;
  const { state = talk, sends = [], timers } = ruling;
  const isAnswered = sends.some(({ duty }) => duty === 'must');
  const until = isAnswered ? null : passed.last.notAfter + settle;
  const isMessage = passed.event.kind === 'frame';
  const recent = isMessage ? { link, exchange: id, at: passed.last, change } : state.recent;
  const { page, isOrderLost } = state;
  const next = { page, timers: state.timers, recent, isOrderLost };
  return { ...ruling, state: next, timers: { ...timers, [SETTLED]: until } };
}
