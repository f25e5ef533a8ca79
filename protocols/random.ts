/** Random choices that a seed repeats. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** The items in a random order; each order is equally likely. */
  shuffle<T>(items: readonly T[]): T[];
}

/** No chance: the first of all choices. */
export const FIRST: Random = { int: (min) => min, shuffle: (items) => [...items] };
