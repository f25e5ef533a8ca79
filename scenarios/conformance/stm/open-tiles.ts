/** STM: which tiles are open, as the state of boards of few tiles shows (STM-GM-10). */
import type { Tile } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import { untilFailed } from '../until-failed';
import type { StmHost } from './host';
import { match, select, SET_STATE, shuffle } from './requests';

const STATE = 'STM-GM-10';

/** Shuffles these tiles, matches a pair, and judges the state. */
export async function checkState(
  host: StmHost,
  tiles: readonly Tile[],
  shuffles: number,
  situation: string,
  pair?: readonly [Tile, Tile],
): Promise<void> {
  await host.start();
  for (let i = 0; i < shuffles; i++) await host.ask(shuffle(tiles));
  if (pair !== undefined) {
    await host.ask(select(pair[0]));
    await host.ask(match(pair[1]));
  }
  await host.ask(SET_STATE, situation);
}

const at = (x: number, y: number, z: number, kind = 9): Tile => ({ x, y, z, kind });

/** Judges which neighbours close a tile, by their offsets. All tiles are of one kind, so that every deal is the same. */
export async function checkGeometry(host: StmHost): Promise<void> {
  const { bench } = host;
  const reach = bench.exhaustive ? [-3, -2, -1, 0, 1, 2, 3] : [-2, -1, 0, 1, 2];
  for (const dx of reach)
    for (const dy of untilFailed(bench, STATE, reach))
      await checkState(
        host,
        [at(20, 10, 0), at(20 + dx, 10 + dy, 1)],
        5,
        `a tile one level up at dx ${dx}, dy ${dy}`,
      );
  await checkState(host, [at(20, 10, 0), at(20, 10, 2)], 5, 'a tile two levels up covers nothing');
  await checkState(host, [at(20, 10, 1), at(20, 10, 0)], 5, 'the lower tile is covered, not the upper');
  for (const [left, right] of untilFailed(bench, STATE, sides(bench))) await checkSides(host, left, right);
  await checkEdges(host);
}

type Offset = readonly [dx: number, dy: number];

/** Distances to a left and a right neighbour, besides those that close a tile. */
const OTHER_DISTANCES: readonly (readonly [number, number])[] = [
  [-1, 2],
  [-2, 1],
  [-3, 2],
  [-2, 3],
  [-1, 1],
  [-2, 40],
  [-20, 2],
];

function sides(bench: Bench): (readonly [Offset, Offset])[] {
  const dys = [-2, -1, 0, 1, 2];
  const closing = dys.flatMap((l) =>
    dys.map((r): readonly [Offset, Offset] => [
      [-2, l],
      [2, r],
    ]),
  );
  const other = OTHER_DISTANCES.map(([l, r]): readonly [Offset, Offset] => [
    [l, 0],
    [r, 0],
  ]);
  const some = bench.exhaustive ? closing : closing.filter(([l, r]) => Math.abs(l[1]) + Math.abs(r[1]) < 3);
  return [...some, ...other];
}

/**
 * Judges a tile with a neighbour on each side, and a fourth tile far away. Two of the four match. Where the deal puts one
 * of them in the middle, there is a move only if the middle is open. Plays games until the deal does.
 */
async function checkSides(host: StmHost, [lx, ly]: Offset, [rx, ry]: Offset): Promise<void> {
  const tiles = [
    at(20, 10, 0, 9),
    at(20 + lx, 10 + ly, 0, 9),
    at(20 + rx, 10 + ry, 0, 11),
    at(20, 28, 0, 12),
  ];
  for (let game = 0; game < 6; game++) {
    await checkState(host, tiles, 5, `neighbours at dx ${lx}, dy ${ly} and dx ${rx}, dy ${ry}`);
    const middle = [...host.game.board.values()].find(({ x, y }) => x === 20 && y === 10);
    if (middle?.kind === 9) return;
  }
}

/** Judges tiles at the rim: nothing is beyond it, and positions do not wrap. */
async function checkEdges(host: StmHost): Promise<void> {
  for (const tiles of [
    [at(0, 0, 0), at(63, 0, 0)],
    [at(0, 0, 0), at(62, 31, 0), at(2, 1, 0, 11)],
    [at(63, 31, 7), at(0, 0, 0)],
    [at(1, 5, 0), at(63, 4, 0), at(3, 5, 0, 11)],
  ])
    await checkState(host, tiles, 5, 'tiles at the rim');
}
