/**
 * Messages to bytes. A message that no frame can carry is our fault: EncodeError.
 */
import { EncodeError } from '../frame';
import {
  CMD,
  crc,
  DESCRIPTOR,
  ERROR_CODES,
  LIMIT,
  STATES,
  type Answer,
  type Request,
  type Tile,
} from './message';
import { forgetNamed, isNamedAgain, positionOf } from './positions';

function bare(cmd: number, data: number): Uint8Array {
  const frame = new Uint8Array(3);
  frame[0] = cmd;
  frame[1] = data;
  frame[2] = cmd ^ data;
  return frame;
}

function refuse(tile: Tile): never {
  throw new EncodeError(
    `no such tile: x ${tile.x} (0..63), y ${tile.y} (0..31), z ${tile.z} (0..7), kind ${tile.kind} (0..41)`,
  );
}

function writeTile(frame: Uint8Array, at: number, tile: Tile): void {
  const { x, y, z, kind } = tile;
  // n & mask is n for the integers 0..mask alone.
  if ((x & LIMIT.x) !== x || (y & LIMIT.y) !== y || (z & LIMIT.z) !== z) refuse(tile);
  if ((kind & 0xff) !== kind || kind > LIMIT.kind) refuse(tile);
  frame[at] = x;
  frame[at + 1] = y;
  frame[at + 2] = z;
  frame[at + 3] = kind;
}

function sealed(frame: Uint8Array): Uint8Array {
  frame[frame.length - 1] = crc(frame, frame.length - 1);
  return frame;
}

function shuffle(tiles: readonly Tile[]): Uint8Array {
  const count = tiles.length;
  if (count < 1 || count > LIMIT.count) throw new EncodeError(`a Shuffle has 1..144 tiles, not ${count}`);
  const frame = new Uint8Array(4 + 4 * count);
  frame[0] = CMD.shuffle;
  frame[1] = DESCRIPTOR.payload;
  frame[2] = count;
  for (let i = 0; i < count; i++) writeTile(frame, 3 + 4 * i, tiles[i]!);
  return sealed(frame);
}

function oneTile(cmd: number, tile: Tile, open: boolean): Uint8Array {
  const frame = new Uint8Array(8);
  frame[0] = cmd;
  frame[1] = DESCRIPTOR.payload;
  writeTile(frame, 2, tile);
  frame[6] = open ? 1 : 0;
  return sealed(frame);
}

function refuseRepeat(tiles: readonly Tile[]): void {
  forgetNamed();
  for (let i = 0; i < tiles.length; i++) {
    const { x, y, z } = tiles[i]!;
    if (isNamedAgain(positionOf(x, y, z)))
      throw new EncodeError(`a Shuffle names the position ${x},${y},${z} twice`);
  }
}

/** The request's frame. Throws EncodeError for what STM-FR-06 or STM-FR-07 forbid. */
export function encodeRequest(request: Request): Uint8Array {
  switch (request.type) {
    case 'start':
      return bare(CMD.start, DESCRIPTOR.none);
    case 'reset':
      return bare(CMD.reset, DESCRIPTOR.none);
    case 'shuffle': {
      const frame = shuffle(request.tiles);
      refuseRepeat(request.tiles);
      return frame;
    }
    case 'select':
      return oneTile(CMD.select, request.tile, request.open);
    case 'match':
      return oneTile(CMD.match, request.tile, request.open);
    case 'set-state':
      return bare(CMD.setState, DESCRIPTOR.none);
  }
}

/** The answer's frame, an Error under `errorCmd`. Throws EncodeError for values out of range. */
export function encodeAnswer(answer: Answer, errorCmd: number): Uint8Array {
  switch (answer.type) {
    case 'start':
      return bare(CMD.start, DESCRIPTOR.none);
    case 'reset':
      return bare(CMD.reset, DESCRIPTOR.none);
    case 'shuffle':
      return shuffle(answer.tiles);
    case 'select':
      return bare(CMD.select, answer.result ? DESCRIPTOR.true : DESCRIPTOR.false);
    case 'match':
      return bare(CMD.match, answer.result ? DESCRIPTOR.true : DESCRIPTOR.false);
    case 'state': {
      const state = STATES.indexOf(answer.state);
      if (state < 0) throw new EncodeError(`no such state: ${answer.state}`);
      return sealed(Uint8Array.of(CMD.setState, DESCRIPTOR.payload, state, 0));
    }
    case 'error':
      if (!ERROR_CODES.includes(answer.code))
        throw new EncodeError(`no such Error code: ${String(answer.code)}`);
      return bare(errorCmd, answer.code);
  }
}
