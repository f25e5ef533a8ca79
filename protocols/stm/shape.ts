/**
 * How long a frame is, from its first bytes: one table of forms per direction.
 *
 *     request   CMD FF CRC                      answer   CMD FF CRC
 *               03 0A count tile×count CRC               03 0A count tile×count CRC
 *               04 0A x y z kind condition CRC           04 00|01 CRC
 *               05 0A x y z kind condition CRC           05 00|01 CRC
 *               06 FF CRC                                06 0A state CRC
 *                                                        errorCmd code CRC
 *
 * A tile is x y z kind. There is no start byte and no length: an unknown CMD, a descriptor that its
 * command does not have, or a count outside 1..144 leaves nothing to go by but the next idle gap.
 */
import { CMD, DESCRIPTOR, LIMIT } from './message';

/** What {@link measure} says where the first bytes give no length. */
export const MORE = 0;
export const UNKNOWN_COMMAND = -1;
export const BAD_DESCRIPTOR = -2;
export const BAD_COUNT = -3;

const COUNTED = 0xffff;
const ROW = 256;

/** Frame lengths of one direction. Row 0 of `lengths` belongs to commands that do not exist. */
export interface Shape {
  /** CMD byte → row of `lengths`, 0: unknown. */
  readonly rows: Uint8Array;
  /** row × 256 + second byte → whole length, 0: not allowed, 0xFFFF: a count follows. */
  readonly lengths: Uint16Array;
}

function shape(
  forms: readonly (readonly [cmd: number, seconds: readonly number[], length: number])[],
): Shape {
  const rows = new Uint8Array(ROW);
  const lengths = new Uint16Array((forms.length + 1) * ROW);
  forms.forEach(([cmd, seconds, length], index) => {
    rows[cmd] = index + 1;
    for (const second of seconds) lengths[(index + 1) * ROW + second] = length;
  });
  return { rows, lengths };
}

const { none, payload } = DESCRIPTOR;
const TRUTH = [DESCRIPTOR.false, DESCRIPTOR.true];
const ANY = Array.from({ length: ROW }, (_, byte) => byte);

/** The forms the host may send. */
export const REQUEST_SHAPE: Shape = shape([
  [CMD.start, [none], 3],
  [CMD.reset, [none], 3],
  [CMD.shuffle, [payload], COUNTED],
  [CMD.select, [payload], 8],
  [CMD.match, [payload], 8],
  [CMD.setState, [none], 3],
]);

/** The forms the board may send. */
export function answerShape(errorCmd: number): Shape {
  return shape([
    [CMD.start, [none], 3],
    [CMD.reset, [none], 3],
    [CMD.shuffle, [payload], COUNTED],
    [CMD.select, TRUTH, 3],
    [CMD.match, TRUTH, 3],
    [CMD.setState, [payload], 4],
    [errorCmd, ANY, 3],
  ]);
}

/**
 * Whole length of the frame that begins at `at`, of which bytes up to `end` are there (one at least):
 * {@link MORE} when they do not tell it yet, a negative word when they can begin no frame.
 */
export function measure(shape: Shape, bytes: Uint8Array, at: number, end: number): number {
  const row = shape.rows[bytes[at]!]!;
  if (row === 0) return UNKNOWN_COMMAND;
  if (end - at < 2) return MORE;
  const length = shape.lengths[row * ROW + bytes[at + 1]!]!;
  if (length === 0) return BAD_DESCRIPTOR;
  if (length !== COUNTED) return length;
  if (end - at < 3) return MORE;
  const count = bytes[at + 2]!;
  return count === 0 || count > LIMIT.count ? BAD_COUNT : 4 + 4 * count;
}
