/**
 * The server of the virtual TTT board, as small steps: what a defect changes is one of them.
 *
 *     bytes → read → play (refuses, over, turnAfter, choose) → write → the player's link
 *
 * It plays by itself rather than by the rules' model, which is what it is held against.
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
import type { Defect } from '../engine/board';

/** One message to a player. */
export interface Sent {
  readonly to: PlayerId;
  readonly byte: number;
  /** Behind the others of its reply. */
  readonly later?: Micros;
}

/** The game behind an event, what is said about it, and whose connections are closed then (tcp). */
export interface Reply {
  readonly state: GameState;
  readonly sent: readonly Sent[];
  readonly closes: readonly PlayerId[];
}

export type Move = Extract<GameEvent, { kind: 'move' }>;

export interface TttFirmware {
  /** What bytes from a player mean: a chunk of the stream, or a datagram. */
  readonly read: (player: PlayerId, bytes: Uint8Array) => readonly GameEvent[];
  readonly play: (state: GameState, event: GameEvent) => Reply;
  readonly refuses: (state: GameState, move: Move) => boolean;
  /** Whether the round is over that `by` has just moved in. */
  readonly over: (board: Board, by: Side) => boolean;
  /** Whose turn it is behind a move of `by`; `ended` is the board where it ended the round. */
  readonly turnAfter: (state: GameState, by: Side, ended: Board | undefined) => Side;
  /** The machine's cell, out of those that are empty. */
  readonly choose: (empty: readonly Cell[], board: Board) => Cell;
  readonly write: (sent: Sent, event: GameEvent) => Uint8Array;
  /** From the event to its first answer. */
  readonly delay: (event: GameEvent) => Micros;
}

/** What a defect may need of the board it sits in. */
export interface Workbench {
  readonly binding: Binding;
  readonly game: Game;
  readonly random: Random;
  /** The finished firmware, all defects in. */
  readonly firmware: TttFirmware;
}

export interface TttDefect extends Defect {
  /** Where it is at home; default: on all. */
  readonly bindings?: readonly Binding[];
  /** The steps that differ; `sound` are those it was built upon. Called anew when the server is started. */
  readonly change: (sound: TttFirmware, bench: Workbench) => Partial<TttFirmware>;
}

export interface Setting {
  readonly binding: Binding;
  readonly game: Game;
  readonly random: Random;
  readonly response: Micros;
}

/** Processing takes 0.1 to 2 ms, or less where the profile asks for answers within a few. */
const LEAST_DELAY_US = 100;
const MOST_DELAY_US = 2000;

/** The page's server with the defects given built in, one upon another. */
export function tttFirmware(setting: Setting, defects: readonly TttDefect[]): TttFirmware {
  const { binding, game, random, response } = setting;
  const firmware: TttFirmware = {
    read: (player, bytes) => eventsOf(binding, player, bytes),
    play: (state, event) => (event.kind === 'move' ? moved(firmware, state, event) : told(state, event)),
    refuses: (state, { player, cell }) => {
      const seats = game === 'ttt-pve' ? 1 : 2;
      const inTurn = state.seats.length === seats && state.seats[state.turn] === player;
      return !inTurn || !isEmptyCell(state.board, cell);
    },
    over: isOver,
    turnAfter: (_state, by) => other(by),
    choose: (empty) => empty[random.int(0, empty.length - 1)] ?? 0,
    write: ({ byte }) => Uint8Array.of(byte),
    delay: () => micros(random.int(LEAST_DELAY_US, Math.min(MOST_DELAY_US, response / 4))),
  };
  const bench: Workbench = { binding, game, random, firmware };
  // One object throughout, so that a step that calls another calls the changed one.
  for (const defect of defects) Object.assign(firmware, defect.change({ ...firmware }, bench));
  return firmware;
}

/** Everything but moves. */
function told(state: GameState, event: GameEvent): Reply {
  const { deliveries, closes } = expect(state, event);
  const sent = deliveries.flatMap((one) => (one.kind === 'byte' ? [{ to: one.to, byte: one.byte }] : []));
  return { state: follow(state, event).state, sent, closes };
}

function moved(firmware: TttFirmware, state: GameState, move: Move): Reply {
  if (firmware.refuses(state, move)) return { state, sent: [], closes: [] };
  const { player, cell } = move;
  const mine = take(firmware, state, state.turn, cell);
  if (state.game === 'ttt-pve') return answered(firmware, mine, player);
  const sent = state.seats.filter((to) => to !== player).map((to) => moveTo(to, cell));
  return { state: mine, sent, closes: [] };
}

/** The machine's move. Where no cell is empty it has none. */
export function answered(firmware: TttFirmware, state: GameState, player: PlayerId): Reply {
  const empty = emptyCells(state.board);
  if (empty.length === 0) return { state: { ...state, turn: 0 }, sent: [], closes: [] };
  const cell = firmware.choose(empty, state.board);
  return { state: take(firmware, state, 1, cell), sent: [moveTo(player, cell)], closes: [] };
}

export function moveTo(to: PlayerId, cell: Cell): Sent {
  return { to, byte: BYTE.cell0 + cell };
}

/** One cell taken, whoever had it before; a round that is over leaves an empty board. */
function take(firmware: TttFirmware, state: GameState, by: Side, cell: Cell): GameState {
  const bit = 1 << cell;
  const [a, b] = state.board;
  const board: Board = by === 0 ? [a | bit, b & ~bit] : [a & ~bit, b | bit];
  const ended = firmware.over(board, by);
  const turn = firmware.turnAfter(state, by, ended ? board : undefined);
  return { ...state, board: ended ? EMPTY : board, turn, opener: ended ? turn : state.opener };
}
