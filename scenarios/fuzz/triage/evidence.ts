/** A chunk of a replayed case, as a record. */
import type { Chunk } from '../../../protocols/chunk';
import { hex } from '../../bench/channel';
import type { BytesRecord } from '../../record';
import type { FuzzSession } from '../target';

const SHOWN_BYTES = 640;
/** Only the first fields are kept: all fields of 144 tiles would make a file of a hundred kilobytes. */
const SHOWN_FIELDS = 16;

export function bytesRecord(session: FuzzSession, link: string, chunk: Chunk): BytesRecord {
  const { direction, bytes, notBefore, notAfter } = chunk;
  const shown = bytes.subarray(0, SHOWN_BYTES);
  const elided = bytes.length - shown.length;
  return {
    link,
    direction,
    notBefore: Math.round(notBefore),
    notAfter: Math.round(notAfter),
    hex: hex(shown),
    ...(elided > 0 ? { elided } : {}),
    fields: session.fields(link, direction, shown).slice(0, SHOWN_FIELDS),
  };
}
