/** Traffic as the evidence of a verdict. */
import type { Chunk, Direction } from '../../protocols/chunk';
import { concat, hex } from '../../protocols/bytes';
import type { Codec, FieldSpan, FrameError } from '../../protocols/frame';
import type { TimedEvent } from '../../protocols/monitor/timed-decoder';
import type { BytesRecord, DueRecord } from '../record';

/** Of long evidence, so many bytes are shown. */
export const SHOWN_BYTES = 640;

/** A frame, or bytes that are none. Of a long one it is the beginning. */
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
    ...(event.kind === 'reject' ? rejectFields(event.error, Math.min(raw.length, SHOWN_BYTES)) : {}),
    fields: fields(raw.subarray(0, SHOWN_BYTES)),
  };
}

/** Chunks, those of one direction in a row as one. */
export function chunkRecords(
  link: string,
  chunks: readonly Chunk[],
  fields: (direction: Direction, raw: Uint8Array) => readonly FieldSpan[],
): readonly BytesRecord[] {
  const joined: { readonly chunk: Chunk; readonly size: number }[] = [];
  for (const chunk of chunks) {
    const last = joined.at(-1);
    if (last?.chunk.direction !== chunk.direction) joined.push({ chunk, size: chunk.bytes.length });
    else
      joined[joined.length - 1] = {
        chunk: extended(last.chunk, chunk),
        size: last.size + chunk.bytes.length,
      };
  }
  return joined.map(({ chunk, size }) => ({
    ...recordBytes({ link, ...chunk }, SHOWN_BYTES, size),
    fields: fields(chunk.direction, chunk.bytes.subarray(0, SHOWN_BYTES)),
  }));
}

/** With no more bytes than are shown. */
function extended({ notBefore, bytes }: Chunk, next: Chunk): Chunk {
  return { ...next, notBefore, bytes: bytes.length < SHOWN_BYTES ? concat(bytes, next.bytes) : bytes };
}

/** The record fields of a reject. Dropped bytes have no single wrong byte. */
function rejectFields({ code, offset, expected, message }: FrameError, length: number): Partial<BytesRecord> {
  const hasWrongByte = expected !== undefined && offset < length && code !== 'discarded';
  return { reject: message, ...(hasWrongByte ? { wrong: { offset, expected } } : {}) };
}

/** Bytes that should have come, for the report. */
export function dueRecord<T>(link: string, codec: Codec<T>, bytes: Uint8Array): DueRecord {
  const shown = bytes.subarray(0, SHOWN_BYTES);
  return { link, hex: hex(shown), fields: codec.fields(shown) };
}

interface LinkBytes {
  readonly link: string;
  readonly direction: Direction;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly bytes: Uint8Array;
}

/** Bytes on a link as a record, which shows `most` of them. `size`: the number of all, with those that nobody has. */
export function recordBytes(
  { link, direction, bytes, notBefore, notAfter }: LinkBytes,
  most: number,
  size = bytes.length,
): Omit<BytesRecord, 'fields'> {
  const shown = bytes.subarray(0, most);
  return {
    link,
    direction,
    notBefore: Math.round(notBefore),
    notAfter: Math.round(notAfter),
    hex: hex(shown),
    ...(size > shown.length ? { elided: size - shown.length } : {}),
  };
}
