/** Seeded randomness: the same seed gives the same choices, in the same order. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { Random } from '../protocols/random';

export type { Random };

/** `seed`: any 32-bit integer. */
export function random(seed: number): Random {
  const generator = xoroshiro128plusFromState(spread(seed));
  const int = (min: number, max: number): number => uniformInt(generator, min, max);
  return {
    int,
    shuffle: (items) => {
      const order = items.map((item) => ({ item }));
      for (let left = order.length - 1; left > 0; left--) {
        const pick = int(0, left);
        const [a, b] = [order[left], order[pick]];
        if (a === undefined || b === undefined) break;
        order[left] = b;
        order[pick] = a;
      }
      return order.map(({ item }) => item);
    },
  };
}

/** Four words of state. Without mixing, neighbouring seeds would begin with the same choices. */
function spread(seed: number): number[] {
  return [1, 2, 3, 4].map((n) => {
    let word = (seed + Math.imul(n, 0x9e3779b9)) | 0;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return word ^ (word >>> 16);
  });
}
