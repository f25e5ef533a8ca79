/**
 * The content of a complete frame: read into a message, and judged against its ranges (STM-FR-07).
 * Both take a whole frame of a length that {@link measure} gave; offsets count from its CMD.
 */
import { CMD, ERROR_CODES, LIMIT, STATES, type Answer, type Request, type Tile } from './message';
import { forgetNamed, isNamedAgain, positionOf } from './positions';

/** Offset of a Shuffle's first tile and of the tile of a Select or Match. */
export const TILES_AT = 3;
export const TILE_AT = 2;
export const CONDITION_AT = 6;

function readTile(raw: Uint8Array, at: number): Tile {
  return { x: raw[at]!, y: raw[at + 1]!, z: raw[at + 2]!, kind: raw[at + 3]! };
}

function readTiles(raw: Uint8Array): Tile[] {
  const tiles: Tile[] = [];
  for (let at = TILES_AT, end = raw.length - 1; at < end; at += 4) tiles.push(readTile(raw, at));
  return tiles;
}

const START = { type: 'start' } as const;
const RESET = { type: 'reset' } as const;
const SET_STATE = { type: 'set-state' } as const;

/** The request, out-of-range tiles as they came; undefined where a condition is neither 00 nor 01. */
export function readRequest(raw: Uint8Array): Request | undefined {
  const cmd = raw[0]!;
  switch (cmd) {
    case CMD.start:
      return START;
    case CMD.reset:
      return RESET;
    case CMD.shuffle:
      return { type: 'shuffle', tiles: readTiles(raw) };
    case CMD.setState:
      return SET_STATE;
    default: {
      const condition = raw[CONDITION_AT]!;
      if (condition > 1) return undefined;
      const tile = readTile(raw, TILE_AT);
      if (cmd === CMD.select) return { type: 'select', tile, open: condition === 1 };
      return { type: 'match', tile, open: condition === 1 };
    }
  }
}

/** The answer; undefined where a state or an Error's code is not listed. */
export function readAnswer(raw: Uint8Array): Answer | undefined {
  switch (raw[0]!) {
    case CMD.start:
      return START;
    case CMD.reset:
      return RESET;
    case CMD.shuffle:
      return { type: 'shuffle', tiles: readTiles(raw) };
    case CMD.select:
      return { type: 'select', result: raw[1] === 1 };
    case CMD.match:
      return { type: 'match', result: raw[1] === 1 };
    case CMD.setState: {
      const state = STATES[raw[2]!];
      return state === undefined ? undefined : { type: 'state', state };
    }
    default: {
      const code = ERROR_CODES[raw[1]! - 1];
      return code === undefined ? undefined : { type: 'error', code };
    }
  }
}

function tileFlaw(raw: Uint8Array, at: number): number {
  if (raw[at]! > LIMIT.x) return at;
  if (raw[at + 1]! > LIMIT.y) return at + 1;
  if (raw[at + 2]! > LIMIT.z) return at + 2;
  if (raw[at + 3]! > LIMIT.kind) return at + 3;
  return -1;
}

function tilesFlaw(raw: Uint8Array): number {
  for (let at = TILES_AT, end = raw.length - 1; at < end; at += 4) {
    const flaw = tileFlaw(raw, at);
    if (flaw >= 0) return flaw;
  }
  return -1;
}

/** A byte out of range anywhere comes before a position named twice. */
function boardFlaw(raw: Uint8Array): number {
  let repeat = -1;
  forgetNamed();
  for (let at = TILES_AT, end = raw.length - 1; at < end; at += 4) {
    const x = raw[at]!;
    const y = raw[at + 1]!;
    const z = raw[at + 2]!;
    if (x > LIMIT.x || y > LIMIT.y || z > LIMIT.z || raw[at + 3]! > LIMIT.kind) return tileFlaw(raw, at);
    if (isNamedAgain(positionOf(x, y, z)) && repeat < 0) repeat = at;
  }
  return repeat;
}

/** Offset of the first byte out of range, or of the tile whose position was named before; -1: none. */
export function requestFlaw(raw: Uint8Array): number {
  switch (raw[0]!) {
    case CMD.shuffle:
      return boardFlaw(raw);
    case CMD.select:
    case CMD.match: {
      const flaw = tileFlaw(raw, TILE_AT);
      if (flaw >= 0) return flaw;
      return raw[CONDITION_AT]! > 1 ? CONDITION_AT : -1;
    }
    default:
      return -1;
  }
}

/** Offset of the first byte out of range; -1: none. What a Shuffle's answer repeats is for STM-GM-04. */
export function answerFlaw(raw: Uint8Array): number {
  switch (raw[0]!) {
    case CMD.shuffle:
      return tilesFlaw(raw);
    case CMD.setState:
      return raw[2]! < STATES.length ? -1 : 2;
    case CMD.start:
    case CMD.reset:
    case CMD.select:
    case CMD.match:
      return -1;
    default:
      return ERROR_CODES[raw[1]! - 1] === undefined ? 1 : -1;
  }
}
