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
