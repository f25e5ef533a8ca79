/** TTT: how soon answers start. */
import { millis } from '../../../protocols/time';
import type { TttHost } from './host';
import { seat, someMoves } from './moves';
import { tttScenario } from './scenario';

const ID = 'TTT-TM-01';
const BATCHES = 3;
const LEAST = 10;

const timing = tttScenario(
  { id: 'ttt/timing', title: 'answers to joins and moves start soon', covers: [ID] },
  async (host, bench) => {
    const moves = host.game === 'ttt-pve' ? 3 : 4;
    for (let n = 0; n < 3 * LEAST && !enough(host); n++) {
      const table = await host.plain(async (one) => {
        await seat(one);
        await someMoves(one, moves);
      });
      if (table === undefined && n >= 2) break;
    }
    for (const what of ['join', 'move'] as const) {
      const spans = host.times[what];
      if (spans.length < LEAST) bench.inconclusive(ID, `only ${spans.length} answers to a ${what} came`);
      for (let n = 0; n < BATCHES && spans.length >= BATCHES * LEAST; n++) {
        const some = spans.filter((_, i) => i % BATCHES === n);
        const name = `${what} to its answer, median of ${some.length}`;
        const median = {
          name: `median, ${what} to its answer`,
          unit: 'us',
          low: middle(some.map(({ low }) => low)),
          high: middle(some.map(({ high }) => high)),
          max: millis(bench.number('responseMs')),
        } as const;
        bench.measure(ID, median, () => name);
      }
    }
  },
);

function enough({ times }: TttHost): boolean {
  return times.join.length >= BATCHES * LEAST && times.move.length >= BATCHES * LEAST;
}

function middle(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}

export const timingScenarios = [timing];
