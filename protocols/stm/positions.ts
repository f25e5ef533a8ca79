/** A unique number, 0..16 383, for each position of x 0..63, y 0..31, z 0..7. */
export function positionOf(x: number, y: number, z: number): number {
  return x | (y << 6) | (z << 11);
}
