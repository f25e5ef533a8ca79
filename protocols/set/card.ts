/**
 * The 81 cards and their bytes.
 *
 *     bit  7 6    5 4     3 2      1 0
 *          shape  colour  filling  quantity        each 1..3 or, in the other encoding, 0..2
 *
 * In the code, a card is its index 0..80: quantity + 3 filling + 9 colour + 27 shape, each 0..2.
 */

/** An index 0..80. */
export type Card = number;

export type CardEncoding = '1..3' | '0..2';

export const CARDS = 81;

export interface Attributes {
  readonly quantity: 1 | 2 | 3;
  readonly filling: 'open' | 'solid' | 'striped';
  readonly colour: 'purple' | 'red' | 'green';
  readonly shape: 'wave' | 'diamond' | 'oval';
}

const QUANTITIES = [1, 2, 3] as const;
const FILLINGS = ['open', 'solid', 'striped'] as const;
const COLOURS = ['purple', 'red', 'green'] as const;
const SHAPES = ['wave', 'diamond', 'oval'] as const;

function check(card: Card): void {
  if (!Number.isInteger(card) || card < 0 || card >= CARDS)
    throw new RangeError(`cards are 0..80, not ${card}`);
}

/** The four attributes 0..2 of a card: quantity, filling, colour, shape. Throws RangeError outside 0..80. */
export function digits(card: Card): readonly [number, number, number, number] {
  check(card);
  return [card % 3, Math.floor(card / 3) % 3, Math.floor(card / 9) % 3, Math.floor(card / 27)];
}

/** The card that makes a set with two different cards 0..80 (for a card and itself: that card). Throws RangeError for another. */
export function thirdCard(a: Card, b: Card): Card {
  const other = digits(b);
  // The third value of an attribute makes the sum a multiple of 3: all the same or all different.
  const third = digits(a).map((digit, n) => (6 - digit - (other[n] ?? 0)) % 3);
  return third.reduceRight((card, digit) => 3 * card + digit, 0);
}

/** A card in words. Throws RangeError outside 0..80. */
export function attributes(card: Card): Attributes {
  const [quantity, filling, colour, shape] = digits(card);
  return {
    quantity: QUANTITIES[quantity]!,
    filling: FILLINGS[filling]!,
    colour: COLOURS[colour]!,
    shape: SHAPES[shape]!,
  };
}

/** `2 solid red ovals`. Throws RangeError outside 0..80. */
export function cardName(card: Card): string {
  const { quantity, filling, colour, shape } = attributes(card);
  return `${quantity} ${filling} ${colour} ${shape}${quantity === 1 ? '' : 's'}`;
}

/** The card's byte. Throws RangeError outside 0..80. */
export function cardByte(card: Card, encoding: CardEncoding): number {
  const [quantity, filling, colour, shape] = digits(card);
  const byte = quantity | (filling << 2) | (colour << 4) | (shape << 6);
  return encoding === '1..3' ? byte + 0b01010101 : byte;
}

/** The card of a byte; undefined where an attribute has the fourth value. */
export function cardOf(byte: number, encoding: CardEncoding): Card | undefined {
  return CARD_OF[encoding].get(byte);
}

function cardsByByte(encoding: CardEncoding): ReadonlyMap<number, Card> {
  return new Map(Array.from({ length: CARDS }, (_, card) => [cardByte(card, encoding), card]));
}

const CARD_OF: Readonly<Record<CardEncoding, ReadonlyMap<number, Card>>> = {
  '1..3': cardsByByte('1..3'),
  '0..2': cardsByByte('0..2'),
};

/** The meaning of any byte, for hex views: `2 solid red ovals`, `no card: filling of the fourth value`. */
export function byteMeaning(byte: number, encoding: CardEncoding): string {
  const card = cardOf(byte, encoding);
  if (card !== undefined) return cardName(card);
  const fourth = encoding === '1..3' ? 0 : 3;
  const wrong = ['quantity', 'filling', 'colour', 'shape'].filter(
    (_, i) => ((byte >> (2 * i)) & 3) === fourth,
  );
  return `no card: ${wrong.join(', ')} of the fourth value`;
}
