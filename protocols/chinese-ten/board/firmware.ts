/**
 * The firmware of the virtual board, as small steps that a defect changes: the rules of a game and of its prompts, and the terminal.
 *
 *     keys → typed → flush (at a prompt) → endsBy → program → print → the terminal
 */
import type { Random } from '../../../api/index';
import {
  canCapture,
  DEALT,
  OPEN,
  PACK,
  playersOf,
  pointsIn,
  TIE_SCORE,
  type Card,
  type Players,
} from '../cards';
import { indexOfKey } from '../render';
import { advance, deal, movesOf, type Move, type Position } from '../rules';

/** A typed byte that is not read yet. */
export interface Typed {
  readonly byte: number;
  /** It came together with the last key that was read. */
  readonly burst: boolean;
  /** It was typed during a pause of the program. */
  readonly paused: boolean;
}

export interface TenSteps {
  /** The pack of a game, 52 cards, the first dealt first. */
  readonly pack: () => readonly Card[];
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
  readonly print: (text: string) => string;
  /** The typed keys that are kept when a prompt has been printed. */
  readonly flush: (typed: readonly Typed[]) => readonly Typed[];
  /** A key that the program reads ends it, with this on the screen. One that hangs looks the same. */
  readonly endsBy: (byte: number, screen: string) => boolean;
  /** The number of prompts after a Ctrl-D that do not wait. */
  readonly promptsToSkip: number;
}

/** Bytes of a name that are kept (CT-UI-03). */
export const LONGEST_NAME = 33;
const COMMA = 0x2c;

/** The program of the page. */
export function pageSteps(random: Random): TenSteps {
  return {
    pack: () => random.shuffle(PACK),
    deal,
    moves: (position) => movesOf(position),
    advance,
    capture: (card, taken) => (canCapture(card, taken) ? { kind: 'capture', card, taken } : undefined),
    take: (card, taken) => (canCapture(card, taken) ? { kind: 'take', taken: [taken] } : undefined),
    points: pointsIn,
    tie: (players) => TIE_SCORE[players],
    players: (key) => playersOf(key - 0x30),
    name: (line) => (line.includes(COMMA) ? undefined : truncateName(line)),
    card: (key, pile) => pile[indexOfKey(key) ?? pile.length],
    print: (text) => text,
    flush: () => [],
    endsBy: () => false,
    promptsToSkip: 0,
  };
}

/**
 * The first `longest` bytes of a name. A character that would be cut is removed: U+FFFD in its place would be longer.
 */
export function truncateName(line: Uint8Array, longest = LONGEST_NAME): string {
  return new TextDecoder().decode(line.subarray(0, longest), { stream: true });
}

const SPECIAL_RANKS: readonly number[] = [5, 10, 11, 12, 13];
/** The place of the fourth card of a special deal; `four`: all four are open. */
const SPECIAL_PACKS = ['fourth-in-hand', 'four', 'fourth-in-stock', 'none'] as const;

/** The packs of one game after another: any four in a row have all kinds of special deals. */
export function stackedPacks(random: Random): () => readonly Card[] {
  let game = random.int(0, 3);
  return () => stackedPack(random, SPECIAL_PACKS[game++ % SPECIAL_PACKS.length] ?? 'none');
}

/** A shuffled pack with some cards exchanged, so that the first table is such a deal. */
function stackedPack(random: Random, special: (typeof SPECIAL_PACKS)[number]): readonly Card[] {
  const pack = [...random.shuffle(PACK)];
  if (special === 'none') return pack;
  const rank = SPECIAL_RANKS[random.int(0, SPECIAL_RANKS.length - 1)];
  const same = random.shuffle(PACK.filter((card) => card.rank === rank));
  const places = random.shuffle([0, 1, 2, 3]).map((place) => DEALT + place);
  if (special === 'fourth-in-hand') places[3] = random.int(0, DEALT - 1);
  if (special === 'fourth-in-stock') places[3] = random.int(DEALT + OPEN, 51);
  same.forEach((card, i) => {
    const [from, to] = [pack.indexOf(card), places[i] ?? 0];
    [pack[from], pack[to]] = [pack[to] ?? card, card];
  });
  return pack;
}
