/**
 * Positions as numbers, and a set of them that costs nothing to empty.
 */

/** A number of its own, 0..16 383, for each position of x 0..63, y 0..31, z 0..7. */
export function positionOf(x: number, y: number, z: number): number {
  return x | (y << 6) | (z << 11);
}

/** The round in which each position was last named. */
const named = new Uint32Array(1 << 14);
let round = 0;

/** Begins a round of {@link isNamedAgain}: no position is named yet. One round at a time. */
export function forgetNamed(): void {
  round++;
  if (round <= 0xffffffff) return;
  named.fill(0);
  round = 1;
}

/** Names a position, and tells whether it was named before in this round. */
export function isNamedAgain(position: number): boolean {
  if (named[position] === round) return true;
  named[position] = round;
  return false;
}
