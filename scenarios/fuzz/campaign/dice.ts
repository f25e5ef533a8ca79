/** Seeded random choices for generators. */
import { random } from '../../../devices/random';

/** Random choices of a generator, which a seed repeats. */
export interface Dice {
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** true once in `times`. */
  once(times: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** One of the items; undefined if the list is empty. */
  any<T>(items: readonly T[]): T | undefined;
  bytes(length: number): Uint8Array;
}

/** The same seed gives the same dice. */
export function dice(seed: number): Dice {
  const source = random(seed);
  return diceOf((min, max) => source.int(min, max));
}

/** The first choice rotates with `n`, so that each choice is tried; the others are random. */
export function inTurn(others: Dice, n: number): Dice {
  let isFirst = true;
  return diceOf((min, max) => {
    if (!isFirst) return others.int(min, max);
    isFirst = false;
    return min + (n % (max - min + 1));
  });
}

function diceOf(int: Dice['int']): Dice {
  return {
    int,
    once: (times) => int(1, times) === 1,
    pick: (items) => items[int(0, items.length - 1)] ?? items[0],
    any: (items) => (items.length === 0 ? undefined : items[int(0, items.length - 1)]),
    bytes: (length) => Uint8Array.from({ length }, () => int(0, 255)),
  };
}

/** The seed of a part of a campaign. */
export function derivedSeed(seed: number, part: number): number {
  let word = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(part + 1, 0xc2b2ae35);
  word ^= word >>> 15;
  word = Math.imul(word, 0x2c1b3c6d);
  return (word ^ (word >>> 12)) | 0;
}
