/** What is looked for on a line: frames of one framing with start bytes, or of several framings. */
import { NONE, type ContentReader } from './content';
import { delimitingOf, isDelimited } from './delimiting';
import { noise, tooLong, truncated } from './faults';
import type { PartFraming } from '../framing';
import { framedReader, matchAt, startOf } from './framed-reader';

/** `measure` and `decode` take whole frames. */
export interface HuntReader<M> extends ContentReader<M> {
  /** The same as `measure`, for a place where no line begins: lines without start bytes are left out. */
  measureInside(buffer: Uint8Array, from: number, to: number): number;
  /** Whether the start bytes of a framing are all there. */
  begins(buffer: Uint8Array, from: number, to: number): boolean;
  /** Whether a line without start bytes ends right before `at`. */
  endsLine(buffer: Uint8Array, from: number, at: number): boolean;
  /** A frame on which later ones depend: {@link Decoder.prelude}. */
  readonly last?: Uint8Array | undefined;
  /** Some frames have no start bytes. */
  readonly hasStartless: boolean;
  /** Bytes of the longest start; 1 at least. */
  readonly startLength: number;
}

/** One framing with start bytes. */
export function startReader<M>(wire: ContentReader<M>, framing: PartFraming): HuntReader<M> {
  const start = startOf(framing);
  const reader = framedReader(wire, framing);
  return {
    ...reader,
    measureInside: (buffer, from, to) => reader.measure(buffer, from, to),
    begins: (buffer, from, to) => matchAt(start, buffer, from, to) === 1,
    endsLine: () => false,
    hasStartless: false,
    startLength: start.length,
  };
}

/** A line without start bytes may begin only where the one before it ended: any part of a line is a line, too. */
function isLine(framing: PartFraming): boolean {
  return isDelimited(framing) && startOf(framing).length === 0;
}

function isAt(start: readonly number[], raw: Uint8Array): boolean {
  return start.length > 0 && matchAt(start, raw, 0, raw.length) === 1;
}

/** Several framings. `wire` reads their frames. */
export function mixedReader<M>(wire: ContentReader<M>): HuntReader<M> {
  const parts = wire.parts?.wires ?? [];
  const framings = parts.flatMap(({ framed }) => (framed === undefined ? [] : [framed.framing]));
  const starts = framings.map(startOf).filter(({ length }) => length > 0);
  const inside = parts.filter(({ framed }) => framed !== undefined && !isLine(framed.framing));
  const ends = framings
    .filter(isLine)
    .filter(isDelimited)
    .map((framing) => delimitingOf(framing).marker);
  const begins = (buffer: Uint8Array, from: number, to: number): boolean =>
    starts.some((start) => matchAt(start, buffer, from, to) === 1);
  return {
    longest: wire.longest,
    measure: (buffer, from, to) => wire.measure(buffer, from, to),
    measureInside: (buffer, from, to) => {
      for (const part of inside) {
        const length = part.measure(buffer, from, to);
        if (length !== NONE) return length;
      }
      return NONE;
    },
    decode: (raw) => wire.decode(raw),
    startError: (raw) => {
      const own = parts.find(({ framed }) => framed !== undefined && isAt(startOf(framed.framing), raw));
      if (own !== undefined) return own.startError(raw);
      if (starts.some((start) => matchAt(start, raw, 0, raw.length) === 0)) return truncated(raw.length, 0);
      return raw.length >= wire.longest ? tooLong(wire.longest, 0) : noise(raw.length, starts);
    },
    begins,
    endsLine: (buffer, from, at) =>
      ends.some((end) => at - end.length >= from && matchAt(end, buffer, at - end.length, at) === 1),
    hasStartless: starts.length < framings.length,
    startLength: Math.max(1, ...starts.map(({ length }) => length)),
  };
}
