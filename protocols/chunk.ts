/** Bytes as they pass on a line, with what is known of their time. */
import { micros, type Micros } from './time';

/** tx: host to board. rx: board to host. */
export type Direction = 'tx' | 'rx';

/**
 * Bytes on the wire with bounds of their time: all of them passed between `notBefore` and `notAfter`.
 * tx is host to board, rx board to host.
 */
export interface Chunk {
  readonly direction: Direction;
  readonly bytes: Uint8Array;
  readonly notBefore: Micros;
  readonly notAfter: Micros;
  /** The earliest time of the last byte: later than `notBefore` by the least time that the others take, as the pace of the wire says. */
  readonly lastNotBefore: Micros;
  /** The least time for which this host stalled an emulated board since its reset, before this chunk; default 0. */
  readonly stalledSinceReset?: Micros;
}

/** The same, where what is sent may have come later by `stall`. */
export function delayedChunk(chunk: Chunk, stall: number): Chunk {
  return chunk.direction === 'rx' ? chunk : { ...chunk, notAfter: micros(chunk.notAfter + stall) };
}

/** The two parts of a chunk, the first with `count` bytes. */
export function splitChunk<C extends Chunk>(chunk: C, count: number): readonly [C, C] {
  const { bytes, direction } = chunk;
  const end = boundsOf(chunk, count - 1);
  // What is sent begins where the byte before it ends.
  const begin = direction === 'tx' ? end : boundsOf(chunk, count);
  return [
    { ...chunk, bytes: bytes.subarray(0, count), notAfter: end.notAfter, lastNotBefore: end.notBefore },
    { ...chunk, bytes: bytes.subarray(count), notBefore: begin.notBefore },
  ];
}

/**
 * When one byte of a chunk passed. The bytes before it come at least as far before the last one as the known pace of the wire says; a
 * wide chunk is not divided evenly.
 */
export function boundsOf(
  { direction, bytes, notBefore, notAfter, lastNotBefore }: Chunk,
  index: number,
): Pick<Chunk, 'notBefore' | 'notAfter'> {
  const last = bytes.length - 1;
  if (index === last) return { notBefore: lastNotBefore, notAfter };
  // What is sent begins before its first byte; what is received is known from the end of its first byte on.
  const pace = (lastNotBefore - notBefore) / (direction === 'tx' ? last + 1 : last);
  const before = (last - index) * pace;
  return { notBefore: micros(lastNotBefore - before), notAfter: micros(notAfter - before) };
}
