/**
 * Boards to play on: the 144-tile turtle in half-tile units, and deals over it.
 *
 *     level 0   rows of 12 8 10 12 12 10 8 12, one tile more at the left, two at the right   87
 *     level 1   6 × 6                                                                        36
 *     level 2   4 × 4                                                                        16
 *     level 3   2 × 2                                                                         4
 *     level 4   one tile on the middle of those four                                          1
 */
import { positionOf } from './positions';
import type { Tile } from './message';
import { boardOf, openTiles } from './rules';

export interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** A whole number from 0, below `below`. */
export type Random = (below: number) => number;

function block(columns: number, rows: number, left: number, top: number, z: number): Position[] {
  return Array.from({ length: columns * rows }, (_, i) => ({
    x: left + 2 * (i % columns),
    y: top + 2 * Math.floor(i / columns),
    z,
  }));
}

const ROWS = [12, 8, 10, 12, 12, 10, 8, 12];

/** The 144 positions, level by level. */
export const TURTLE: readonly Position[] = [
  ...ROWS.flatMap((columns, row) => block(columns, 1, 14 - columns, 2 * row, 0)),
  { x: 0, y: 7, z: 0 },
  { x: 26, y: 7, z: 0 },
  { x: 28, y: 7, z: 0 },
  ...block(6, 6, 8, 2, 1),
  ...block(4, 4, 10, 4, 2),
  ...block(2, 2, 12, 6, 3),
  { x: 13, y: 7, z: 4 },
];

/** The set's 144 kinds, ascending: four each of 0..33, one each of the flowers and seasons. */
export const STANDARD_SET: readonly number[] = Array.from({ length: 144 }, (_, i) =>
  i < 136 ? Math.floor(i / 4) : i - 102,
);

/** The items in random order (Fisher and Yates). */
function shuffled<T>(items: readonly T[], random: Random): T[] {
  const all = [...items];
  for (let i = all.length - 1; i > 0; i--) {
    const j = random(i + 1);
    [all[i], all[j]] = [all[j]!, all[i]!];
  }
  return all;
}

/** The same positions in the same order with the kinds dealt anew: a Shuffle (STM-GM-04). */
export function redeal(tiles: readonly Tile[], random: Random): Tile[] {
  const kinds = shuffled(
    tiles.map((tile) => tile.kind),
    random,
  );
  return tiles.map((tile, i) => ({ ...tile, kind: kinds[i]! }));
}

/** The set dealt over the turtle at random. The deal may not be winnable. */
export function deal(random: Random): Tile[] {
  return redeal(
    TURTLE.map((position, i) => ({ ...position, kind: STANDARD_SET[i]! })),
    random,
  );
}

/** A deal and one way to win it: pairs that are open and match in their turn. */
export interface SolvableDeal {
  readonly tiles: readonly Tile[];
  readonly solution: readonly (readonly [Tile, Tile])[];
}

/**
 * The set dealt over the turtle so that it can be won: positions are emptied in open pairs, and the pairs get their
 * kinds in that order.
 */
export function solvableDeal(random: Random): SolvableDeal {
  const kinds = kindPairs(random);
  const solution = findEmptyingOrder(random).map(([a, b], i): readonly [Tile, Tile] => {
    const [kindA, kindB] = kinds[i]!;
    return [
      { ...a, kind: kindA },
      { ...b, kind: kindB },
    ];
  });
  const dealt = boardOf(solution.flat());
  const tiles = TURTLE.map(({ x, y, z }) => dealt.get(positionOf(x, y, z))!);
  return { tiles, solution };
}

function blank(): Tile[] {
  return TURTLE.map((position) => ({ ...position, kind: 0 }));
}

/** The set as 72 matching pairs in random order. */
function kindPairs(random: Random): (readonly [number, number])[] {
  const plain = STANDARD_SET.slice(0, 136);
  const bonus = [shuffled(STANDARD_SET.slice(136, 140), random), shuffled(STANDARD_SET.slice(140), random)];
  const kinds = [...plain, ...bonus.flat()];
  const pairs = Array.from({ length: 72 }, (_, i) => [kinds[2 * i]!, kinds[2 * i + 1]!] as const);
  return shuffled(pairs, random);
}

const MAX_TRIES = 200;

/** An order in which the turtle can be emptied by open pairs. */
function findEmptyingOrder(random: Random): (readonly [Tile, Tile])[] {
  for (let n = 0; n < MAX_TRIES; n++) {
    const order = tryEmptying((open) => shuffled(open, random));
    if (order !== undefined) return order;
  }
  // The highest tiles go first, so no stack is left at the end, whatever `random` gives.
  const order = tryEmptying((open) => [...open].sort((a, b) => b.z - a.z));
  if (order === undefined) throw new Error('the turtle cannot be emptied from the top');
  return order;
}

function tryEmptying(rank: (open: Tile[]) => Tile[]): (readonly [Tile, Tile])[] | undefined {
  const order: (readonly [Tile, Tile])[] = [];
  let left = blank();
  while (left.length > 0) {
    const [a, b] = rank(openTiles(boardOf(left)));
    if (a === undefined || b === undefined) return undefined;
    order.push([a, b]);
    left = left.filter((tile) => tile !== a && tile !== b);
  }
  return order;
}
