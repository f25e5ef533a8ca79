/** The three lines of a pile. */
import { plainTextOf, type Glyph } from '../../../api/index';
import { PACK, type Card } from '../cards';
import { FULL_WIDTH_BLANK } from '../render';
import type { Flaw, PrintedCards } from './item';
import { hasColour, wrongColour } from './line-reader';

const SIGNS = /[♣♦♥♠]/g;
const RANKS = /10|[A2-9JQK]/g;
/** Cells of a card in a line. */
const CELLS = 3;

export function isIndexLine(text: string): boolean {
  return /^( \([0-9A-Z]{1,2}\))+ *$/.test(text);
}

/** A row of an empty pile: the full-width blank alone. */
export function isEmptyRow(text: string): boolean {
  return text.replaceAll(' ', '') === FULL_WIDTH_BLANK;
}

/** The cards of these suits and ranks, undefined where they do not make cards. */
export function readPile(suits: readonly Glyph[], ranks: readonly Glyph[]): PrintedCards | undefined {
  const signs = [...plainTextOf(suits).matchAll(SIGNS)];
  const names = [...plainTextOf(ranks).matchAll(RANKS)];
  const cards = signs.flatMap(
    ([sign], i) => PACK.find(({ name }) => name === `${sign}${names[i]?.[0] ?? ''}`) ?? [],
  );
  if (cards.length === 0 || cards.length !== signs.length || signs.length !== names.length) return undefined;
  const flawsOf = (line: readonly Glyph[], middles: readonly number[]): readonly Flaw[] =>
    colourFlaws(line, cards, middles);
  return {
    cards,
    flaws: [
      ...flawsOf(
        suits,
        Array.from(signs, ({ index }) => index),
      ),
      // The last character of a rank is the middle one of its three cells.
      ...flawsOf(
        ranks,
        Array.from(names, ({ 0: name, index }) => index + name.length - 1),
      ),
    ],
  };
}

/** The three cells of a card must have its colour, and all other cells none. */
function colourFlaws(
  line: readonly Glyph[],
  cards: readonly Card[],
  middles: readonly number[],
): readonly Flaw[] {
  const flaws = new Map<string, Flaw>();
  line.forEach((glyph, cell) => {
    const card = cards[middles.findIndex((middle) => Math.abs(cell - middle) < CELLS / 2)];
    if (hasColour([glyph], card)) return;
    const flaw: Flaw =
      card === undefined
        ? { kind: 'reset', text: `a colour is left on behind cell ${cell}` }
        : wrongColour(card);
    flaws.set(flaw.text, flaw);
  });
  return [...flaws.values()];
}
