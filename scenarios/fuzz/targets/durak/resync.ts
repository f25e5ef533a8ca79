/**
 * Resynchronisation of a Durak board (DRK-LK-05). The packet after garbage is always acknowledged: bytes before SYN or
 * EOT are dropped, and a SYN inside a line, also an over-long one, begins a new line.
 *
 *     garbage  16 32 1D 03 0A → 04 0A
 */
import { after, millis } from '../../../../protocols/time';
import { GARBAGE, repeated } from '../../resync/garbage';
import type { Resync } from '../../resync/garbage';
import { LINK } from './model';
import { ACK, HELLO } from './case-parts';

/** The time of the packet's five bytes, and a line's delay. */
const PACKET = millis(5);

const DECK = [0x16, 0x31, 0x1d] as const;
const RECORD = [0x1e, 0x30, 0x1f, 0x30, 0x1f, 0x30, 0x1f, 0x30, 0x1f, 0x30] as const;

/** `ack`: the limit for an acknowledgement, milliseconds. */
export function durakResync(ack: number): Resync {
  const silence = millis(ack);
  return {
    link: LINK,
    kinds: [
      ...GARBAGE,
      repeated('bytes SYN', Uint8Array.of(0x16)),
      repeated('hellos without ETX', Uint8Array.of(0x16, 0x32, 0x1d, 0x0a)),
      repeated('EOT and more', Uint8Array.of(0x04, 0x41, 0x0a)),
      repeated('records of no packet', Uint8Array.of(0x1e, 0x30, 0x1f, 0x31, 0x1f)),
      {
        name: 'a deck, cut',
        make: (_dice, length) =>
          Uint8Array.from({ length }, (_, at) => DECK[at] ?? RECORD[at % RECORD.length] ?? 0),
      },
    ],
    ask: HELLO,
    answer: ACK,
    silence,
    limit: after(silence, PACKET),
    requirement: 'DRK-LK-05',
  };
}
