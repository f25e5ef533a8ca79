/** Whole numbers, both ends included; none where `to` is below `from`. */
export function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

/** The bytes that differ from one of `values` in a single bit, in ascending order: what a comparison with a bit too few takes for it. */
export function bitNeighbours(...values: readonly number[]): number[] {
  const near = values.flatMap((value) => range(0, 7).map((bit) => value ^ (1 << bit)));
  return [...new Set(near)].sort((a, b) => a - b);
}
