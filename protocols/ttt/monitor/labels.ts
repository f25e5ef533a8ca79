/** Classes of the traffic between players and a TTT server. */
import { byteText } from '../../byte-text';
import { emptyCells, isOver, place } from '../board';
import { BYTE, cellOf } from '../message';
import { type Expectation, type GameEvent, type GameState } from '../rules';
import type { Due } from './turn';

export const EMPTY_DATAGRAM = 'empty datagram';
export const OCCUPIED = 'occupied cell';
export const OUT_OF_TURN = 'move out of turn';
const MOVE = 'move';
const LAST_MOVE = 'move that ends a round';

const IGNORED: ReadonlyMap<string, string> = new Map([
  ['a seated player joins again', 'join again'],
  ['someone not seated leaves', "stranger's leave"],
  ['someone not seated moves', "stranger's move"],
  ['a move while waiting for an opponent is out of turn', OUT_OF_TURN],
  ['a move out of turn', OUT_OF_TURN],
  ['the cell is occupied', OCCUPIED],
  ['an invalid character is ignored', 'invalid character'],
]);

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

/** `ends`: it ends the round. */
export function triggerLabel(event: GameEvent, expected: Expectation, ends: boolean): string {
  const { reason, effect, deliveries } = expected;
  if (event.kind === 'join' && (effect || deliveries.length > 0))
    return effect ? 'join' : 'join of a full game';
  if (!effect) return IGNORED.get(reason) ?? reason;
  if (event.kind !== 'move') return event.kind;
  return ends ? LAST_MOVE : MOVE;
}

/** A move that the rules accept ends the round. */
export function endsRound({ board, turn }: GameState, event: GameEvent): boolean {
  return event.kind === 'move' && isOver(place(board, turn, event.cell));
}

/** The response class of an event without an answer. A failure after an ignored one is charged to it. */
export function silenceLabel(trigger: string, effect: boolean): string {
  return effect ? 'silence' : `${trigger} ignored`;
}

export function responseLabel(byte: number): string {
  if (byte === BYTE.play) return 'P';
  if (byte === BYTE.wait) return 'W';
  return byte === BYTE.full ? 'F' : 'cell';
}

const A_CELL = 'a cell';

/** The class of a byte from the server. */
export function byteLabel(byte: number): string {
  if (cellOf(byte) !== undefined) return A_CELL;
  const name = Object.entries(BYTE).find(([, value]) => value === byte)?.[0];
  return name ?? `byte ${byteText(byte)}`;
}

/** The class of what is due to a player. */
export function dueLabel(delivery: Due): string {
  if (delivery.kind === 'end') return 'the end of the connection';
  return delivery.kind === 'byte' ? byteLabel(delivery.byte) : 'an empty cell';
}

/** The class of a byte that is not due: by the event before it, and by its value. */
export function unaskedLabels(
  trigger: string,
  seen: string,
): { readonly trigger: string; readonly due: string } {
  const isMove = trigger === MOVE || trigger === LAST_MOVE;
  if (seen !== A_CELL) return { trigger: isMove ? 'a round' : trigger, due: `no ${seen}` };
  return { trigger, due: isOfAnotherGame(trigger) ? 'nothing' : 'silence' };
}

/** A server that accepts such a move may have another game: the event before it need not be the cause. */
export function isOfAnotherGame(trigger: string): boolean {
  return trigger === OCCUPIED || trigger === OUT_OF_TURN;
}
