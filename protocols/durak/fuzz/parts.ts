/** Parts of cases. */
import { recipeStep, micros, send, type Dice, type FuzzStep, type Micros } from '../../../api/index';
import { deal, dealOf, DEAL_ROLES } from '../game/deal';
import { encode } from '../wire/wire';
import { FREE, TRUMP, type CardRecord, type Packet } from '../wire/packet';
import { FULL_HAND } from '../game/game';

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

export function recipe(text: string, gap?: Micros): FuzzStep {
  return recipeStep(LINK, text, gap);
}

/** The weight of a card for a hand, the board's or the host's: some hands leave the board fewer choices. */
type Hand = (card: CardRecord & { readonly isTrump: boolean }, odd: number) => number;
const HANDS: readonly [Hand, ...Hand[]] = [
  () => 0,
  // A hand that beats nothing: the board takes.
  ({ card, isTrump }) => (isTrump ? -20 : -card),
  ({ card, isTrump }) => (isTrump ? 20 : card),
  // Pairs of few ranks.
  ({ card }, odd) => ((card + odd) % 4 === 0 ? 20 : 0),
  ({ suit }, odd) => (suit === odd ? 20 : 0),
];
/** The host's hand around one rank, the board's around the next. */
const NEXT_TO_EACH_OTHER: readonly [Hand, Hand] = [
  ({ card }, odd) => -3 * Math.abs(card - 4 - odd),
  ({ card }, odd) => -3 * Math.abs(card - 5 - odd),
];

/** Any deal, or one with hands of a certain kind. */
export function anyDeal(dice: Dice): Packet {
  const any = deal((below) => dice.int(0, below - 1));
  const trump = any.find(({ property }) => property === TRUMP)?.suit;
  const odd = dice.int(0, 3);
  const [theirs, ours] = dice.once(6) ? NEXT_TO_EACH_OTHER : [dice.pick(HANDS), dice.pick(HANDS)];
  const left = any.filter(({ property }) => property !== TRUMP);
  const taken = (hand: Hand): readonly CardRecord[] => {
    const worth = new Map(
      left.map((one) => [one, hand({ ...one, isTrump: one.suit === trump }, odd) + dice.int(0, 2)]),
    );
    return left.sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0)).splice(0, FULL_HAND);
  };
  const hands = [taken(theirs), taken(ours)];
  const cards = any.map((one) => {
    const owner = hands.findIndex((hand) => hand.includes(one));
    if (owner >= 0) return { ...one, property: 2 - owner, field: (hands[owner]?.indexOf(one) ?? 0) + 1 };
    return one.property === TRUMP ? one : { ...one, property: FREE, field: 0 };
  });
  return { type: 'deck', cards };
}

/** A well-formed deck that no state allows: every card is free. */
export function strangeDeck(dice?: Dice): Packet {
  const cards = deal((below) => dice?.int(0, below - 1) ?? 0);
  return { type: 'deck', cards: cards.map((card) => ({ ...card, property: FREE, field: 0 })) };
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
