/**
 * Durak over a serial line: encode, decode, explain. The messages are in `packet.ts`.
 *
 *     deck   16 31 1D ( 1E card 1F suit 1F color 1F property 1F field ){36} 03 0A
 *     hello  16 32 1D 03 0A
 *     ack    04 0A
 */
import { EncodeError, millis, type Codec, type LinkSide } from '../../../api/index';
import { DurakDecoder, type DecoderOptions } from './decoder';
import { explain, readLine } from './line';
import { RECORD_FIELDS, type BoardPacket, type CardRecord, type Deck, type Packet } from './packet';

/** A packet's bytes. Throws EncodeError for a deck that is not well-formed. */
export function encode(packet: Packet): Uint8Array {
  const bytes = bytesOf(packet);
  const read = readLine(bytes);
  if ('code' in read) throw new EncodeError(read.message);
  return bytes;
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
      return packed(packet.cards.map(recordText));
    case 'raw':
      return keyOfBytes(packet.bytes);
  }
}

/** The key of the packet in these bytes. */
export function keyOfBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}

/** The fields of each record, as text. */
export type Texts = readonly (readonly string[])[];

/** The bytes of a deck packet with any number of any texts, also those that `encode` refuses. */
export function encodeTexts(texts: Texts): Uint8Array {
  return latin1(packed(texts.map((fields) => `\x1e${fields.join('\x1f')}`)));
}

/** The fields of each record as text, in range or not. */
export function textsOf(cards: Deck): string[][] {
  return cards.map((card) => RECORD_FIELDS.map(({ name }) => String(card[name])));
}

function recordText({ card, suit, color, property, field }: CardRecord): string {
  return `\x1e${card}\x1f${suit}\x1f${color}\x1f${property}\x1f${field}`;
}

function packed(records: readonly string[]): string {
  return `\x161\x1d${records.join('')}\x03\n`;
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'latin1'));
}
