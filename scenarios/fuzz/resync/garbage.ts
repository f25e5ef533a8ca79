/** Kinds of garbage, and what a protocol's page says about the time until a board answers again. */
import type { Micros } from '../../../protocols/time';
import type { Dice } from '../campaign/dice';

/** Bytes that are not a message; `length`: how many to make. */
export interface GarbageKind {
  readonly name: string;
  make(dice: Dice, length: number): Uint8Array;
}

/** What a specification says about resynchronisation. */
export interface Resync {
  readonly link: string;
  /** The link of the answer, if it is a different one. */
  readonly answerLink?: string;
  readonly kinds: readonly GarbageKind[];
  /** A good frame that has the same answer in every state. */
  readonly ask: Uint8Array;
  readonly answer: Uint8Array;
  /** The silence after which the specification requires an answer to a good frame; microseconds. */
  readonly silence: Micros;
  /** The latest time of the answer, microseconds after the last byte of garbage. */
  readonly limit: Micros;
  readonly requirement: string;
}

const TEXT = Buffer.from('ERROR: out of memory\r\nrst:0x1 (POWERON_RESET)\r\nHello, board!\r\n', 'latin1');

/** Garbage that repeats `pattern`. */
export function repeated(name: string, pattern: Uint8Array): GarbageKind {
  return {
    name,
    make: (_dice, length) => Uint8Array.from({ length }, (_, at) => pattern[at % pattern.length] ?? 0),
  };
}

/** Garbage for any board. */
export const GARBAGE: readonly GarbageKind[] = [
  { name: 'random bytes', make: (dice, length) => dice.bytes(length) },
  repeated('bytes 00', Uint8Array.of(0x00)),
  repeated('bytes FF', Uint8Array.of(0xff)),
  repeated('text', TEXT),
];
