/** The rules of a game and of its prompts in the program. A firmware defect changes some of them. */
import { canCapture, pointsIn, TIE_SCORE, type Card, type Players } from './cards';
import { indexOfKey } from './render';
import { advance, deal, movesOf, type Move, type Position } from './rules';

/** The rules of the program: the page's, or those with a bug. */
export interface ProgramRules {
  readonly deal: (pack: readonly Card[], players: Players) => Position;
  readonly moves: (position: Position) => readonly Move[];
  readonly advance: (position: Position, move: Move) => Position;
  /** A choice at prompts 6 and 7, and at 9: undefined refuses it. */
  readonly capture: (card: Card, taken: Card) => Move | undefined;
  readonly take: (card: Card, taken: Card) => Move | undefined;
  /** Of a player's captured cards. */
  readonly points: (cards: readonly Card[], players: Players) => number;
  readonly tie: (players: Players) => number;
  /** A count of players by its key; a name by its line, not empty; a card of a pile by its key: undefined refuses it. */
  readonly players: (key: number) => Players | undefined;
  readonly name: (line: Uint8Array) => string | undefined;
  readonly card: (key: number, pile: readonly Card[]) => Card | undefined;
}

/** Bytes of a name that are kept (CT-UI-03). */
const LONGEST_NAME = 33;
const COMMA = 0x2c;
const PLAYER_COUNTS: readonly Players[] = [2, 3, 4];

/** The rules of the page. */
export const PAGE_RULES: ProgramRules = {
  deal,
  moves: (position) => movesOf(position),
  advance,
  capture: (card, taken) => (canCapture(card, taken) ? { kind: 'capture', card, taken } : undefined),
  take: (card, taken) => (canCapture(card, taken) ? { kind: 'take', taken: [taken] } : undefined),
  points: pointsIn,
  tie: (players) => TIE_SCORE[players],
  players: (key) => PLAYER_COUNTS.find((count) => count === key - 0x30),
  name: (line) => (line.includes(COMMA) ? undefined : truncateName(line, LONGEST_NAME)),
  card: (key, pile) => pile[indexOfKey(key) ?? pile.length],
};

/**
 * The first `longest` bytes of a name. A character that would be cut is removed: U+FFFD in its place would be longer.
 */
export function truncateName(line: Uint8Array, longest: number): string {
  return new TextDecoder().decode(line.subarray(0, longest), { stream: true });
}
