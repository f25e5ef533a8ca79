/**
 * The server of the virtual TTT board, as small steps. A defect changes some of them.
 *
 *     bytes → read → applyEvent (refusesMove, isOver, turnAfter, choose) → write → the player's link
 *
 * It has its own code for moves and does not use the model of the rules, so that tests can compare the two.
 */
import {
  EMPTY,
  emptyCells,
  isEmptyCell,
  isOver,
  other,
  type Board,
  type Side,
} from '../../../protocols/ttt/board';
import { BYTE, type Binding, type Cell } from '../../../protocols/ttt/message';
import {
  eventsOf,
  expect,
  follow,
  type Game,
  type GameEvent,
  type GameState,
  type PlayerId,
} from '../../../protocols/ttt/rules';
import { micros, type Micros } from '../../../protocols/time';
import type { Random } from '../../random';
import type { Defect, DefectTable } from '../engine/board';
import { applyDefects } from '../engine/build-firmware';

/** One message to a player. */
export interface Sent {
  readonly to: PlayerId;
  readonly byte: number;
  /** The delay after the other messages of its reply. */
  readonly delay?: Micros;
}

/** The game after an event, the messages about it, and the connections that are then closed (tcp). */
export interface Reply {
  readonly state: GameState;
  readonly sent: readonly Sent[];
  readonly closes: readonly PlayerId[];
}

export type Move = Extract<GameEvent, { kind: 'move' }>;

export interface TttFirmware {
  /** The events in bytes from a player: a chunk of the stream, or a datagram. */
  readonly read: (player: PlayerId, bytes: Uint8Array) => readonly GameEvent[];
  readonly applyEvent: (state: GameState, event: GameEvent) => Reply;
  readonly refusesMove: (state: GameState, move: Move) => boolean;
  /** Whether the move of `by` has ended the round. */
  readonly isOver: (board: Board, by: Side) => boolean;
  /** The side in turn after a move of `by`; `ended`: the board, if the move ended the round. */
  readonly turnAfter: (state: GameState, by: Side, ended: Board | undefined) => Side;
  /** The machine's choice among the empty cells. */
  readonly choose: (empty: readonly Cell[], board: Board) => Cell;
  readonly write: (sent: Sent, event: GameEvent) => Uint8Array;
  /** Time from the event to its first answer. */
  readonly delay: (event: GameEvent) => Micros;
}

/** The context of a defect: parts of its board. */
export interface DefectContext {
  readonly binding: Binding;
  readonly game: Game;
  readonly random: Random;
  /** The finished firmware, with all its defects. */
  readonly firmware: TttFirmware;
}

export interface TttDefect extends Defect {
  /** The bindings that have it; default: all. */
  readonly bindings?: readonly Binding[];
  /** The steps that differ from `sound`. Called at each start of the server. */
  readonly change: (sound: TttFirmware, context: DefectContext) => Partial<TttFirmware>;
}

export type TttDefects = DefectTable<TttDefect>;

export interface ServerOptions {
  readonly binding: Binding;
  readonly game: Game;
  readonly random: Random;
  readonly response: Micros;
}

/** Processing takes 0.1 to 2 ms, or less if the profile has a short limit. */
const LEAST_DELAY_US = 100;
const MOST_DELAY_US = 2000;

/** The page's server with these defects. */
export function tttFirmware(setting: ServerOptions, defects: readonly TttDefect[]): TttFirmware {
  const { binding, game, random, response } = setting;
  const firmware: TttFirmware = {
    read: (player, bytes) => eventsOf(binding, player, bytes),
    applyEvent: (state, event) =>
      event.kind === 'move' ? replyToMove(firmware, state, event) : replyToOther(state, event),
    refusesMove: (state, { player, cell }) => {
      const seats = game === 'ttt-pve' ? 1 : 2;
      const inTurn = state.seats.length === seats && state.seats[state.turn] === player;
      return !inTurn || !isEmptyCell(state.board, cell);
    },
    isOver: isOver,
    turnAfter: (_state, by) => other(by),
    choose: (empty) => empty[random.int(0, empty.length - 1)] ?? 0,
    write: ({ byte }) => Uint8Array.of(byte),
    delay: () => micros(random.int(LEAST_DELAY_US, Math.min(MOST_DELAY_US, response / 4))),
  };
  return applyDefects(firmware, defects, { binding, game, random, firmware });
}

/** The reply to everything but moves. */
function replyToOther(state: GameState, event: GameEvent): Reply {
  const { deliveries, closes } = expect(state, event);
  const sent = deliveries.flatMap((one) => (one.kind === 'byte' ? [{ to: one.to, byte: one.byte }] : []));
  return { state: follow(state, event).state, sent, closes };
}

function replyToMove(firmware: TttFirmware, state: GameState, move: Move): Reply {
  if (firmware.refusesMove(state, move)) return { state, sent: [], closes: [] };
  const { player, cell } = move;
  const mine = takeCell(firmware, state, state.turn, cell);
  if (state.game === 'ttt-pve') return machineReply(firmware, mine, player);
  const sent = state.seats.filter((to) => to !== player).map((to) => moveTo(to, cell));
  return { state: mine, sent, closes: [] };
}

/** The machine's move. If no cell is empty, it has none. */
export function machineReply(firmware: TttFirmware, state: GameState, player: PlayerId): Reply {
  const empty = emptyCells(state.board);
  if (empty.length === 0) return { state: { ...state, turn: 0 }, sent: [], closes: [] };
  const cell = firmware.choose(empty, state.board);
  return { state: takeCell(firmware, state, 1, cell), sent: [moveTo(player, cell)], closes: [] };
}

export function moveTo(to: PlayerId, cell: Cell): Sent {
  return { to, byte: BYTE.cell0 + cell };
}

/** Takes a cell, free or not. A round that is over leaves an empty board. */
function takeCell(firmware: TttFirmware, state: GameState, by: Side, cell: Cell): GameState {
  const bit = 1 << cell;
  const [a, b] = state.board;
  const board: Board = by === 0 ? [a | bit, b & ~bit] : [a & ~bit, b | bit];
  const ended = firmware.isOver(board, by);
  const turn = firmware.turnAfter(state, by, ended ? board : undefined);
  return { ...state, board: ended ? EMPTY : board, turn, opener: ended ? turn : state.opener };
}
