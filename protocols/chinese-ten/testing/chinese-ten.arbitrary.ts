/** Packs, games and keys; special deals come as often as plain ones. */
import fc, { type Arbitrary } from 'fast-check';
import { DEALT, OPEN, PACK, type Card, type Players } from '../cards';
import { advance, deal, movesOf, type Position } from '../rules';

export const players = (): Arbitrary<Players> => fc.constantFrom(2, 3, 4);

const shuffled = (cards: readonly Card[]): Arbitrary<readonly Card[]> =>
  fc.shuffledSubarray([...cards], { minLength: cards.length, maxLength: cards.length });

/** A pack whose first table has three or four of a rank that captures itself; the fourth of three anywhere. */
export function specialPack(count: 3 | 4): Arbitrary<readonly Card[]> {
  return fc
    .tuple(fc.constantFrom(5, 10, 11, 12, 13), fc.nat(3))
    .chain(([rank, out]) => {
      const same = PACK.filter((card) => card.rank === rank);
      const open = count === 4 ? same : same.filter((_, i) => i !== out);
      const others = shuffled(PACK.filter((card) => !open.includes(card)));
      // The fourth of three must not be open too.
      return fc.tuple(
        fc.constant(open),
        others.filter((rest) => count === 4 || rest[DEALT]?.rank !== rank),
      );
    })
    .map(([open, others]) => {
      const table = [...open, ...others.slice(DEALT, DEALT + OPEN - open.length)];
      return [...others.slice(0, DEALT), ...table, ...others.slice(DEALT + OPEN - open.length)];
    });
}

/** A pack, at random or with a special deal: by chance these come once in 282 and in 54 145. */
export function pack(): Arbitrary<readonly Card[]> {
  return fc.oneof({ arbitrary: shuffled(PACK), weight: 2 }, specialPack(3), specialPack(4));
}

/** The choice of each move: 48 numbers, each modulo the number of legal moves. */
export function choices(): Arbitrary<readonly number[]> {
  return fc.array(fc.nat(999), { minLength: 2 * DEALT, maxLength: 2 * DEALT });
}

/** Every position of a game from its deal on. */
export function game(): Arbitrary<readonly Position[]> {
  return fc.tuple(pack(), players(), choices()).map(([cards, count, chosen]) => {
    const positions = [deal(cards, count)];
    for (const choice of chosen) {
      const position = positions[positions.length - 1]!;
      const moves = movesOf(position);
      positions.push(advance(position, moves[choice % moves.length]!));
    }
    return positions;
  });
}

/** Cards of a pile, in any order. */
export function pile(maxLength = 52): Arbitrary<readonly Card[]> {
  return fc.shuffledSubarray([...PACK], { maxLength });
}

/** The card with this name: `♣2`. Throws RangeError for an unknown name. */
export function cardOf(name: string): Card {
  const found = PACK.find((card) => card.name === name);
  if (found === undefined) throw new RangeError(`no card is named ${name}`);
  return found;
}
