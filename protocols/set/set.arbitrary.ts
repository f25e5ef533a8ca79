/** Tables of Set, for properties. */
import { fc } from '../../api/index';
import { CARDS, digits, thirdCard, type Card } from './card';

/** A table of different cards, by default 3..21. */
export function table(minLength = 3, maxLength = 21): fc.Arbitrary<Card[]> {
  return fc.shuffledSubarray(
    Array.from({ length: CARDS }, (_, card) => card),
    { minLength, maxLength },
  );
}

/**
 * Twenty cards without a set, the largest possible number: ten pairs around the card 0, which would make a set of each. A search with
 * backtracking has found them.
 */
const CAP: readonly Card[] = [1, 3, 9, 13, 27, 31, 38, 42, 50, 52].flatMap((card) => [
  card,
  thirdCard(card, 0),
]);

/** The card moved by an affine map on its attributes: sets stay sets. */
function moved(
  card: Card,
  order: readonly number[],
  flips: readonly number[],
  shift: readonly number[],
): Card {
  const own = digits(card);
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
  return fc
    .tuple(table(CARDS, CARDS), fc.integer({ min: minLength, max: maxLength }))
    .map(([cards, length]) => {
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
