/** A wire and its framing together: encodes, decodes and explains bytes. */
import { EncodeError, type FieldSpan, type FramedCodec, type FrameEvent } from '../frame';
import { micros, millis } from '../time';
import { makeDecoder } from './decoders/make-decoder';
import type { ContentReader } from './decoders/content';
import { explainEvents } from './framed-fields';
import { frameContent, longestFrame, unframeable } from './frame-content';
import { silenceOf, type Framing } from './framing';
import { LayoutError, type WireLayout } from './layout/layout-data';
import { checkEnds } from './parts/end-check';
import { wireOfSide } from './parts/framed-wire';
import type { Wire } from './wire';

/** What a codec needs of a wire. */
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
  return {
    longest: longestFrame(framing, wire.longest),
    ...(silence === undefined ? {} : { silence }),
    endsBy: framing.kind === 'silence' ? 'silence' : framing.kind === 'datagram' ? 'packet' : 'bytes',
    encode: (message) => {
      const content = wire.encode(message);
      const reason = unframeable(framing, content);
      if (reason !== undefined) throw new EncodeError(reason);
      return frameContent(framing, content);
    },
    decoder: () => makeDecoder(wire, framing),
    fields: (raw) => explainEvents(framing, wire, decodeAll(wire, framing, raw)),
  };
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
