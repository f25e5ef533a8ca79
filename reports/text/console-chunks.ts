/** Pieces of what a console printed, as one exchange: a line cuts what is printed at once into as many as it likes. */
import type { BytesRecord } from '../../scenarios/record';

/** Pieces that follow each other so closely, in microseconds, are one; of this many bytes at most. */
const MAX_GAP_US = 5000;
const MAX_BYTES = 512;
const SHOWN_TEXT = 400;

/** Records, of which those that are nothing but text and follow each other closely are joined. Oldest first. */
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
