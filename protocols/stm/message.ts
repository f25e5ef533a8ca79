/**
 * The messages of host and board, and their text for a person. Source: STM page, tables.
 */
import { millis, type Micros } from '../time';

/** Command bytes, but for the Error's, which is a parameter ({@link StmOptions.errorCmd}). */
export const CMD = { start: 1, reset: 2, shuffle: 3, select: 4, match: 5, setState: 6, error: 0xee } as const;

/** The first DATA byte: what follows it. */
export const DESCRIPTOR = { none: 0xff, false: 0, true: 1, payload: 0x0a } as const;

/** Codes of the Error frame. */
export const ERROR = {
  badCrc: 1,
  unknownCommand: 2,
  badData: 3,
  truncated: 4,
  shuffleBlocked: 5,
  noGame: 6,
} as const;

export type ErrorCode = (typeof ERROR)[keyof typeof ERROR];

/** The listed Error codes, ascending: code n stands at n - 1. */
export const ERROR_CODES = [1, 2, 3, 4, 5, 6] as const satisfies readonly ErrorCode[];

/** The states of Set State's answer, at the index that is their byte. */
export const STATES = ['playing', 'won', 'over'] as const;

export type State = (typeof STATES)[number];

/** Highest values of a tile's bytes and of a Shuffle's count (lowest: 0, and 1 for the count). */
export const LIMIT = { x: 63, y: 31, z: 7, kind: 41, count: 144 } as const;

/** Bytes of the longest frame, a Shuffle of 144 tiles (STM-FR-08). */
export const LONGEST_FRAME = 4 + 4 * LIMIT.count;

export interface StmOptions {
  /** Command byte of the Error frame: 0 or 7..255. */
  readonly errorCmd: number;
  /** Silence that ends a truncated frame and a discarded stretch. */
  readonly idleGap: Micros;
}

export const DEFAULT_OPTIONS: StmOptions = { errorCmd: CMD.error, idleGap: millis(50) };

/** A tile at its place, in half-tile units: x 0..63, y 0..31, z 0..7, kind 0..41. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly kind: number;
}

/** Host to board. `open` is the condition byte. */
export type Request =
  | { readonly type: 'start' }
  | { readonly type: 'reset' }
  | { readonly type: 'shuffle'; readonly tiles: readonly Tile[] }
  | { readonly type: 'select'; readonly tile: Tile; readonly open: boolean }
  | { readonly type: 'match'; readonly tile: Tile; readonly open: boolean }
  | { readonly type: 'set-state' };

/** Board to host. */
export type Answer =
  | { readonly type: 'start' }
  | { readonly type: 'reset' }
  | { readonly type: 'shuffle'; readonly tiles: readonly Tile[] }
  | { readonly type: 'select'; readonly result: boolean }
  | { readonly type: 'match'; readonly result: boolean }
  | { readonly type: 'state'; readonly state: State }
  | { readonly type: 'error'; readonly code: ErrorCode };

/** XOR of the first `length` bytes (all of them by default): a frame's CRC byte (STM-FR-01). */
export function crc(bytes: Uint8Array, length: number = bytes.length): number {
  let sum = 0;
  for (let i = 0; i < length; i++) sum ^= bytes[i]!;
  return sum;
}

const SUITS = ['characters', 'bamboos', 'circles'] as const;
const HONOURS = [
  'East wind',
  'South wind',
  'West wind',
  'North wind',
  'Red dragon',
  'Green dragon',
  'White dragon',
] as const;

/** `5 of bamboos`, `East wind`, `flower 1`; for a number that is no kind, `no kind`. */
export function kindName(kind: number): string {
  if (!Number.isInteger(kind) || kind < 0 || kind > LIMIT.kind) return 'no kind';
  const suit = SUITS[Math.floor(kind / 9)];
  if (suit !== undefined) return `${(kind % 9) + 1} of ${suit}`;
  return HONOURS[kind - 27] ?? (kind < 38 ? `flower ${kind - 33}` : `season ${kind - 37}`);
}

const ERROR_NAMES: Readonly<Record<ErrorCode, string>> = {
  1: 'bad CRC',
  2: 'unknown command',
  3: 'bad data',
  4: 'truncated frame',
  5: 'shuffle blocked',
  6: 'no game',
};

const STATE_NAMES: Readonly<Record<State, string>> = { playing: 'playing', won: 'won', over: 'game over' };

/** `bad CRC`, `no game`; for a code that is not listed, `no listed code`. */
export function errorName(code: number): string {
  const listed = ERROR_CODES[code - 1];
  return listed === undefined ? 'no listed code' : ERROR_NAMES[listed];
}

/** `game over`; for a byte that is no state, `no state`. */
export function stateName(byte: number): string {
  const state = STATES[byte];
  return state === undefined ? 'no state' : STATE_NAMES[state];
}

function tileText(tile: Tile): string {
  return `${kindName(tile.kind)} at ${tile.x},${tile.y},${tile.z}`;
}

function countText(tiles: readonly Tile[]): string {
  return tiles.length === 1 ? '1 tile' : `${tiles.length} tiles`;
}

/** One line for people: `Select open East wind at 4,2,0`. */
export function describeRequest(request: Request): string {
  switch (request.type) {
    case 'start':
      return 'Start';
    case 'reset':
      return 'Reset';
    case 'shuffle':
      return `Shuffle ${countText(request.tiles)}`;
    case 'select':
      return `Select ${request.open ? 'open' : 'closed'} ${tileText(request.tile)}`;
    case 'match':
      return `Match ${request.open ? 'open' : 'closed'} ${tileText(request.tile)}`;
    case 'set-state':
      return 'Set State';
  }
}

/** One line for people: `Match FALSE`, `Error 06 no game`. */
export function describeAnswer(answer: Answer): string {
  switch (answer.type) {
    case 'start':
      return 'Start';
    case 'reset':
      return 'Reset';
    case 'shuffle':
      return `Shuffle ${countText(answer.tiles)}`;
    case 'select':
      return `Select ${answer.result ? 'TRUE' : 'FALSE'}`;
    case 'match':
      return `Match ${answer.result ? 'TRUE' : 'FALSE'}`;
    case 'state':
      return `State ${STATE_NAMES[answer.state]}`;
    case 'error':
      return `Error 0${answer.code} ${ERROR_NAMES[answer.code]}`;
  }
}
