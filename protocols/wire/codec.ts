/** A wire and its framing together: encodes, decodes and explains bytes. */
import { EncodeError, type Codec, type FieldSpan, type FramedCodec, type FrameEvent } from '../frame';
import { micros, millis } from '../time';
import { makeDecoder } from './decoders/make-decoder';
import type { ContentReader } from './decoders/content';
import { discardedSpan, moved, type ContentFields, type Envelope } from './decoders/envelope';
import { DISCARDED } from './decoders/faults';
import { envelopeOf } from './frame-content';
import { silenceOf, type Framing } from './framing';
import { LayoutError, type WireLayout } from './layout/layout-data';
import { checkEnds } from './parts/end-check';
import { wireOfSide } from './parts/framed-wire';
import type { Wire } from './wire';

/** The part of a wire that a codec needs. */
export interface ContentWire<M> extends ContentReader<M> {
  readonly layout: Pick<WireLayout, 'selfDelimiting' | 'shortest'>;
  encode(message: M): Uint8Array;
  fields(content: Uint8Array): readonly FieldSpan[];
}

/** One direction of a line. Its decoders hold one frame at most. Throws LayoutError where the framing cannot end the wire's frames. */
export function codec<M>(side: ContentWire<M>, framing: Framing): FramedCodec<M> {
  const wire = isWire(side) ? wireOfSide(side, framing) : side;
  if (framing.kind === 'any' && wire.parts === undefined)
    throw new LayoutError('framing', 'anyOf needs what wire({ … }) or oneOf(…) gives');
  checkEnds(wire.layout, wire.longest, framing);
  // Packets never leave anything pending: any time will do.
  const silence = framing.kind === 'datagram' ? micros(1) : silenceOf(framing);
  const envelope = envelopeOf(framing);
  const made: FramedCodec<M> = {
    longest: envelope.longest(wire.longest),
    ...(silence === undefined ? {} : { silence }),
    endsBy: framing.kind === 'silence' ? 'silence' : framing.kind === 'datagram' ? 'packet' : 'bytes',
    encode: (message) => {
      const content = wire.encode(message);
      const reason = envelope.refusal(content);
      if (reason !== undefined) throw new EncodeError(reason);
      return envelope.frame(content);
    },
    decoder: () => makeDecoder(wire, framing),
    fields: (raw) => explainEvents(envelope, wire, decodeAll(wire, framing, raw)),
  };
  if (isWire(wire)) SOURCES.set(made, { wire, framing });
  return made;
}

/** What a codec was made of. */
interface CodecSource<M> {
  readonly wire: Wire<M>;
  readonly framing: Framing;
}

const SOURCES = new WeakMap<object, CodecSource<unknown>>();

/** Undefined: it was written by hand. */
export function sourceOf<M>(made: Codec<M>): CodecSource<M> | undefined {
  // It was set for a codec of these messages.
  return SOURCES.get(made) as CodecSource<M> | undefined;
}

/** The same frame with a right sum; undefined: it is none that could have one, or the codec was written by hand. */
export function resummed(made: Codec<unknown>, raw: Uint8Array): Uint8Array | undefined {
  const source = SOURCES.get(made);
  if (source === undefined) return undefined;
  const envelope = envelopeOf(source.framing);
  try {
    const frame = envelope.frame(source.wire.resum(envelope.content(raw)));
    return frame.length === raw.length ? frame : undefined;
  } catch {
    return undefined;
  }
}

function isWire<M>(side: ContentWire<M>): side is Wire<M> {
  return 'seal' in side;
}

/** The events of bytes that came at one time, and of the silence after them. */
function decodeAll<M>(wire: ContentReader<M>, framing: Framing, raw: Uint8Array): FrameEvent<M>[] {
  const decoder = makeDecoder(wire, ended(framing));
  const events = [...decoder.push(raw, micros(0))];
  for (let due = decoder.deadline(); due !== undefined; due = decoder.deadline())
    events.push(...decoder.tick(due));
  return events;
}

/** The same framing, with a silence that ends what is pending. */
function ended(framing: Framing): Framing {
  return 'idle' in framing || framing.kind === 'silence' || framing.kind === 'datagram'
    ? framing
    : { ...framing, idle: millis(1) };
}

/** The spans of all `events` of a decoder, in the order of their bytes. They cover each byte once. */
function explainEvents(
  envelope: Envelope,
  wire: ContentFields,
  events: readonly FrameEvent<unknown>[],
): FieldSpan[] {
  const spans: FieldSpan[] = [];
  let at = 0;
  for (const event of events) {
    const { raw } = event;
    const isPart = event.kind === 'reject' && event.error.code === DISCARDED;
    spans.push(...moved(isPart ? explainPart(envelope, raw) : envelope.explain(wire, raw), at));
    at += raw.length;
  }
  return spans;
}

/** A part of a longer stretch, or delimiters with nothing between them. */
function explainPart({ delimiting }: Envelope, raw: Uint8Array): FieldSpan[] {
  return delimiting !== undefined && raw.every((byte) => byte === delimiting.marker[0])
    ? Array.from(raw, (value, offset) => ({ name: delimiting.name, offset, length: 1, value }))
    : [discardedSpan(raw)];
}
