/**
 * The nine cells as two bit sets, one a side: bit n is cell n.
 *
 *     0 1 2
 *     3 4 5     a line is three of them in a row, a column or a diagonal
 *     6 7 8
 */
import { CELLS, type Cell } from './message';

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
