/** Texts for what happens in a game. */
import { byteText } from '../../byte-text';
import { serverMessageOf } from '../message';
import type { GameEvent, PlayerId } from '../rules';
import { linkOf, type Due } from './turn';

export function eventText(event: GameEvent | undefined): string {
  if (event === undefined) return 'an empty datagram';
  if (event.kind === 'shutdown') return 'the game is shut down';
  const player = linkOf(event.player);
  switch (event.kind) {
    case 'join':
      return `${player} joins`;
    case 'leave':
      return `${player} leaves`;
    case 'move':
      return `${player} moves ${event.cell}`;
    case 'invalid':
      return `${player} sends ${byteText(event.byte)}`;
  }
}

/** What came to a player. */
export function byteWords(player: PlayerId, byte: number): string {
  const isMessage = serverMessageOf(byte) !== undefined;
  return `${linkOf(player)} hears ${isMessage ? String.fromCharCode(byte) : byteText(byte)}`;
}

export function dueText(due: Due | undefined): string {
  if (due === undefined) return 'nothing';
  const player = linkOf(due.to);
  if (due.kind === 'end') return `the connection of ${player} ends`;
  if (due.kind === 'digit') return `${player} hears one digit, of an empty cell (${due.empty.join(', ')})`;
  return `${player} hears ${String.fromCharCode(due.byte)}`;
}
