/** Texts for what is due and what came. */
import { hex } from '../../bench/channel';
import type { TimedEvent } from '../../../protocols/monitor/timed-decoder';
import { isTwoByte, type Reply } from '../../../protocols/gm67/message';
import type { Expected } from '../../../protocols/gm67/rules';
import { dueLabel, replyLabel } from './labels';

export function describeExpected(expected: Expected): string {
  if (expected.type !== 'value') return dueLabel(expected);
  const values =
    expected.values.length > 4 ? `one of ${expected.values.length}` : expected.values.join(' or ');
  return `${numberWords(expected.number)} is ${values}`;
}

export function describeReply(reply: Reply): string {
  return reply.type === 'value' ? `${numberWords(reply.number)} is ${reply.value}` : replyLabel(reply);
}

function numberWords(number: number): string {
  return `parameter ${number
    .toString(16)
    .toUpperCase()
    .padStart(isTwoByte(number) ? 4 : 2, '0')}`;
}

export function ms(span: number): string {
  return `${(span / 1000).toFixed(1)} ms`;
}

export function describeReplies(replies: readonly TimedEvent<Reply>[]): string {
  return replies
    .map(({ event }) => (event.value === undefined ? 'no frame' : describeReply(event.value)))
    .join(', ');
}

export const SHORT_HEX_BYTES = 24;

/** The first bytes in hex. */
export function shortHex(raw: Uint8Array): string {
  return hex(raw.subarray(0, SHORT_HEX_BYTES)) + (raw.length > SHORT_HEX_BYTES ? '…' : '');
}
