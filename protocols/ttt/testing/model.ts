/**
 * For tests: both games as pure models that know nothing of the server's code: the messages of the server to each player, and the changes of the state.
 *
 * `expect` is the oracle: who gets which byte, or "a digit naming an empty cell" where the machine chooses. `follow`
 * gives the state after what came. `step` is the server itself, with the machine's choice as an argument.
 */
import {
  freshGame,
  seatsOf,
  EMPTY,
  emptyCells,
  isEmptyCell,
  isFull,
  isOver,
  linesIn,
  other,
  withCell,
} from '../game';
import type { GameState, PlayerId, Board, RoundEnd, Side } from '../game';
import { BYTE, playerMessageOf, type Binding, type Cell } from '../wire';

export type GameEvent =
  | { readonly kind: 'join'; readonly player: PlayerId }
  | { readonly kind: 'leave'; readonly player: PlayerId }
  | { readonly kind: 'move'; readonly player: PlayerId; readonly cell: Cell }
  /** A byte that is no message on this binding. */
  | { readonly kind: 'invalid'; readonly player: PlayerId; readonly byte: number }
  | { readonly kind: 'shutdown' };

/** A byte that must come, or any one digit out of `empty`. */
export type Delivery =
  | { readonly kind: 'byte'; readonly to: PlayerId; readonly byte: number }
  | { readonly kind: 'digit'; readonly to: PlayerId; readonly empty: readonly Cell[] };

export interface Expectation {
  /** Everything that is sent, in order; nobody gets anything else. */
  readonly deliveries: readonly Delivery[];
  /** Players that the server disconnects after that (tcp, TTT-05). */
  readonly closes: readonly PlayerId[];
  /** Whether the event has an effect: a join, a move, a player who leaves a seat. */
  readonly effect: boolean;
  /** The reason, as text. */
  readonly reason: string;
}

export interface Followed {
  readonly state: GameState;
  /** Rounds that ended with this event: the player's move can end one, and the machine's can end none at once. */
  readonly ended: readonly RoundEnd[];
}

interface Stepped extends Followed {
  readonly sent: readonly { readonly to: PlayerId; readonly byte: number }[];
  readonly closes: readonly PlayerId[];
}

/** The server: takes one event, gives its bytes. `machine` chooses one of the offered cells. */
export function step(state: GameState, event: GameEvent, machine: (empty: readonly Cell[]) => Cell): Stepped {
  const { deliveries, closes } = expect(state, event);
  let answer: Cell | undefined;
  const sent = deliveries.map((delivery) => {
    if (delivery.kind === 'byte') return { to: delivery.to, byte: delivery.byte };
    answer = machine(delivery.empty);
    return { to: delivery.to, byte: BYTE.cell0 + answer };
  });
  return { ...follow(state, event, answer), sent, closes };
}

/** The events of received bytes on a binding: one for each byte, or one for the first byte of a datagram. */
export function eventsOf(binding: Binding, player: PlayerId, bytes: Uint8Array): readonly GameEvent[] {
  const counted = binding === 'udp' ? bytes.subarray(0, 1) : bytes;
  return Array.from(counted, (byte): GameEvent => {
    const message = playerMessageOf(binding, byte);
    if (message === undefined) return { kind: 'invalid', player, byte };
    return message.type === 'move'
      ? { kind: 'move', player, cell: message.cell }
      : { kind: message.type, player };
  });
}

/** The required reaction of the server to an event. Never throws. */
export function expect(state: GameState, event: GameEvent): Expectation {
  switch (event.kind) {
    case 'join':
      return expectJoin(state, event.player);
    case 'leave':
      return expectLeave(state, event.player);
    case 'move':
      return expectMove(state, event.player, event.cell);
    case 'invalid':
      return ignored('an invalid character is ignored');
    case 'shutdown':
      return {
        deliveries: state.seats.map((to) => byteTo(to, BYTE.shutdown)),
        closes: state.seats,
        effect: true,
        reason: 'a shut down sends every seated player one S',
      };
  }
}

function expectJoin(state: GameState, player: PlayerId): Expectation {
  if (state.seats.includes(player)) return ignored('a seated player joins again');
  if (state.seats.length === seatsOf(state.game)) {
    return {
      deliveries: [byteTo(player, BYTE.full)],
      closes: [player],
      effect: false,
      reason: 'the game is full',
    };
  }
  const mustWait = state.game === 'ttt-pvp' && state.seats.length === 0;
  return {
    deliveries: [byteTo(player, mustWait ? BYTE.wait : BYTE.play)],
    closes: [],
    effect: true,
    reason: mustWait ? 'the first to join waits' : 'the joining player moves first',
  };
}

function expectLeave(state: GameState, player: PlayerId): Expectation {
  if (!state.seats.includes(player)) return ignored('someone not seated leaves');
  const left = state.seats.filter((seated) => seated !== player);
  return {
    deliveries: left.map((to) => byteTo(to, BYTE.wait)),
    closes: [],
    effect: true,
    reason: left.length > 0 ? 'the other waits for a new opponent' : 'nobody is left to be told',
  };
}

function expectMove(state: GameState, player: PlayerId, cell: Cell): Expectation {
  const refusal = refusalOf(state, player, cell);
  if (refusal !== undefined) return ignored(refusal);
  if (state.game === 'ttt-pve') {
    const { board } = settle(state, 0, cell);
    return {
      deliveries: [{ kind: 'digit', to: player, empty: emptyCells(board) }],
      closes: [],
      effect: true,
      reason: 'an accepted move is answered with one digit, a cell that is empty then',
    };
  }
  return {
    deliveries: state.seats.filter((to) => to !== player).map((to) => byteTo(to, BYTE.cell0 + cell)),
    closes: [],
    effect: true,
    reason: 'an accepted move reaches the opponent alone, once',
  };
}

function refusalOf(state: GameState, player: PlayerId, cell: Cell): string | undefined {
  const seat = state.seats.indexOf(player);
  if (seat < 0) return 'someone not seated moves';
  if (state.seats.length < seatsOf(state.game)) return 'a move while waiting for an opponent is out of turn';
  if (seat !== state.turn) return 'a move out of turn';
  return isEmptyCell(state.board, cell) ? undefined : 'the cell is occupied';
}

/**
 * The state after an event. `machine` is the digit that answered, where one is required. Throws RangeError where it is
 * missing, or its cell was not empty.
 */
export function follow(state: GameState, event: GameEvent, machine?: Cell): Followed {
  switch (event.kind) {
    case 'join':
      return { state: joined(state, event.player), ended: [] };
    case 'leave':
      return { state: left(state, event.player), ended: [] };
    case 'move':
      return moved(state, event.player, event.cell, machine);
    case 'invalid':
      return { state, ended: [] };
    case 'shutdown':
      return { state: freshGame(state.game), ended: [] };
  }
}

function joined(state: GameState, player: PlayerId): GameState {
  const { seats, game } = state;
  if (seats.includes(player) || seats.length === seatsOf(game)) return state;
  const opener: Side = seats.length === 1 ? 1 : 0;
  return { game, seats: [...seats, player], board: EMPTY, turn: opener, opener };
}

function left(state: GameState, player: PlayerId): GameState {
  if (!state.seats.includes(player)) return state;
  return { ...freshGame(state.game), seats: state.seats.filter((seated) => seated !== player) };
}

function moved(state: GameState, player: PlayerId, cell: Cell, machine: Cell | undefined): Followed {
  if (refusalOf(state, player, cell) !== undefined) return { state, ended: [] };
  const mine = settle(state, state.turn, cell);
  if (state.game === 'ttt-pvp') return { state: mine.state, ended: mine.ended };
  if (machine === undefined) throw new RangeError('an accepted move against the machine needs its answer');
  const answer = settle(mine.state, 1, machine);
  return { state: answer.state, ended: [...mine.ended, ...answer.ended] };
}

/** One cell taken: the turn passes, and a round that is over leaves an empty board (TTT-10, TTT-12). */
function settle(state: GameState, by: Side, cell: Cell): Followed & { readonly board: Board } {
  if (!isEmptyCell(state.board, cell)) throw new RangeError(`cell ${cell} is taken`);
  const board = withCell(state.board, by, cell);
  const turn = other(by);
  if (!isOver(board)) return { state: { ...state, board, turn }, ended: [], board };
  const end: RoundEnd = { by, lines: linesIn(board[by]), full: isFull(board) };
  return { state: { ...state, board: EMPTY, turn, opener: turn }, ended: [end], board: EMPTY };
}

function byteTo(to: PlayerId, byte: number): Delivery {
  return { kind: 'byte', to, byte };
}

function ignored(reason: string): Expectation {
  return { deliveries: [], closes: [], effect: false, reason };
}
