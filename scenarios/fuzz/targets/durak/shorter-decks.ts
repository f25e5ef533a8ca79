/** Good deck packets with the same cards and fewer bytes. */
import { decode, encode } from '../../../../protocols/durak/durak';
import type { CardRecord, Deck } from '../../../../protocols/durak/packet';

/** Whether the bytes are one good deck packet. */
export function isDeck(bytes: Uint8Array): boolean {
  return cardsIn(bytes) !== undefined;
}

/** Decks with one character for the owner and the place of cards: of half of the longer cards, … of one. */
export function* shorterDecks(bytes: Uint8Array): Iterable<Uint8Array> {
  const cards = cardsIn(bytes) ?? [];
  const long = cards.filter(isLong);
  for (let size = long.length; size >= 1; size >>= 1) {
    const shorter = new Set(long.slice(0, size));
    yield encode({
      type: 'deck',
      cards: cards.map((card) => (shorter.has(card) ? { ...card, property: 1, field: 0 } : card)),
    });
  }
}

function isLong({ property, field }: CardRecord): boolean {
  return `${property}${field}`.length > 2;
}

function cardsIn(bytes: Uint8Array): Deck | undefined {
  try {
    const packet = decode(bytes);
    return packet.type === 'deck' ? packet.cards : undefined;
  } catch {
    return undefined;
  }
}
