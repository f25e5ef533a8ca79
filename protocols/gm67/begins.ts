/** What a scanner may send that nothing is due for. */
import type { RxMessage } from '../../api/index';
import { isStrayCode } from './codes';
import { isDamagedReply, type Output } from './wire/output';
import type { GmRuling, GmState } from './state';

export function beginsOf(rx: RxMessage<Output>, state: GmState): GmRuling | undefined {
  const { message, first, mayBeUntold = false } = rx;
  if (message === undefined) return undefined;
  // Noise itself may draw any number of NAKs.
  if (message.type === 'nak' && first.notBefore < state.noiseUntil) return {};
  const isReply = message.type === 'raw' && isDamagedReply(message.bytes) && first.notBefore >= state.stray;
  return !isReply && isStrayCode(message, state, first.notBefore, mayBeUntold) ? {} : undefined;
}
