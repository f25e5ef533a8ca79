/** STM: Shuffle deals the same kinds (STM-GM-04), five times a game (GM-05), at random (GM-06). */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/stm';
import { describeRequest, type Request, type Tile } from '../../../protocols/stm/stm';
import type { StmHost } from './host';
import { playPairs } from './pairs';
import { altered, match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './requests';
import { stmScenario } from './scenario';

const shuffleScenario = stmScenario(
  { id: 'stm/shuffle', title: 'Shuffle deals the same kinds over the same positions', covers: ['STM-GM-04'] },
  async (host, bench) => {
    const sizes = [1, 2, 3, 16, 20, 36, 72, 100, 101, 128, 143, 144];
    for (const [i, size] of sizes.entries()) {
      if (i % 5 === 0) await host.start();
      await host.ask(shuffle(row(size)), `shuffle ${(i % 5) + 1} of a game`);
    }
    await host.start();
    for (const tiles of [
      row(144, 1),
      row(144, 2),
      [...row(60)].reverse(),
      row(20).map((one) => ({ ...one, z: 7 })),
    ])
      await host.ask(shuffle(tiles), 'few kinds, reversed, or high up');
    const random = fc.uniqueArray(fc.integer({ min: 0, max: 511 }), { minLength: 1, maxLength: 144 });
    for (const places of bench.sample(random, bench.exhaustive ? 60 : 12)) {
      await host.start();
      const tiles = places.map((place) => tile((place * 7) % 42, place));
      for (let i = 0; i < 2; i++) await host.ask(shuffle(tiles), 'at any positions');
    }
  },
);

const shuffleCount = stmScenario(
  { id: 'stm/shuffle-count', title: 'five shuffles a game are done, and no more', covers: ['STM-GM-05'] },
  async (host, bench) => {
    const id = 'STM-GM-05';
    for (const again of [START, RESET])
      for (const before of [5, 2, 7]) {
        await host.start();
        for (let i = 1; i <= before; i++) await host.ask(shuffle(row(20)), `shuffle ${i} of the game before`);
        await host.ask(again);
        for (let i = 1; i <= 7; i++)
          await host.ask(shuffle(row(i * 3)), `shuffle ${i} after ${describeRequest(again)}`);
      }
    await checkRefusedShuffle(host);
    await checkMalformedUncounted(host);
    await host.start();
    for (let i = 1; i <= 5; i++) await host.ask(shuffle(row(1)));
    for (let i = 6; i <= 300 && !bench.failedEnough(id); i++)
      await host.ask(shuffle(row(1)), `shuffle ${i} of a game`);
    await host.start();
    await playPairs(host, 3);
    for (let i = 1; i <= 6; i++) {
      await host.ask(select(tile(i)), 'between shuffles');
      await host.ask(shuffle(row(12)), `shuffle ${i}, with a tile selected`);
    }
  },
);

async function checkRefusedShuffle(host: StmHost): Promise<void> {
  await host.start();
  // Twelve tiles of twelve kinds: no deal of them has a move.
  for (let i = 1; i <= 5; i++) await host.ask(shuffle(row(12)), `shuffle ${i}`);
  await host.ask(select(tile(20, 1)), 'before a refused shuffle');
  await host.ask(shuffle(row(2, 1)), 'the sixth, of two tiles that match');
  await host.ask(match(tile(20, 2)), 'after a refused shuffle: the tile is still selected');
  await host.ask(SET_STATE, 'after a refused shuffle: the board is still the one without a move');
  await host.start();
  for (let i = 1; i <= 5; i++) await host.ask(shuffle(row(2, 1)), `shuffle ${i}, of two tiles that match`);
  await host.ask(shuffle(row(12)), 'the sixth, of tiles without a move');
  await host.ask(SET_STATE, 'after a refused shuffle: the board is still the one with a move');
}

async function checkMalformedUncounted(host: StmHost): Promise<void> {
  const id = 'STM-GM-05';
  const good = shuffle(row(4));
  await host.start();
  for (let i = 1; i <= 5; i++) {
    if (!(await refusesMalformed(host, i)))
      return host.bench.inconclusive(id, 'a malformed Shuffle was not refused as such');
    await host.ask(good, `shuffle ${i}, with malformed ones before it`);
  }
  await host.ask(good, 'the sixth');
}

/** true: malformed Shuffles of two kinds, before the second good one of four kinds, are refused as such. */
async function refusesMalformed(host: StmHost, i: number): Promise<boolean> {
  const good = shuffle(row(4));
  const malformed: readonly (readonly [Uint8Array, string])[] = [
    [wrongCrc(good, i), 'a Shuffle with a wrong CRC'],
    [altered(good, { 6: 200 }), 'a Shuffle of a kind that is none'],
    [encodeRequest(good).subarray(0, 9), 'a truncated Shuffle'],
    [Uint8Array.of(3, 10, 0, 9), 'a Shuffle of no tiles'],
  ];
  for (const [bytes, what] of i === 2 ? malformed : malformed.slice(0, 2))
    if (!(await host.refuse(bytes, what))) return false;
  return true;
}

const shuffleRandom = stmScenario(
  { id: 'stm/shuffle-random', title: 'shuffling is random', covers: ['STM-GM-06'] },
  async (host) => {
    for (const sent of [row(16, 8), row(40, 20), row(144)]) {
      await checkFiveOfOneGame(host, sent);
      for (const again of [START, RESET]) await checkFirstOfFiveGames(host, sent, again);
    }
  },
);

async function checkFiveOfOneGame(host: StmHost, sent: readonly Tile[]): Promise<void> {
  await host.start();
  for (let i = 1; i <= 5; i++)
    await host.ask(shuffle(sent), `shuffle ${i} of the same ${sent.length} tiles in a game`);
}

async function checkFirstOfFiveGames(host: StmHost, sent: readonly Tile[], again: Request): Promise<void> {
  await host.start();
  for (let i = 1; i <= 5; i++) {
    await host.ask(again);
    await host.ask(shuffle(sent), `the first shuffle of the same ${sent.length} tiles in game ${i}`);
  }
}

export const shuffles = [shuffleScenario, shuffleCount, shuffleRandom];
