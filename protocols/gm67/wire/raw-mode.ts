/**
 * Decoded data in raw mode: nothing marks the start of a code; its terminator marks the end.
 *
 *     payload bytes, then the terminator (default CR, 0D)
 *
 * A receiver that has not seen the code cannot tell a payload that holds the terminator from two codes (GM-DT-01).
 */
import { TERMINATORS } from './parameters';

export const STX = 0x02;
export const ETX = 0x03;

/** The bytes of a terminator setting. Throws RangeError outside 0..5. */
export function terminatorBytes(setting: number): readonly number[] {
  const bytes = TERMINATORS[setting];
  if (bytes === undefined) throw new RangeError(`terminator settings are 0..5, not ${setting}`);
  return bytes;
}

/** The bytes of a code in raw mode, for any payload; `stxEtx`: setting of F2 B7, 0..3. */
export function rawBytes(payload: Uint8Array, terminator: number, stxEtx = 0): Uint8Array {
  const before = stxEtx & 1 ? [STX] : [];
  const behind = stxEtx & 2 ? [ETX] : [];
  return Uint8Array.from([...before, ...payload, ...behind, ...terminatorBytes(terminator)]);
}
