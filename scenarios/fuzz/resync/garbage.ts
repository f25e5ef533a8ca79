/** Garbage, and how soon a protocol's page says that a board answers again after it. */
import type { Micros } from '../../../protocols/time';
import type { Dice } from '../campaign/dice';

export interface GarbageKind {
  readonly name: string;
  make(dice: Dice, length: number): Uint8Array;
}

/** What a protocol's page says of it. */
export interface Resync {
  readonly link: string;
  /** Where the answer comes, if on another. */
  readonly answerLink?: string;
  readonly kinds: readonly GarbageKind[];
  /** A good frame that has one answer, whatever the board was told before. */
  readonly ask: Uint8Array;
  readonly answer: Uint8Array;
  /** Silence behind which, by the page, a good frame is answered; microseconds. */
  readonly silence: Micros;
  /** By then, microseconds behind the last byte of garbage. */
  readonly limit: Micros;
  readonly requirement: string;
}

const TEXT = Buffer.from('ERROR: out of memory\r\nrst:0x1 (POWERON_RESET)\r\nHello, board!\r\n', 'latin1');

/** `pattern` over and over. */
export function repeated(name: string, pattern: Uint8Array): GarbageKind {
  return {
    name,
    make: (_dice, length) => Uint8Array.from({ length }, (_, at) => pattern[at % pattern.length] ?? 0),
  };
}

export const GARBAGE: readonly GarbageKind[] = [
  { name: 'random bytes', make: (dice, length) => dice.bytes(length) },
  repeated('bytes 00', Uint8Array.of(0x00)),
  repeated('bytes FF', Uint8Array.of(0xff)),
  repeated('text', TEXT),
];
