/** Reads lines of the console: one as one item, two as a pile; and the cards in them with what is wrong with their colours. */
import { isSameData, plainTextOf, TerminalTranscript, textOf, type Glyph } from '../../../api/index';
import { isRed, PACK, RANK_NAMES, type Card } from '../cards';
import { BLACK, indexName, RED } from '../render';
import type { Item, PrintedCards } from './item';

type Rule = readonly [RegExp, (match: RegExpExecArray, printed: PrintedCards) => Item | undefined];

const RULES: readonly Rule[] = [
  [/^You can use your card \((\w+)\).* to capture card \((\w+)\)/, option],
  [/^The flipped card is:/, (_, { cards: [card], flaws }) => card && { kind: 'turned', card, flaws }],
  [/^>>> It's (.*)'s turn\.\.\. *$/, ([, name = '']) => ({ kind: 'turn', name })],
  [/^PLAYER (\d+): (.*)$/, ([, player, name = '']) => ({ kind: 'named', player: Number(player), name })],
  [/^Player (\d+): (.*)$/, ([, player, name = '']) => ({ kind: 'order', player: Number(player), name })],
  [/^Player: (\d+) *$/, ([, count]) => ({ kind: 'players', count: Number(count) })],
  [/^Tie Score: (\d+) points? *$/, ([, points]) => ({ kind: 'tie', points: Number(points) })],
  [
    /^(?:Total n|N)umber of (?:all your )?captured cards: (\d+) *$/,
    ([, count]) => ({ kind: 'captured', count: Number(count) }),
  ],
  [/\((\d+) cards? remaining\)/, ([, remaining]) => ({ kind: 'stock', remaining: Number(remaining) })],
  [/^Now the layout contains (?:all )?(three|four) cards of rank "?(10|[A2-9JQK])"?\./, special],
  [
    /^\s*(\d+)\s*\|\s*(.*?)\s*\|\s*(-?\d+) point\(s\)\s*\|\s*(?:([+-]?)\s*(\d+) point\(s\)|Tie)\s*$/,
    standing,
  ],
];

function option([, own, other]: RegExpExecArray, { cards, flaws }: PrintedCards): Item | undefined {
  const [card, taken] = cards;
  if (card === undefined || taken === undefined) return undefined;
  // Undefined for an unknown index.
  const [cardIndex, takenIndex] = [own, other].map(
    (name) => PACK.find(({ id }) => indexName(id) === name)?.id,
  );
  return { kind: 'option', cardIndex, card, takenIndex, taken, flaws };
}

function special([, count, rank = '']: RegExpExecArray): Item {
  return { kind: 'special', count: count === 'four' ? 4 : 3, rank: RANK_NAMES.indexOf(rank) + 1 };
}

function standing([, place, name = '', points, sign, distance = '0']: RegExpExecArray): Item {
  const difference = sign === '-' && Number(distance) !== 0 ? -Number(distance) : Number(distance);
  return { kind: 'standing', place: Number(place), name, points: Number(points), difference };
}

/** The item of a whole line; undefined for an empty line. */
export function readLine(line: readonly Glyph[]): Item | undefined {
  const text = textOf(line);
  const printed = readCards(line);
  for (const [pattern, itemOf] of RULES) {
    const match = pattern.exec(text);
    const item = match === null ? undefined : itemOf(match, printed);
    if (item !== undefined) return item;
  }
  return text.trim() === '' ? undefined : { kind: 'text', text, ...printed };
}

/** The style of a character behind this. */
function styleAfter(sequence: string): Glyph['style'] | undefined {
  const [event] = new TerminalTranscript().push(new TextEncoder().encode(`${sequence} `));
  return event?.kind === 'glyph' ? event.glyph.style : undefined;
}

const STYLES = { red: styleAfter(RED), black: styleAfter(BLACK), none: styleAfter('') };
const SUITS = /[♣♦♥♠]/g;
const RANKS = new RegExp(RANK_NAMES.toReversed().join('|'), 'g');
const CARDS = new RegExp(`${SUITS.source}(?:${RANKS.source})`, 'g');
/** A card of a pile is so many cells wide, each way from its suit, and from the last character of its rank. */
const BESIDE = 1;

function hasColour(glyph: Glyph, card?: Card): boolean {
  return isSameData(glyph.style, card === undefined ? STYLES.none : isRed(card) ? STYLES.red : STYLES.black);
}

/** A card in cells of a line, the first one and the one behind the last. */
interface Place {
  readonly card: Card;
  readonly from: number;
  readonly to: number;
}

/** All cells of a card have its colour. Behind it is none, in a pile in no other cell. */
function flawsOf(line: readonly Glyph[], places: readonly Place[], isPile: boolean): readonly string[] {
  const flaws = new Set<string>();
  if (places.length === 0) return [];
  line.forEach((glyph, cell) => {
    const card = places.find(({ from, to }) => cell >= from && cell < to)?.card;
    const behind = places.find(({ to }) => cell === to)?.card;
    if (hasColour(glyph, card) || (card === undefined && behind === undefined && !isPile)) return;
    const place = isPile ? `cell ${cell}` : behind?.name;
    flaws.add(
      card === undefined
        ? `a colour is left on behind ${place}`
        : `${card.name} is printed in the wrong colour`,
    );
  });
  return [...flaws];
}

function cardNamed(name: string): Card | undefined {
  return PACK.find((one) => one.name === name);
}

function readCards(line: readonly Glyph[]): PrintedCards {
  const found = plainTextOf(line).matchAll(CARDS);
  const places = [...found].flatMap(({ 0: name, index }): readonly Place[] => {
    const card = cardNamed(name);
    return card === undefined ? [] : [{ card, from: index, to: index + name.length }];
  });
  return { cards: places.map(({ card }) => card), flaws: flawsOf(line, places, false) };
}

/** The cards of these suits and ranks, undefined where they do not make cards. */
export function readPile(suits: readonly Glyph[], ranks: readonly Glyph[]): PrintedCards | undefined {
  const signs = [...plainTextOf(suits).matchAll(SUITS)];
  const names = [...plainTextOf(ranks).matchAll(RANKS)];
  const cards = signs.flatMap(([sign], i) => cardNamed(`${sign}${names[i]?.[0] ?? ''}`) ?? []);
  if (cards.length === 0 || cards.length !== signs.length || signs.length !== names.length) return undefined;
  const flawsIn = (line: readonly Glyph[], found: readonly RegExpExecArray[]): readonly string[] => {
    const places = cards.map((card, i): Place => {
      const { 0: name = '', index = 0 } = found[i] ?? {};
      const middle = index + name.length - 1;
      return { card, from: middle - BESIDE, to: middle + BESIDE + 1 };
    });
    return flawsOf(line, places, true);
  };
  return { cards, flaws: [...flawsIn(suits, signs), ...flawsIn(ranks, names)] };
}
