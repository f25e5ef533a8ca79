/** STM: the game is over when five shuffles are used and no open tiles match (STM-GM-10). */
import { deal } from '../../../protocols/stm/layout';
import { randomBelow } from './random-below';
import type { StmHost } from './host';
import { checkGeometry, checkState } from './open-tiles';
import { row, SET_STATE, shuffle, tile } from './requests';
import { stmScenario } from './scenario';

const STATE = 'STM-GM-10';

export const over = stmScenario(
  {
    id: 'stm/over',
    title: 'the game is over when five shuffles are used and no open tiles match',
    covers: [STATE],
  },
  async (host, bench) => {
    for (const shuffles of [0, 4, 5]) {
      await checkState(host, row(12), shuffles, `after ${shuffles} shuffles of twelve different kinds`);
      await checkState(
        host,
        [tile(9, 0), tile(9, 1)],
        shuffles,
        `after ${shuffles} shuffles of two tiles that match`,
      );
    }
    await checkState(host, [tile(34, 0), tile(37, 5)], 5, 'two different flowers left: they match');
    await checkState(host, [tile(38, 0), tile(41, 5)], 5, 'two different seasons left: they match');
    await checkState(host, [tile(37, 0), tile(38, 5)], 5, 'a flower and a season left: they do not match');
    await checkState(host, [tile(33, 0), tile(34, 5)], 5, 'a dragon and a flower left');
    await checkState(host, deal(randomBelow(bench)), 5, 'the whole turtle');
    await checkState(host, [tile(9, 0)], 5, 'one tile left');
    await checkState(host, [tile(9, 0), tile(9, 1)], 5, 'the last two tiles matched: an empty board', [
      [tile(9, 0), tile(9, 1)],
    ]);
    await checkState(host, [tile(9, 0), tile(9, 1)], 5, 'other tiles matched than those on the board', [
      [tile(9, 7), tile(9, 8)],
    ]);
    await checkState(host, [tile(9, 0), tile(9, 1)], 5, 'one of the two taken away as another kind', [
      [tile(5, 0), tile(5, 8)],
    ]);
    await checkState(host, [tile(9, 0), tile(9, 1)], 5, 'one of the two named in a FALSE Match', [
      [tile(5, 0), tile(6, 8)],
    ]);
    await checkEarlierBoards(host);
    await checkGeometry(host);
  },
);

/** Judges that only the last Shuffle's answer counts as the known board. */
async function checkEarlierBoards(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 4; i++) await host.step(shuffle([tile(9, 10 + i), tile(9, 20 + i)]));
  await host.step(shuffle(row(6)));
  await host.play(SET_STATE, STATE, 'the last shuffle without a move, those before it with one');
  await host.start();
  for (let i = 0; i < 4; i++) await host.step(shuffle(row(6)));
  await host.step(shuffle([tile(9, 0), tile(9, 1)]));
  await host.play(SET_STATE, STATE, 'the last shuffle with a move, those before it without');
}
