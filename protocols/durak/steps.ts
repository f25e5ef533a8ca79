/**
 * Steps of the host, for suite and fuzzer; and deals that lead to rare situations: by its hands a player is left few choices.
 *
 *     four of a rank, trumps    the host attacks four times, and the board beats with trumps
 *     aces, kings               the board attacks with kings, and the host beats them by aces
 */
import { micros, millis, recipeStep, send, type Dice, type FuzzStep, type Micros } from '../../api/index';
import { deal, dealOf, DEAL_ROLES, FULL_HAND, withRecord } from './game/game';
import { FREE, OUT_OF_PLAY, TRUMP, type CardRecord, type Deck, type Packet } from './wire/packet';
import { encode } from './wire/wire';

const LINK = 'main';

export const NO_GAP = micros(0);
export const ACK = encode({ type: 'ack' });
export const HELLO = encode({ type: 'hello' });

export function tx(what: Packet | Uint8Array, gap?: Micros): FuzzStep & { readonly bytes: Uint8Array } {
  return send(LINK, what instanceof Uint8Array ? what : encode(what), gap);
}

export function sendAck(gap?: Micros): FuzzStep {
  return tx(ACK, gap);
}

/** An acknowledgement, if a packet of the board waits for one. */
export function ackDue(gapMs?: number): FuzzStep {
  return recipe('ack', gapMs === undefined ? undefined : millis(gapMs));
}

export function recipe(text: string, gap?: Micros): FuzzStep {
  return recipeStep(LINK, text, gap);
}

/** A well-formed deck that no state allows: every card is free, at this place. No packet is longer than with {@link LONGEST_PLACE}. */
export function strangeDeck(dice?: Dice, field = 0): Packet {
  const cards = deal((below) => dice?.int(0, below - 1) ?? 0);
  return { type: 'deck', cards: cards.map((card) => ({ ...card, property: FREE, field })) };
}

export const LONGEST_PLACE = 10;

/** Well-formed decks that are almost a deal: each breaks another sentence of DRK-DL-01. */
export function nearDeals(dice: Dice): readonly Packet[] {
  const deal = anyDeal(dice);
  const cards = deal.type === 'deck' ? deal.cards : [];
  const first = (property: number): number => cards.findIndex((card) => card.property === property);
  const changed = (property: number, change: Partial<CardRecord>): Deck =>
    withRecord(cards, first(property), change);
  const decks = [
    changed(TRUMP, { property: FREE }),
    changed(TRUMP, { field: 1 }),
    changed(FREE, { field: 1 }),
    changed(FREE, { property: OUT_OF_PLAY }),
    changed(FREE, { property: 2, field: 7 }),
    changed(1, { property: FREE, field: 0 }),
    cards.map((card) => (card.property === 2 ? { ...card, field: card.field + 1 } : card)),
  ];
  return decks.map((cards) => ({ type: 'deck', cards }));
}

/** Good decks with few bytes: one character for each integer. The second has a trump card. */
export const [SHORTEST_DECK = HELLO, SHORT_DECK = HELLO] = [1, TRUMP].map((first) => {
  const order = DEAL_ROLES.map((_, i) => i);
  const roles = order.map((i) => ({ property: i === 0 ? first : 1, field: 0 }));
  return encode({ type: 'deck', cards: dealOf(order, roles) });
});

/** Bytes that neither begin nor end a line. */
export function garbage(dice: Dice, length: number): Uint8Array {
  return dice.bytes(length).map((byte) => (byte === 0x16 || byte === 0x04 ? 0x41 : byte));
}

/** A line of `length` bytes from SYN, without LF. */
export function longLine(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x31).with(0, 0x16);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** What a card is worth to a hand. `odd`: a number 0..3 of the deal. */
type Worth = (card: CardRecord & { readonly isTrump: boolean }, odd: number) => number;
/** The host's, and the board's. */
export type Hands = readonly [host: Worth, board: Worth];

export const ACE = 8;
const [SIX, KING] = [0, 7];
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

/** Two aces each: one that does not beat the other's. */
export const ACES_AGAINST_ACES: Hands = [
  ({ card, suit, isTrump }, odd) =>
    card === ACE ? ((suit + odd) % 2 === 0 ? MOST : -MOST) : isTrump ? -MOST : 0,
  ({ card, isTrump }) => (card === ACE ? MOST : isTrump ? -MOST : 0),
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
