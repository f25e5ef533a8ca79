/**
 * Reads one packet that starts with SYN, in one pass and without a string: the hot path of the decoder.
 *
 *     SYN '1' GS | RS card US suit US color US property US field | ... | ETX LF
 *
 * It only accepts or stops. `line.ts` explains a stop: only refused packets need that.
 */
import {
  colorOf,
  DECK_SIZE,
  ETX,
  GS,
  LF,
  RECORD_FIELDS,
  RS,
  TRUMP,
  TYPE_DECK,
  TYPE_HELLO,
  US,
  type CardRecord,
  type Packet,
} from './packet';

const HELLO: Packet = Object.freeze({ type: 'hello' });
const ZERO = 0x30;
const MINUS = 0x2d;
/** No integer of the range is there. */
const NONE = 99;
const [, , , PROPERTY, FIELD] = RECORD_FIELDS;
/** All places of a card: every possible record is made once, so that reading a deck allocates none. */
const PLACES = FIELD.meanings.length * PROPERTY.meanings.length;
const RECORDS: readonly CardRecord[] = Array.from({ length: DECK_SIZE * PLACES }, (_, i) => {
  const [index, place] = [Math.floor(i / PLACES), i % PLACES];
  const suit = index & 3;
  const property = PROPERTY.min + Math.floor(place / FIELD.meanings.length);
  const field = FIELD.min + (place % FIELD.meanings.length);
  return Object.freeze({ card: index >> 2, suit, color: colorOf(suit), property, field });
});

export class PacketReader {
  /** The offset after the LF of the last packet. */
  end = 0;
  /** For each card the number of the last deck that names it. */
  private readonly seen = new Uint32Array(DECK_SIZE);
  private decks = 0;

  /** The packet whose SYN is at `start`; undefined: none is whole there. Bytes after its LF are not read. */
  read(bytes: Uint8Array, start: number): Packet | undefined {
    const type = bytes[start + 1];
    if (bytes[start + 2] !== GS || (type !== TYPE_DECK && type !== TYPE_HELLO)) return undefined;
    this.end = start + 3;
    const packet = type === TYPE_DECK ? this.readDeck(bytes) : HELLO;
    if (packet === undefined || bytes[this.end] !== ETX || bytes[this.end + 1] !== LF) return undefined;
    this.end += 2;
    return packet;
  }

  private readDeck(bytes: Uint8Array): Packet | undefined {
    const { seen } = this;
    const cards = new Array<CardRecord>(DECK_SIZE);
    const deck = ++this.decks;
    let trumps = 0;
    for (let record = 0; record < DECK_SIZE; record++) {
      if (bytes[this.end] !== RS) return undefined;
      const card = this.integer(bytes, 0, 8);
      const suit = this.integer(bytes, 0, 3, US);
      const color = this.integer(bytes, 0, 1, US);
      const property = this.integer(bytes, -2, 2, US);
      const field = this.integer(bytes, -6, 10, US);
      if (card === NONE || suit === NONE || color !== suit >> 1) return undefined;
      if (property === NONE || field === NONE) return undefined;
      const index = card * 4 + suit;
      if (seen[index] === deck || (property === TRUMP && ++trumps > 1)) return undefined;
      seen[index] = deck;
      cards[record] = RECORDS[(index * 5 + property) * 17 + field + 40]!;
    }
    return { type: 'deck', cards };
  }

  /** The integer after a separator. */
  private integer(bytes: Uint8Array, min: number, max: number, separator = RS): number {
    if (bytes[this.end++] !== separator) return NONE;
    const byte = bytes[this.end++]!;
    if (byte === MINUS) {
      const negative = ZERO - bytes[this.end++]!;
      return negative < 0 && negative >= min ? negative : NONE;
    }
    if (max === 10 && byte === ZERO + 1 && bytes[this.end] === ZERO) {
      this.end++;
      return 10;
    }
    const value = byte - ZERO;
    return value >= 0 && value <= 9 && value <= max ? value : NONE;
  }
}
