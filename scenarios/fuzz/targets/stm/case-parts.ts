/** Parts of STM cases: tiles, boards, frames. */
import {
  CMD,
  crc,
  DESCRIPTOR,
  LIMIT,
  positionOf,
  requests,
  type Request,
  type Tile,
} from '../../../../protocols/stm/stm';
import { isOpen, boardOf } from '../../../../protocols/stm/rules';
import type { StmState } from '../../../../protocols/stm/session';
import type { Micros } from '../../../../protocols/time';
import type { Dice } from '../../campaign/dice';
import { send, type FuzzStep } from '../../../player/step';
import type { RequestResponseView } from '../request-response/model';

export const LINK = 'main';

export type StmView = RequestResponseView<StmState>;

const codec = requests();

export const START: Request = { type: 'start' };
export const RESET: Request = { type: 'reset' };
export const SET_STATE: Request = { type: 'set-state' };

export function bytes(request: Request): Uint8Array {
  return codec.encode(request);
}

export function tx(what: Request | Uint8Array, gap?: Micros): FuzzStep {
  return send(LINK, what instanceof Uint8Array ? what : bytes(what), gap);
}

/** The bytes with their right CRC after them. */
export function sealed(data: readonly number[]): Uint8Array {
  return Uint8Array.of(...data, crc(Uint8Array.from(data)));
}

export function resealed(frame: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(frame);
  copy[copy.length - 1] = crc(copy, copy.length - 1);
  return copy;
}

export function withByte(frame: Uint8Array, at: number, byte: number): Uint8Array {
  const copy = Uint8Array.from(frame);
  copy[at] = byte;
  return copy;
}

export function anyTile(dice: Dice): Tile {
  return {
    x: dice.int(0, LIMIT.x),
    y: dice.int(0, LIMIT.y),
    z: dice.int(0, LIMIT.z),
    kind: dice.once(4) ? dice.int(34, LIMIT.kind) : dice.int(0, LIMIT.kind),
  };
}

/** A tile at a limit of the page's ranges. */
export function edgeTile(dice: Dice): Tile {
  const edge = (limit: number): number => dice.pick([0, 1, limit - 1, limit, dice.int(0, limit)]);
  return {
    x: edge(LIMIT.x),
    y: edge(LIMIT.y),
    z: edge(LIMIT.z),
    kind: dice.pick([0, 33, 34, 37, 38, LIMIT.kind, dice.int(0, LIMIT.kind)]),
  };
}

function distinct(tiles: readonly Tile[]): Tile[] {
  return [...new Map(tiles.map((tile) => [positionOf(tile.x, tile.y, tile.z), tile])).values()];
}

/** Tiles at different positions, anywhere. */
export function scattered(dice: Dice, count: number): Tile[] {
  const tiles = distinct(Array.from({ length: count }, () => anyTile(dice)));
  return tiles.length > 0 ? tiles : [anyTile(dice)];
}

/** Usually one to a few tiles; sometimes as many as a frame holds, and counts around powers of two. */
export function someTiles(dice: Dice): Tile[] {
  if (dice.once(30)) return field(dice, dice.pick([16, 64, 101, 127, 128, 143, 144, 144]));
  return scattered(dice, dice.int(1, dice.once(4) ? 20 : 3));
}

/** `count` tiles in rows, of any kinds. */
export function field(dice: Dice, count: number): Tile[] {
  const z = dice.int(0, LIMIT.z);
  return Array.from({ length: count }, (_, i) => ({
    x: 4 * (i % 16),
    y: 2 * (i >> 4),
    z,
    kind: (i + dice.int(0, 3)) % 42,
  }));
}

/** Tiles of one kind, piled up so that very few are open: a move may be left or not (STM-GM-10). */
export function tightBoard(dice: Dice): Tile[] {
  const kind = dice.pick([dice.int(0, 33), dice.int(34, 37), dice.int(38, 41)]);
  const size = dice.int(2, dice.pick([3, 6, 12]));
  const width = dice.int(1, 6);
  const depth = dice.int(0, 2);
  const levels = dice.int(0, 3);
  let tiles = distinct(
    Array.from({ length: size }, () => ({
      x: 8 + dice.int(0, width),
      y: 8 + dice.int(0, depth),
      z: dice.int(0, levels),
      kind,
    })),
  );
  // Open tiles are removed until one or two are left: each further one would hide a wrong reading of the rest.
  const most = dice.int(1, 2);
  for (let open = openOf(tiles); open.length > most && tiles.length > most; open = openOf(tiles)) {
    const gone = dice.any(open);
    tiles = tiles.filter((tile) => tile !== gone);
  }
  if (dice.once(3)) tiles = tiles.map((tile) => ({ ...tile, kind: matchingKind(dice, tile.kind) }));
  return tiles;
}

function openOf(tiles: readonly Tile[]): Tile[] {
  const board = boardOf(tiles);
  return tiles.filter((tile) => isOpen(tile, board));
}

/**
 * A tile whose neighbours just close its sides or just do not. All others are covered, so this tile decides whether a
 * move is left.
 *
 *     z 2          [lid]
 *     z 1    [lid]       [lid]
 *     z 0     [left][?][right]
 */
export function hangingBoard(dice: Dice): Tile[] {
  const kind = dice.int(0, LIMIT.kind);
  const middle = { x: 20, y: 10, z: 0, kind };
  const beside = (side: number): Tile => ({
    x: middle.x + side * dice.pick([1, 2, 2, 3]),
    y: middle.y + dice.int(-2, 2),
    z: 0,
    kind,
  });
  let tiles: Tile[] = [middle, beside(-1), beside(1)];
  for (let n = 0; n < MOST_LIDS; n++) {
    const open = openOf(tiles).filter((tile) => tile !== middle);
    if (open.length <= 1) break;
    const lowest = open.reduce((a, b) => (b.z < a.z ? b : a));
    const inward = Math.sign(middle.x - lowest.x);
    const lid = {
      x: lowest.x + dice.pick([inward, inward, 0, -inward]),
      y: lowest.y + dice.int(-1, 1),
      z: lowest.z + 1,
      kind,
    };
    const onMiddle = lid.z === 1 && Math.abs(lid.x - middle.x) < 2 && Math.abs(lid.y - middle.y) < 2;
    if (lid.z <= LIMIT.z && (!onMiddle || dice.once(6))) tiles = distinct([...tiles, lid]);
  }
  return tiles;
}

const MOST_LIDS = 16;

/** A row with only its two ends open: two kinds, one of them at one end only. */
export function rowBoard(dice: Dice): Tile[] {
  const length = dice.int(3, 12);
  const [often, seldom] = [dice.int(0, 33), dice.int(0, 33)];
  return Array.from({ length }, (_, i) => ({ x: 4 + 2 * i, y: 6, z: 0, kind: i === 0 ? seldom : often }));
}

/** A kind that matches: itself, or another flower or season. */
export function matchingKind(dice: Dice, kind: number): number {
  if (kind < 34) return kind;
  return (kind < 38 ? 34 : 38) + dice.int(0, 3);
}

/** Another position, near or far, or the same place on another level. */
export function elsewhere(dice: Dice, tile: Tile): Tile {
  if (dice.once(4)) return { ...tile, z: (tile.z + 1) % (LIMIT.z + 1) };
  return { ...tile, x: (tile.x + dice.int(1, LIMIT.x)) % (LIMIT.x + 1) };
}

/** Any good request, usually one with an effect in this state of the game. */
export function anyRequest(dice: Dice, { state }: StmView): Request {
  const game = state?.game;
  if (game === undefined || (!game.started && !dice.once(8)) || (game.ended && dice.once(3))) return START;
  const open = !dice.once(8);
  const tile = knownTile(dice, game.board) ?? (dice.once(3) ? edgeTile(dice) : anyTile(dice));
  const { selected } = game;
  const what = dice.int(0, 99);
  if (what < 34) return { type: 'select', tile, open };
  if (what < 74) return { type: 'match', tile: partner(dice, selected, tile), open };
  if (what < 86) return { type: 'shuffle', tiles: someTiles(dice) };
  if (what < 95) return SET_STATE;
  return dice.pick([START, RESET, RESET]);
}

function knownTile(dice: Dice, board: ReadonlyMap<number, Tile>): Tile | undefined {
  return board.size > 0 && dice.once(2) ? dice.any([...board.values()]) : undefined;
}

function partner(dice: Dice, selected: Tile | undefined, tile: Tile): Tile {
  if (selected === undefined) return tile;
  switch (dice.int(0, 5)) {
    case 0:
      return selected;
    case 1:
      return tile;
    case 2:
      return { ...elsewhere(dice, selected), kind: dice.int(34, LIMIT.kind) };
    default:
      return { ...elsewhere(dice, selected), kind: matchingKind(dice, selected.kind) };
  }
}

export function shuffleFrame(tiles: readonly Tile[]): number[] {
  return [
    CMD.shuffle,
    DESCRIPTOR.payload,
    tiles.length,
    ...tiles.flatMap(({ x, y, z, kind }) => [x, y, z, kind]),
  ];
}
