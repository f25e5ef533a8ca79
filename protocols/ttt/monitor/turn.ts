/** What a player did, and what is due to it. */
import type { Bounds } from '../../monitor/timed-decoder';
import type { Micros } from '../../time';
import type { Board } from '../board';
import { cellOf, type Cell } from '../message';
import type { Delivery, GameEvent, GameState, PlayerId } from '../rules';

export interface Turn {
  /** undefined: an empty datagram, which is no event of the game. */
  readonly event: GameEvent | undefined;
  /** undefined: the server itself, which is shut down. */
  readonly player: PlayerId | undefined;
  readonly at: Bounds;
  /** The number of the write in which it came. */
  readonly write: number;
  /** Nothing else came with it. */
  readonly alone: boolean;
  /** Bytes that count for nothing came after it, in its datagram. */
  readonly rest: boolean;
}

/** The round before the present one. */
export interface LastRound {
  /** A round has ended, and nobody joined or left since. */
  readonly isLater: boolean;
  /** The board in which it ended. */
  readonly previous: Board;
  /** The cell with which the machine opened the present round, if it did. */
  readonly opening: Cell | undefined;
}

/** Something that must have changed nothing, or that ended a game. What goes wrong then may be of it. */
export interface Suspect {
  readonly trigger: string;
  readonly clause: string;
  readonly write: number;
  readonly player: PlayerId | undefined;
}

/** A turn, seen by the rules. */
export interface PlayedTurn extends Turn {
  /** The game before it. */
  readonly before: GameState;
  readonly round: LastRound;
  /** The last one before it, since the last good move. */
  readonly suspect: Suspect | undefined;
  /** It has an effect. */
  readonly effect: boolean;
  /** It is a move that ends the round. */
  readonly ends: boolean;
  /** Its class: `move`, `join of a full game`. */
  readonly trigger: string;
  /** The clause that is broken if its effect is missing or wrong. */
  readonly clause: string;
}

/** A byte, a digit of the machine's choice, or the end of the connection (tcp). */
export type Due = Delivery | { readonly kind: 'end'; readonly to: PlayerId };

export interface PendingDelivery {
  readonly delivery: Due;
  readonly turn: PlayedTurn;
  /** Nobody may have listened when it came. */
  readonly isOptional?: boolean;
}

export function instant(at: Micros): Bounds {
  return { notBefore: at, notAfter: at };
}

/** The byte is the due one; for the machine's digit, any empty cell. */
export function isDelivered(delivery: Due, byte: number): boolean {
  if (delivery.kind === 'byte') return delivery.byte === byte;
  const cell = cellOf(byte);
  return delivery.kind === 'digit' && cell !== undefined && delivery.empty.includes(cell);
}

/** The delivery is a cell. */
export function isCell(delivery: Due): boolean {
  return delivery.kind === 'digit' || (delivery.kind === 'byte' && cellOf(delivery.byte) !== undefined);
}

/** The link of a player. A udp socket that is opened again is another player, `a#2`. */
export function linkOf(player: PlayerId): string {
  const at = player.indexOf('#');
  return at < 0 ? player : player.slice(0, at);
}

/** What judgements are about; undefined: nobody did anything. */
export type Asked = PlayedTurn | undefined;
