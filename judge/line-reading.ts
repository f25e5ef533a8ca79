/** What the judge reads of a direction: chunks in, events with bounds of their times out. */
import type { Chunk } from '../protocols/chunk';
import type { Bounds, TimedEvent } from '../protocols/monitor/timed-decoder';

/** A link that is opened on demand begins, or ends. */
export type LinkChange = 'opened' | 'closed';

/** A chunk, with the name of its link where a board has several. */
export interface LinkChunk extends Chunk {
  readonly link?: string;
  /** Its link changes, and nothing passes: the host does that, or of `rx` the board. */
  readonly change?: LinkChange;
}

export interface Span {
  readonly low: number;
  readonly high: number;
}

/** A frame, or bytes that are none, with what is known of how they came. */
export interface ReadEvent<T> {
  readonly passed: TimedEvent<T>;
  /** Where the board has several links. */
  readonly link?: string | undefined;
  /** Its link changes: no bytes. */
  readonly change?: LinkChange;
  /** Counts the bytes up to its end; what has none counts as one. */
  readonly id: number;
  /** Counts the chunks of its link, up to the one in which it ended. */
  readonly chunk: number;
  /** Nothing else ended in that chunk. */
  readonly isAlone: boolean;
  /** Pauses inside it that are sure. */
  readonly pauses: number;
  /** The widest, as bounds in microseconds. */
  readonly pause: Span;
  /** The silence that ended it; 0: its last byte did. */
  readonly silence: number;
  /** The least time since the event before it. */
  readonly gap: number;
  /** The least time for which this host stalled an emulated board since its reset. */
  readonly stalled: number;
}

/** One direction of one link, or of all links of a board. */
export interface LineReading<T> {
  readonly canFork: boolean;
  readonly pending: number;
  readonly isInPieces: boolean;
  readonly lastByte: Bounds | undefined;
  fork(): LineReading<T>;
  isSame(other: LineReading<T>): boolean;
  deadline(): number | undefined;
  mayHaveEnded(at: number): boolean;
  mayBeAnsweredEarly(at: number): boolean;
  mayEndBefore(chunk: LinkChunk): boolean;
  mayPauseIn(chunk: LinkChunk): boolean;
  push(chunk: LinkChunk): readonly ReadEvent<T>[];
  /** `link`: only what is pending there. */
  expire(link?: string): readonly ReadEvent<T>[];
  expireGarbage(): readonly ReadEvent<T>[];
}
