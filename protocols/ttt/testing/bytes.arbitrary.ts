/** Bytes of players, good and bad, in any chunks. */
import { fc } from '../../../api/index';
import { CELLS, invalidCharacters, type Binding, type Cell } from '../wire';

export const cell = (): fc.Arbitrary<Cell> => fc.constantFrom(...CELLS);

/** A byte that is no message of a player: any one; those next to the digits and letters come more often. */
export function invalidCharacter(binding: Binding): fc.Arbitrary<number> {
  const invalid = invalidCharacters(binding);
  const near = [0x2f, 0x39, 0x49, 0x4b, 0x50, 0x52, 0x6a, 0x71, 0x00, 0x0a, 0x0d, 0xb0, 0xff];
  return fc.oneof(fc.constantFrom(...invalid), fc.constantFrom(...near));
}

/** Bytes that mix moves, invalid characters and, where the binding has them, `J` and `Q` (TTT-42). */
export function playerBytes(binding: Binding, maxLength = 64): fc.Arbitrary<Uint8Array> {
  const digit = cell().map((taken) => 0x30 + taken);
  const letters = binding === 'tcp' ? digit : fc.constantFrom(0x4a, 0x51);
  const byte = fc.oneof(
    { arbitrary: digit, weight: 6 },
    { arbitrary: invalidCharacter(binding), weight: 3 },
    { arbitrary: letters, weight: 1 },
  );
  return fc.array(byte, { maxLength }).map((bytes) => Uint8Array.from(bytes));
}

/** One cut of the bytes into chunks, as their sizes. */
export function chunking(bytes: Uint8Array): fc.Arbitrary<readonly Uint8Array[]> {
  return fc.subarray(Array.from({ length: Math.max(0, bytes.length - 1) }, (_, i) => i + 1)).map((at) => {
    const ends = [...at, bytes.length];
    return ends.map((end, i) => bytes.slice(ends[i - 1] ?? 0, end)).filter((chunk) => chunk.length > 0);
  });
}
