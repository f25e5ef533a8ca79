/** Texts for what is due and what came. */
import { replies } from '../gm67';
import { isTwoByte, type Reply } from '../message';
import type { Expected } from '../rules';
import { micros } from '../../time';
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

const SHORT_HEX_BYTES = 24;

/** The first bytes in hex, and how many there are. */
export function shortHex(raw: Uint8Array): string {
  const shown = Buffer.from(raw.subarray(0, SHORT_HEX_BYTES)).toString('hex');
  return raw.length > SHORT_HEX_BYTES ? `${shown} … (${raw.length} bytes)` : shown;
}

/** Why these bytes are no frame of a scanner. */
export function rejectReason(raw: Uint8Array): string {
  const decoder = replies().decoder();
  const [first] = [...decoder.push(raw, micros(0)), ...decoder.tick(micros(1e9))];
  return first?.kind === 'reject' ? first.error.message : 'no frame';
}
