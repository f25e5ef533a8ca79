/** Traffic as the evidence of a verdict. */
import type { Direction } from '../../../protocols/chunk';
import type { FieldSpan } from '../../../protocols/frame';
import type { TimedEvent } from '../../../protocols/monitor/timed-decoder';
import { recordBytes, SHOWN_BYTES } from '../../bench/channel';
import type { BytesRecord } from '../../record';

/** Of a long frame it is the beginning. */
export function evidenceRecord(
  direction: Direction,
  link: string,
  { event, first, last }: TimedEvent<unknown>,
  fields: (raw: Uint8Array) => readonly FieldSpan[],
): BytesRecord {
  const { raw } = event;
  const times = { notBefore: first.notBefore, notAfter: last.notAfter };
  return {
    ...recordBytes({ link, direction, bytes: raw, ...times }, SHOWN_BYTES),
    ...(event.kind === 'reject' ? { reject: event.error.message } : {}),
    fields: fields(raw.subarray(0, SHOWN_BYTES)),
  };
}
