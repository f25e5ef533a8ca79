/** STM: Start and Reset begin a new game (STM-GM-01, GM-02). Before the first Start there is none (GM-03). */
import { describeRequest, ERROR, type Request } from '../../../protocols/stm/stm';
import { after, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { checkError } from './content';
import { StmHost } from './host';
import { playPairs } from './pairs';
import { altered, match, RESET, row, select, SET_STATE, shuffle, START, tile, wrongCrc } from './requests';
import { stmScenario } from './scenario';

/** Judges what Start and Reset must both undo: a selection, and pairs. */
async function checkNewGame(host: StmHost, again: Request, id: string): Promise<void> {
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

const startReset = stmScenario(
  { id: 'stm/start-reset', title: 'Start and Reset begin a game anew', covers: ['STM-GM-01', 'STM-GM-02'] },
  async (host) => {
    await checkNewGame(host, START, 'STM-GM-01');
    await checkNewGame(host, RESET, 'STM-GM-02');
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
      await bench.reset();
      await awaitBoot(host);
      await host.playAll(requests, 'STM-GM-03', 'before the first Start');
      await checkContentBeforeGame(host);
    }
  },
};

/** Judges the order of judgement (FR-07) while there is no game yet. */
async function checkContentBeforeGame(host: StmHost): Promise<void> {
  const noKind = altered(select(tile(20)), { 5: 99 });
  await checkError(host, noKind, ERROR.badData, 'a Select of a kind that is none, before the first Start');
  const wrongSum = wrongCrc(SET_STATE, 2);
  await checkError(host, wrongSum, ERROR.badCrc, 'Set State with a wrong CRC, before the first Start');
}

const BOOT = millis(5000);

/** Asks a board that starts for its state, which begins no game, until it answers. */
async function awaitBoot(host: StmHost): Promise<void> {
  const { channel } = host;
  const end = after(channel.now(), BOOT);
  await host.awaitQuiet();
  while (channel.now() < end) {
    const sent = await channel.send(SET_STATE);
    if ((await channel.next(after(sent.notAfter, millis(300)))) !== undefined) break;
  }
  await host.awaitQuiet();
}

export const beginnings = [startReset, noGame];
