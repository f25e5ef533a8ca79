/**
 * The packets and card records between two Durak boards, and their names.
 *
 *     deck   = SYN '1' GS ( RS card US suit US color US property US field ){36} ETX LF
 *     hello  = SYN '2' GS ETX LF
 *     ack    = EOT LF
 */

export const SYN = 0x16;
export const GS = 0x1d;
export const RS = 0x1e;
export const US = 0x1f;
export const ETX = 0x03;
export const EOT = 0x04;
export const LF = 0x0a;
/** The type byte of a deck packet: `1`. */
export const TYPE_DECK = 0x31;
/** The type byte of a hello: `2`. */
export const TYPE_HELLO = 0x32;

/** Records of a deck packet. */
export const DECK_SIZE = 36;
/** The longest line in bytes, its LF counted (DRK-LK-12). */
export const LINE_MAX = 2048;

/** The properties of a card record other than 1 and 2, the players' own. */
export const OUT_OF_PLAY = -2;
export const FREE = -1;
export const TRUMP = 0;

/** One card of a deck packet, as its five integers. */
export interface CardRecord {
  /** 0..8: 6 7 8 9 10 J Q K A. */
  readonly card: number;
  /** 0..3: hearts, diamonds, clubs, spades. */
  readonly suit: number;
  /** 0 red (hearts, diamonds), 1 black. */
  readonly color: number;
  /** -2 out of play, -1 free, 0 trump, 1 or 2 that player's. */
  readonly property: number;
  /** -6..10; above 0 a place in a hand, below 0 a place on the table, 0 neither. */
  readonly field: number;
}

/** The 36 records of a deck packet, in wire order. */
export type Deck = readonly CardRecord[];

export interface DeckPacket {
  readonly type: 'deck';
  readonly cards: Deck;
}
export interface HelloPacket {
  readonly type: 'hello';
}
export interface AckPacket {
  readonly type: 'ack';
}
export type Packet = DeckPacket | HelloPacket | AckPacket;

/** The bytes of a faulty board. */
export interface RawBytes {
  readonly type: 'raw';
  readonly bytes: Uint8Array;
}

/** The five fields of a record in wire order, with their inclusive ranges. */
export const RECORD_FIELDS = [
  { name: 'card', min: 0, max: 8 },
  { name: 'suit', min: 0, max: 3 },
  { name: 'color', min: 0, max: 1 },
  { name: 'property', min: -2, max: 2 },
  { name: 'field', min: -6, max: 10 },
] as const;

const CARD_NAMES = ['6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;
const SUIT_NAMES = ['hearts', 'diamonds', 'clubs', 'spades'] as const;
const COLOR_NAMES = ['red', 'black'] as const;

/** The rank as text, `K`; an unknown rank as its number. */
function rankName(card: number): string {
  return CARD_NAMES[card] ?? String(card);
}

/** The suit as text, `spades`; an unknown suit as its number. */
export function suitName(suit: number): string {
  return SUIT_NAMES[suit] ?? String(suit);
}

/** `K of spades`. */
export function cardName(record: Pick<CardRecord, 'card' | 'suit'>): string {
  return `${rankName(record.card)} of ${suitName(record.suit)}`;
}

/** The right color of a suit: hearts and diamonds are red (0), clubs and spades black (1). */
export function colorOf(suit: number): number {
  return suit >> 1;
}

/** What a value of one of a record's fields means; undefined for a value out of its range. */
export function meaningOf(field: (typeof RECORD_FIELDS)[number]['name'], value: number): string | undefined {
  switch (field) {
    case 'card':
      return CARD_NAMES[value];
    case 'suit':
      return SUIT_NAMES[value];
    case 'color':
      return COLOR_NAMES[value];
    case 'property':
      return ['out of play', 'free, in the stock', 'trump card', "player 1's", "player 2's"][value + 2];
    case 'field':
      if (value < -6 || value > 10) return undefined;
      if (value === 0) return 'neither hand nor table';
      return value > 0 ? `hand place ${value}` : `table place ${-value}`;
  }
}
