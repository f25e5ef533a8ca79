/**
 * Boards for which it is known whether a move is left, however a Shuffle deals their kinds.
 *
 * Either every tile has the same kind, so openness alone decides; or no two kinds match.
 */
import type { Tile } from '../message';

export interface KnownBoard {
  /** A short name. */
  readonly name: string;
  readonly tiles: readonly Tile[];
  /** Two matching tiles are open, in every deal. */
  readonly move: boolean;
}

type Place = readonly [x: number, y: number, z: number];

function sameKindBoard(name: string, move: boolean, ...places: readonly Place[]): KnownBoard {
  return { name, move, tiles: places.map(([x, y, z]) => ({ x, y, z, kind: 27 })) };
}

/** Kinds that never match each other: every plain one, a flower and a season. */
const NONMATCHING_KINDS = [...Array.from({ length: 34 }, (_, kind) => kind), 34, 38];

/** 36 tiles side by side, without a matching pair. */
const UNMATCHED: KnownBoard = {
  name: 'no two tiles match',
  move: false,
  tiles: NONMATCHING_KINDS.map((kind, i) => ({ x: 4 * (i % 12), y: 4 * Math.floor(i / 12), z: 0, kind })),
};

/**
 * The topmost tile is open, and all others are closed, except perhaps `M`. No tile covers `M`; `A` is beside it, and
 * `right` may be.
 *
 *     level 0   A at 10,10   M at 12,11   right
 *     level 1   one tile on A, one on right
 *     level 2   one tile on those two
 */
function blockedBoard(name: string, move: boolean, right: Place): KnownBoard {
  return sameKindBoard(name, move, [10, 10, 0], right, [12, 11, 0], [11, 9, 1], [13, 9, 1], [12, 9, 2]);
}

export const KNOWN_BOARDS: readonly KnownBoard[] = [
  UNMATCHED,
  { name: 'two flowers', move: true, tiles: [tileAt(0, 0, 34), tileAt(4, 0, 37)] },
  { name: 'two seasons', move: true, tiles: [tileAt(0, 0, 38), tileAt(4, 0, 41)] },
  { name: 'a flower and a season', move: false, tiles: [tileAt(0, 0, 37), tileAt(4, 0, 38)] },
  sameKindBoard('a lone tile', false, [4, 4, 0]),
  sameKindBoard('two side by side', true, [4, 4, 0], [6, 4, 0]),
  sameKindBoard('one right on the other', false, [4, 4, 0], [4, 4, 1]),
  sameKindBoard('one on the other, half a tile off both ways', false, [4, 4, 0], [5, 5, 1]),
  sameKindBoard('one on the other, half a tile off to the left and up', false, [4, 4, 0], [3, 3, 1]),
  sameKindBoard('one level higher, a whole tile to the right', true, [4, 4, 0], [6, 4, 1]),
  sameKindBoard('one level higher, a whole tile down', true, [4, 4, 0], [4, 6, 1]),
  sameKindBoard('two levels higher with nothing between', true, [4, 4, 0], [4, 4, 2]),
  sameKindBoard(
    'at the right edge, and at the left edge one row down and one level up',
    true,
    [63, 4, 0],
    [0, 5, 1],
  ),
  sameKindBoard('at the lower edge, and at the upper edge one level up', true, [4, 31, 0], [4, 0, 1]),
  sameKindBoard('two that overlap on one level', true, [4, 4, 0], [5, 4, 0]),
  blockedBoard('closed in from both sides, half a tile off', false, [14, 10, 0]),
  blockedBoard('one side closed, on the other a tile half a tile too near', true, [13, 10, 0]),
  blockedBoard('one side closed, on the other a tile a whole one off', true, [14, 9, 0]),
];

function tileAt(x: number, y: number, kind: number): Tile {
  return { x, y, z: 0, kind };
}
