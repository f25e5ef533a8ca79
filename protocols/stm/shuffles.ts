/** Sessions of shuffles: boards of every size, how often they may be dealt anew, and whether that is random. */
import type { Random, SessionScenario } from '../../api/index';
import { anyTile, field, match, once, pick, RESET, select, SET_STATE, shuffle, START, times } from './boards';
import { altered, spoilt, type Request, type Tile } from './message';
import type { StmState } from './rulings';

export type Step = Request | Uint8Array;
export type Sessions = SessionScenario<Request, StmState, unknown>;

export const A: Tile = { x: 20, y: 1, z: 0, kind: 20 };
export const B: Tile = { ...A, x: 24 };
export const C: Tile = { ...A, x: 28, kind: 21 };

const SIZES = [1, 2, 3, 16, 20, 64, 100, 101, 127, 128, 143, 144] as const;

/** Any tiles at different positions. */
function scattered(random: Random): readonly Tile[] {
  const all = times(random.int(1, 20), () => [anyTile(random)]);
  return all.filter(
    (tile, i) => all.findIndex(({ x, y, z }) => x === tile.x && y === tile.y && z === tile.z) === i,
  );
}

export const shuffling: Sessions = {
  id: 'shuffles',
  title: 'five shuffles a game deal the same kinds over the same positions; a refused one changes nothing',
  covers: ['STM-GM-04', 'STM-GM-05', 'STM-FR-07', 'STM-FR-08', 'STM-TM-01'],
  runs: { virtual: 30, real: 6 },
  weight: 2,
  session: (random) => {
    const good = shuffle(scattered(random));
    const malformed = [
      spoilt(good),
      altered(good, 6, 200),
      altered(shuffle([A, B, C]), 11, A.x),
      Uint8Array.of(3, 10, 0, 9),
    ];
    const tiles = (): readonly Tile[] =>
      once(random, 2) ? scattered(random) : field(pick(random, SIZES), random.int(1, 42), random.int(0, 7));
    const game = (count: number, step: () => readonly Step[]): Step[] => [
      pick(random, [START, RESET]),
      ...times(count, step),
    ];
    return [
      ...game(pick(random, [5, 6, 7]), () => [shuffle(tiles())]),
      ...game(5, () => [...random.shuffle(malformed).slice(0, 2), good]),
      ...random.shuffle(malformed),
      ...[select(A), shuffle([A]), match(B)],
      ...game(5, () => [shuffle(field(12, 12))]),
      ...[shuffle(field(2, 1)), SET_STATE, START],
      ...times(5, () => [shuffle(field(2, 1))]),
      ...[shuffle(field(12, 12)), shuffle(field(12, 12)), SET_STATE, SET_STATE],
    ];
  },
};

export const dealing: Sessions = {
  id: 'deals',
  title: 'boards of every size; five deals of a game, and the first deals of five games, are random',
  covers: ['STM-GM-04', 'STM-GM-06', 'STM-FR-01', 'STM-FR-02', 'STM-FR-07', 'STM-FR-08', 'STM-TM-01'],
  runs: { virtual: 12, real: 3 },
  weight: 0.6,
  session: (random) => [
    ...[START, ...times(5, () => [shuffle(field(144, 42))]), SET_STATE],
    ...random
      .shuffle([field(16, 8), field(pick(random, [16, 17, 20, 40, 144]), 20)])
      .flatMap((tiles) => [
        ...[START, ...times(5, () => [shuffle(tiles)]), SET_STATE],
        ...times(5, () => [START, shuffle(tiles)]),
        ...times(5, () => [RESET, shuffle(tiles)]),
      ]),
    ...random
      .shuffle(SIZES)
      .map((size) => shuffle(field(size, 42)))
      .flatMap((one, i) => [...(i % 5 === 0 ? [START] : []), spoilt(one, 1 << random.int(0, 7)), one]),
    altered(shuffle(field(144, 42)), 6 + 4 * 143, 99),
  ],
};
