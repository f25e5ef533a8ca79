/** Positions in a player's notation: `scene({ hand1: '6h 7c', table2: '9d', stock: '8s', trumpCard: '6d' })`. */
import { colorOf, DECK_SIZE, FREE, OUT_OF_PLAY, TRUMP, type CardRecord } from '../wire/packet';
import type { Player, State } from '../game/game';

export interface StateNotation {
  /** Cards at the hand places 1, 2, ... */
  readonly hand1?: string;
  readonly hand2?: string;
  /** Cards at the table places 1, 2, ..., oldest first. */
  readonly table1?: string;
  readonly table2?: string;
  /** Free cards in record order. */
  readonly stock?: string;
  /** The card with property 0, until it is drawn; it is record 0, before every free card. */
  readonly trumpCard?: string;
  /** The trump suit, where no card has property 0: `h`, `d`, `c` or `s`. */
  readonly trump?: string;
  readonly turn?: Player;
}

const RANKS = '6789TJQKA';
const SUITS = 'hdcs';

/** The state of a scene; cards not named are out of play. Throws RangeError for a card named twice or unknown. */
export function parseState(of: StateNotation): State {
  const records: CardRecord[] = [];
  const add = (cards: string | undefined, property: number, field: (i: number) => number) => {
    for (const [i, name] of (cards ?? '').split(' ').filter(Boolean).entries()) {
      const { card, suit } = cardOf(name);
      if (records.some((one) => one.card === card && one.suit === suit))
        throw new RangeError(`${name} twice`);
      records.push({ card, suit, color: colorOf(suit), property, field: field(i) });
    }
  };
  add(of.trumpCard, TRUMP, () => 0);
  add(of.hand1, 1, (i) => i + 1);
  add(of.hand2, 2, (i) => i + 1);
  add(of.table1, 1, (i) => -i - 1);
  add(of.table2, 2, (i) => -i - 1);
  add(of.stock, FREE, () => 0);
  for (let number = 0; number < DECK_SIZE; number++) {
    const [card, suit] = [Math.floor(number / 4), number % 4];
    if (!records.some((one) => one.card === card && one.suit === suit))
      records.push({ card, suit, color: colorOf(suit), property: OUT_OF_PLAY, field: 0 });
  }
  const trump = of.trumpCard === undefined ? SUITS.indexOf(of.trump ?? 'h') : cardOf(of.trumpCard).suit;
  return { cards: records, trump, turn: of.turn ?? 1 };
}

/** The record of a card: `recordOf(state, '6h')`. */
export function recordOf(state: State, name: string): number {
  const { card, suit } = cardOf(name);
  return state.cards.findIndex((one) => one.card === card && one.suit === suit);
}

function cardOf(name: string): { card: number; suit: number } {
  const [card, suit] = [RANKS.indexOf(name.charAt(0)), SUITS.indexOf(name.charAt(1))];
  if (card < 0 || suit < 0 || name.length !== 2) throw new RangeError(`no card: ${name}`);
  return { card, suit };
}
