/** Packets with fewer bytes that mean the same, or nearly. */
import { reduceBytes } from '../../api/index';
import { decodeOnce } from './wire/decoder';
import { encode } from './wire/wire';
import { ACK, HELLO } from './steps';
import { ETX, RS, type CardRecord, type Deck } from './wire/packet';

const MINUS = 0x2d;

/** Packets with fewer bytes. */
export function* smaller(_link: string, bytes: Uint8Array): Iterable<Uint8Array> {
  const packet = decodeOnce(bytes);
  const cards = packet?.type === 'deck' ? packet.cards : undefined;
  const less = cards === undefined ? fewerRecords(bytes) : shorterDecks(cards);
  for (const one of [HELLO, ACK, ...less]) if (one.length < bytes.length) yield one;
  // A part of a deck has no meaning.
  if (cards === undefined) yield* reduceBytes(bytes);
}

/** Decks with one character for the owner and the place of cards: of half of the longer cards, … of one. */
function* shorterDecks(cards: Deck): Iterable<Uint8Array> {
  const isLong = ({ property, field }: CardRecord): boolean => `${property}${field}`.length > 2;
  const long = cards.filter(isLong);
  for (let size = long.length; size >= 1; size >>= 1) {
    const shorter = new Set(long.slice(0, size));
    const shortened = cards.map((card) => (shorter.has(card) ? { ...card, property: 1, field: 0 } : card));
    yield encode({ type: 'deck', cards: shortened });
  }
}

/** Lines with no minus, then with fewer records, whole ones; or only the first byte. */
function* fewerRecords(bytes: Uint8Array): Iterable<Uint8Array> {
  const starts = [...bytes.keys()].filter((at) => bytes[at] === RS);
  if (starts.length === 0) {
    yield bytes.subarray(0, 1);
    return;
  }
  const end = bytes.lastIndexOf(ETX) > (starts.at(-1) ?? 0) ? bytes.lastIndexOf(ETX) : bytes.length - 1;
  yield bytes.filter((byte) => byte !== MINUS);
  for (let size = starts.length; size >= 1; size >>= 1)
    for (let at = 0; at < starts.length; at += size)
      yield Uint8Array.of(...bytes.subarray(0, starts[at]), ...bytes.subarray(starts[at + size] ?? end));
}
