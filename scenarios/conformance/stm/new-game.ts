/** STM: Start and Reset begin a new game (STM-GM-01, GM-02). Before the first Start there is none (GM-03). */
import { describeRequest, type Request } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { StmHost } from './host';
import { playPairs } from './pairs';
import { altered, match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './requests';
import { stmScenario } from './scenario';

/** Judges what Start and Reset must both undo: a selection, and pairs. */
async function checkNewGame(host: StmHost, again: Request): Promise<void> {
  await host.start();
  await host.ask(select(tile(20, 1)));
  await host.ask(again, 'with a tile selected');
  await host.ask(match(tile(20, 2)), `after ${describeRequest(again)} with a tile selected before`);
  await host.ask(select(tile(3, 2)), `after ${describeRequest(again)}`);
  for (const before of [71, 72, 80]) {
    await host.start();
    await playPairs(host, before);
    await host.ask(again, `after ${before} pairs`);
    await playPairs(host, 1);
    await host.ask(SET_STATE, `one pair after ${describeRequest(again)}, which came after ${before} pairs`);
  }
  await host.start();
  await playPairs(host, 72);
  await host.ask(SET_STATE, 'after 72 pairs');
  await host.ask(again, 'after the game was won');
  await host.ask(SET_STATE, `after ${describeRequest(again)} ended a won game`);
  await host.ask(select(tile(3, 2)), `after ${describeRequest(again)} ended a won game`);
}

const startReset = stmScenario(
  { id: 'stm/start-reset', title: 'Start and Reset begin a game anew', covers: ['STM-GM-01', 'STM-GM-02'] },
  async (host) => {
    await checkNewGame(host, START);
    await checkNewGame(host, RESET);
  },
);

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
  needs: ['reset'],
  async run(bench: Bench): Promise<void> {
    const orders = [
      GAME_REQUESTS,
      [...GAME_REQUESTS].reverse(),
      ...GAME_REQUESTS.map((first) => [first, SET_STATE]),
    ];
    for (const requests of orders) {
      const host = new StmHost(bench);
      await host.reset();
      await awaitBoot(host);
      await host.askAll(requests, 'before the first Start');
      await checkContentBeforeGame(host);
    }
  },
};

/** Judges the order of judgement (FR-07) while there is no game yet. */
async function checkContentBeforeGame(host: StmHost): Promise<void> {
  const noKind = altered(select(tile(20)), { 5: 99 });
  await host.refuse(noKind, 'a Select of a kind that is none, before the first Start');
  await host.refuse(wrongCrc(SET_STATE, 2), 'Set State with a wrong CRC, before the first Start');
}

const TRIES = 12;

/** Asks a board that starts for its state, which begins no game, until it answers. */
async function awaitBoot(host: StmHost): Promise<void> {
  for (let left = TRIES; left > 0; left--) if (await host.isAlive([SET_STATE])) return;
}

export const beginnings = [startReset, noGame];
