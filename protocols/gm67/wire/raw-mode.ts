/**
 * Decoded data in raw mode: nothing marks the start of a code; its terminator marks the end.
 *
 *     payload bytes, then the terminator (default CR, 0D)
 *
 * A receiver that has not seen the code cannot tell a payload that holds the terminator from two codes (GM-DT-01).
 */
import { isSameData } from '../../../api/index';
import { TERMINATORS } from './parameters';

const STX = 0x02;
const ETX = 0x03;

/** The bytes of a terminator setting. Throws RangeError outside 0..5. */
export function terminatorBytes(setting: number): readonly number[] {
  const bytes = TERMINATORS[setting];
  if (bytes === undefined) throw new RangeError(`terminator settings are 0..5, not ${setting}`);
  return bytes;
}

/** The bytes before a payload, and after it; `stxEtx`: setting of F2 B7, 0..3. */
export function beforeCode(stxEtx: number): readonly number[] {
  return stxEtx & 1 ? [STX] : [];
}

export function endOfCode(stxEtx: number): readonly number[] {
  return stxEtx & 2 ? [ETX] : [];
}

export function rawBytes(payload: Uint8Array, terminator: number, stxEtx = 0): Uint8Array {
  return Uint8Array.of(
    ...beforeCode(stxEtx),
    ...payload,
    ...endOfCode(stxEtx),
    ...terminatorBytes(terminator),
  );
}

/**
 * What bytes may be under these settings. `open`: a code without a terminator, as any bytes may be, or one by a setting that is not on
 * the page.
 */
export function codeForm(
  bytes: Uint8Array,
  terminators: readonly number[],
  stxEtx: readonly number[],
): 'code' | 'open' | 'none' {
  const fits = (terminator: number): boolean =>
    stxEtx.some((setting) => {
      const before = Uint8Array.from(beforeCode(setting));
      const behind = Uint8Array.of(...endOfCode(setting), ...terminatorBytes(terminator));
      const end = bytes.length - behind.length;
      if (end <= before.length) return false;
      return isSameData(bytes.subarray(0, before.length), before) && isSameData(bytes.subarray(end), behind);
    });
  const known = terminators.filter((setting) => setting < TERMINATORS.length);
  if (known.some((setting) => setting > 0 && fits(setting))) return 'code';
  const isOwn = known.length < terminators.length || Math.max(...stxEtx) > 3;
  return isOwn || (known.includes(0) && fits(0)) ? 'open' : 'none';
}
