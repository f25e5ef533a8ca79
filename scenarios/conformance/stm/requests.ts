/** Tiles, requests and frames that the scenarios share. */
import { encodeRequest as encode } from '../../../protocols/stm/stm';
import { crc, type Request, type Tile } from '../../../protocols/stm/stm';

/** A tile at the position of a number. Tiles of two numbers (0..1000) never share a position. */
export function tile(kind: number, place = 0): Tile {
  return { x: (place * 2) % 64, y: (Math.floor(place / 32) * 2) % 32, z: 0, kind };
}

export const select = (one: Tile, open = true): Request => ({ type: 'select', tile: one, open });
export const match = (one: Tile, open = true): Request => ({ type: 'match', tile: one, open });
export const shuffle = (tiles: readonly Tile[]): Request => ({ type: 'shuffle', tiles });
export const START: Request = { type: 'start' };
export const RESET: Request = { type: 'reset' };
export const SET_STATE: Request = { type: 'set-state' };

/** `count` tiles at different positions, of `kinds` different kinds in turn. */
export function row(count: number, kinds = 42): Tile[] {
  return Array.from({ length: count }, (_, place) => tile(place % kinds, place));
}

/** The request's frame with a CRC that is wrong by `flip` (1..255). */
export function wrongCrc(request: Request, flip: number): Uint8Array {
  const bytes = encode(request);
  bytes[bytes.length - 1]! ^= flip;
  return bytes;
}

/** The request's frame with some bytes changed, and a CRC that is right again. */
export function altered(request: Request, changes: Readonly<Record<number, number>>): Uint8Array {
  const bytes = encode(request);
  for (const [offset, value] of Object.entries(changes)) bytes[Number(offset)] = value;
  bytes[bytes.length - 1] = crc(bytes, bytes.length - 1);
  return bytes;
}
