/** Parts of cases. */
import {
  generator,
  micros,
  recipeStep,
  send,
  type ConversationGenerator,
  type Dice,
  type FuzzStep,
  type Micros,
} from '../../../api/index';
import { deal } from '../game/deal';
import type { DurakState } from '../state';
import { encode } from '../wire/wire';
import { FREE, LF, TRUMP, type Packet } from '../wire/packet';
import { FULL_HAND } from '../game/game';

const LINK = 'main';

export type DurakGenerator = ConversationGenerator<DurakState>;

/** A generator that is given what is known of the board. */
export function cases(
  name: string,
  group: DurakGenerator['group'],
  weight: number,
  fields: readonly string[],
  make: (dice: Dice, state: DurakState) => readonly FuzzStep[],
): DurakGenerator {
  return generator(name, group, weight, fields, (dice, { state }) => make(dice, state));
}

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

/** Weights of a card for a hand, the board's or the host's: some hands leave the board fewer choices. */
const HANDS: readonly [Hand, ...Hand[]] = [
  () => 0,
  // A hand that beats nothing: the board takes.
  ({ card, trump }) => (trump ? -20 : -card),
  ({ card, trump }) => (trump ? 20 : card),
  // Pairs of few ranks.
  ({ card }, odd) => ((card + odd) % 4 === 0 ? 20 : 0),
  ({ suit }, odd) => (suit === odd ? 20 : 0),
];
/** The host's hand around one rank, the board's around the next. */
const NEXT_TO_EACH_OTHER: readonly [Hand, Hand] = [
  ({ card }, odd) => -3 * Math.abs(card - 4 - odd),
  ({ card }, odd) => -3 * Math.abs(card - 5 - odd),
];
type Hand = (
  card: { readonly card: number; readonly suit: number; readonly trump: boolean },
  odd: number,
) => number;

/** Any deal, or one with hands of a certain kind. */
export function anyDeal(dice: Dice): Packet {
  const any = deal((below) => dice.int(0, below - 1));
  const trump = any.find(({ property }) => property === TRUMP)?.suit ?? 0;
  const odd = dice.int(0, 3);
  const [theirs, ours] = dice.once(6) ? NEXT_TO_EACH_OTHER : [dice.pick(HANDS), dice.pick(HANDS)];
  const left = any.filter(({ property }) => property !== TRUMP);
  const taken = (hand: Hand): typeof left => {
    const worth = new Map(
      left.map((one) => [one, hand({ ...one, trump: one.suit === trump }, odd) + dice.int(0, 2)]),
    );
    return left.sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0)).splice(0, FULL_HAND);
  };
  const hands = new Map([taken(theirs), taken(ours)].map((hand, i) => [2 - i, hand]));
  const cards = any.map((one) => {
    for (const [player, hand] of hands)
      if (hand.includes(one)) return { ...one, property: player, field: hand.indexOf(one) + 1 };
    return one.property === TRUMP ? one : { ...one, property: FREE, field: 0 };
  });
  return { type: 'deck', cards };
}

/** A well-formed deck that no state allows: every card is free. */
export function strangeDeck(dice?: Dice): Packet {
  const { cards } = { cards: deal((below) => dice?.int(0, below - 1) ?? 0) };
  return { type: 'deck', cards: cards.map((card) => ({ ...card, property: FREE, field: 0 })) };
}

/** A good deck with the fewest bytes: one character for each integer. */
export const SHORTEST_DECK = encode({
  type: 'deck',
  cards: deal(() => 0).map((card) => ({ ...card, property: 1, field: 0 })),
});

/** Another short deck. */
export const SHORT_DECK = encode({
  type: 'deck',
  cards: deal(() => 0).map((card, i) => ({ ...card, property: i === 0 ? TRUMP : 1, field: 0 })),
});

/** Bytes that neither begin nor end a line. */
export function garbage(dice: Dice, length: number): Uint8Array {
  return dice.bytes(length).map((byte) => (byte === 0x16 || byte === 0x04 ? 0x41 : byte));
}

/** A line of `length` bytes from SYN, without LF. */
export function longLine(length: number): Uint8Array {
  return new Uint8Array(length).fill(0x31).with(0, 0x16);
}

export const LINE_END = Uint8Array.of(LF);

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
