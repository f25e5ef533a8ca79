/** Traffic as the evidence of a verdict. */
import type { Direction } from '../../../protocols/chunk';
import type { FieldSpan } from '../../../protocols/frame';
import type { TimedEvent } from '../../../protocols/monitor/timed-decoder';
import { hex } from '../../bench/channel';
import type { BytesRecord } from '../../record';

const SHOWN_BYTES = 640;

/** Of a long frame it is the beginning. */
export function evidenceRecord(
  direction: Direction,
  link: string,
  { event, first, last }: TimedEvent<unknown>,
  fields: (raw: Uint8Array) => readonly FieldSpan[],
): BytesRecord {
  const shown = event.raw.subarray(0, SHOWN_BYTES);
  const elided = event.raw.length - shown.length;
  return {
    link,
    direction,
    notBefore: Math.round(first.notBefore),
    notAfter: Math.round(last.notAfter),
    hex: hex(shown),
    ...(elided > 0 ? { elided } : {}),
    ...(event.kind === 'reject' ? { reject: event.error.message } : {}),
    fields: fields(shown),
  };
}
