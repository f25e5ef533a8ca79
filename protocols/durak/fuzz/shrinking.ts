/** Packets with fewer bytes that mean the same, or nearly. */
import { reduceBytes } from '../../../api/index';
import { decodeOnce } from '../wire/decoder';
import { encode } from '../wire/wire';
import { ACK, HELLO } from './parts';
import { ETX, RS, type CardRecord, type Deck } from '../wire/packet';

const MINUS = 0x2d;

/** Whether the bytes are one good deck packet. */
function isDeck(bytes: Uint8Array): boolean {
  return cardsIn(bytes) !== undefined;
}

/** Decks with one character for the owner and the place of cards: of half of the longer cards, … of one. */
function* shorterDecks(bytes: Uint8Array): Iterable<Uint8Array> {
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
  const packet = decodeOnce(bytes);
  return packet?.type === 'deck' ? packet.cards : undefined;
}

/** Packets with fewer bytes. */
export function* smaller(_link: string, bytes: Uint8Array): Iterable<Uint8Array> {
  for (const less of lessOf(bytes)) if (less.length < bytes.length) yield less;
  // A part of a deck has no meaning.
  if (!isDeck(bytes)) yield* reduceBytes(bytes);
}

/** The shortest packets. Then, for a good deck, fewer characters; else fewer records, whole ones. */
function* lessOf(bytes: Uint8Array): Iterable<Uint8Array> {
  if (bytes.length > HELLO.length) yield HELLO;
  if (bytes.length > ACK.length) yield ACK;
  const starts = [...bytes.keys()].filter((at) => bytes[at] === RS);
  const end = bytes.lastIndexOf(ETX) > (starts.at(-1) ?? 0) ? bytes.lastIndexOf(ETX) : bytes.length - 1;
  const [first] = starts;
  // A line with only its first byte.
  if (first === undefined && bytes.length > 1) yield bytes.subarray(0, 1);
  if (first === undefined) return;
  if (isDeck(bytes)) {
    yield* shorterDecks(bytes);
    return;
  }
  if (bytes.includes(MINUS)) yield bytes.filter((byte) => byte !== MINUS);
  yield Uint8Array.from([...bytes.subarray(0, first), ...bytes.subarray(end)]);
  for (let size = starts.length >> 1; size >= 1; size >>= 1)
    for (let at = 0; at < starts.length; at += size)
      yield Uint8Array.from([...bytes.subarray(0, starts[at]), ...bytes.subarray(starts[at + size] ?? end)]);
}
