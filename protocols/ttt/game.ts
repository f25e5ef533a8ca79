/**
 * A game: who is seated, whose turn it is, and the nine cells as two bit sets, one a side: bit n is cell n.
 *
 *     0 1 2
 *     3 4 5     a line is three of them in a row, a column or a diagonal
 *     6 7 8
 */
import { CELLS, type Cell } from './wire';
import { param, type Values } from '../../api/index';

/** One of the two sides, in the order of the rules. */
export type Side = 0 | 1;

export type Board = readonly [number, number];

export const EMPTY: Board = [0, 0];

const FULL = 0x1ff;

export interface Line {
  readonly name: string;
  readonly cells: readonly [Cell, Cell, Cell];
  readonly mask: number;
}

export const LINES: readonly Line[] = [
  line('top row', 0, 1, 2),
  line('middle row', 3, 4, 5),
  line('bottom row', 6, 7, 8),
  line('left column', 0, 3, 6),
  line('middle column', 1, 4, 7),
  line('right column', 2, 5, 8),
  line('falling diagonal', 0, 4, 8),
  line('rising diagonal', 2, 4, 6),
];

function line(name: string, a: Cell, b: Cell, c: Cell): Line {
  return { name, cells: [a, b, c], mask: (1 << a) | (1 << b) | (1 << c) };
}

export function other(side: Side): Side {
  return side === 0 ? 1 : 0;
}

export function isEmptyCell(board: Board, cell: Cell): boolean {
  return ((board[0] | board[1]) & (1 << cell)) === 0;
}

export function isEmptyBoard([a, b]: Board): boolean {
  return a + b === 0;
}

export function emptyCells(board: Board): readonly Cell[] {
  return CELLS.filter((cell) => isEmptyCell(board, cell));
}

/** The board after a side has taken a cell, free or not. */
export function withCell([a, b]: Board, side: Side, cell: Cell): Board {
  const bit = 1 << cell;
  return side === 0 ? [a | bit, b & ~bit] : [a & ~bit, b | bit];
}

/** By the cells: a table, as many boards are looked at. */
const LINES_IN: readonly (readonly number[])[] = Array.from({ length: FULL + 1 }, (_, cells) =>
  LINES.flatMap(({ mask }, index) => ((cells & mask) === mask ? [index] : [])),
);

/** Indices into {@link LINES} of the complete lines in these cells: two at most, in a legal round. */
export function linesIn(cells: number): readonly number[] {
  return LINES_IN[cells & FULL] ?? [];
}

export function isFull(board: Board): boolean {
  return (board[0] | board[1]) === FULL;
}

export interface RoundEnd {
  readonly by: Side;
  /** Lines of the side that ended it, indices into LINES; none: a draw. */
  readonly lines: readonly number[];
  readonly full: boolean;
}

/** The end of the round by this cell; undefined: it goes on. */
export function endOf(board: Board, by: Side, cell: Cell): RoundEnd | undefined {
  const next = withCell(board, by, cell);
  return isOver(next) ? { by, lines: linesIn(next[by]), full: isFull(next) } : undefined;
}

/** Three in a line, or nine occupied cells (TTT-10). */
export function isOver(board: Board): boolean {
  return isFull(board) || linesIn(board[0]).length > 0 || linesIn(board[1]).length > 0;
}

/** ttt-pve: against the machine; ttt-pvp: two players. */
export type Game = 'ttt-pve' | 'ttt-pvp';

/** The sender of a message: a connection, a line, or a source address and port. */
export type PlayerId = string;

/** What a player does, or the server itself. */
export type Turn =
  | { readonly kind: 'join' | 'leave' | 'empty'; readonly player: PlayerId }
  | { readonly kind: 'move'; readonly player: PlayerId; readonly cell: Cell }
  /** A byte that is no message on this binding. */
  | { readonly kind: 'invalid'; readonly player: PlayerId; readonly byte: number }
  | { readonly kind: 'shutdown' };

export type Move = Extract<Turn, { kind: 'move' }>;

export interface GameState {
  readonly game: Game;
  /** pvp: the first, then the second. pve: the player. */
  readonly seats: readonly PlayerId[];
  /** Side 0 is `seats[0]`; side 1 is `seats[1]`, or the machine. */
  readonly board: Board;
  readonly turn: Side;
  /** The side that opened the current round. */
  readonly opener: Side;
}

export function freshGame(game: Game): GameState {
  return { game, seats: [], board: EMPTY, turn: 0, opener: 0 };
}

/** Players of a full game. */
export function seatsOf(game: Game): number {
  return game === 'ttt-pve' ? 1 : 2;
}

export const parameters = {
  game: param('ttt-pve', 'Which game the board serves.', { choices: ['ttt-pve', 'ttt-pvp'] }),
  settleMs: param(50, 'Wait before input on another link, where no order holds.', {
    unit: 'ms',
    min: 0,
    max: 60_000,
  }),
  responseMs: param(50, 'Answers to joins and accepted moves start within this (TTT-TM-01).', {
    unit: 'ms',
    min: 1,
    max: 60_000,
  }),
};

export type TttValues = Values<typeof parameters>;
