/** Tables of Set, for properties. */
import { fc } from '../../api/index';
import { CARDS, thirdCard, type Card } from './card';

/** All 81 cards in any order. */
function deck(): fc.Arbitrary<Card[]> {
  return fc.shuffledSubarray(
    Array.from({ length: CARDS }, (_, card) => card),
    { minLength: CARDS, maxLength: CARDS },
  );
}

/** A table of different cards, by default 3..21. */
export function table(minLength = 3, maxLength = 21): fc.Arbitrary<Card[]> {
  return fc.shuffledSubarray(
    Array.from({ length: CARDS }, (_, card) => card),
    { minLength, maxLength },
  );
}

/** Twenty cards without a set, the largest possible number: attributes 0 or 1, and four cards with a common sum. */
const CAP: readonly Card[] = largestCap();

/** Twenty cards without a set, found by a search with backtracking. */
function largestCap(): readonly Card[] {
  // Pairs around a centre: x and its mirror complete a set only with the centre, which is left out.
  const pairs: (readonly [Card, Card])[] = [];
  for (let card = 1; card < CARDS; card++) {
    const mirror = thirdCard(card, 0);
    if (card < mirror) pairs.push([card, mirror]);
  }
  const chosen: Card[] = [];
  const blocked = new Uint8Array(CARDS);
  const search = (from: number): boolean => {
    if (chosen.length === 20) return true;
    for (let at = from; at < pairs.length && pairs.length - at >= (20 - chosen.length) / 2; at++) {
      const [a, b] = pairs[at]!;
      if (blocked[a] || blocked[b]) continue;
      const closes = chosen.flatMap((card) => [thirdCard(card, a), thirdCard(card, b)]);
      for (const card of closes) blocked[card]!++;
      chosen.push(a, b);
      if (search(at + 1)) return true;
      chosen.length -= 2;
      for (const card of closes) blocked[card]!--;
    }
    return false;
  };
  if (!search(0)) throw new Error('the deck holds a cap of 20 cards');
  return chosen;
}

/** The card moved by an affine map on its attributes: sets stay sets. */
function moved(
  card: Card,
  order: readonly number[],
  flips: readonly number[],
  shift: readonly number[],
): Card {
  const own = [card % 3, Math.floor(card / 3) % 3, Math.floor(card / 9) % 3, Math.floor(card / 27)];
  return order.reduce((sum, from, n) => sum + ((own[from]! * flips[n]! + shift[n]!) % 3) * 3 ** n, 0);
}

/** A table without a set, of up to 20 cards. */
export function noSetTable(minLength = 3, maxLength = 20): fc.Arbitrary<Card[]> {
  const four = <T>(of: fc.Arbitrary<T>) => fc.array(of, { minLength: 4, maxLength: 4 });
  return fc
    .tuple(
      fc.shuffledSubarray([...CAP], { minLength, maxLength }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
      four(fc.constantFrom(1, 2)),
      four(fc.integer({ min: 0, max: 2 })),
    )
    .map(([cards, order, flips, shift]) => cards.map((card) => moved(card, order, flips, shift)));
}

/** A table with many sets: every card from the third on completes one, if it can. */
export function richTable(minLength = 6, maxLength = 21): fc.Arbitrary<Card[]> {
  return fc.tuple(deck(), fc.integer({ min: minLength, max: maxLength })).map(([cards, length]) => {
    const chosen = cards.slice(0, 2);
    while (chosen.length < length) {
      const thirds = chosen.flatMap((a, i) => chosen.slice(i + 1).map((b) => thirdCard(a, b)));
      const next =
        thirds.find((card) => !chosen.includes(card)) ?? cards.find((card) => !chosen.includes(card));
      chosen.push(next!);
    }
    return chosen;
  });
}

/** Random tables, tables without a set and tables rich in sets. */
export function anyTable(): fc.Arbitrary<Card[]> {
  return fc.oneof(table(), noSetTable(), richTable());
}
