/**
 * Durak as a pure model: states, places of cards, the winner, and the deal (DRK-DL-01). Moves are in `moves.ts`, the judge of packets in
 * `judge.ts`.
 *
 * A card is named by the index of its record, 0..35: ranks and suits stay with their record (DRK-PL-07).
 */
import { FREE, OUT_OF_PLAY, TRUMP, cardName, colorOf, DECK_SIZE } from '../wire/packet';
import type { CardRecord, Deck } from '../wire/packet';

export type Player = 1 | 2;

export interface State {
  /** The cards of the last applied packet. */
  readonly cards: Deck;
  /** The suit of the card dealt with property 0. It does not change when that card is drawn (DRK-PL-08). */
  readonly trump: number;
  /** The player whose move the next packet is. */
  readonly turn: Player;
}

/** The moves that the table allows the player on turn; `wait`: the opponent has to move first. */
export type Phase = 'attack' | 'defence' | 'throw-in' | 'wait';

export interface Table {
  /** Records of the player's and the opponent's table cards, oldest first. */
  readonly own: readonly number[];
  readonly other: readonly number[];
  /** Both. */
  readonly lying: readonly number[];
  readonly phase: Phase;
}

export const FULL_HAND = 6;
export const LOSING_HAND = 10;
/** The most cards of one player on the table (DRK-PL-03). */
export const TABLE_SIDE = 6;

export function opponentOf(player: Player): Player {
  return player === 1 ? 2 : 1;
}

export function handOf(cards: Deck, player: Player): number[] {
  return indexesOf(cards, ({ property, field }) => property === player && field > 0);
}

/** The stock in the order of drawing: free cards in record order, then the trump card. */
export function stockOf(cards: Deck): number[] {
  const free = indexesOf(cards, ({ property }) => property === FREE);
  return [...free, ...indexesOf(cards, ({ property }) => property === TRUMP)];
}

export function tableOf(cards: Deck, player: Player): Table {
  const own = sideOf(cards, player);
  const other = sideOf(cards, opponentOf(player));
  return { own, other, lying: [...own, ...other], phase: phaseOf(own.length, other.length) };
}

export function beats(card: CardRecord, over: CardRecord, trump: number): boolean {
  return card.suit === over.suit ? card.card > over.card : card.suit === trump;
}

/**
 * The winner; undefined: the game goes on (DRK-PL-09). An empty hand wins once the stock is empty, whatever is on the
 * table. Ten cards in hand lose.
 */
export function winnerOf(cards: Deck): Player | undefined {
  let [first, second, stock] = [0, 0, 0];
  // This runs several times for every packet: one pass, without allocation.
  for (const { property, field } of cards) {
    if (property === FREE || property === TRUMP) stock++;
    else if (field > 0 && property === 1) first++;
    else if (field > 0 && property === 2) second++;
  }
  if (stock === 0) {
    if (first === 0) return 1;
    if (second === 0) return 2;
  }
  if (first >= LOSING_HAND) return 2;
  return second >= LOSING_HAND ? 1 : undefined;
}

export function winner(state: State): Player | undefined {
  return winnerOf(state.cards);
}

export function afterMove(state: State, cards: Deck): State {
  return { cards, trump: state.trump, turn: opponentOf(state.turn) };
}

/** True when two packets have the same game: hand places and the fields of cards out of play do not count. */
export function sameCards(a: Deck, b: Deck): boolean {
  return (
    a.length === b.length &&
    a.every((left, i) => {
      const right = b[i];
      return right !== undefined && sameCard(left, right) && samePlacement(left, right);
    })
  );
}

export function sameCard(a: CardRecord, b: CardRecord): boolean {
  return a.card === b.card && a.suit === b.suit && a.color === b.color;
}

export function withRecords(
  cards: Deck,
  records: readonly number[],
  change: Partial<CardRecord> | ((record: number) => Partial<CardRecord> | undefined),
): Deck {
  const changeOf = typeof change === 'function' ? change : () => change;
  return cards.map((card, i) => (records.includes(i) ? { ...card, ...changeOf(i) } : card));
}

export function withRecord(cards: Deck, record: number, change: Partial<CardRecord>): Deck {
  return withRecords(cards, [record], change);
}

/** The card in a player's hand, at the lowest free place; at the last one if the hand is full. */
export function inHand(cards: Deck, player: Player): Pick<CardRecord, 'property' | 'field'> {
  const used = cards.filter(({ property }) => property === player).map(({ field }) => field);
  let field = 1;
  while (used.includes(field) && field < LOSING_HAND) field++;
  return { property: player, field };
}

/** The deck with each card in its new player's hand, in this order. */
export function withHanded(cards: Deck, to: Iterable<readonly [record: number, player: Player]>): Deck {
  return [...to].reduce((deck, [record, player]) => withRecord(deck, record, inHand(deck, player)), cards);
}

function samePlacement(a: CardRecord, b: CardRecord): boolean {
  if (a.property !== b.property) return false;
  if (a.property === OUT_OF_PLAY || (a.property > 0 && a.field > 0 && b.field > 0)) return true;
  return a.field === b.field;
}

function sideOf(cards: Deck, player: Player): number[] {
  const field = (record: number) => cards[record]?.field ?? 0;
  const side = indexesOf(cards, (record) => record.property === player && record.field < 0);
  return side.sort((a, b) => field(b) - field(a));
}

function phaseOf(own: number, other: number): Phase {
  if (other > own) return 'defence';
  if (own > other) return 'wait';
  return own === 0 ? 'attack' : 'throw-in';
}

function indexesOf(cards: Deck, holds: (record: CardRecord) => boolean): number[] {
  const found: number[] = [];
  for (const [i, record] of cards.entries()) if (holds(record)) found.push(i);
  return found;
}

/** A whole number 0..below-1. */
export type Choose = (below: number) => number;

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
