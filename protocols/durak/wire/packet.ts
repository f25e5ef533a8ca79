/**
 * The packets and card records between two Durak boards, their names, and their bytes.
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
export const TYPE_DECK = 0x31;
export const TYPE_HELLO = 0x32;

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

export type Packet =
  { readonly type: 'deck'; readonly cards: Deck } | { readonly type: 'hello' } | { readonly type: 'ack' };

/** What a board sends; `raw`: the bytes of a faulty one. */
export type BoardPacket = Packet | { readonly type: 'raw'; readonly bytes: Uint8Array };

const CARD_NAMES = ['6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'];
const SUIT_NAMES = ['hearts', 'diamonds', 'clubs', 'spades'];
const PROPERTY_NAMES = ['out of play', 'free, in the stock', 'trump card', "player 1's", "player 2's"];
const PLACE_NAMES = Array.from({ length: 17 }, (_, i) => placeName(i - 6));

/** The five fields of a record in wire order, with their inclusive ranges, and what each value means. */
export const RECORD_FIELDS = [
  { name: 'card', min: 0, max: 8, meanings: CARD_NAMES },
  { name: 'suit', min: 0, max: 3, meanings: SUIT_NAMES },
  { name: 'color', min: 0, max: 1, meanings: ['red', 'black'] },
  { name: 'property', min: -2, max: 2, meanings: PROPERTY_NAMES },
  { name: 'field', min: -6, max: 10, meanings: PLACE_NAMES },
] as const;

function placeName(field: number): string {
  if (field === 0) return 'neither hand nor table';
  return field > 0 ? `hand place ${field}` : `table place ${-field}`;
}

/** The suit as text, `spades`; an unknown suit as its number. */
export function suitName(suit: number): string {
  return SUIT_NAMES[suit] ?? String(suit);
}

/** `K of spades`. */
export function cardName(record: Pick<CardRecord, 'card' | 'suit'>): string {
  return `${CARD_NAMES[record.card] ?? record.card} of ${suitName(record.suit)}`;
}

/** The right color of a suit: hearts and diamonds are red (0), clubs and spades black (1). */
export function colorOf(suit: number): number {
  return suit >> 1;
}

/** The bytes of anything that a board sends, well-formed or not. */
export function bytesOf(packet: BoardPacket): Uint8Array {
  return packet.type === 'raw' ? packet.bytes : latin1(keyOf(packet));
}

/** A judge asks for the same packet again and again. */
const keys = new WeakMap<BoardPacket, string>();

/** A packet as text, a character a byte: the same packet, the same text. */
export function keyOf(packet: BoardPacket): string {
  const known = keys.get(packet);
  if (known !== undefined) return known;
  const key = textOf(packet);
  keys.set(packet, key);
  return key;
}

function textOf(packet: BoardPacket): string {
  switch (packet.type) {
    case 'ack':
      return '\x04\n';
    case 'hello':
      return '\x162\x1d\x03\n';
    case 'deck':
      return deckText(textsOf(packet.cards));
    case 'raw':
      return keyOfBytes(packet.bytes);
  }
}

export function keyOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

export type Texts = readonly (readonly string[])[];

/** The bytes of a deck packet with any number of any texts, also those that `encode` refuses. */
export function encodeTexts(texts: Texts): Uint8Array {
  return latin1(deckText(texts));
}

export function textsOf(cards: Deck): string[][] {
  return cards.map((card) => RECORD_FIELDS.map(({ name }) => String(card[name])));
}

function deckText(texts: Texts): string {
  return `\x161\x1d${texts.map((fields) => `\x1e${fields.join('\x1f')}`).join('')}\x03\n`;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}
