/** Joins chunks of console text into one exchange: a line may cut one output into any number of chunks. */
import type { BytesRecord } from '../../scenarios/record';

/** Chunks with at most this gap, in microseconds, are joined, up to this many bytes. */
const MAX_GAP_US = 5000;
const MAX_BYTES = 512;
const SHOWN_TEXT = 400;

/** The records, oldest first, with text records in close sequence joined. */
export function joinConsoleChunks(records: readonly BytesRecord[]): readonly BytesRecord[] {
  const joined: BytesRecord[] = [];
  for (const record of records) {
    const last = joined.at(-1);
    if (last !== undefined && continues(last, record)) joined[joined.length - 1] = joinRecords(last, record);
    else joined.push(record);
  }
  return joined;
}

function isText({ fields = [], elided, reject }: BytesRecord): boolean {
  return fields.length === 1 && fields[0]?.name === 'text' && elided === undefined && reject === undefined;
}

function continues(last: BytesRecord, next: BytesRecord): boolean {
  return (
    last.link === next.link &&
    last.direction === next.direction &&
    isText(last) &&
    isText(next) &&
    next.notBefore - last.notAfter <= MAX_GAP_US &&
    (last.hex.length + next.hex.length) / 2 <= MAX_BYTES
  );
}

function joinRecords(last: BytesRecord, next: BytesRecord): BytesRecord {
  const hex = last.hex + next.hex;
  const length = hex.length / 2;
  const bytes = Uint8Array.from({ length: Math.min(length, SHOWN_TEXT) }, (_, i) =>
    parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
  const value = new TextDecoder().decode(bytes);
  return { ...last, notAfter: next.notAfter, hex, fields: [{ name: 'text', offset: 0, length, value }] };
}
