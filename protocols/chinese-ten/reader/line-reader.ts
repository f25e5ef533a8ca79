/** Reads one line of the console as one item, and the cards in it with what is wrong with their colours. */
import { isSameData, plainTextOf, TerminalTranscript, textOf, type Glyph } from '../../../api/index';
import { isRed, PACK, RANK_NAMES, type Card } from '../cards';
import { BLACK, indexName, RED } from '../render';
import type { Flaw, Item, PrintedCards } from './item';

type Rule = readonly [RegExp, (match: RegExpExecArray) => Item | undefined];

const RULES: readonly Rule[] = [
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
  const { cards, flaws } = readCards(line);
  const option = /^You can use your card \((\w+)\).* to capture card \((\w+)\)/.exec(text);
  const [card, taken] = cards;
  if (option !== null && card !== undefined && taken !== undefined) {
    const [cardIndex, takenIndex] = [indexNamed(option[1] ?? ''), indexNamed(option[2] ?? '')];
    return { kind: 'option', cardIndex, card, takenIndex, taken, flaws };
  }
  if (/^The flipped card is:/.test(text) && card !== undefined) return { kind: 'turned', card, flaws };
  for (const [pattern, item] of RULES) {
    const match = pattern.exec(text);
    if (match !== null) return item(match);
  }
  return text.trim() === '' ? undefined : { kind: 'text', text, cards, flaws };
}

/** The index in a pile of a printed index, undefined for an unknown one. */
function indexNamed(name: string): number | undefined {
  return PACK.find(({ id }) => indexName(id) === name)?.id;
}

/** The style of a character behind this. */
function styleAfter(sequence: string): Glyph['style'] | undefined {
  const [event] = new TerminalTranscript().push(new TextEncoder().encode(`${sequence} `));
  return event?.kind === 'glyph' ? event.glyph.style : undefined;
}

const STYLES = { red: styleAfter(RED), black: styleAfter(BLACK), none: styleAfter('') };
const CARDS = new RegExp(`[♣♦♥♠](?:${RANK_NAMES.toReversed().join('|')})`, 'g');

/** Whether all these characters have the colour of the card, or none. */
export function hasColour(glyphs: readonly Glyph[], card?: Card): boolean {
  const right = card === undefined ? STYLES.none : isRed(card) ? STYLES.red : STYLES.black;
  return glyphs.every(({ style }) => isSameData(style, right));
}

export function wrongColour({ name }: Card): Flaw {
  return { kind: 'colour', text: `${name} is printed in the wrong colour` };
}

function readCards(line: readonly Glyph[]): PrintedCards {
  const cards: Card[] = [];
  const flaws: Flaw[] = [];
  for (const { 0: name, index } of plainTextOf(line).matchAll(CARDS)) {
    const card = PACK.find((one) => one.name === name);
    if (card === undefined) continue;
    cards.push(card);
    const end = index + name.length;
    if (!hasColour(line.slice(index, end), card)) flaws.push(wrongColour(card));
    if (!hasColour(line.slice(end, end + 1)))
      flaws.push({ kind: 'reset', text: `a colour is left on behind ${name}` });
  }
  return { cards, flaws };
}
