/** TTT: the time until an answer starts. */
import type { TttHost } from './host';
import { seatPlayers, playMoves } from './moves';
import { tttScenario } from './scenario';

const ID = 'TTT-TM-01';
/** Medians, each of ten answers more. */
const MEDIANS = 3;
const MOST_GAMES = 30;

export const timing = tttScenario(
  { id: 'ttt/timing', title: 'answers to joins and moves start soon', covers: [ID] },
  async (host, bench) => {
    const moves = host.game === 'ttt-pve' ? 3 : 4;
    for (let n = 0; n < MOST_GAMES && !hasEnough(host); n++) {
      const table = await host.playPlain(async (one) => {
        await seatPlayers(one);
        await playMoves(one, moves);
      });
      if (table === undefined && n >= 2) break;
    }
    for (const what of ['join', 'move']) {
      const medians = mediansOf(host, what).slice(0, MEDIANS);
      if (medians.length === 0) bench.inconclusive(ID, `fewer than 10 answers to a ${what} came`);
      for (const median of medians) bench.measure(ID, median, () => median.name);
    }
  },
);

function mediansOf({ timings }: TttHost, what: string): TttHost['timings'] {
  return timings.filter(({ name }) => name === `median, ${what} to its answer`);
}

function hasEnough(host: TttHost): boolean {
  return ['join', 'move'].every((what) => mediansOf(host, what).length >= MEDIANS);
}
