/**
 * Durak over a serial line: encode, decode, explain. The messages are in `packet.ts`.
 *
 *     deck   16 31 1D ( 1E card 1F suit 1F color 1F property 1F field ){36} 03 0A
 *     hello  16 32 1D 03 0A
 *     ack    04 0A
 */
import { EncodeError, type Codec, type LinkSide, millis } from '../../../api/index';
import { DurakDecoder, type DecoderOptions } from './decoder';
import { explain } from './fields';
import {
  cardName,
  colorOf,
  DECK_SIZE,
  EOT,
  ETX,
  GS,
  LF,
  RECORD_FIELDS,
  RS,
  SYN,
  TRUMP,
  TYPE_DECK,
  TYPE_HELLO,
  US,
  type Deck,
  type Packet,
} from './packet';

import type { BoardPacket } from '../state';

/** The length of the longest deck packet: 36 records of 12 bytes and the five bytes around them. */
const ROOM = 3 + DECK_SIZE * 12 + 2;

/** A packet's bytes. Throws EncodeError for a deck that is not well-formed. */
export function encode(packet: Packet): Uint8Array {
  switch (packet.type) {
    case 'ack':
      return Uint8Array.of(EOT, LF);
    case 'hello':
      return Uint8Array.of(SYN, TYPE_HELLO, GS, ETX, LF);
    case 'deck':
      return checkedDeck(packet.cards);
  }
}

/** Both directions of the line: the boards are equal. */
export function packets(options: DecoderOptions = {}): Codec<Packet> {
  return { encode, decoder: () => new DurakDecoder(options), fields: explain };
}

export const codec: Codec<Packet> = packets();

/** A line that does not end is dropped 3000 ms after its first byte, give or take (DRK-LK-11). */
const LINE_AGE = { least: millis(2450), most: millis(3550) };

/** Both sides of the line are alike. */
export const LINE: LinkSide<Packet> = {
  codec: packets({ lineTimeout: LINE_AGE.most }),
  age: LINE_AGE,
};

/** The bytes of anything that a board sends, well-formed or not. */
export function bytesOf(packet: BoardPacket): Uint8Array {
  if (packet.type === 'raw') return packet.bytes;
  if (packet.type !== 'deck') return encode(packet);
  return deckFault(packet.cards) === undefined
    ? encodeDeck(packet.cards)
    : encodeTexts(textsOf(packet.cards));
}

/** A judge asks for the same packet again and again. */
const keys = new WeakMap<BoardPacket, string>();

/** A packet as text, a character a byte: the same packet, the same text. */
export function keyOf(packet: BoardPacket): string {
  const known = keys.get(packet);
  if (known !== undefined) return known;
  const key = Buffer.from(bytesOf(packet)).toString('latin1');
  keys.set(packet, key);
  return key;
}

function encodeDeck(cards: Deck): Uint8Array {
  const bytes = new Uint8Array(ROOM);
  let at = 0;
  bytes[at++] = SYN;
  bytes[at++] = TYPE_DECK;
  bytes[at++] = GS;
  for (const { card, suit, color, property, field } of cards) {
    bytes[at++] = RS;
    at = integer(bytes, at, card);
    bytes[at++] = US;
    at = integer(bytes, at, suit);
    bytes[at++] = US;
    at = integer(bytes, at, color);
    bytes[at++] = US;
    at = integer(bytes, at, property);
    bytes[at++] = US;
    at = integer(bytes, at, field);
  }
  bytes[at++] = ETX;
  bytes[at++] = LF;
  return bytes.slice(0, at);
}

/** Writes -9..10, the integers a record can hold. */
function integer(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  if (value < 0) bytes[at++] = 0x2d;
  const size = Math.abs(value);
  if (size === 10) bytes[at++] = 0x31;
  bytes[at++] = 0x30 + (size % 10);
  return at;
}

function checkedDeck(cards: Deck): Uint8Array {
  const fault = deckFault(cards);
  if (fault !== undefined) throw new EncodeError(fault);
  return encodeDeck(cards);
}

/** Why a deck is not well-formed; undefined: it is. */
function deckFault(cards: Deck): string | undefined {
  if (cards.length !== DECK_SIZE) return `a deck has ${DECK_SIZE} records, not ${cards.length}`;
  const seen = new Set<number>();
  let trumps = 0;
  for (const [i, record] of cards.entries()) {
    for (const { name, min, max } of RECORD_FIELDS) {
      const value = record[name];
      if (!Number.isInteger(value) || value < min || value > max)
        return `record ${i}: ${name} is ${value}, not ${min}..${max}`;
    }
    if (record.color !== colorOf(record.suit)) return `record ${i}: color false to the ${cardName(record)}`;
    seen.add(record.card * 4 + record.suit);
    if (seen.size !== i + 1) return `record ${i}: the ${cardName(record)} is named twice`;
    if (record.property === TRUMP && ++trumps > 1) return `record ${i}: a second card of property 0`;
  }
  return undefined;
}

/** The fields of each record, as text. */
export type Texts = readonly (readonly string[])[];

/** The bytes of a deck packet with any number of any texts, also those that `encode` refuses. */
export function encodeTexts(texts: Texts): Uint8Array {
  const bytes = [SYN, TYPE_DECK, GS];
  for (const row of texts) {
    row.forEach((text, i) => {
      bytes.push(i === 0 ? RS : US);
      for (const char of text) bytes.push(char.charCodeAt(0));
    });
  }
  return Uint8Array.of(...bytes, ETX, LF);
}

/** The fields of each record as text, in range or not. */
export function textsOf(cards: Deck): string[][] {
  return cards.map((card) => RECORD_FIELDS.map(({ name }) => String(card[name])));
}
