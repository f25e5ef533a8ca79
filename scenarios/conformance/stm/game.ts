/** STM: the game's rules, one clause at a time, each in a game of its own. */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/encode';
import {
  describeAnswer,
  describeRequest,
  ERROR,
  kindName,
  type Request,
  type Tile,
} from '../../../protocols/stm/stm';
import { matches } from '../../../protocols/stm/rules';
import { millis, after } from '../../../protocols/time';
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { expectError } from './content';
import { range } from './framing';
import { StmHost } from './host';
import { match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc, altered } from './pieces';

/** `count` pairs matched, on the way to something else; false where a step of it went wrong. */
export async function playPairs(host: StmHost, count: number): Promise<boolean> {
  for (let i = 0; i < count; i++)
    if (
      !(await host.step(select(tile(i % 42, 0)))) ||
      !(await host.step(match(tile(i % 42, 1)), `pair ${i + 1}`))
    )
      return false;
  return true;
}

/** What Start and Reset must both undo: a selection, and pairs. */
async function beginsAnew(host: StmHost, again: Request, id: string): Promise<void> {
  await host.start();
  await host.step(select(tile(20, 1)));
  await host.play(again, id, 'with a tile selected');
  await host.play(match(tile(20, 2)), id, `after ${describeRequest(again)} with a tile selected before`);
  await host.play(select(tile(3, 2)), id, `after ${describeRequest(again)}`);
  for (const before of [71, 72, 80]) {
    await host.start();
    await playPairs(host, before);
    await host.play(again, id, `after ${before} pairs`);
    await playPairs(host, 1);
    await host.play(
      SET_STATE,
      id,
      `one pair after ${describeRequest(again)}, which came after ${before} pairs`,
    );
  }
  await host.start();
  await playPairs(host, 72);
  await host.step(SET_STATE, 'after 72 pairs');
  await host.play(again, id, 'after the game was won');
  await host.play(SET_STATE, id, `after ${describeRequest(again)} ended a won game`);
  await host.play(select(tile(3, 2)), id, `after ${describeRequest(again)} ended a won game`);
}

const startReset: Scenario = {
  id: 'stm/start-reset',
  title: 'Start and Reset begin a game anew',
  covers: ['STM-GM-01', 'STM-GM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    await beginsAnew(host, START, 'STM-GM-01');
    await beginsAnew(host, RESET, 'STM-GM-02');
  },
};

const GAME_REQUESTS: readonly Request[] = [
  SET_STATE,
  select(tile(20)),
  match(tile(20, 1)),
  shuffle(row(20)),
  RESET,
];

const noGame: Scenario = {
  id: 'stm/no-game',
  title: 'before the first Start there is no game',
  covers: ['STM-GM-03'],
  needs: { reset: true },
  async run(bench: Bench): Promise<void> {
    const orders = [
      GAME_REQUESTS,
      [...GAME_REQUESTS].reverse(),
      ...GAME_REQUESTS.map((first) => [first, SET_STATE]),
    ];
    for (const requests of orders) {
      const host = new StmHost(bench);
      await bench.reset();
      await ready(host);
      for (const request of requests) await host.play(request, 'STM-GM-03', 'before the first Start');
      await contentBeforeGame(host);
    }
  },
};

/** The order of judgement (FR-07) where there is no game yet. */
async function contentBeforeGame(host: StmHost): Promise<void> {
  const noKind = altered(select(tile(20)), { 5: 99 });
  await expectError(host, noKind, ERROR.badData, 'a Select of a kind that is none, before the first Start');
  await expectError(
    host,
    wrongCrc(SET_STATE, 2),
    ERROR.badCrc,
    'Set State with a wrong CRC, before the first Start',
  );
}

const BOOT = millis(5000);

/** Asks for the state, which begins no game, until the board that is starting answers. */
async function ready(host: StmHost): Promise<void> {
  const { channel } = host;
  const end = after(channel.now(), BOOT);
  await host.quiet();
  while (channel.now() < end) {
    const sent = await channel.send(SET_STATE);
    if ((await channel.next(after(sent.notAfter, millis(300)))) !== undefined) break;
  }
  await host.quiet();
}

const shuffleScenario: Scenario = {
  id: 'stm/shuffle',
  title: 'Shuffle deals the same kinds over the same positions',
  covers: ['STM-GM-04'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const sizes = [1, 2, 3, 16, 20, 36, 72, 100, 101, 128, 143, 144];
    for (const [i, size] of sizes.entries()) {
      if (i % 5 === 0) await host.start();
      await host.play(shuffle(row(size)), 'STM-GM-04', `shuffle ${(i % 5) + 1} of a game`);
    }
    await host.start();
    for (const tiles of [
      row(144, 1),
      row(144, 2),
      [...row(60)].reverse(),
      row(20).map((one) => ({ ...one, z: 7 })),
    ])
      await host.play(shuffle(tiles), 'STM-GM-04', 'few kinds, reversed, or high up');
    const random = fc.uniqueArray(fc.integer({ min: 0, max: 511 }), { minLength: 1, maxLength: 144 });
    for (const places of bench.sample(random, bench.exhaustive ? 60 : 12)) {
      await host.start();
      const tiles = places.map((place) => tile((place * 7) % 42, place));
      for (let i = 0; i < 2; i++) await host.play(shuffle(tiles), 'STM-GM-04', 'at any positions');
    }
  },
};

const shuffleCount: Scenario = {
  id: 'stm/shuffle-count',
  title: 'five shuffles a game are done, and no more',
  covers: ['STM-GM-05'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-GM-05';
    for (const again of [START, RESET])
      for (const before of [5, 2, 7]) {
        await host.start();
        for (let i = 1; i <= before; i++)
          await host.play(shuffle(row(20)), id, `shuffle ${i} of the game before`);
        await host.step(again);
        for (let i = 1; i <= 7; i++)
          await host.play(shuffle(row(i * 3)), id, `shuffle ${i} after ${describeRequest(again)}`);
      }
    await refusedShuffleChangesNothing(host);
    await malformedIsNotCounted(host);
    await host.start();
    for (let i = 1; i <= 5; i++) await host.step(shuffle(row(1)));
    for (let i = 6; i <= 300 && !bench.enough(id); i++)
      await host.play(shuffle(row(1)), id, `shuffle ${i} of a game`);
    await host.start();
    await playPairs(host, 3);
    for (let i = 1; i <= 6; i++) {
      await host.step(select(tile(i)), 'between shuffles');
      await host.play(shuffle(row(12)), id, `shuffle ${i}, with a tile selected`);
    }
  },
};

async function refusedShuffleChangesNothing(host: StmHost): Promise<void> {
  const id = 'STM-GM-05';
  await host.start();
  // Twelve kinds, each once: no move, however they are dealt.
  for (let i = 1; i <= 5; i++) await host.play(shuffle(row(12)), id, `shuffle ${i}`);
  await host.step(select(tile(20, 1)), 'before a refused shuffle');
  await host.play(shuffle(row(2, 1)), id, 'the sixth, of two tiles that match');
  await host.play(match(tile(20, 2)), id, 'after a refused shuffle: the tile is still selected');
  await host.play(SET_STATE, id, 'after a refused shuffle: the board is still the one without a move');
}

async function malformedIsNotCounted(host: StmHost): Promise<void> {
  const id = 'STM-GM-05';
  const good = shuffle(row(4));
  await host.start();
  for (let i = 1; i <= 5; i++) {
    if (!(await refusedMalformed(host, i)))
      return host.bench.inconclusive(id, 'a malformed Shuffle was not refused as such');
    await host.play(good, id, `shuffle ${i}, with malformed ones before it`);
  }
  await host.play(good, id, 'the sixth');
}

async function refusedMalformed(host: StmHost, i: number): Promise<boolean> {
  const good = shuffle(row(4));
  const kinds = [
    { bytes: wrongCrc(good, i), code: 1, atGap: false, id: 'STM-FR-02', what: 'a Shuffle with a wrong CRC' },
    {
      bytes: altered(good, { 6: 200 }),
      code: 3,
      atGap: false,
      id: 'STM-FR-07',
      what: 'a Shuffle of a kind that is none',
    },
    {
      bytes: encodeRequest(good).subarray(0, 9),
      code: 4,
      atGap: true,
      id: 'STM-FR-03',
      what: 'a truncated Shuffle',
    },
    {
      bytes: Uint8Array.of(3, 10, 0, 9),
      code: 3,
      atGap: true,
      id: 'STM-FR-06',
      what: 'a Shuffle of no tiles',
    },
  ] as const;
  for (const { bytes, code, atGap, id, what } of i === 2 ? kinds : kinds.slice(0, 2))
    if (!(await host.refused(bytes, { code, atGap }, id, what))) return false;
  return true;
}

const shuffleRandom: Scenario = {
  id: 'stm/shuffle-random',
  title: 'shuffling is random',
  covers: ['STM-GM-06'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    for (const sent of [row(16, 8), row(40, 20), row(144)]) {
      await fiveOfOneGame(host, sent);
      for (const again of [START, RESET]) await firstOfFiveGames(host, sent, again);
    }
  },
};

const key = (tiles: readonly Tile[]): string => tiles.map(({ kind }) => kind).join(' ');

async function deals(
  host: StmHost,
  sent: readonly Tile[],
  before: (i: number) => Promise<void>,
): Promise<string[] | undefined> {
  const results: string[] = [];
  for (let i = 0; i < 5; i++) {
    await before(i);
    const answer = await host.ask(shuffle(sent));
    if (answer?.type !== 'shuffle') {
      host.bench.inconclusive(
        'STM-GM-06',
        `a Shuffle of ${sent.length} tiles was not done: ${answer === undefined ? 'no answer' : describeAnswer(answer)}`,
      );
      return undefined;
    }
    results.push(key(answer.tiles));
  }
  return results;
}

async function fiveOfOneGame(host: StmHost, sent: readonly Tile[]): Promise<void> {
  await host.start();
  const results = await deals(host, sent, () => Promise.resolve());
  if (results === undefined) return;
  const changed = results.filter((result) => result !== key(sent)).length;
  host.bench.check('STM-GM-06', changed >= 2 && new Set(results).size >= 2, () => ({
    title: `five shuffles of the same ${sent.length} tiles in one game`,
    expected: 'at least two that differ from what was sent, and two from each other',
    seen: `${changed} that differ from what was sent, ${new Set(results).size} different ones`,
  }));
}

async function firstOfFiveGames(host: StmHost, sent: readonly Tile[], again: Request): Promise<void> {
  await host.start();
  const results = await deals(host, sent, async () => void (await host.ask(again)));
  if (results === undefined) return;
  host.bench.check('STM-GM-06', new Set(results).size > 1, () => ({
    title: `the first shuffle of the same ${sent.length} tiles in five games, each begun by ${describeRequest(again)}`,
    expected: 'not all equal',
    seen: 'five times the same deal',
  }));
}

const CORNERS: readonly Tile[] = [
  { x: 0, y: 0, z: 0, kind: 0 },
  { x: 63, y: 31, z: 7, kind: 41 },
  { x: 63, y: 0, z: 0, kind: 33 },
  { x: 0, y: 31, z: 0, kind: 34 },
  { x: 0, y: 0, z: 7, kind: 38 },
];

const selectScenario: Scenario = {
  id: 'stm/select',
  title: 'Select takes an open tile where none is selected',
  covers: ['STM-GM-07'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-GM-07';
    for (const one of [...range(0, 41).map((kind) => tile(kind, kind)), ...CORNERS]) {
      await host.start();
      await host.play(select(one, false), id, 'closed');
      await host.play(
        match({ ...one, x: one.x ^ 8 }),
        id,
        'after a closed tile was refused: nothing is selected',
      );
      await host.play(select(one), id, 'open, nothing selected');
    }
    for (const second of [select(tile(21, 4)), select(tile(20, 1)), select(tile(21, 4), false)]) {
      await host.start();
      await host.play(select(tile(20, 1)), id, 'open, nothing selected');
      await host.play(second, id, 'with another tile selected');
      await host.play(match(tile(20, 2)), id, 'the first tile is still the selected one');
      await host.play(second, id, 'after a Match');
    }
    await host.start();
    await host.play(select(tile(20, 1)), id, 'open');
    await host.play(select(tile(21, 1)), id, 'with another tile selected');
    await host.play(match(tile(21, 2)), id, 'of the kind of the tile that was refused');
    await host.start();
    await host.step(shuffle(row(20)));
    await host.play(select(tile(40, 200)), id, 'a tile that the known board does not have');
  },
};

async function pairOf(
  host: StmHost,
  first: Tile,
  second: Tile,
  open: boolean,
  id: string,
  situation: string,
): Promise<void> {
  if (host.game.pairs >= 60) await host.start();
  await host.step(select(first), situation);
  await host.play(match(second, open), id, situation);
  if (host.game.selected !== undefined) await host.start();
}

const matchScenario: Scenario = {
  id: 'stm/match',
  title: 'Match pairs what belongs together',
  covers: ['STM-GM-08'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-GM-08';
    for (const [a, b] of kindPairs(bench)) {
      if (bench.enough(id)) return;
      await pairOf(host, tile(a, 3), tile(b, 90), true, id, `${kindName(a)} and ${kindName(b)}`);
    }
    for (const kind of range(0, 41)) {
      await pairOf(host, tile(kind, 3), tile(kind, 90), false, id, 'the second tile closed');
      await pairOf(host, tile(kind, 3), tile(kind, 3), true, id, 'the same position');
    }
    await pairOf(host, tile(34, 3), tile(36, 3), true, id, 'two flowers at the same position');
    for (const [first, second] of positionPairs())
      await pairOf(host, first, second, true, id, 'two positions that differ little');
    await notCheckedAgainstBoard(host);
    await host.start();
    await host.step(select(tile(20, 1)), 'open');
    await host.step(SET_STATE, 'between Select and Match');
    await host.play(match(tile(20, 2)), id, 'after Set State: the tile is still selected');
  },
};

function kindPairs(bench: Bench): (readonly [number, number])[] {
  const all = range(0, 41).flatMap((a) => range(0, 41).map((b) => [a, b] as const));
  if (bench.exhaustive) return all;
  const bonus = range(33, 41);
  const telling = all.filter(
    ([a, b]) =>
      a === b || (bonus.includes(a) && bonus.includes(b)) || Math.abs(a - b) === 9 || Math.abs(a - b) === 1,
  );
  return [...telling, ...bench.sample(fc.constantFrom(...all.filter(([a, b]) => !matches(a, b))), 60)];
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

async function notCheckedAgainstBoard(host: StmHost): Promise<void> {
  const id = 'STM-GM-08';
  await host.start();
  await host.step(shuffle(row(20)), 'of a game');
  await pairOf(host, tile(40, 200), tile(40, 201), true, id, 'tiles that the known board does not have');
  await pairOf(host, tile(7, 0), tile(7, 1), true, id, 'positions of the board, whatever kind stands there');
  await pairOf(host, tile(7, 0), tile(7, 1), true, id, 'positions that were matched before');
}

const selection: Scenario = {
  id: 'stm/selection',
  title: 'a Match and a done Shuffle leave nothing selected',
  covers: ['STM-GM-09'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    const id = 'STM-GM-09';
    const seconds = [
      match(tile(20, 2)),
      match(tile(21, 2)),
      match(tile(20, 2), false),
      match(tile(20, 1)),
      shuffle(row(20)),
    ];
    for (const second of seconds) {
      await host.start();
      await host.play(match(tile(20, 2)), id, 'with nothing selected since Start');
      await host.play(select(tile(20, 1)), id, 'with nothing selected');
      await host.play(second, id, 'with a tile selected');
      await host.play(match(tile(20, 3)), id, `after ${describeRequest(second)}: nothing is selected`);
      await host.play(select(tile(20, 1)), id, `after ${describeRequest(second)} and a Match of nothing`);
      await host.play(second, id, 'again');
      await host.play(select(tile(20, 1)), id, `straight after ${describeRequest(second)}`);
    }
  },
};

export const gameScenarios: readonly Scenario[] = [
  startReset,
  noGame,
  shuffleScenario,
  shuffleCount,
  shuffleRandom,
  selectScenario,
  matchScenario,
  selection,
];
