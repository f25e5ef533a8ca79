/** A game: who is seated, the board, and whose turn it is. */
import { EMPTY, type Board, type Side } from './board';
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

export function freshGame(game: Game): GameState {
  return { game, seats: [], board: EMPTY, turn: 0, opener: 0 };
}

/** Players of a full game. */
export function seatsOf(game: Game): number {
  return game === 'ttt-pve' ? 1 : 2;
}
