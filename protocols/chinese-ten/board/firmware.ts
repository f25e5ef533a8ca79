/**
 * The firmware of the virtual board, as small steps that a defect changes: the rules of a game and of its prompts, and the terminal.
 *
 *     keys → typed → flush (at a prompt) → endsBy → reads → program → print → the terminal
 */
import type { Random } from '../../../api/index';
import { canCapture, capturesItself, cardsOf, DEALT, OPEN, PACK, pointsIn, TIE_SCORE } from '../cards';
import type { Card, Players } from '../cards';
import { advance, deal, movesOf, type CaptureRule, type Move, type Position } from '../rules';

/** A typed byte that is not read yet. */
export interface Typed {
  readonly byte: number;
  /** It came together with the last key that was read. */
  readonly burst: boolean;
  /** It was typed during a pause of the program. */
  readonly paused: boolean;
}

/** What a key chooses: a count of players, or one of so many cards. */
export interface Choice {
  readonly of: 'players' | 'cards';
  readonly count: number;
}

export interface TenSteps {
  /** The seats in their playing order: a permutation of 0..players-1. */
  readonly order: (players: Players) => readonly number[];
  /** The pack of a game, 52 cards, the first dealt first. */
  readonly pack: () => readonly Card[];
  readonly deal: (pack: readonly Card[], players: Players) => Position;
  readonly fits: CaptureRule;
  readonly moves: (position: Position) => readonly Move[];
  /** The move of a card, from the hand or turned, and one on the table that it should capture: undefined refuses it. */
  readonly chosen: (position: Position, card: Card, taken: Card) => Move | undefined;
  readonly advance: (position: Position, move: Move) => Position;
  /** Of a player's captured cards. */
  readonly points: (cards: readonly Card[], players: Players) => number;
  readonly tie: (players: Players) => number;
  /** A name by its line, which is not empty: undefined refuses it. */
  readonly name: (line: Uint8Array) => string | undefined;
  /** The key that the program takes a key for. */
  readonly reads: (key: number, choice: Choice) => number;
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

/** The program of the page. `steps`: the finished ones, with all defects. */
export function pageSteps(random: Random, steps?: TenSteps): TenSteps {
  const page: TenSteps = {
    order: (players) => random.shuffle([...Array(players).keys()]),
    pack: () => random.shuffle(PACK),
    deal,
    fits: canCapture,
    moves: (position) => movesOf(position, (steps ?? page).fits),
    chosen: (_, card, taken) => ((steps ?? page).fits(card, taken) ? { card, taken: [taken] } : undefined),
    advance,
    points: pointsIn,
    tie: (players) => TIE_SCORE[players],
    name: (line) => (line.includes(COMMA) ? undefined : truncateName(line)),
    reads: (key) => key,
    print: (text) => text,
    flush: () => [],
    endsBy: () => false,
    promptsToSkip: 0,
  };
  return page;
}

/**
 * The first `longest` bytes of a name. A character that would be cut is removed: U+FFFD in its place would be longer.
 */
export function truncateName(line: Uint8Array, longest = LONGEST_NAME): string {
  return new TextDecoder().decode(line.subarray(0, longest), { stream: true });
}

const SPECIAL_RANKS = [...Array(14).keys()].filter(capturesItself);
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
  const same = random.shuffle(cardsOf(SPECIAL_RANKS[random.int(0, SPECIAL_RANKS.length - 1)] ?? 5));
  const places = random.shuffle([0, 1, 2, 3]).map((place) => DEALT + place);
  if (special === 'fourth-in-hand') places[3] = random.int(0, DEALT - 1);
  if (special === 'fourth-in-stock') places[3] = random.int(DEALT + OPEN, 51);
  same.forEach((card, i) => {
    const [from, to] = [pack.indexOf(card), places[i] ?? 0];
    [pack[from], pack[to]] = [pack[to] ?? card, card];
  });
  return pack;
}
