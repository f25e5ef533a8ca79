/**
 * TTT: the messages of the tic-tac-toe server. One byte each, no terminator.
 *
 *     player → server   30..38 a cell, row by row           (4A 'J' joins, 51 'Q' leaves: udp and serial)
 *     server → player   30..38 the opponent's move   53 'S' shut down   46 'F' full   50 'P' play   57 'W' wait
 */
import { EncodeError, type Carrier } from '../../api/index';

/** A cell of the board, row by row: 0 is top left, 8 bottom right. */
export type Cell = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export const CELLS: readonly Cell[] = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/** The links of a server's players: as many as a suite needs. */
export const LINKS: readonly string[] = ['a', 'b', 'c'];

/** tcp and serial carry streams, where every byte is a message; udp carries one message in each datagram. */
export type Binding = Carrier;

type MoveMessage = { readonly type: 'move'; readonly cell: Cell };
export type PlayerMessage = MoveMessage | { readonly type: 'join' | 'leave' };
export type ServerMessage = MoveMessage | { readonly type: 'shutdown' | 'full' | 'play' | 'wait' };

export const BYTE = {
  cell0: 0x30,
  shutdown: 0x53,
  full: 0x46,
  play: 0x50,
  wait: 0x57,
  join: 0x4a,
  leave: 0x51,
} as const;

/** The digits of all cells. */
export const DIGITS: readonly number[] = CELLS.map((cell) => BYTE.cell0 + cell);

/** The cell of a digit, undefined for any other byte. */
export function cellOf(byte: number): Cell | undefined {
  return CELLS[byte - BYTE.cell0];
}

export function playerMessageOf(binding: Binding, byte: number): PlayerMessage | undefined {
  return messageOf(byte, binding === 'tcp' ? [] : ['join', 'leave']);
}

export function serverMessageOf(byte: number): ServerMessage | undefined {
  return messageOf(byte, ['shutdown', 'full', 'play', 'wait']);
}

function messageOf<T extends keyof typeof WORDS>(
  byte: number,
  types: readonly T[],
): MoveMessage | { readonly type: T } | undefined {
  const cell = cellOf(byte);
  if (cell !== undefined) return { type: 'move', cell };
  const type = types.find((one) => BYTE[one] === byte);
  return type === undefined ? undefined : { type };
}

/** Throws EncodeError for an invalid cell. */
export function byteOf(message: PlayerMessage | ServerMessage): number {
  if (message.type !== 'move') return BYTE[message.type];
  if (!CELLS.includes(message.cell)) throw new EncodeError(`a cell is 0..8, not ${String(message.cell)}`);
  return BYTE.cell0 + message.cell;
}

const WORDS = {
  shutdown: 'the game was shut down',
  full: 'the game is full',
  play: 'play, you move first',
  wait: 'wait for an opponent',
  join: 'join',
  leave: 'leave',
} as const;

/** The meaning of a message, as text. */
export function describeMessage(message: PlayerMessage | ServerMessage): string {
  return message.type === 'move' ? `cell ${message.cell}` : WORDS[message.type];
}

/** Every byte that is no message of a player on this binding: 247 on tcp, 245 on udp and serial (TTT-04). */
export function invalidCharacters(binding: Binding): readonly number[] {
  return Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => playerMessageOf(binding, byte) === undefined,
  );
}
