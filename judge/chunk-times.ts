/** When the bytes of chunks passed. */
import { boundsOf, type Chunk } from '../protocols/chunk';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import { micros } from '../protocols/time';
import type { Span } from './line-reading';

/** A chunk of which bytes are pending. */
export interface HeldChunk {
  readonly chunk: Chunk;
  /** Counted from the first byte of the line. */
  readonly from: number;
  readonly pause: Span;
}

export const NO_PAUSE: Span = { low: 0, high: 0 };

export function widest(chunks: readonly HeldChunk[]): Span {
  let widest = NO_PAUSE;
  for (const { pause } of chunks) if (pause.low > widest.low || pause.high > widest.high) widest = pause;
  return widest;
}

export function boundsIn(held: HeldChunk | undefined, position: number): Bounds {
  if (held === undefined) return { notBefore: micros(0), notAfter: micros(0) };
  return boundsOf(held.chunk, position - held.from);
}
