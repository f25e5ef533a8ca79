/** The deal: made from a given source of choices, and judged (DRK-DL-01). */
import { cardName, colorOf, DECK_SIZE, FREE, TRUMP, type CardRecord, type Deck } from '../wire/packet';
import { FULL_HAND, type State } from './game';

/** A whole number 0..below-1. */
export type Choose = (below: number) => number;

/** The places of a dealt hand. */
const PLACES = '1 2 3 4 5 6';

/** The roles of the 36 records of a deal, before they are shuffled. */
export const DEAL_ROLES: readonly Pick<CardRecord, 'property' | 'field'>[] = [
  ...[1, 2].flatMap((property) => Array.from({ length: FULL_HAND }, (_, i) => ({ property, field: i + 1 }))),
  { property: TRUMP, field: 0 },
  ...Array.from({ length: DECK_SIZE - 2 * FULL_HAND - 1 }, () => ({ property: FREE, field: 0 })),
];

/** A shuffled deal. The order of the records is shuffled too, so that no board may rely on it. */
export function deal(choose: Choose): Deck {
  const order = Array.from({ length: DECK_SIZE }, (_, i) => i);
  return dealOf(shuffled(order, choose), shuffled(DEAL_ROLES, choose));
}

/** The deal that puts card number `order[i]` (rank * 4 + suit) into record i, in the role `roles[i]`. */
export function dealOf(
  order: readonly number[],
  roles: readonly Pick<CardRecord, 'property' | 'field'>[],
): Deck {
  return order.map((number, i) => {
    const { property, field } = roles[i] ?? { property: FREE, field: 0 };
    const suit = number % 4;
    return { card: Math.floor(number / 4), suit, color: colorOf(suit), property, field };
  });
}

/** Why a deck is no deal (DRK-DL-01), as text; undefined: it is one. */
export function dealFault(cards: Deck): string | undefined {
  const names = new Set(cards.map(({ card, suit }) => card * 4 + suit));
  if (names.size !== DECK_SIZE || cards.length !== DECK_SIZE) return 'the deck is not 36 different cards';
  for (const player of [1, 2]) {
    const fields = cards.filter(({ property }) => property === player).map(({ field }) => field);
    if (fields.length !== FULL_HAND) return `player ${player} has ${fields.length} cards, not ${FULL_HAND}`;
    const places = fields.sort((a, b) => a - b).join(' ');
    if (places !== PLACES) return `player ${player}'s cards have the places ${places}, not ${PLACES}`;
  }
  const trumps = cards.filter(({ property }) => property === TRUMP).length;
  if (trumps !== 1) return `${trumps} cards have property 0, not one`;
  const stray = cards.find(({ property, field }) => property <= 0 && (property < FREE || field !== 0));
  if (stray === undefined) return undefined;
  const { property, field } = stray;
  return `the ${cardName(stray)} is in nobody's hand, but has property ${property} and field ${field}`;
}

/** True for a deck that can open a game (DRK-DL-01). */
export function isDeal(cards: Deck): boolean {
  return dealFault(cards) === undefined;
}

/** The game that a deal opens: player 1 has the first turn. Throws RangeError for a deck that is no deal. */
export function started(cards: Deck): State {
  const trump = cards.find(({ property }) => property === TRUMP);
  const fault = dealFault(cards);
  if (trump === undefined || fault !== undefined) throw new RangeError(fault);
  return { cards, trump: trump.suit, turn: 1 };
}

function shuffled<T>(items: readonly T[], choose: Choose): T[] {
  const left = [...items];
  const out: T[] = [];
  while (left.length > 0) out.push(...left.splice(choose(left.length), 1));
  return out;
}
