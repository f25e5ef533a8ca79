/** Cards on a screen: three lines of a pile, or colour, suit and rank in running text. */
import { isSameData, plainTextOf, TerminalTranscript, type Glyph } from '../../../api/index';
import { cardNamed, isRed, RANK_NAMES, sorted, type Card } from '../cards';
import { BLACK, EOL, indexName, RED, renderLaid } from '../render';

/** A deviation of printed cards from the page. */
export interface Flaw {
  /** colour: of a card; reset: colour after its end; order: of a pile; shape: wrong characters. */
  readonly kind: 'colour' | 'reset' | 'order' | 'shape';
  readonly text: string;
}

export interface PrintedCards {
  readonly cards: readonly Card[];
  readonly flaws: readonly Flaw[];
}

const RED_STYLE = styleAfter(RED);
const BLACK_STYLE = styleAfter(BLACK);
const DEFAULT_STYLE = styleAfter('');

/** The style of a character behind this. */
function styleAfter(sequence: string): Glyph['style'] | undefined {
  const [event] = new TerminalTranscript().push(new TextEncoder().encode(`${sequence} `));
  return event?.kind === 'glyph' ? event.glyph.style : undefined;
}

function styleOf(card: Card): Glyph['style'] | undefined {
  return isRed(card) ? RED_STYLE : BLACK_STYLE;
}

/** The colour sequences within rendered text. */
const COLOURS = new RegExp(`${String.fromCharCode(0x1b)}\\[[0-9;]*m`, 'g');
const SIGNS = /[♣♦♥♠]/g;
const RANKS = /10|[A2-9JQK]/g;
const CARDS = new RegExp(`([♣♦♥♠])(${[...RANK_NAMES].reverse().join('|')})`, 'g');
const INDICES = /^( \([0-9A-Z]{1,2}\))+ *$/;

export function isIndexLine(text: string): boolean {
  return INDICES.test(text);
}

/** The pile of three lines, undefined where its suits and ranks do not make cards. */
export function readPile(
  indices: string,
  suits: readonly Glyph[],
  ranks: readonly Glyph[],
): PrintedCards | undefined {
  const signs = [...plainTextOf(suits).matchAll(SIGNS)];
  const names = [...plainTextOf(ranks).matchAll(RANKS)];
  const cards = signs.map(([sign], i) => cardNamed(sign, names[i]?.[0] ?? ''));
  if (!allKnown(cards) || signs.length !== names.length || cards.length === 0) return undefined;
  const signCells = signs.map(({ index }) => index - 1);
  // The last character of a rank is the middle one of its three cells.
  const rankCells = names.map(({ 0: name, index }) => index + name.length - 2);
  return {
    cards,
    flaws: [
      ...colourFlaws(suits, cards, signCells),
      ...colourFlaws(ranks, cards, rankCells),
      ...orderFlaws(cards),
      ...shapeFlaws(cards, [indices, plainTextOf(suits), plainTextOf(ranks)]),
    ],
  };
}

function allKnown(cards: readonly (Card | undefined)[]): cards is readonly Card[] {
  return cards.every((card) => card !== undefined);
}

/** The three cells of a card must have its colour, and all other cells none. */
function colourFlaws(
  line: readonly Glyph[],
  cards: readonly Card[],
  starts: readonly number[],
): readonly Flaw[] {
  const owner = new Map<number, Card>();
  cards.forEach((card, i) => {
    for (let cell = 0; cell < 3; cell++) owner.set(starts[i]! + cell, card);
  });
  const flaws = new Map<string, Flaw>();
  line.forEach(({ style }, at) => {
    const card = owner.get(at);
    if (isSameData(style, card === undefined ? DEFAULT_STYLE : styleOf(card))) return;
    const text =
      card === undefined
        ? `a colour is left on behind cell ${at}`
        : `${card.name} is printed in the wrong colour`;
    flaws.set(text, { kind: card === undefined ? 'reset' : 'colour', text });
  });
  return [...flaws.values()];
}

function orderFlaws(cards: readonly Card[]): readonly Flaw[] {
  const right = sorted(cards)
    .map(({ name }) => name)
    .join(' ');
  const seen = cards.map(({ name }) => name).join(' ');
  return right === seen ? [] : [{ kind: 'order', text: `the pile lies ${seen}, and sorted it is ${right}` }];
}

function shapeFlaws(cards: readonly Card[], lines: readonly string[]): readonly Flaw[] {
  const plain = renderLaid(cards).replaceAll(COLOURS, '').split(EOL);
  return lines.flatMap((line, i) =>
    line === plain[i]
      ? []
      : [{ kind: 'shape' as const, text: `a pile's line reads '${line}', not '${plain[i] ?? ''}'` }],
  );
}

/** The cards within a line of text, and what is wrong with their colours. */
export function readCards(line: readonly Glyph[]): PrintedCards {
  const cards: Card[] = [];
  const flaws: Flaw[] = [];
  const text = plainTextOf(line);
  for (const match of text.matchAll(CARDS)) {
    const card = cardNamed(match[1] ?? '', match[2] ?? '');
    if (card === undefined) continue;
    cards.push(card);
    const end = match.index + match[0].length;
    if (!line.slice(match.index, end).every(({ style }) => isSameData(style, styleOf(card)))) {
      flaws.push({ kind: 'colour', text: `${card.name} is printed in the wrong colour` });
    }
    const next = line[end];
    if (next !== undefined && !isSameData(next.style, DEFAULT_STYLE)) {
      flaws.push({ kind: 'reset', text: `a colour is left on behind ${card.name}` });
    }
  }
  return { cards, flaws };
}

/** The index in a pile of a printed index, undefined for an unknown one. */
export function indexNamed(name: string): number | undefined {
  for (let index = 0; index < 52; index++) if (indexName(index) === name) return index;
  return undefined;
}
