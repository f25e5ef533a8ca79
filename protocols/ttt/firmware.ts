/**
 * What a server does with a turn, as small steps. The judge asks them as they are; a virtual board's defect changes some.
 *
 *     turn → play (refusal, isOver, turnAfter) → the game after it, what is said to whom, whose connection is ended
 *                                                              a machine's cell: choose, then takeCell
 */
import { micros, type BoardSteps, type Firmware, type Random } from '../../api/index';
import { EMPTY, emptyCells, isEmptyCell, isOver, other, withCell, freshGame, seatsOf } from './game';
import type { Board, Side, GameState, Move, PlayerId, Turn, TttValues } from './game';
import { byteOf, playerMessages } from './wire';
import type { Binding, Cell, PlayerMessage, ServerMessage } from './wire';
import type { TttState } from './state';

/** One message to a player. `machine`: the cell that the machine takes then. */
export type Say =
  | { readonly to: PlayerId; readonly message: ServerMessage }
  | { readonly to: PlayerId; readonly machine: true };

/** What follows from a turn. */
export interface Reply {
  readonly game: GameState;
  /** Its class. */
  readonly trigger: string;
  /** It is accepted: a join, a move, a player who leaves a seat. */
  readonly isAccepted: boolean;
  readonly says: readonly Say[];
  /** Connections that the server ends then. */
  readonly closes: readonly PlayerId[];
}

export interface TttSteps {
  /** What carries its links. */
  readonly binding: Binding;
  play(game: GameState, turn: Turn): Reply;
  /** Why a move is ignored; undefined: it is accepted. */
  refusal(game: GameState, move: Move): string | undefined;
  /** Whether the move of `by` has ended the round. */
  isOver(board: Board, by: Side): boolean;
  /** The side in turn after a move of `by`; `ended`: the board, if the move ended the round. */
  turnAfter(game: GameState, by: Side, ended: Board | undefined): Side;
  /** The machine's choice among the empty cells. */
  choose(empty: readonly Cell[], board: Board): Cell;
  /** Takes a cell, free or not. A round that is over leaves an empty board. */
  takeCell(game: GameState, by: Side, cell: Cell): GameState;
}

export type TttFirmware = Firmware<PlayerMessage, ServerMessage, TttState, TttSteps>;

export const LEAVE = 'leave';
export const FULL = 'join of a full game';
export const JOIN_AGAIN = 'join again';
export const OCCUPIED = 'occupied cell';
export const OUT_OF_TURN = 'move out of turn';
const LONE_MOVE = 'move of a lone player';
const STRANGERS_MOVE = "stranger's move";
export const STRANGERS_LEAVE = "stranger's leave";
export const SHUT = 'shut down';
export const INVALID = 'invalid character';
export const EMPTY_DATAGRAM = 'empty datagram';
export const LAST_MOVE = 'move that ends a round';
export const TRIGGERS = [
  'join',
  FULL,
  JOIN_AGAIN,
  LEAVE,
  STRANGERS_LEAVE,
  'move',
  LAST_MOVE,
  STRANGERS_MOVE,
  LONE_MOVE,
  OUT_OF_TURN,
  OCCUPIED,
  INVALID,
];

/** Processing takes 0.1 to 2 ms, or less if the profile has a short limit: microseconds. */
const LEAST_DELAY = 100;
const MOST_DELAY = 2000;

export function firmwareOf(
  { responseMs }: TttValues,
  random: Random,
  steps: TttFirmware,
  binding: Binding,
): TttSteps & Partial<BoardSteps<PlayerMessage, ServerMessage, TttState>> {
  const most = Math.min(MOST_DELAY, 250 * responseMs);
  return {
    binding,
    receiver: () => playerMessages(binding).decoder(),
    encode: (message) => Uint8Array.of(byteOf(message)),
    // What is said of one turn leaves at once.
    delay: (_turn, _message, index) => micros(index === 0 ? random.int(LEAST_DELAY, most) : 0),
    play: (game, turn) => replyOf(game, turn, steps),
    refusal: ({ seats, game, turn, board }, { player, cell }) => {
      const seat = seats.indexOf(player);
      if (seat < 0) return STRANGERS_MOVE;
      // A lone first player waits: nobody is to move.
      if (seats.length < seatsOf(game)) return LONE_MOVE;
      if (seat !== turn) return OUT_OF_TURN;
      return isEmptyCell(board, cell) ? undefined : OCCUPIED;
    },
    isOver: (board) => isOver(board),
    turnAfter: (_game, by) => other(by),
    choose: (empty) => empty[random.int(0, empty.length - 1)] ?? 0,
    takeCell: (game, by, cell) => {
      const board = withCell(game.board, by, cell);
      const isEnd = steps.isOver(board, by);
      const turn = steps.turnAfter(game, by, isEnd ? board : undefined);
      return { ...game, board: isEnd ? EMPTY : board, turn, opener: isEnd ? turn : game.opener };
    },
  };
}

function replyOf(state: GameState, turn: Turn, steps: TttFirmware): Reply {
  const { seats, game } = state;
  switch (turn.kind) {
    case 'join':
      return replyToJoin(state, turn.player);
    case 'leave': {
      if (!seats.includes(turn.player)) return ignored(state, STRANGERS_LEAVE);
      const left = seats.filter((seated) => seated !== turn.player);
      return accepted({ ...freshGame(game), seats: left }, LEAVE, left.map(tell({ type: 'wait' })));
    }
    case 'move':
      return replyToMove(state, turn, steps);
    case 'shutdown': {
      const says = seats.map(tell({ type: 'shutdown' }));
      return { ...accepted(freshGame(game), SHUT, says), closes: seats };
    }
    case 'invalid':
      return ignored(state, INVALID);
    case 'empty':
      return ignored(state, EMPTY_DATAGRAM);
  }
}

function replyToJoin(state: GameState, player: PlayerId): Reply {
  const { seats, game } = state;
  if (seats.includes(player)) return ignored(state, JOIN_AGAIN);
  if (seats.length === seatsOf(game)) {
    const says = [tell({ type: 'full' })(player)];
    return { ...ignored(state, FULL), says, closes: [player] };
  }
  const opener: Side = seats.length === 1 ? 1 : 0;
  const isWaiting = game === 'ttt-pvp' && seats.length === 0;
  const joined = { game, seats: [...seats, player], board: EMPTY, turn: opener, opener };
  return accepted(joined, 'join', [tell({ type: isWaiting ? 'wait' : 'play' })(player)]);
}

function replyToMove(game: GameState, move: Move, steps: TttFirmware): Reply {
  const refusal = steps.refusal(game, move);
  if (refusal !== undefined) return ignored(game, refusal);
  const { player, cell } = move;
  const by = game.turn;
  const next = steps.takeCell(game, by, cell);
  const isEnd = next.board[0] + next.board[1] === 0;
  const trigger = isEnd ? LAST_MOVE : 'move';
  if (game.game === 'ttt-pve') return accepted(...machineMoves(next, player, trigger));
  const others = game.seats.filter((to) => to !== player);
  return accepted(next, trigger, others.map(tell({ type: 'move', cell })));
}

/** The machine's move. If no cell is empty, it has none. */
function machineMoves(game: GameState, to: PlayerId, trigger: string): Parameters<typeof accepted> {
  return emptyCells(game.board).length === 0
    ? [{ ...game, turn: 0 }, trigger, []]
    : [game, trigger, [{ to, machine: true }]];
}

/** The player loses the turn: the other player is to move, or the machine moves. */
export function passTurn(game: GameState, reply: Reply): Reply {
  const [player] = game.seats;
  if (player === undefined) return { ...reply, game };
  if (game.game === 'ttt-pvp') return { ...reply, game: { ...game, turn: other(game.turn) } };
  const [next, , says] = machineMoves({ ...game, turn: 1 }, player, '');
  return { ...reply, game: next, says };
}

export function tell(message: ServerMessage): (to: PlayerId) => Say {
  return (to) => ({ to, message });
}

function accepted(game: GameState, trigger: string, says: readonly Say[]): Reply {
  return { game, trigger, isAccepted: true, says, closes: [] };
}

export function ignored(game: GameState, trigger: string): Reply {
  return { game, trigger, isAccepted: false, says: [], closes: [] };
}
