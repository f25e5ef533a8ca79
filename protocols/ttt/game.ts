/** A game: who is seated, the board, and whose turn it is. */
import { EMPTY, isOver, linesIn, isFull, withCell, type Board, type Side } from './board';
import type { Cell } from './message';

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

export interface RoundEnd {
  readonly by: Side;
  /** Lines of the side that ended it, indices into LINES; none: a draw. */
  readonly lines: readonly number[];
  readonly full: boolean;
}

/** The game that the parameter names; it has no other values. */
export function gameOf(text: string | number | undefined): Game {
  return text === 'ttt-pvp' ? 'ttt-pvp' : 'ttt-pve';
}

export function freshGame(game: Game): GameState {
  return { game, seats: [], board: EMPTY, turn: 0, opener: 0 };
}

/** Players of a full game. */
export function seatsOf(game: Game): number {
  return game === 'ttt-pve' ? 1 : 2;
}

/** The end of the round by this cell; undefined: it goes on. */
export function endOf(board: Board, by: Side, cell: Cell): RoundEnd | undefined {
  const next = withCell(board, by, cell);
  return isOver(next) ? { by, lines: linesIn(next[by]), full: isFull(next) } : undefined;
}

/**
 * The line that the end of a round proves to be detected. None for two lines, or nine occupied cells: the round ends
 * without each of them.
 */
export function decisiveLine({ lines, full }: Pick<RoundEnd, 'lines' | 'full'>): number | undefined {
  return lines.length === 1 && !full ? lines[0] : undefined;
}
