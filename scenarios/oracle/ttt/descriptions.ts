/** Texts for what happens in a game. Bytes that are no message are shown as hex. */
import { describeMessage, type Cell, type ServerMessage } from '../../../protocols/ttt/message';
import type { Delivery, GameEvent } from '../../../protocols/ttt/rules';
import { hex, type Received } from '../../bench/channel';

const SHOWN_BYTES = 16;

/** closed: the connection ended, for this reason. garbled: no message (TTT-01). */
export type PlayerRx =
  | { readonly kind: 'message'; readonly message: ServerMessage; readonly received: Received<ServerMessage> }
  | {
      readonly kind: 'garbled';
      readonly raw: Uint8Array;
      readonly reason: string;
      /** The message in it, if it is readable. */
      readonly message: ServerMessage | undefined;
      readonly received: Received<ServerMessage>;
    }
  | { readonly kind: 'closed'; readonly reason: string };

export function eventText(event: GameEvent): string {
  switch (event.kind) {
    case 'join':
      return `${event.player} joins`;
    case 'leave':
      return `${event.player} leaves`;
    case 'move':
      return `${event.player} moves ${event.cell}`;
    case 'invalid':
      return `${event.player} sends ${byteText(event.byte)}`;
    case 'shutdown':
      return 'the game is shut down';
  }
}

export function byteText(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

export function bytesText(bytes: Uint8Array): string {
  const shown = hex(bytes.subarray(0, SHOWN_BYTES)).toUpperCase().replace(/..\B/g, '$& ');
  return `${shown}${bytes.length > SHOWN_BYTES ? ` … (${bytes.length} bytes)` : ''}`;
}

function cellsText(cells: readonly Cell[]): string {
  return cells.join(', ');
}

export function dueText(delivery: Delivery | undefined): string {
  if (delivery === undefined) return 'nothing';
  if (delivery.kind === 'digit')
    return `${delivery.to} hears one digit, of an empty cell (${cellsText(delivery.empty)})`;
  return `${delivery.to} hears ${String.fromCharCode(delivery.byte)}`;
}

export interface Arrival {
  readonly to: string;
  readonly rx: PlayerRx;
}

const LISTED = 8;

export function arrivalsText(arrivals: readonly Arrival[]): string {
  if (arrivals.length === 0) return 'nothing comes';
  const listed = arrivals.slice(0, LISTED).map(({ to, rx }) => `${to} hears ${playerRxText(rx)}`);
  return `${listed.join(', ')}${arrivals.length > LISTED ? `, and ${arrivals.length - LISTED} more` : ''}`;
}

export function playerRxText(rx: PlayerRx | undefined): string {
  if (rx === undefined) return 'nothing';
  if (rx.kind === 'closed') return 'the end of the connection';
  if (rx.kind === 'garbled') return rx.raw.length === 0 ? 'an empty datagram' : bytesText(rx.raw);
  return messageText(rx.message);
}

function messageText(message: ServerMessage): string {
  if (message.kind === 'move') return String(message.cell);
  return `${{ shutdown: 'S', full: 'F', play: 'P', wait: 'W' }[message.kind]} (${describeMessage(message)})`;
}
