/**
 * Reads a whole packet, SYN to LF.
 *
 *     SYN '1' GS | RS card US suit US color US property US field | ... | ETX LF
 *
 * It only accepts or refuses. `line.ts` explains why.
 */
import { colorOf, DECK_SIZE, RECORD_FIELDS, TRUMP, type CardRecord, type Packet } from './packet';

const HELLO: Packet = Object.freeze({ type: 'hello' });
const HELLO_TEXT = '\x162\x1d\x03\n';
const RECORD = `\\x1e${RECORD_FIELDS.map(integersOf).join('\\x1f')}`;
const DECK = new RegExp(`^\\x161\\x1d((?:${RECORD}){${DECK_SIZE}})\\x03\\n$`);

function integersOf({ min, meanings }: (typeof RECORD_FIELDS)[number]): string {
  return `(?:${meanings.map((_, i) => min + i).join('|')})`;
}

/** undefined: the bytes are none, or more than one packet. */
export function readPacket(line: Uint8Array): Packet | undefined {
  const text = Buffer.from(line.buffer, line.byteOffset, line.length).toString('latin1');
  if (text === HELLO_TEXT) return HELLO;
  const records = DECK.exec(text)?.[1]?.slice(1).split('\x1e');
  if (records === undefined) return undefined;
  const cards = records.map((record): CardRecord => {
    const [card = 0, suit = 0, color = 0, property = 0, field = 0] = record.split('\x1f').map(Number);
    return { card, suit, color, property, field };
  });
  const names = new Set(cards.map(({ card, suit }) => 4 * card + suit));
  const trumps = cards.filter(({ property }) => property === TRUMP).length;
  const isRight = names.size === DECK_SIZE && trumps <= 1;
  return isRight && cards.every(({ suit, color }) => color === colorOf(suit))
    ? { type: 'deck', cards }
    : undefined;
}
