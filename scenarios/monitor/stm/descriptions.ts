/** Requests and answers of an STM board in words. Bytes that are no frame are shown as hex. */
import { describeAnswer, describeRequest, type Answer } from '../../../protocols/stm/stm';
import { hex } from '../../bench/channel';
import type { TimedEvent } from '../../oracle/timed-decoder';
import type { PendingResponse } from './pending-response';

export function describeInput({ request, received }: PendingResponse): string {
  if (request !== undefined) return describeRequest(request);
  const { event } = received.passed;
  return `${shortHex(event.raw, 8)} (${event.kind === 'reject' ? event.error.message : 'a frame'})`;
}

export function describeSeenAnswer({ event }: TimedEvent<Answer>): string {
  if (event.kind === 'frame') return describeAnswer(event.value);
  return `${shortHex(event.raw, 16)} (${event.error.message})`;
}

function shortHex(bytes: Uint8Array, length: number): string {
  return `${hex(bytes.subarray(0, length))}${bytes.length > length ? '…' : ''}`;
}
