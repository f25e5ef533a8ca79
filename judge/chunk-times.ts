/** When the bytes of chunks passed. */
import type { Chunk } from '../protocols/chunk';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import { micros } from '../protocols/time';
import type { LinkChunk, Span } from './line-reading';

/** A chunk of which bytes are pending. */
export interface HeldChunk {
  readonly chunk: Chunk;
  /** Counted from the first byte of the line. */
  readonly from: number;
  readonly pause: Span;
}

export const NO_PAUSE: Span = { low: 0, high: 0 };

/** The two parts of a chunk, the first with `count` bytes. */
export function splitChunk(chunk: LinkChunk, count: number): readonly [LinkChunk, LinkChunk] {
  const { bytes } = chunk;
  const end = boundsOf(chunk, count - 1);
  const begin = boundsOf(chunk, count);
  return [
    { ...chunk, bytes: bytes.subarray(0, count), notAfter: end.notAfter, lastNotBefore: end.notBefore },
    { ...chunk, bytes: bytes.subarray(count), notBefore: begin.notBefore },
  ];
}

export function widest(chunks: readonly HeldChunk[]): Span {
  let widest = NO_PAUSE;
  for (const { pause } of chunks) if (pause.low > widest.low || pause.high > widest.high) widest = pause;
  return widest;
}

export function boundsIn(held: HeldChunk | undefined, position: number): Bounds {
  if (held === undefined) return { notBefore: micros(0), notAfter: micros(0) };
  return boundsOf(held.chunk, position - held.from);
}

/**
 * When one byte of a chunk passed. The bytes before it come at least as far before the last one as the known pace of the wire says; a
 * wide chunk is not divided evenly.
 */
export function boundsOf(
  { direction, bytes, notBefore, notAfter, lastNotBefore }: Chunk,
  index: number,
): Bounds {
  const last = bytes.length - 1;
  if (index === last) return { notBefore: lastNotBefore, notAfter };
  // What is sent begins before its first byte; what is received is known from the end of its first byte on.
  const pace = (lastNotBefore - notBefore) / (direction === 'tx' ? last + 1 : last);
  const before = (last - index) * pace;
  return { notBefore: micros(lastNotBefore - before), notAfter: micros(notAfter - before) };
}
