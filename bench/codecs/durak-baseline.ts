/**
 * Handwritten Durak decks, as an engineer would write them for this task alone: the peers of wirejig.
 *
 *     16 31 1D ( 1E card 1F suit 1F color 1F property 1F field ){36} 03 0A      integers in ASCII
 *
 * Bare means: the frame's form is checked, 36 objects are made, a wrong frame is null. Wirejig also checks ranges and
 * repeated cards, and gives reasons.
 */
import { random } from '../../devices/random';
import { DEAL_ROLES, dealOf } from '../../protocols/durak/game/deal';
import type { CardRecord, Deck } from '../../protocols/durak/wire/packet';
import { encode } from '../../protocols/durak/wire/wire';

const DECK_COUNT = 64;
export const DECK_MASK = DECK_COUNT - 1;

const DECKS: readonly Deck[] = sampleDecks();
export const DECK_FRAMES: readonly Uint8Array[] = DECKS.map((cards) => encode({ type: 'deck', cards }));

/** Alternately deals, with one digit almost everywhere, and positions of a game, with signs and tens. */
function sampleDecks(): Deck[] {
  const source = random(36);
  const numbers = Array.from({ length: 36 }, (_, i) => i);
  const inPlay = (): Pick<CardRecord, 'property' | 'field'> => {
    const property = [-2, -1, 1, 2][source.int(0, 3)]!;
    return { property, field: property < 0 ? 0 : source.int(-6, 10) };
  };
  return Array.from({ length: DECK_COUNT }, (_, i) =>
    dealOf(source.shuffle(numbers), i % 2 === 0 ? source.shuffle(DEAL_ROLES) : numbers.map(inPlay)),
  );
}

/** Reads integers from a position in the bytes. */
class Cursor {
  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  /** True if `byte` was next. */
  skipByte(byte: number): boolean {
    return this.bytes[this.at++] === byte;
  }

  /** NaN if there is none. */
  integer(): number {
    const { bytes } = this;
    const negative = bytes[this.at] === 0x2d;
    if (negative) this.at++;
    const start = this.at;
    let value = 0;
    for (;;) {
      const digit = bytes[this.at]! - 0x30;
      if (!(digit >= 0 && digit <= 9)) break;
      value = value * 10 + digit;
      this.at++;
    }
    if (this.at === start) return NaN;
    return negative ? -value : value;
  }

  /** True at the end of the bytes. */
  isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

export function decodeBareDeck(frame: Uint8Array): CardRecord[] | null {
  if (frame[0] !== 0x16 || frame[1] !== 0x31 || frame[2] !== 0x1d) return null;
  const cursor = new Cursor(frame, 3);
  const cards: CardRecord[] = [];
  for (let i = 0; i < 36; i++) {
    if (!cursor.skipByte(0x1e)) return null;
    const card = cursor.integer();
    if (!cursor.skipByte(0x1f)) return null;
    const suit = cursor.integer();
    if (!cursor.skipByte(0x1f)) return null;
    const color = cursor.integer();
    if (!cursor.skipByte(0x1f)) return null;
    const property = cursor.integer();
    if (!cursor.skipByte(0x1f)) return null;
    const field = cursor.integer();
    cards.push({ card, suit, color, property, field });
  }
  return cursor.skipByte(0x03) && cursor.skipByte(0x0a) && cursor.isAtEnd() ? cards : null;
}

/** True for records within their ranges, no card twice, at most one trump. */
export function isSound(cards: readonly CardRecord[]): boolean {
  const seen = new Set<number>();
  let trumps = 0;
  for (const { card, suit, color, property, field } of cards) {
    if (!(card >= 0 && card <= 8 && suit >= 0 && suit <= 3 && color === suit >> 1)) return false;
    if (!(property >= -2 && property <= 2 && field >= -6 && field <= 10)) return false;
    if (property === 0) trumps++;
    seen.add(card * 4 + suit);
  }
  return seen.size === 36 && trumps <= 1;
}
