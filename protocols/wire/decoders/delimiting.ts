/** Frames that a delimiter ends, as data: for the decoder, for `fields` and for a dissector. */
import type { FrameError } from '../../frame';
import { checkIdle, checkMarker, type Idle } from '../bytes/marker';

/** A body is what stands between two delimiters: `raw` from `from` up to `to`. */
export interface Stuffing {
  /** The name and the meaning of bytes that carry no content; `%d`: the byte. */
  readonly overhead: { readonly name: string; readonly meaning: string };
  stuff(content: Uint8Array): Uint8Array;
  /** The content of a body, or what is wrong with it (offset in `raw`). */
  unstuff(raw: Uint8Array, from: number, to: number): Uint8Array | FrameError;
  /** Offset in `raw` of each byte of the content, as far as the body can be read. */
  offsets(raw: Uint8Array, from: number, to: number): number[];
  /** The most bytes that content of `length` bytes takes. */
  most(length: number): number;
  /** For a dissector, which has one of this kind in dissection/lua/described/kinds/. */
  readonly dissected: { readonly kind: string };
}

/** Content without a change. */
const NO_STUFFING: Stuffing = {
  overhead: { name: 'unused', meaning: '' },
  stuff: (content) => content,
  unstuff: (raw, from, to) => raw.subarray(from, to),
  offsets: (_raw, from, to) => Array.from({ length: to - from }, (_, i) => from + i),
  most: (length) => length,
  dissected: { kind: 'none' },
};

export interface Delimiting {
  /** The name of the delimiter in a hex view. */
  readonly name: string;
  /** The bytes that begin a frame, where they differ from those that end it. */
  readonly start: readonly number[];
  /** The bytes that end a frame. */
  readonly marker: readonly number[];
  /** A byte that may come before the marker. It is then no content. */
  readonly before?: number;
  /** True where delimiters without content between them are no frame, but may come before one. */
  readonly isFill: boolean;
  readonly stuffing: Stuffing;
}

export interface DelimitedFraming extends Idle, Delimiting {
  readonly kind: 'delimited';
  /** Its constructor. */
  readonly by: string;
  /** Whether an encoded frame begins with the marker too. A decoder takes both. */
  readonly leading: boolean;
  /** Most bytes of the content. Default: those of the longest message. */
  readonly longest?: number;
}

/** Options of framings that a delimiter ends. */
export interface DelimitedOptions extends Idle {
  /**
   * One byte or several that begin each frame. They do not occur in its content. What comes before them is rejected.
   * Default: a frame begins where the one before it ended.
   */
  readonly start?: number | readonly number[];
}

/** Options of {@link slip} and {@link cobs}. */
export interface LeadingOptions extends Idle {
  /** Whether an encoded frame begins with a delimiter too. */
  readonly leading?: boolean;
}

/** A framing of these options: `around` says how it differs from a marker that ends content as it is. */
export function delimited(
  by: string,
  { start, leading = false, ...options }: DelimitedOptions & LeadingOptions,
  around: Pick<Delimiting, 'marker'> & Partial<DelimitedFraming>,
): DelimitedFraming {
  return {
    kind: 'delimited',
    by,
    name: 'delimiter',
    start: start === undefined ? [] : checkMarker(by, start),
    isFill: false,
    stuffing: NO_STUFFING,
    leading,
    ...around,
    ...checkIdle(by, options),
  };
}

/** Most bytes of a frame, delimiters and stuffing included, with content of at most `longest` bytes. */
export function longestDelimited(delimiting: Delimiting, longest: number): number {
  const { start, marker, before, isFill, stuffing } = delimiting;
  return (
    start.length + stuffing.most(longest) + marker.length + (before === undefined ? 0 : 1) + (isFill ? 1 : 0)
  );
}

/** Where the body of a frame begins and ends: `raw` without its delimiters, if there are any. */
export function bodyOf(delimiting: Delimiting, raw: Uint8Array): readonly [from: number, to: number] {
  const { start, marker, before, isFill } = delimiting;
  const isLed = start.length > 0 && start.every((byte, i) => raw[i] === byte);
  const from = isLed ? start.length : isFill && raw[0] === marker[0] ? 1 : 0;
  if (raw.length - from < marker.length || !endsWith(raw, marker)) return [from, raw.length];
  const to = raw.length - marker.length;
  return [from, Math.max(from, before !== undefined && raw[to - 1] === before ? to - 1 : to)];
}

function endsWith(raw: Uint8Array, marker: readonly number[]): boolean {
  const at = raw.length - marker.length;
  return at >= 0 && marker.every((byte, i) => raw[at + i] === byte);
}
