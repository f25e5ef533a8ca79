/** Classes of the traffic between players and a TTT server. */
import type { Micros } from '../../../../protocols/time';
import { emptyCells, isOver, place } from '../../../../protocols/ttt/board';
import { BYTE, cellOf } from '../../../../protocols/ttt/message';
import { expect, type GameEvent, type GameState, type Delivery } from '../../../../protocols/ttt/rules';

/** An exchange, for coverage and failures. */
export interface Exchange {
  readonly trigger: string;
  readonly clause: string;
}

export interface LabelledEvent extends Exchange {
  /** The number of the write in which it came. */
  readonly write: number;
}

export interface PendingDelivery extends LabelledEvent {
  /** A digit of the machine, a byte, or the end of the connection. */
  readonly delivery: Delivery | { readonly kind: 'end'; readonly to: string };
  readonly at: Micros;
}

export const EMPTY_DATAGRAM = 'empty datagram';
const IGNORED: ReadonlyMap<string, string> = new Map([
  ['a seated player joins again', 'join again'],
  ['someone not seated leaves', "stranger's leave"],
  ['someone not seated moves', "stranger's move"],
  ['a move while waiting for an opponent is out of turn', 'move out of turn'],
  ['a move out of turn', 'move out of turn'],
  ['the cell is occupied', 'occupied cell'],
  ['an invalid character is ignored', 'invalid character'],
]);

const MOVE = 'move';
const LAST_MOVE = 'move that ends a round';

export const TRIGGERS = [
  'join',
  'join of a full game',
  'leave',
  MOVE,
  LAST_MOVE,
  ...new Set(IGNORED.values()),
];
export const STATES = ['nobody', 'one waits', 'new round', 'in a round', 'one cell left'];
export const RESPONSES = [
  'silence',
  'P',
  'W',
  'F',
  'cell',
  ...[...new Set(IGNORED.values())].map((trigger) => silenceLabel(trigger, false)),
];

export function stateLabel({ seats, game, board }: GameState): string {
  if (seats.length === 0) return 'nobody';
  if (game === 'ttt-pvp' && seats.length === 1) return 'one waits';
  const empty = emptyCells(board).length;
  return empty === 9 ? 'new round' : empty === 1 ? 'one cell left' : 'in a round';
}

export function triggerLabel(state: GameState, event: GameEvent): string {
  const { reason, effect, deliveries } = expect(state, event);
  if (event.kind === 'join') return effect || deliveries.length > 0 ? joinLabel(effect) : 'join again';
  if (!effect) return IGNORED.get(reason) ?? reason;
  if (event.kind !== 'move') return event.kind;
  return isOver(place(state.board, state.turn, event.cell)) ? LAST_MOVE : MOVE;
}

function joinLabel(effect: boolean): string {
  return effect ? 'join' : 'join of a full game';
}

/** The response class of an ignored event: a failure after it is charged to it. */
export function silenceLabel(trigger: string, effect: boolean): string {
  return effect ? 'silence' : `${trigger} ignored`;
}

export function responseLabel(byte: number): string {
  if (byte === BYTE.play) return 'P';
  if (byte === BYTE.wait) return 'W';
  return byte === BYTE.full ? 'F' : 'cell';
}

/** The clause of an event: a missing or wrong effect breaks it. */
export function clauseOf(state: GameState, event: GameEvent, rest: boolean): string {
  const { game, seats } = state;
  const pve = game === 'ttt-pve';
  const { effect } = expect(state, event);
  switch (event.kind) {
    case 'join':
      return pve ? 'TTT-20' : 'TTT-30';
    case 'leave':
      if (!effect) return 'TTT-35';
      if (pve) return 'TTT-23';
      return seats.length === 1 ? 'TTT-34' : 'TTT-33';
    case 'invalid':
      return rest ? 'TTT-02' : 'TTT-04';
    case 'shutdown':
      return 'TTT-40';
    case 'move':
      if (!effect) return 'TTT-04';
      if (isOver(place(state.board, state.turn, event.cell))) return pve ? 'TTT-22' : 'TTT-10';
      return pve ? 'TTT-21' : 'TTT-32';
  }
}

const A_CELL = 'a cell';

/** A byte from the server, in words. */
export function byteWords(byte: number): string {
  const cell = cellOf(byte);
  if (cell !== undefined) return A_CELL;
  const name = Object.entries(BYTE).find(([, value]) => value === byte)?.[0];
  return name ?? `byte ${byte.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** What is due to a player, in words. */
export function deliveryWords(delivery: Delivery | { readonly kind: 'end' }): string {
  if (delivery.kind === 'end') return 'the end of the connection';
  return delivery.kind === 'byte' ? byteWords(delivery.byte) : 'an empty cell';
}

/** Whether the byte is the due one; for the machine's digit, any empty cell. */
export function isDelivered(delivery: PendingDelivery['delivery'], byte: number): boolean {
  if (delivery.kind === 'byte') return delivery.byte === byte;
  const cell = cellOf(byte);
  return delivery.kind === 'digit' && cell !== undefined && delivery.empty.includes(cell);
}

/** The delivery is a cell. */
export function isMove(delivery: Delivery | { readonly kind: 'end' }): boolean {
  return delivery.kind === 'digit' || (delivery.kind === 'byte' && cellOf(delivery.byte) !== undefined);
}

const MOVES: ReadonlySet<string> = new Set([MOVE, LAST_MOVE]);
/** A board that accepts these may have a different game state. */
const OF_ANOTHER_GAME: ReadonlySet<string> = new Set(['occupied cell', 'move out of turn']);

/** The class of an unasked byte: by the event before it, and by its value. */
export function unaskedLabel(
  trigger: string,
  seen: string,
): { readonly trigger: string; readonly due: string } {
  if (seen !== A_CELL) return { trigger: MOVES.has(trigger) ? 'a round' : trigger, due: `no ${seen}` };
  return { trigger, due: isOfAnotherGame(trigger) ? 'nothing' : 'silence' };
}

/** The event before it is not the cause. */
export function isOfAnotherGame(trigger: string): boolean {
  return OF_ANOTHER_GAME.has(trigger);
}
