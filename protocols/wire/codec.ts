/** A wire and its framing together: encodes, decodes and explains bytes. */
import { countBytes } from '../byte-text';
import { EncodeError, type FieldSpan, type FramedCodec, type FrameEvent } from '../frame';
import { micros, millis } from '../time';
import { makeDecoder } from './decoders/make-decoder';
import type { ContentReader } from './decoders/content';
import { explainEvents } from './framed-fields';
import { frameContent, longestFrame, unframeable } from './frame-content';
import { silenceOf, type Framing } from './framing';
import { LayoutError, type WireLayout } from './layout/layout-data';

/** What a codec needs of a wire. */
export interface ContentWire<M> extends ContentReader<M> {
  readonly layout: Pick<WireLayout, 'selfDelimiting' | 'shortest'>;
  encode(message: M): Uint8Array;
  fields(content: Uint8Array): readonly FieldSpan[];
}

/** One direction of a line. Its decoders hold one frame at most. Throws LayoutError where the framing cannot end the wire's frames. */
export function codec<M>(wire: ContentWire<M>, framing: Framing): FramedCodec<M> {
  checkEnds(wire, framing);
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
    fields: (raw) => explainEvents(framing, (content) => wire.fields(content), decodeAll(wire, framing, raw)),
  };
}

function checkEnds<M>({ layout, longest }: ContentWire<M>, framing: Framing): void {
  if ((framing.kind === 'length' || framing.kind === 'start') && !layout.selfDelimiting)
    throw new LayoutError(
      'framing',
      'the first bytes of a frame do not tell its length. A field without an end of its own needs a lengthOf, or a framing that ends a frame',
    );
  if (framing.kind === 'fixed' && (framing.length < layout.shortest || framing.length > longest))
    throw new LayoutError(
      'framing',
      `no frame has ${countBytes(framing.length)}, they have ${layout.shortest} to ${longest}`,
    );
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
