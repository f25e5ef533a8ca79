/** Simpler inputs: requests that the page names, then smaller fields with the same errors, then fewer bytes. */
import type { AnySession } from '../../../../protocols/request-response/definition';
import { millis } from '../../../../protocols/time';
import { codec } from '../../../../protocols/wire/codec';
import { frameContent } from '../../../../protocols/wire/frame-content';
import { smallerMessages } from '../../../../protocols/wire/shrink';
import { reduceBytes } from '../../reduce/byte-reduction';
import { decodeAll } from '../case-building';

/** Longer than any silence that ends a frame. */
const LONG = millis(60_000);

export function* smallerInputs(session: AnySession, bytes: Uint8Array): Iterable<Uint8Array> {
  const { wire, framing } = session.requests;
  const [content, ...more] = contentsOf(session, bytes);
  if (content !== undefined && more.length === 0) {
    for (const request of [session.probe, ...session.baseline]) {
      const shorter = wire.encode(request);
      const isSpoilt = wire.decode(content).kind === 'reject';
      if (shorter.length < content.length)
        yield frameContent(framing, isSpoilt ? wire.spoil(shorter) : shorter);
    }
    for (const smaller of smallerMessages(wire, content)) yield frameContent(framing, smaller);
  }
  yield* reduceBytes(bytes);
}

/** The contents of frames, right or wrong. */
function contentsOf({ requests }: AnySession, bytes: Uint8Array): readonly Uint8Array[] {
  const { wire, framing } = requests;
  const reader = codec<Uint8Array>(
    {
      longest: wire.longest,
      decode: (content) => ({ kind: 'frame', value: content }),
      measure: (buffer, from, to) => wire.measure(buffer, from, to),
      encode: (content) => content,
      fields: () => [],
      startError: (raw) => wire.startError(raw),
      layout: wire.layout,
    },
    framing,
  );
  return decodeAll(reader.decoder(), bytes, LONG).map(({ value = bytes }) => value);
}
