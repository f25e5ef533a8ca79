/** The frames and lines in chunks, as evidence. They are decoded only where something is wrong. */
import type { Chunk } from '../../chunk';
import type { PassedFrame } from '../../monitor/judgement';
import { TimedDecoder } from '../../monitor/timed-decoder';
import { consoleLines } from '../../terminal/console-line';
import { scannerLink, type LinkOptions } from '../scanner-link';

const LINKS = { tx: 'scanner', rx: 'console' } as const;

export function decodeEvidence(chunks: readonly Chunk[], link: LinkOptions): readonly PassedFrame[] {
  const decoders = {
    tx: new TimedDecoder<unknown>(scannerLink(link).decoder()),
    rx: new TimedDecoder<unknown>(consoleLines().decoder()),
  };
  return chunks.flatMap((chunk) => {
    const { direction } = chunk;
    return decoders[direction]
      .push(chunk)
      .map((passed): PassedFrame => ({ direction, link: LINKS[direction], passed }));
  });
}
