/**
 * Resynchronisation of the scanner module (GM-FR-05). An answer to garbage comes within `interByteMs` + `commandMs` of
 * its last byte. After an equal silence, the next command is answered within `commandMs`.
 */
import { after, micros, type Micros } from '../../../../protocols/time';
import { GARBAGE, repeated } from '../../resync/garbage';
import type { Resync } from '../../resync/garbage';

/** Scan enable, and the scanner's ACK. */
const ENABLE = Uint8Array.of(0x04, 0xe9, 0x04, 0x00, 0xff, 0x0f);
const ACK = Uint8Array.of(0x04, 0xd0, 0x00, 0x00, 0xff, 0x2c);

export function gm67Resync(link: string, interByte: Micros, command: Micros): Resync {
  const silence = after(interByte, command);
  return {
    link,
    kinds: [
      ...GARBAGE,
      repeated('commands of wrong checksum', Uint8Array.of(0x04, 0xe9, 0x04, 0x00, 0xff, 0x0e)),
      repeated('the longest frame, cut', Uint8Array.of(0xfe, 0xc6, 0x04)),
    ],
    ask: ENABLE,
    answer: ACK,
    silence,
    limit: micros(2 * silence + command),
    requirement: 'GM-FR-05',
  };
}
