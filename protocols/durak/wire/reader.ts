/**
 * Reads one packet that starts with SYN, in one pass and without a string: the hot path of the decoder.
 *
 *     SYN '1' GS | RS card US suit US color US property US field | ... | ETX LF
 *                  at  +1  +2  +3  +4  +5   +6   +7 ...
 *
 * It only accepts or stops. `line.ts` explains a stop: only refused packets need that.
 */
import {
  colorOf,
  RECORD_FIELDS,
  DECK_SIZE,
  ETX,
  GS,
  LF,
  RS,
  TYPE_DECK,
  TYPE_HELLO,
  US,
  type CardRecord,
  type Packet,
} from './packet';

const HELLO: Packet = Object.freeze({ type: 'hello' });
const ZERO = 0x30;
const MINUS = 0x2d;
/** The shortest rest of a packet, from a record on: ten bytes, ETX and LF. */
const SHORTEST_REST = 12;

/**
 * Every possible record, by card, suit, property and field: 3060 objects made once, so that reading a deck allocates
 * none.
 */
const RECORDS: readonly CardRecord[] = allRecords();

export class PacketReader {
  /** The offset after the LF of the last packet. */
  end = 0;

  /**
   * The packet whose SYN is at `start`, if it ends before `limit`; else undefined. Bytes after its LF are not read.
   */
  read(bytes: Uint8Array, start: number, limit: number): Packet | undefined {
    const type = bytes[start + 1];
    if (start + 4 >= limit || bytes[start + 2] !== GS) return undefined;
    if (type === TYPE_DECK) return this.readDeck(bytes, start + 3, limit);
    const isHello = type === TYPE_HELLO && bytes[start + 3] === ETX;
    return isHello && this.readEnd(bytes, start + 4, limit) ? HELLO : undefined;
  }

  private readDeck(bytes: Uint8Array, start: number, limit: number): Packet | undefined {
    const cards: CardRecord[] = new Array<CardRecord>(DECK_SIZE);
    let at = start;
    let seenLow = 0;
    let seenHigh = 0;
    let trumps = 0;
    if (at >= limit || bytes[at] !== RS) return undefined;
    for (let record = 0; ;) {
      if (at + SHORTEST_REST > limit) return undefined;
      const card = bytes[at + 1]! - ZERO;
      const suit = bytes[at + 3]! - ZERO;
      const color = bytes[at + 5]! - ZERO;
      if (bytes[at + 2] !== US || bytes[at + 4] !== US || bytes[at + 6] !== US) return undefined;
      // As an unsigned number, a byte below the digit zero is far above every range.
      if (card >>> 0 > 8 || suit >>> 0 > 3 || color >>> 0 > 1) return undefined;

      let next = at + 7;
      let property = bytes[next]! - ZERO;
      if (property === MINUS - ZERO) {
        property = ZERO - bytes[++next]!;
        if (property !== -1 && property !== -2) return undefined;
      } else if (property >>> 0 > 2) return undefined;
      if (bytes[++next] !== US) return undefined;

      let field = bytes[++next]! - ZERO;
      if (field === MINUS - ZERO) {
        field = ZERO - bytes[++next]!;
        if (field > -1 || field < -6) return undefined;
      } else if (field >>> 0 > 9) return undefined;
      else if (field === 1 && bytes[next + 1] === ZERO) {
        field = 10;
        next++;
      }
      next++;
      const follows = next < limit ? bytes[next] : undefined;
      if (follows !== RS && follows !== ETX) return undefined;

      if (color !== suit >> 1) return undefined;
      const index = card * 4 + suit;
      if (index < 32) {
        const bit = 1 << index;
        if ((seenLow & bit) !== 0) return undefined;
        seenLow |= bit;
      } else {
        const bit = 1 << (index - 32);
        if ((seenHigh & bit) !== 0) return undefined;
        seenHigh |= bit;
      }
      if (property === 0 && ++trumps > 1) return undefined;

      cards[record] = RECORDS[(index * 5 + property) * 17 + field + 40]!;
      record++;
      at = next;
      if (record < DECK_SIZE) {
        if (follows === ETX) return undefined;
      } else {
        if (follows === RS) return undefined;
        return this.readEnd(bytes, at + 1, limit) ? { type: 'deck', cards } : undefined;
      }
    }
  }

  private readEnd(bytes: Uint8Array, at: number, limit: number): boolean {
    if (at >= limit || bytes[at] !== LF) return false;
    this.end = at + 1;
    return true;
  }
}

function allRecords(): CardRecord[] {
  const [, , , properties, fields] = RECORD_FIELDS;
  const records: CardRecord[] = [];
  for (let index = 0; index < DECK_SIZE; index++) {
    const [card, suit] = [index >> 2, index & 3];
    const color = colorOf(suit);
    for (let property: number = properties.min; property <= properties.max; property++)
      for (let field: number = fields.min; field <= fields.max; field++)
        records.push(Object.freeze({ card, suit, color, property, field }));
  }
  return records;
}
