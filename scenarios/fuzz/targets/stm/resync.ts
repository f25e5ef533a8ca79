/**
 * Resynchronisation of an STM board (STM-FR-09). An Error for garbage comes within `idleGapMs` + `responseMs` of its
 * last byte. After an equal silence, the next frame is answered within `responseMs`.
 *
 *     garbage  01 FF FE  …  EE 02 EC  (silence)  01 FF FE → 01 FF FE
 */
import { after, micros } from '../../../../protocols/time';
import { GARBAGE, repeated } from '../../resync/garbage';
import type { Resync } from '../../resync/garbage';
import { bytes, LINK, START } from './case-parts';
import type { Times } from './times';

/** The head of the longest frame: 576 bytes must follow. */
const LONGEST = Uint8Array.of(0x03, 0x0a, 0x90);

export function stmResync({ idleGap, response }: Times): Resync {
  const silence = after(idleGap, response);
  return {
    link: LINK,
    kinds: [
      ...GARBAGE,
      repeated('commands without data', Uint8Array.of(1, 2, 3, 4, 5, 6)),
      repeated('Starts of wrong CRC', Uint8Array.of(0x01, 0xff, 0x00)),
      {
        name: 'the longest frame, cut',
        make: (_dice, length) => Uint8Array.from({ length }, (_, at) => LONGEST[at] ?? at % 8),
      },
    ],
    ask: bytes(START),
    answer: bytes(START),
    silence,
    limit: micros(2 * silence + response),
    requirement: 'STM-FR-09',
  };
}
