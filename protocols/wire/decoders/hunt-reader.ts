/** What is looked for on a line: frames of one framing with start bytes, or of several framings. */
import { NONE, type ContentReader } from './content';
import { envelopeOf } from '../frame-content';
import { isLed, matchAt, type Envelope } from './envelope';
import { noise, tooLong, truncated } from './faults';

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
export function startReader<M>(wire: ContentReader<M>, envelope: Envelope): HuntReader<M> {
  const { start } = envelope;
  const reader = envelope.reader(wire);
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
function isLine({ delimiting, start }: Envelope): boolean {
  return delimiting !== undefined && start.length === 0;
}

/** Several framings. `wire` reads their frames. */
export function mixedReader<M>(wire: ContentReader<M>): HuntReader<M> {
  const parts = (wire.parts?.wires ?? []).flatMap(({ framed, ...part }) =>
    framed === undefined ? [] : [{ ...part, envelope: envelopeOf(framed.framing) }],
  );
  const envelopes = parts.map(({ envelope }) => envelope);
  const starts = envelopes.map(({ start }) => start).filter(({ length }) => length > 0);
  const inside = parts.filter(({ envelope }) => !isLine(envelope));
  const ends = envelopes.flatMap((envelope) => (isLine(envelope) ? [envelope.delimiting?.marker ?? []] : []));
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
      const own = parts.find(({ envelope: { start } }) => start.length > 0 && isLed(raw, start));
      if (own !== undefined) return own.startError(raw);
      if (starts.some((start) => matchAt(start, raw, 0, raw.length) === 0)) return truncated(raw.length, 0);
      return raw.length >= wire.longest ? tooLong(wire.longest, 0) : noise(raw.length, starts);
    },
    begins,
    endsLine: (buffer, from, at) =>
      ends.some((end) => at - end.length >= from && matchAt(end, buffer, at - end.length, at) === 1),
    hasStartless: starts.length < parts.length,
    startLength: Math.max(1, ...starts.map(({ length }) => length)),
  };
}
