/** TTT: the time until an answer starts. */
import { millis } from '../../../protocols/time';
import type { TttHost } from './host';
import { seatPlayers, playMoves } from './moves';
import { tttScenario } from './scenario';

const ID = 'TTT-TM-01';
const BATCHES = 3;
const LEAST = 10;

export const timing = tttScenario(
  { id: 'ttt/timing', title: 'answers to joins and moves start soon', covers: [ID] },
  async (host, bench) => {
    const moves = host.game === 'ttt-pve' ? 3 : 4;
    for (let n = 0; n < 3 * LEAST && !enough(host); n++) {
      const table = await host.playPlain(async (one) => {
        await seatPlayers(one);
        await playMoves(one, moves);
      });
      if (table === undefined && n >= 2) break;
    }
    for (const what of ['join', 'move'] as const) {
      const spans = host.delays[what];
      if (spans.length < LEAST) bench.inconclusive(ID, `only ${spans.length} answers to a ${what} came`);
      for (let n = 0; n < BATCHES && spans.length >= BATCHES * LEAST; n++) {
        const some = spans.filter((_, i) => i % BATCHES === n);
        const name = `${what} to its answer, median of ${some.length}`;
        const median = {
          name: `median, ${what} to its answer`,
          unit: 'us',
          low: medianOf(some.map(({ low }) => low)),
          high: medianOf(some.map(({ high }) => high)),
          max: millis(bench.number('responseMs')),
        } as const;
        bench.measure(ID, median, () => name);
      }
    }
  },
);

function enough({ delays }: TttHost): boolean {
  return delays.join.length >= BATCHES * LEAST && delays.move.length >= BATCHES * LEAST;
}

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
