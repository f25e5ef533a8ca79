/** Tiles, and boards on which few tiles are open: for sessions. */
import type { Random } from '../../api/index';
import { LIMIT, positionOf, type Request, type Tile } from './message';
import { boardOf, isOpen } from './rules';

export const START: Request = { type: 'start' };
export const RESET: Request = { type: 'reset' };
export const SET_STATE: Request = { type: 'set-state' };

export function select(tile: Tile, open = true): Request {
  return { type: 'select', tile, open };
}

export function match(tile: Tile, open = true): Request {
  return { type: 'match', tile, open };
}

export function shuffle(tiles: readonly Tile[]): Request {
  return { type: 'shuffle', tiles };
}

export function pick<T>(random: Random, items: readonly [T, ...T[]]): T {
  return items[random.int(0, items.length - 1)] ?? items[0];
}

/** true once in `times`. */
export function once(random: Random, times: number): boolean {
  return random.int(1, times) === 1;
}

export function times<T>(count: number, steps: () => readonly T[]): T[] {
  return Array.from({ length: count }, steps).flat();
}

export function anyTile(random: Random): Tile {
  const edge = (limit: number): number =>
    pick(random, [0, limit, random.int(0, limit), random.int(0, limit)]);
  const kind = once(random, 4) ? random.int(33, LIMIT.kind) : edge(LIMIT.kind);
  return { x: edge(LIMIT.x), y: edge(LIMIT.y), z: edge(LIMIT.z), kind };
}

/** A kind that matches: itself, or another flower or season. */
export function matchingKind(random: Random, kind: number): number {
  if (kind < 34) return kind;
  return (kind < 38 ? 34 : 38) + random.int(0, 3);
}

/** Another position that differs little: on another level, or one step or bit away. */
export function elsewhere(random: Random, tile: Tile): Tile {
  return pick(random, [
    { ...tile, z: tile.z ^ 1 },
    { ...tile, y: tile.y ^ pick(random, [1, 16]) },
    { ...tile, x: tile.x ^ pick(random, [1, 2, 32]) },
  ]);
}

/** `count` tiles in rows, of `kinds` kinds. */
export function field(count: number, kinds: number, z = 0): Tile[] {
  return Array.from({ length: count }, (_, i) => ({ x: 4 * (i % 16), y: 2 * (i >> 4), z, kind: i % kinds }));
}

function distinct(tiles: readonly Tile[]): Tile[] {
  return [...new Map(tiles.map((tile) => [positionOf(tile), tile])).values()];
}

function openOf(tiles: readonly Tile[]): Tile[] {
  const board = boardOf(tiles);
  return tiles.filter((tile) => isOpen(tile, board));
}

/** Tiles of one kind, piled up so that very few are open: a move may be left or not (STM-GM-10). */
function tightBoard(random: Random): Tile[] {
  const kind = pick(random, [random.int(0, 33), random.int(34, 37), random.int(38, 41)]);
  const [width, depth, levels] = [random.int(1, 6), random.int(0, 2), random.int(0, 3)];
  const [left, top] = [random.int(0, LIMIT.x - width), random.int(0, LIMIT.y - depth)];
  const one = (): Tile[] => [
    { x: left + random.int(0, width), y: top + random.int(0, depth), z: random.int(0, levels), kind },
  ];
  let tiles = distinct(times(random.int(2, pick(random, [3, 6, 12])), one));
  // Open tiles are removed until one or two are left: each further one would hide a wrong reading of the rest.
  const most = random.int(1, 2);
  for (let open = openOf(tiles); open.length > most && tiles.length > most; open = openOf(tiles)) {
    const [gone] = random.shuffle(open);
    tiles = tiles.filter((tile) => tile !== gone);
  }
  return once(random, 3) ? tiles.map((tile) => ({ ...tile, kind: matchingKind(random, kind) })) : tiles;
}

const MOST_LIDS = 16;
const MOST_TRIES = 50;

/**
 * A tile whose neighbours just close its sides or just do not. All others are covered, so this tile decides whether a
 * move is left.
 *
 *     z 2          [lid]
 *     z 1    [lid]       [lid]
 *     z 0     [left][?][right]
 */
function hangingBoard(random: Random): Tile[] {
  const middle = { x: 20, y: 10, z: 0, kind: random.int(0, LIMIT.kind) };
  let tiles = piledAround(random, middle);
  const isLoose = (): boolean => openOf(tiles).filter((tile) => tile !== middle).length > 1;
  for (let n = 1; n < MOST_TRIES && isLoose(); n++) tiles = piledAround(random, middle);
  return tiles;
}

/** Tiles beside one, and lids on them until one other is open at most, which may fail. */
function piledAround(random: Random, middle: Tile): Tile[] {
  const { kind } = middle;
  const beside = (side: number): Tile => ({
    ...middle,
    x: middle.x + side * pick(random, [1, 2, 2, 2, 3]),
    y: middle.y + random.int(-2, 2),
  });
  let tiles: Tile[] = [middle, beside(-1), beside(1)];
  // The first lids lean outward, off the middle; those above lean to each other.
  const isWide = once(random, 2);
  for (let n = 0; n < MOST_LIDS; n++) {
    const open = openOf(tiles).filter((tile) => tile !== middle);
    if (open.length <= 1) break;
    const lowest = open.reduce((a, b) => (b.z < a.z ? b : a));
    const inward = Math.sign(middle.x - lowest.x);
    const lean = lowest.z === 0 && isWide ? -inward : inward;
    const lid = {
      x: lowest.x + pick(random, [lean, lean, 0, -lean]),
      y: lowest.y + random.int(-1, 1),
      z: lowest.z + 1,
      kind,
    };
    const onMiddle = lid.z === 1 && Math.abs(lid.x - middle.x) < 2 && Math.abs(lid.y - middle.y) < 2;
    if (lid.z <= LIMIT.z && (!onMiddle || once(random, 6))) tiles = distinct([...tiles, lid]);
  }
  return tiles;
}

/** A row with only its two ends open: two kinds, one of them at one end only. */
function rowBoard(random: Random): Tile[] {
  const [often, seldom] = [random.int(0, 33), random.int(0, 33)];
  return Array.from({ length: random.int(3, 12) }, (_, i) => ({
    x: 4 + 2 * i,
    y: 6,
    z: 0,
    kind: i === 0 ? seldom : often,
  }));
}

/** Two tiles, each alone: they match, or nearly do. */
function loosePair(random: Random): Tile[] {
  const [a, b] = [anyTile(random), anyTile(random)];
  const kind = pick(random, [matchingKind(random, a.kind), Math.min(a.kind + 4, LIMIT.kind), b.kind]);
  return distinct([a, { ...b, kind }]);
}

/** A board on which one tile decides whether there is a move. */
export function decidedByOne(random: Random): readonly Tile[] {
  return pick(random, [rowBoard, tightBoard, tightBoard, hangingBoard, hangingBoard, loosePair])(random);
}
