/**
 * Resynchronisation of a Set board (SET-FR-04): garbage and the card directly after it are one frame, which is dropped.
 * The next card is accepted, and the console reports the end of its frame, in any state of the table.
 *
 *     scanner   garbage  card CR  …  card CR
 *     console                        EndOfFrame,Rx:2 Byte        within `solveMs`
 */
import { micros, type Micros } from '../../../../protocols/time';
import { CR } from '../../../../protocols/set/scanner-link';
import { GARBAGE, repeated } from '../../resync/garbage';
import type { Resync } from '../../resync/garbage';
import { CONSOLE, SCANNER } from '../../../../protocols/set/monitor/monitor';

const ENDED = Uint8Array.from(Buffer.from('EndOfFrame,Rx:2 Byte', 'latin1'));

/** `card`, `other`: bytes of cards. */
export function setResync(card: number, other: number, solve: Micros): Resync {
  return {
    link: SCANNER,
    answerLink: CONSOLE,
    kinds: [
      ...GARBAGE,
      repeated('cards without an end', Uint8Array.of(card, other)),
      repeated('empty frames', Uint8Array.of(CR)),
      repeated('frames of many cards', Uint8Array.of(card, other, card, CR)),
    ],
    ask: Uint8Array.of(card, CR),
    answer: ENDED,
    silence: solve,
    limit: micros(2.5 * solve),
    requirement: 'SET-FR-04',
  };
}
