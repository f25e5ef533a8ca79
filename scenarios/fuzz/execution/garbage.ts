/** Garbage that no protocol speaks. */
import type { GarbageKind } from '../resync/resync';

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
