/** Packs of the virtual Chinese Ten boards: at random, or with a special deal on the first table. */
import { DEALT, OPEN, PACK, type Card } from '../../../protocols/chinese-ten/cards';
import type { Random } from '../../random';

/** The place of the fourth card of a special deal; `four`: all four are open. */
export type SpecialPack = 'four' | 'fourth-in-hand' | 'fourth-in-stock' | 'none';

const SPECIAL_RANKS: readonly number[] = [5, 10, 11, 12, 13];
const ORDER: readonly SpecialPack[] = ['fourth-in-hand', 'four', 'fourth-in-stock', 'none'];

/** The kind of the n-th game of the special board: any four games in a row have all kinds. */
export function specialOf(first: number, game: number): SpecialPack {
  return ORDER[(first + game) % ORDER.length] ?? 'none';
}

export function shuffledPack(random: Random): readonly Card[] {
  return random.shuffle(PACK);
}

/** A shuffled pack with some cards exchanged, so that the first table is such a deal. */
export function stackedPack(random: Random, special: SpecialPack): readonly Card[] {
  const pack = [...shuffledPack(random)];
  if (special === 'none') return pack;
  const rank = SPECIAL_RANKS[random.int(0, SPECIAL_RANKS.length - 1)];
  const same = random.shuffle(PACK.filter((card) => card.rank === rank));
  const swap = (card: Card | undefined, place: number): void => {
    const from = pack.findIndex((one) => one === card);
    const other = pack[place];
    if (card === undefined || other === undefined || from < 0) return;
    pack[from] = other;
    pack[place] = card;
  };
  const open = special === 'four' ? same : same.slice(0, 3);
  const places = random.shuffle([0, 1, 2, 3]);
  open.forEach((card, i) => swap(card, DEALT + (places[i] ?? 0)));
  if (special === 'four') return pack;
  const place = special === 'fourth-in-hand' ? random.int(0, DEALT - 1) : random.int(DEALT + OPEN, 51);
  swap(same[3], place);
  return pack;
}
