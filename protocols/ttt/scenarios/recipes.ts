/**
 * Bytes that depend on the game, made when they are sent: a word and numbers.
 *
 *     fence 0      the player in turn takes the first cell that makes no line; -1 the last one
 *     take 4 3     the player in turn takes the first of these that is free, or the first free one
 *     goal         against the machine: a cell that leads to an end of a round that has not come yet
 *     occupied 1   the player in turn tries the second occupied cell; held 1: that of the machine's opening, if there is one
 *     early 0      the other player tries a free one
 *     says 120 2   the player in turn sends this byte, and the tail 2        other 120 the other player sends it
 *     on-…         the same, but for the first move of a round               leave     who sat down last leaves
 *     burst 7      the player in turn sends a few bytes of any kind, by this seed; chunk 7: the step's own player
 *     empty 3, taken 3   of the step's own player: a free cell, an occupied one
 */
import { dice, type Made } from '../../../api/index';
import { emptyCells, isEmptyCell, LINES, linesIn, withCell, seatsOf } from '../game';
import type { Board, GameState, PlayerId } from '../game';
import { BYTE, CELLS, DIGITS, type Cell } from '../wire';
import { ALL_ENDS, type LastRound, type Notes, type TttState } from '../state';

/** What comes after a message, in the same write. */
export const TAILS: readonly (readonly number[])[] = [
  [],
  DIGITS.toReversed(),
  [BYTE.leave],
  [0x0d, 0x0a],
  [BYTE.join, ...DIGITS],
  [0x78, ...DIGITS],
];

interface Scene {
  readonly game: GameState;
  readonly notes: Notes;
  /** Who is in turn. */
  readonly mover: PlayerId;
  readonly other: PlayerId | undefined;
}

type Recipe = (
  scene: Scene,
  numbers: readonly number[],
) => {
  readonly by?: PlayerId | undefined;
  readonly first: number | undefined;
  readonly tail?: number | undefined;
};

const RECIPES: Readonly<Record<string, Recipe>> = {
  fence: ({ game, notes }, [nth = 0, tail]) => ({ first: digit(lineless(game, notes.round).at(nth)), tail }),
  take: ({ game, notes }, cells) => {
    const free = lineless(game, notes.round);
    const cell = cells.find((one) => emptyCells(game.board).some((empty) => empty === one));
    return { first: digit(cell ?? free[0]) };
  },
  any: ({ game, notes }, [nth = 0]) => ({ first: digit(wrapped(openingCells(game, notes.round), nth)) }),
  line: ({ game, notes }) => ({ first: digit(towardsLine(game, notes.round)) }),
  goal: ({ game, notes }) => ({
    first: notes.seen.ends.length === ALL_ENDS ? undefined : digit(towardsEnd(game, notes)),
  }),
  occupied: ({ game }, [nth = 0]) => ({ first: digit(wrapped(takenCells(game.board), nth)) }),
  // The first move of a round shows whether the last one was over, and the last moves whether they are answered.
  held: (
    {
      game,
      notes: {
        round,
        seen: { ends },
      },
    },
    [nth = 0],
  ) => {
    const cells = takenCells(game.board);
    if (cells.length < 2 || cells.length > 5 || ends.length === ALL_ENDS) return { first: undefined };
    const { opening } = round;
    return { first: digit(opening !== undefined && cells.includes(opening) ? opening : wrapped(cells, nth)) };
  },
  early: ({ game, notes, other }, [nth = 0]) => ({
    by: other,
    first: digit(lineless(game, notes.round).at(nth)),
  }),
  says: (_scene, [first, tail]) => ({ first, tail }),
  other: ({ other }, [first, tail]) => ({ by: other, first, tail }),
};

const NOTHING = new Uint8Array(0);

export function bytesOfRecipe(recipe: string, { table, notes }: TttState): Made | undefined {
  const [word = '', ...texts] = recipe.split(' ');
  const numbers = texts.map(Number);
  const [number = 0] = numbers;
  if (table === undefined) return word === 'leave' ? undefined : NOTHING;
  const { seats, turn, board } = table;
  const last = seats.at(-1);
  if (word === 'leave')
    return last === undefined ? NOTHING : { link: last, bytes: Uint8Array.of(BYTE.leave) };
  if (word === 'chunk') return anyBytes(number, board);
  if (word === 'empty') return bytesOf(digit(wrapped(emptyCells(board), number)));
  if (word === 'taken') return bytesOf(digit(wrapped(takenCells(board), number)));
  const mover = seats[turn];
  const isLater = word.startsWith('on-');
  if (mover === undefined || seats.length < seatsOf(table.game) || (isLater && isNewRound(table)))
    return NOTHING;
  if (word === 'burst') return { link: mover, bytes: anyBytes(number, board) };
  const scene = { game: table, notes, mover, other: seats.find((seat) => seat !== mover) };
  const {
    by = mover,
    first,
    tail,
  } = RECIPES[isLater ? word.slice(3) : word]?.(scene, numbers) ?? { first: undefined };
  return { link: by, bytes: bytesOf(first, tail) };
}

function bytesOf(first: number | undefined, tail = 0): Uint8Array {
  return first === undefined ? NOTHING : Uint8Array.of(first, ...(TAILS[tail] ?? []));
}

function digit(cell: number | undefined): number | undefined {
  return cell === undefined ? undefined : BYTE.cell0 + cell;
}

function wrapped<T>(items: readonly T[], nth: number): T | undefined {
  return items[nth % Math.max(1, items.length)];
}

function takenCells(board: Board): readonly Cell[] {
  return CELLS.filter((cell) => !isEmptyCell(board, cell));
}

/** Nobody but the machine has moved in it. */
function isNewRound({ game, board }: GameState): boolean {
  return board[0] === 0 && (game === 'ttt-pve' || board[1] === 0);
}

function anyBytes(seed: number, board: Board): Uint8Array {
  const choices = dice(seed);
  return Uint8Array.from({ length: choices.int(2, 12) }, () => {
    const cell = choices.any(choices.once(3) ? CELLS : emptyCells(board)) ?? 0;
    return choices.once(3) ? choices.int(0, 255) : BYTE.cell0 + cell;
  });
}

/**
 * The cells to choose from. In the first move of a round: those that were taken when the last round ended, if there are such. They
 * show whether the board was emptied.
 */
function openingCells({ board }: GameState, { isLater, previous }: LastRound): readonly Cell[] {
  const empty = emptyCells(board);
  if (!isLater || empty.length < CELLS.length - 1) return empty;
  const again = empty.filter((cell) => !isEmptyCell(previous, cell));
  return again.length > 0 ? again : empty;
}

/** Cells that make no line of the player in turn, if there are such. */
function lineless(game: GameState, round: LastRound): readonly Cell[] {
  return linelessOf(openingCells(game, round), game);
}

function linelessOf(cells: readonly Cell[], { board, turn }: GameState): readonly Cell[] {
  const harmless = cells.filter((cell) => linesIn(withCell(board, turn, cell)[turn]).length === 0);
  return harmless.length > 0 ? harmless : cells;
}

/** A cell of the line with most of the player's own cells and none of the other's. */
function towardsLine(game: GameState, round: LastRound): Cell | undefined {
  const [own, theirs] = game.turn === 0 ? game.board : [game.board[1], game.board[0]];
  return bestOf(openingCells(game, round), (cell) =>
    Math.max(0, ...linesAt(cell, theirs).map(({ mask }) => 1 + countOf(mask & own))),
  );
}

/**
 * Against the machine, whose cells are random. At first the player makes no line, so that the machine makes all 8 of them, and both
 * draws come (TTT-10); then all 8 itself. A cell that was taken in the round before shows whether that has ended.
 */
function towardsEnd(game: GameState, { round, seen: { ends } }: Notes): Cell | undefined {
  const { board, opener } = game;
  const [own, theirs] = board;
  const open = openingCells(game, round);
  const again = round.isLater ? open.filter((cell) => !isEmptyCell(round.previous, cell)) : [];
  const cells = again.length > 0 ? again : open;
  const has = (end: string): boolean => ends.includes(end);
  const isMade = (side: number, name: string): boolean => has(`${side} ${name}`);
  const [hasDraw, hasMachineDraw] = [has('0 draw'), has('1 draw')];
  const isAvoiding = !hasDraw || !hasMachineDraw || LINES.some(({ name }) => !isMade(1, name));
  if (!isAvoiding)
    return bestOf(cells, (cell) =>
      sum(
        linesAt(cell, theirs),
        ({ name, mask }) => (1 + 4 * countOf(mask & own) ** 2) * (isMade(0, name) ? 0.3 : 1),
      ),
    );
  const harmless = linelessOf(cells, game);
  // The machine opens after a draw alone, and then only its own draw can come.
  if (opener === 1 ? !hasMachineDraw : !hasDraw || !hasMachineDraw)
    return bestOf(harmless, (cell) => sum(linesAt(cell, own), ({ mask }) => 1 + 3 * countOf(mask & theirs)));
  return bestOf(harmless, (cell) =>
    sum(linesAt(cell, own), ({ name, mask }) => (isMade(1, name) ? 0.5 : -1) * (1 + countOf(mask & theirs))),
  );
}

/** Lines through this cell without any of these cells. */
function linesAt(cell: Cell, without: number) {
  return LINES.filter(({ mask }) => (mask & (1 << cell)) !== 0 && (mask & without) === 0);
}

function bestOf(cells: readonly Cell[], worth: (cell: Cell) => number): Cell | undefined {
  const worths = cells.map(worth);
  return cells[worths.indexOf(Math.max(...worths))];
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((all, item) => all + of(item), 0);
}

function countOf(bits: number): number {
  return bits.toString(2).replaceAll('0', '').length;
}
