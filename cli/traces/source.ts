/** What a file says of a board's line, whatever its format. */
import type { Chunk } from '../../devices/link';
import type { Parameters } from '../../protocols/requirement';
import { micros } from '../../protocols/time';
import type { Passage } from '../../scenarios/observe/trace-observer';

export interface TraceSource {
  /** Times are microseconds from any beginning, not below 0. */
  readonly passages: readonly Passage[];
  /** It begins as the board was powered. */
  readonly fresh: boolean;
  /** Its times are those of the wire. */
  readonly exact: boolean;
  /** Those of the board, where the file says them. */
  readonly parameters?: Parameters;
}

/** What a person says of a file that does not say it itself. */
export interface SourceWishes {
  readonly suite: string;
  /** The link in files of many. */
  readonly link: string;
  /** Bits per second. */
  readonly baud: number;
  /** Names of the analyser's channels: what the host sends, and what the board sends. */
  readonly host?: string | undefined;
  readonly board?: string | undefined;
  /** Samples a second, where times are counted in samples. */
  readonly samplerate?: number | undefined;
}

/** A chunk between two instants in microseconds, on a line of `baud`. */
export function chunkOf(
  direction: 'tx' | 'rx',
  bytes: Uint8Array,
  notBefore: number,
  notAfter: number,
  baud: number,
): Chunk {
  const lastNotBefore = Math.min(notAfter, notBefore + (bytes.length - 1) * (10e6 / baud));
  return {
    direction,
    bytes,
    notBefore: micros(notBefore),
    notAfter: micros(notAfter),
    lastNotBefore: micros(Math.max(notBefore, lastNotBefore)),
  };
}
