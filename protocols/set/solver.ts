/** Every set on a table. Two cards determine the third, so a table of 81 × 81 thirds needs one look at each pair. */
import { CARDS, digits, type Card } from './card';

/** Positions of three cards on the table, i < j < k. */
export type Triple = readonly [i: number, j: number, k: number];

const THIRD: Uint8Array = thirds();

function thirds(): Uint8Array {
  const table = new Uint8Array(CARDS * CARDS);
  const all = Array.from({ length: CARDS }, (_, card) => digits(card));
  all.forEach((a, one) => {
    all.forEach((b, other) => {
      // The third value of an attribute makes the sum a multiple of 3: all the same or all different.
      const third = a.map((digit, n) => (6 - digit - b[n]!) % 3);
      table[one * CARDS + other] = third.reduceRight((card, digit) => 3 * card + digit, 0);
    });
  });
  return table;
}

/** The card that makes a set with two different cards 0..80 (for a card and itself: that card). */
export function thirdCard(a: Card, b: Card): Card {
  return THIRD[a * CARDS + b]!;
}

/**
 * The place of each card on the table, -1: none. Throws RangeError for a card outside 0..80, or one that is there
 * twice.
 */
function places(table: readonly Card[]): Int8Array {
  const place = new Int8Array(CARDS).fill(-1);
  table.forEach((card, i) => {
    if (place[card] !== -1) throw new RangeError(`card ${card} is no card, or lies twice`);
    place[card] = i;
  });
  return place;
}

/**
 * The sets that `card` completes at the end of `table`, in the order of i. Throws RangeError for a card outside 0..80,
 * or one that is there twice.
 */
export function setsCompletedBy(table: readonly Card[], card: Card): readonly Triple[] {
  const k = table.length;
  const place = places([...table, card]);
  const found: Triple[] = [];
  table.forEach((other, i) => {
    const j = place[thirdCard(other, card)]!;
    if (j > i) found.push([i, j, k]);
  });
  return found;
}

/** Every set on the table, by k, then i. Throws RangeError for a card outside 0..80, or one that is there twice. */
export function allSets(table: readonly Card[]): readonly Triple[] {
  const place = places(table);
  const found: Triple[] = [];
  for (let k = 2; k < table.length; k++) {
    for (let i = 0; i < k - 1; i++) {
      const j = place[thirdCard(table[i]!, table[k]!)]!;
      if (j > i && j < k) found.push([i, j, k]);
    }
  }
  return found;
}
