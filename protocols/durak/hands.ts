/**
 * Deals that lead to rare situations: by its hands a player is left few choices.
 *
 *     four of a rank, trumps    the host attacks four times, and the board beats with trumps
 *     aces, kings               the board attacks with kings, and the host beats them by aces
 */
import type { Dice } from '../../api/index';
import { deal } from './game/deal';
import { FULL_HAND } from './game/game';
import { FREE, TRUMP, type CardRecord, type Packet } from './wire/packet';

/** What a card is worth to a hand. `odd`: a number 0..3 of the deal. */
type Worth = (card: CardRecord & { readonly isTrump: boolean }, odd: number) => number;
/** The host's, and the board's. */
export type Hands = readonly [host: Worth, board: Worth];

const [SIX, KING, ACE] = [0, 7, 8];
const MOST = 30;

const WORTHS: readonly [Worth, ...Worth[]] = [
  () => 0,
  // A hand that beats nothing: who holds it takes.
  ({ card, isTrump }) => (isTrump ? -20 : -card),
  ({ card, isTrump }) => (isTrump ? 20 : card),
  // Pairs of few ranks.
  ({ card }, odd) => ((card + odd) % 4 === 0 ? 20 : 0),
  ({ suit }, odd) => (suit === odd ? 20 : 0),
];
const NEXT_TO_EACH_OTHER: Hands = [
  ({ card }, odd) => -3 * Math.abs(card - 5 - odd),
  ({ card }, odd) => -3 * Math.abs(card - 4 - odd),
];

export const FOUR_SIXES = fourOfRank(SIX);
export const FOUR_ACES = fourOfRank(ACE);
export const ACES_AGAINST_KINGS: Hands = [
  ({ card, isTrump }) => (card === ACE ? MOST : isTrump ? -MOST : -card),
  ({ card, isTrump }) => (card === KING ? MOST : card === ACE ? -MOST : isTrump ? MOST / 2 - card : 0),
];

function fourOfRank(rank: number): Hands {
  return [
    ({ card, isTrump }) => (card === rank ? MOST : isTrump ? -MOST : 0),
    ({ card, isTrump }) => (card === rank ? -MOST : isTrump ? MOST : 0),
  ];
}

/** A deal of the host, with any hands or with these. */
export function anyDeal(dice: Dice, hands?: Hands): Packet {
  const any = deal((below) => dice.int(0, below - 1));
  const trump = any.find(({ property }) => property === TRUMP)?.suit;
  const odd = dice.int(0, 3);
  const [host, board] = hands ?? (dice.once(6) ? NEXT_TO_EACH_OTHER : [dice.pick(WORTHS), dice.pick(WORTHS)]);
  const left = any.filter(({ property }) => property !== TRUMP);
  const taken = (worthOf: Worth): readonly CardRecord[] => {
    const worth = new Map(
      left.map((one) => [one, worthOf({ ...one, isTrump: one.suit === trump }, odd) + dice.int(0, 2)]),
    );
    return left.sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0)).splice(0, FULL_HAND);
  };
  const held = [taken(host), taken(board)];
  const cards = any.map((one) => {
    const owner = held.findIndex((hand) => hand.includes(one));
    if (owner >= 0) return { ...one, property: owner + 1, field: (held[owner]?.indexOf(one) ?? 0) + 1 };
    return one.property === TRUMP ? one : { ...one, property: FREE, field: 0 };
  });
  return { type: 'deck', cards };
}
