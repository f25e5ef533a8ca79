/** STM: Select takes a tile (STM-GM-07), Match pairs tiles (GM-08), and some requests leave nothing selected (GM-09). */
import * as fc from 'fast-check';
import { describeRequest, kindName, type Tile } from '../../../protocols/stm/stm';
import { matches } from '../../../protocols/stm/rules';
import type { Bench } from '../../bench/bench';
import { range } from '../range';
import type { StmHost } from './host';
import { match, row, select, SET_STATE, shuffle, tile } from './requests';
import { stmScenario } from './scenario';

const CORNERS: readonly Tile[] = [
  { x: 0, y: 0, z: 0, kind: 0 },
  { x: 63, y: 31, z: 7, kind: 41 },
  { x: 63, y: 0, z: 0, kind: 33 },
  { x: 0, y: 31, z: 0, kind: 34 },
  { x: 0, y: 0, z: 7, kind: 38 },
];

const selectScenario = stmScenario(
  { id: 'stm/select', title: 'Select takes an open tile where none is selected', covers: ['STM-GM-07'] },
  async (host) => {
    for (const one of [...range(0, 41).map((kind) => tile(kind, kind)), ...CORNERS]) {
      await host.start();
      await host.ask(select(one, false), 'closed');
      await host.ask(match({ ...one, x: one.x ^ 8 }), 'after a closed tile was refused: nothing is selected');
      await host.ask(select(one), 'open, nothing selected');
    }
    for (const second of [select(tile(21, 4)), select(tile(20, 1)), select(tile(21, 4), false)]) {
      await host.start();
      await host.ask(select(tile(20, 1)), 'open, nothing selected');
      await host.ask(second, 'with another tile selected');
      await host.ask(match(tile(20, 2)), 'the first tile is still the selected one');
      await host.ask(second, 'after a Match');
    }
    await host.start();
    await host.ask(select(tile(20, 1)), 'open');
    await host.ask(select(tile(21, 1)), 'with another tile selected');
    await host.ask(match(tile(21, 2)), 'of the kind of the tile that was refused');
    await host.start();
    await host.ask(shuffle(row(20)));
    await host.ask(select(tile(40, 200)), 'a tile that the known board does not have');
  },
);

async function checkPair(
  host: StmHost,
  first: Tile,
  second: Tile,
  open: boolean,
  situation: string,
): Promise<void> {
  if (host.game.pairs >= 60) await host.start();
  await host.ask(select(first), situation);
  await host.ask(match(second, open), situation);
  if (host.game.selected !== undefined) await host.start();
}

const matchScenario = stmScenario(
  { id: 'stm/match', title: 'Match pairs what belongs together', covers: ['STM-GM-08'] },
  async (host, bench) => {
    const id = 'STM-GM-08';
    for (const [a, b] of kindPairs(bench)) {
      if (bench.failedEnough(id)) return;
      await checkPair(host, tile(a, 3), tile(b, 90), true, `${kindName(a)} and ${kindName(b)}`);
    }
    for (const kind of range(0, 41)) {
      await checkPair(host, tile(kind, 3), tile(kind, 90), false, 'the second tile closed');
      await checkPair(host, tile(kind, 3), tile(kind, 3), true, 'the same position');
    }
    await checkPair(host, tile(34, 3), tile(36, 3), true, 'two flowers at the same position');
    for (const [first, second] of positionPairs())
      await checkPair(host, first, second, true, 'two positions that differ little');
    await checkUnknownPositions(host);
    await host.start();
    await host.ask(select(tile(20, 1)), 'open');
    await host.ask(SET_STATE, 'between Select and Match');
    await host.ask(match(tile(20, 2)), 'after Set State: the tile is still selected');
  },
);

function kindPairs(bench: Bench): (readonly [number, number])[] {
  const all = range(0, 41).flatMap((a) => range(0, 41).map((b) => [a, b] as const));
  if (bench.exhaustive) return all;
  const bonus = range(33, 41);
  const revealing = all.filter(
    ([a, b]) =>
      a === b || (bonus.includes(a) && bonus.includes(b)) || Math.abs(a - b) === 9 || Math.abs(a - b) === 1,
  );
  return [...revealing, ...bench.sample(fc.constantFrom(...all.filter(([a, b]) => !matches(a, b))), 60)];
}

function positionPairs(): (readonly [Tile, Tile])[] {
  const base = { x: 20, y: 10, z: 2, kind: 30 };
  const others = [
    { ...base, x: 21 },
    { ...base, y: 11 },
    { ...base, z: 3 },
    { ...base, x: 52 },
    { ...base, y: 26 },
    { ...base, z: 6 },
    { ...base, x: 10, y: 20 },
    { ...base, x: 0, y: 0, z: 0 },
  ];
  return others.map((other) => [base, other] as const);
}

async function checkUnknownPositions(host: StmHost): Promise<void> {
  await host.start();
  await host.ask(shuffle(row(20)), 'of a game');
  await checkPair(host, tile(40, 200), tile(40, 201), true, 'tiles that the known board does not have');
  await checkPair(host, tile(7, 0), tile(7, 1), true, 'positions of the board, whatever kind stands there');
  await checkPair(host, tile(7, 0), tile(7, 1), true, 'positions that were matched before');
}

const selection = stmScenario(
  { id: 'stm/selection', title: 'a Match and a done Shuffle leave nothing selected', covers: ['STM-GM-09'] },
  async (host) => {
    const seconds = [
      match(tile(20, 2)),
      match(tile(21, 2)),
      match(tile(20, 2), false),
      match(tile(20, 1)),
      shuffle(row(20)),
    ];
    for (const second of seconds) {
      await host.start();
      await host.ask(match(tile(20, 2)), 'with nothing selected since Start');
      await host.ask(select(tile(20, 1)), 'with nothing selected');
      await host.ask(second, 'with a tile selected');
      await host.ask(match(tile(20, 3)), `after ${describeRequest(second)}: nothing is selected`);
      await host.ask(select(tile(20, 1)), `after ${describeRequest(second)} and a Match of nothing`);
      await host.ask(second, 'again');
      await host.ask(select(tile(20, 1)), `straight after ${describeRequest(second)}`);
    }
  },
);

export const selections = [selectScenario, matchScenario, selection];
