/** STM: the game is won from 72 pairs up (STM-GM-10). */
import type { StmHost } from './host';
import { playPairs } from './pairs';
import { match, row, select, SET_STATE, shuffle, tile } from './requests';
import { stmScenario } from './scenario';

const STATE = 'STM-GM-10';

export const won = stmScenario(
  { id: 'stm/won', title: 'the game is won from 72 pairs up', covers: [STATE] },
  async (host, bench) => {
    await host.ask(SET_STATE, 'before any pair');
    const counts = bench.exhaustive
      ? [1, 36, 71, 72, 73, 100, 144, 255, 256, 257, 300, 328, 520]
      : [1, 71, 72, 73, 266];
    for (const count of counts) {
      if (bench.failedEnough(STATE)) return;
      await host.start();
      if (await playPairs(host, count)) await host.ask(SET_STATE, `after ${count} pairs`);
    }
    await host.start();
    await playPairs(host, 71);
    for (let i = 0; i < 5; i++) {
      await host.ask(select(tile(3)), 'for a Match that is FALSE');
      await host.ask(match(tile(4, 1)), 'of another kind');
    }
    await host.ask(SET_STATE, 'after 71 pairs and five FALSE Matches');
    await checkSamePairs(host);
    await checkWonWithoutMoves(host);
  },
);

/** Judges that every pair counts: flowers at the same two positions, 72 times. */
async function checkSamePairs(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 72; i++) {
    await host.ask(select(tile(34 + (i % 4), 0)));
    await host.ask(match(tile(34 + ((i * 3 + 1) % 4), 1)), 'two flowers');
    if (i === 70) await host.ask(SET_STATE, 'after 71 pairs of flowers at the same two positions');
  }
  await host.ask(SET_STATE, 'after 72 pairs of flowers at the same two positions');
}

/** Won comes before game over. */
async function checkWonWithoutMoves(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 5; i++) await host.ask(shuffle(row(6)));
  await playPairs(host, 72);
  await host.ask(SET_STATE, 'after 72 pairs, five shuffles, and no move on the board');
}
