/** Packs with a special deal on the first table. */
import { DEALT, OPEN, PACK, type Card } from '../cards';
import type { Random } from '../../../api/index';

/** The place of the fourth card of a special deal; `four`: all four are open. */
type SpecialPack = 'four' | 'fourth-in-hand' | 'fourth-in-stock' | 'none';

const SPECIAL_RANKS: readonly number[] = [5, 10, 11, 12, 13];
const ORDER: readonly SpecialPack[] = ['fourth-in-hand', 'four', 'fourth-in-stock', 'none'];

/** The packs of one game after another: any four in a row have all kinds. */
export function stackedPacks(random: Random): () => readonly Card[] {
  let game = random.int(0, 3);
  return () => stackedPack(random, ORDER[game++ % ORDER.length] ?? 'none');
}

/** A shuffled pack with some cards exchanged, so that the first table is such a deal. */
function stackedPack(random: Random, special: SpecialPack): readonly Card[] {
  const pack = [...random.shuffle(PACK)];
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
