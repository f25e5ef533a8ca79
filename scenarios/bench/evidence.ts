/** Traffic as the evidence of a verdict. */
import type { Chunk, Direction } from '../../protocols/chunk';
import { concat } from '../../protocols/bytes';
import type { FieldSpan } from '../../protocols/frame';
import type { TimedEvent } from '../../protocols/monitor/timed-decoder';
import { recordBytes, rejectFields, SHOWN_BYTES } from './channel';
import type { BytesRecord } from '../record';

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
