/** Puts the framing around content. */
import { delimitedEnvelope } from './decoders/delimited-envelope';
import type { Envelope } from './decoders/envelope';
import { sizedEnvelope } from './decoders/sized-envelope';
import type { Framing } from './framing';
import { cachedBySpec } from './layout/spec-cache';

export const envelopeOf: (framing: Framing) => Envelope = cachedBySpec((framing) =>
  framing.kind === 'delimited' ? delimitedEnvelope(framing) : sizedEnvelope(framing),
);

/** The frame with this content. The content is not checked. With several framings on a line, content is a frame already. */
export function frameContent(framing: Framing, content: Uint8Array): Uint8Array {
  return envelopeOf(framing).frame(content);
}
