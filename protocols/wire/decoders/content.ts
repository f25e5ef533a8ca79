/** What decoders need of a wire, and how the content of a frame becomes an event. */
import type { FrameError, FrameEvent } from '../../frame';
import type { Micros } from '../../time';
import type { PartFraming } from '../framing';

export interface Refusal<M> {
  readonly kind: 'reject';
  readonly error: FrameError;
  readonly value?: M;
}

export type Reading<M> = { readonly kind: 'frame'; readonly value: M } | Refusal<M>;

/** The content of frames, without the framing. */
export interface ContentReader<M> {
  /** Most bytes of the content. */
  readonly longest: number;
  /** Reads exactly one content. Never throws. */
  decode(content: Uint8Array): Reading<M>;
  /**
   * The length in bytes of the content that begins at `from`; {@link MORE} or {@link NONE}. The bytes up to `to` (one
   * at least) have come. Further bytes do not change the answer.
   */
  measure(buffer: Uint8Array, from: number, to: number): number;
  /** Why no content begins with these bytes. */
  startError(content: Uint8Array): FrameError;
  /** On a line with several framings: those that read whole frames. */
  readonly parts?: { readonly wires: readonly FramedReading[] };
}

/** The same content, of at most `longest` bytes. */
export function limited<M>(wire: ContentReader<M>, longest = wire.longest): ContentReader<M> {
  return {
    longest,
    decode: (content) => wire.decode(content),
    measure: (buffer, from, to) => wire.measure(buffer, from, to),
    startError: (content) => wire.startError(content),
  };
}

interface FramedReading extends Pick<ContentReader<unknown>, 'measure' | 'startError'> {
  readonly framed?: { readonly framing: PartFraming };
}

/** The bytes do not tell the length yet. */
export const MORE = 0;
/** No frame begins with these bytes. */
export const NONE = -1;

/** The event of `raw`, by what the wire read in its content. */
export function toEvent<M>(read: Reading<M>, raw: Uint8Array, first: Micros, last: Micros): FrameEvent<M> {
  if (read.kind === 'frame') return { kind: 'frame', raw, first, last, value: read.value };
  const { error } = read;
  return read.value === undefined
    ? { kind: 'reject', raw, first, last, error }
    : { kind: 'reject', raw, first, last, error, value: read.value };
}

/** The same error, at another offset: the content may begin elsewhere in the event's bytes. */
export function atOffset(error: FrameError, offset: number): FrameError {
  const { code, expected, seen, message } = error;
  return {
    code,
    offset,
    message,
    ...(expected === undefined ? {} : { expected }),
    ...(seen === undefined ? {} : { seen }),
  };
}

/** A copy that nobody else holds: `slice()` of a Buffer is a view of it. */
export function copyOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const copy = new Uint8Array(to - from);
  copyInto(copy, 0, bytes, from, to);
  return copy;
}

/** Below this many bytes a loop is faster than a call. */
const SHORT = 64;

export function copyInto(target: Uint8Array, at: number, bytes: Uint8Array, from: number, to: number): void {
  if (to - from > SHORT) {
    target.set(bytes.subarray(from, to), at);
    return;
  }
  let i = from;
  let j = at;
  // Four bytes a round take half the time.
  for (; i + 3 < to; i += 4, j += 4) {
    target[j] = bytes[i]!;
    target[j + 1] = bytes[i + 1]!;
    target[j + 2] = bytes[i + 2]!;
    target[j + 3] = bytes[i + 3]!;
  }
  for (; i < to; i++, j++) target[j] = bytes[i]!;
}
