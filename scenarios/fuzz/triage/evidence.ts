/** A chunk of a replayed case, as a record. */
import type { Chunk } from '../../../protocols/chunk';
import { recordBytes, SHOWN_BYTES } from '../../bench/evidence';
import type { BytesRecord } from '../../record';
import type { FuzzSession } from '../target';

/** Only the first fields are kept: all fields of 144 tiles would make a file of a hundred kilobytes. */
const SHOWN_FIELDS = 16;

export function bytesRecord(session: FuzzSession, link: string, chunk: Chunk): BytesRecord {
  const fields = session.fields(link, chunk.direction, chunk.bytes.subarray(0, SHOWN_BYTES));
  return { ...recordBytes({ link, ...chunk }, SHOWN_BYTES), fields: fields.slice(0, SHOWN_FIELDS) };
}
