/**
 * The central types of every codec, and of the events of decoders.
 *
 * Codecs and decoders are sans-I/O: the same decoder object serves a port, a virtual board, the
 * fuzzer, a replay and a recorded trace.
 */
import { micros, type Micros } from './time';

/** Why bytes are not a frame, as data. `offset` counts from the first byte of the event's `raw`. */
export interface FrameError {
  /** Short stable word, e.g. `checksum`, `truncated`, `unknown-command`. */
  readonly code: string;
  /** The offset of the error in `raw`, 0..raw.length (raw.length: after the last byte). */
  readonly offset: number;
  /** The right value as text for people, where there are only a few. */
  readonly expected?: string;
  /** The value that came instead. */
  readonly seen?: string;
  /** One sentence: what, where, why. */
  readonly message: string;
}

/**
 * What a decoder found. Every byte pushed comes out in exactly one event or is pending.
 * `raw` belongs to the event (never a view of the caller's buffer).
 */
export type FrameEvent<T> = FrameOf<T> | RejectOf<T>;

/** A message that was found. */
export interface FrameOf<T> {
  readonly kind: 'frame';
  readonly raw: Uint8Array;
  /** The times of the pushes that held the first and the last byte of `raw`. */
  readonly first: Micros;
  readonly last: Micros;
  readonly value: T;
}

/** Bytes that are not a frame, and why. */
export interface RejectOf<T> {
  readonly kind: 'reject';
  readonly raw: Uint8Array;
  readonly first: Micros;
  readonly last: Micros;
  readonly error: FrameError;
  /** The message, where it was readable and only a check (a checksum, a range) failed. */
  readonly value?: T;
}

/** Finds frames in bytes, in any cut. It never throws, and starts no timer: times are arguments. */
export interface Decoder<T> {
  /** Feeds bytes that arrived at `at` (not before the last call's time). Never throws. */
  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<T>[];
  /** Bytes taken in and not yet part of an event; bounded by the protocol's longest frame. */
  readonly pending: number;
  /** When silence alone will end what is pending; undefined when it never will. */
  deadline(): Micros | undefined;
  /** A frame that later ones depend on: a new decoder that gets it first reads on like this one. */
  readonly prelude?: Uint8Array | undefined;
  /** Lets time pass: call it when `deadline()` has come without a byte. */
  tick(now: Micros): readonly FrameEvent<T>[];
}

/** Longer than any silence that ends something. */
const LONG = micros(3600e6);

/** All frames and rejects of the bytes, with `silence` after them. Default: an hour. */
export function decodeAll<T>(
  decoder: Decoder<T>,
  bytes: Uint8Array,
  silence: Micros = LONG,
): readonly FrameEvent<T>[] {
  return [...decoder.push(bytes, micros(0)), ...decoder.tick(silence)];
}

/** A stretch of a frame with its name and meaning, for hex views and dissectors. */
export interface FieldSpan {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  /** The bytes as the protocol reads them: a number, or text. */
  readonly value: number | string;
  /** What the value means, in words: `East wind`, `open`, `wrong, should be 12`. */
  readonly meaning?: string;
}

/** One direction of a protocol: bytes out, bytes in, bytes explained. */
export interface Codec<T> {
  /** The frame's bytes. Throws {@link EncodeError} for a message the protocol cannot carry. */
  encode(message: T): Uint8Array;
  decoder(): Decoder<T>;
  /** Explains any bytes, complete or not, as far as they can be read. Never throws. */
  fields(raw: Uint8Array): readonly FieldSpan[];
}

/** A codec with the bounds of its decoder: bytes and time. */
export interface FramedCodec<T> extends Codec<T> {
  /** Most bytes of a frame. No more are ever pending. */
  readonly longest: number;
  /** Silence after which nothing is pending; absent: silence ends nothing. */
  readonly silence?: Micros;
  /** What ends a frame: its own bytes, the silence after them, or the end of the packet. */
  readonly endsBy: 'bytes' | 'silence' | 'packet';
}

/** A message that the protocol cannot carry: a mistake of the caller, never of the board. */
export class EncodeError extends Error {
  override readonly name = 'EncodeError';
}

/** What `encode` gives; undefined: the protocol cannot carry the message. */
export function tryEncode<T>(encode: () => T): T | undefined {
  try {
    return encode();
  } catch (error) {
    if (error instanceof EncodeError) return undefined;
    throw error;
  }
}
