/**
 * Durak over a serial line: encode, decode, explain. The messages are in `packet.ts`.
 *
 *     deck   16 31 1D ( 1E card 1F suit 1F color 1F property 1F field ){36} 03 0A
 *     hello  16 32 1D 03 0A
 *     ack    04 0A
 */
import { EncodeError, type Codec } from '../frame';
import { decodeOnce, DurakDecoder, type DecoderOptions } from './decoder';
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
  type CardRecord,
  type Deck,
  type Packet,
} from './packet';

export { DurakDecoder } from './decoder';
export type { CardRecord, Deck, Packet } from './packet';

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
      checkDeck(packet.cards);
      return encodeDeck(packet.cards);
  }
}

/** Both directions of the line: the boards are equal. */
export function packets(options: DecoderOptions = {}): Codec<Packet> {
  return { encode, decoder: () => new DurakDecoder(options), fields: explain };
}

export const codec: Codec<Packet> = packets();

/** The packet of exactly one good line, without a decoder's state. Throws DecodeError. */
export function decode(raw: Uint8Array): Packet {
  return decodeOnce(raw);
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

function checkDeck(cards: Deck): void {
  if (cards.length !== DECK_SIZE)
    throw new EncodeError(`a deck has ${DECK_SIZE} records, not ${cards.length}`);
  const seen = new Set<number>();
  let trumps = 0;
  for (const [i, record] of cards.entries()) {
    checkRanges(record, i);
    const name = cardName(record);
    if (record.color !== colorOf(record.suit))
      throw new EncodeError(`record ${i}: color false to the ${name}`);
    seen.add(record.card * 4 + record.suit);
    if (seen.size !== i + 1) throw new EncodeError(`record ${i}: the ${name} is named twice`);
    if (record.property === TRUMP && ++trumps > 1)
      throw new EncodeError(`record ${i}: a second card of property 0`);
  }
}

function checkRanges(record: CardRecord, i: number): void {
  for (const { name, min, max } of RECORD_FIELDS) {
    const value = record[name];
    if (!Number.isInteger(value) || value < min || value > max)
      throw new EncodeError(`record ${i}: ${name} is ${value}, not ${min}..${max}`);
  }
}
