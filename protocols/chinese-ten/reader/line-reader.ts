/** Reads one line of the console as one item. */
import { textOf, type Glyph } from '../../../api/index';
import { RANK_NAMES } from '../cards';
import type { Item } from './item';
import { indexNamed, readCards } from './pile';

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

function standing([, place, name = '', points, sign, difference = '0']: RegExpExecArray): Item {
  const distance = Number(difference);
  return {
    kind: 'standing',
    place: Number(place),
    name,
    points: Number(points),
    difference: sign === '-' && distance !== 0 ? -distance : distance,
  };
}

/** The item of a whole line; undefined for an empty line. */
export function readLine(line: readonly Glyph[]): Item | undefined {
  const text = textOf(line);
  const printed = readCards(line);
  const option = /^You can use your card \((\w+)\).* to capture card \((\w+)\)/.exec(text);
  const [card, taken] = printed.cards;
  if (option !== null && card !== undefined && taken !== undefined) {
    const [cardIndex, takenIndex] = [indexNamed(option[1] ?? ''), indexNamed(option[2] ?? '')];
    return { kind: 'option', cardIndex, card, takenIndex, taken, flaws: printed.flaws };
  }
  if (/^The flipped card is:/.test(text) && card !== undefined) {
    return { kind: 'turned', card, flaws: printed.flaws };
  }
  for (const [pattern, item] of RULES) {
    const match = pattern.exec(text);
    if (match !== null) return item(match);
  }
  return text.trim() === '' ? undefined : { kind: 'text', text, ...printed };
}
