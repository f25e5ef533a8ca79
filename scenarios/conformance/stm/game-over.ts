/** STM: the game is over when five shuffles are used and no open tiles match (STM-GM-10). */
import { deal } from '../../../protocols/stm/layout';
import { randomBelow } from '../random-below';
import type { StmHost } from './host';
import { checkGeometry, checkState } from './open-tiles';
import { row, SET_STATE, shuffle, tile } from './requests';
import { stmScenario } from './scenario';
import type { Tile } from '../../../protocols/stm/message';

const STATE = 'STM-GM-10';

const PAIR = [tile(9, 0), tile(9, 1)];

export const over = stmScenario(
  {
    id: 'stm/over',
    title: 'the game is over when five shuffles are used and no open tiles match',
    covers: [STATE],
  },
  async (host, bench) => {
    for (const shuffles of [0, 4, 5]) {
      await checkState(host, row(12), shuffles, `after ${shuffles} shuffles of twelve different kinds`);
      await checkState(host, PAIR, shuffles, `after ${shuffles} shuffles of two tiles that match`);
    }
    const boards: readonly (readonly [readonly Tile[], string, (readonly [Tile, Tile])?])[] = [
      [[tile(34, 0), tile(37, 5)], 'two different flowers left: they match'],
      [[tile(38, 0), tile(41, 5)], 'two different seasons left: they match'],
      [[tile(37, 0), tile(38, 5)], 'a flower and a season left: they do not match'],
      [[tile(33, 0), tile(34, 5)], 'a dragon and a flower left'],
      [deal(randomBelow(bench, 20_000)), 'the whole turtle'],
      [[tile(9, 0)], 'one tile left'],
      [PAIR, 'the last two tiles matched: an empty board', [tile(9, 0), tile(9, 1)]],
      [PAIR, 'other tiles matched than those on the board', [tile(9, 7), tile(9, 8)]],
      [PAIR, 'one of the two taken away as another kind', [tile(5, 0), tile(5, 8)]],
      [PAIR, 'one of the two named in a FALSE Match', [tile(5, 0), tile(6, 8)]],
    ];
    for (const [tiles, situation, pair] of boards) await checkState(host, tiles, 5, situation, pair);
    await checkEarlierBoards(host);
    await checkGeometry(host);
  },
);

/** Judges that only the last Shuffle's answer counts as the known board. */
async function checkEarlierBoards(host: StmHost): Promise<void> {
  await host.start();
  for (let i = 0; i < 4; i++) await host.ask(shuffle([tile(9, 10 + i), tile(9, 20 + i)]));
  await host.ask(shuffle(row(6)));
  await host.ask(SET_STATE, 'the last shuffle without a move, those before it with one');
  await host.start();
  for (let i = 0; i < 4; i++) await host.ask(shuffle(row(6)));
  await host.ask(shuffle([tile(9, 0), tile(9, 1)]));
  await host.ask(SET_STATE, 'the last shuffle with a move, those before it without');
}
