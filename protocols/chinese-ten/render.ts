/**
 * Cards, piles and sentences of Chinese Ten as text for the terminal, exactly as on the page.
 *
 *      (0) (1)            indices
 *     ␣[ ♣ ]␣[ ♥ ]W       suits: a blank, the colour, three cells, the reset; W is one full-width blank
 *     ␣[ 7 ]␣[10 ]W       ranks
 */
import { isRed, rankName, type Card } from './cards';

export const CLEAR = '\u001b[1J\u001b[1;1H';
export const RED = '\u001b[1;31;47m';
export const BLACK = '\u001b[30;47m';
export const RESET = '\u001b[m';
export const FULL_WIDTH_BLANK = '\u3000';
export const EOL = '\r\n';
/** Cards of a pile that a key can name. */
const KEYS = 36;

/** 0–9, then A–Z, then AA, AB, … Throws RangeError for an index outside 0..51. */
export function indexName(index: number): string {
  if (!Number.isInteger(index) || index < 0 || index > 51) throw new RangeError(`no card has index ${index}`);
  if (index < KEYS) return index.toString(KEYS).toUpperCase();
  return `A${String.fromCharCode(0x41 + index - KEYS)}`;
}

/** The index that a key names, undefined for other keys; small letters count as capitals. */
export function indexOfKey(key: number): number | undefined {
  const text = String.fromCharCode(key);
  return /^[0-9A-Za-z]$/.test(text) ? parseInt(text, KEYS) : undefined;
}

/** The key of a card of a pile; the first one for a card that is not in it. */
export function keyOf(pile: readonly Card[], card: Card | undefined): string {
  return indexName(Math.min(Math.max(0, card === undefined ? 0 : pile.indexOf(card)), KEYS - 1));
}

function colour(card: Card): string {
  return isRed(card) ? RED : BLACK;
}

/** A card in running text: colour, suit, rank, reset. */
export function renderCard(card: Card): string {
  return `${colour(card)}${card.name}${RESET}`;
}

/** A pile's three lines, in the order given. */
export function renderPile(cards: readonly Card[]): string {
  const row = (face: (card: Card) => string): string =>
    cards.map((card) => ` ${colour(card)}${face(card)}${RESET}`).join('') + FULL_WIDTH_BLANK + EOL;
  return (
    cards.map((_, index) => ` (${indexName(index)})`).join('') +
    EOL +
    row(({ suit }) => ` ${suit} `) +
    row(({ rank }) => `${rankName(rank).padStart(2)} `)
  );
}

/** range: a count; index: out of range; action: no capture. */
export const REFUSALS = {
  range: 'Sorry, your input is out of range.',
  index: 'Your input index is out of range!!',
  action: 'Sorry, this action is invalid.',
} as const;
export type Refusal = keyof typeof REFUSALS;
