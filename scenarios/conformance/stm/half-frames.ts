/** STM: a frame that stops half-way is dropped at the idle gap (STM-FR-03, STM-TM-02). */
import { encodeRequest } from '../../../protocols/stm/stm';
import { describeRequest } from '../../../protocols/stm/stm';
import type { Bench } from '../../bench/bench';
import { range } from '../range';
import { untilFailed } from '../until-failed';
import { checkAnswersAgain, checkNoEffect, checkUncounted, ONE_OF_EACH, requireGapTiming } from './refusals';
import { row, shuffle } from './requests';
import { stmScenario } from './scenario';

export const halfFrames = stmScenario(
  {
    id: 'stm/truncated',
    title: 'a frame that stops half-way is dropped at the idle gap',
    covers: ['STM-FR-03', 'STM-TM-02'],
  },
  async (host, bench) => {
    const id = 'STM-FR-03';
    for (const request of [...ONE_OF_EACH, shuffle(row(144))]) {
      const bytes = encodeRequest(request);
      for (const length of untilFailed(bench, id, cuts(bench, bytes.length))) {
        const what = `the first ${length} of ${bytes.length} bytes of ${describeRequest(request)}`;
        const refused = await host.refuse(bytes.subarray(0, length), what);
        if (refused && (bench.exhaustive || length === bytes.length - 1)) await host.expectNoMore(what);
        await checkAnswersAgain(host, what);
      }
      await checkNoEffect(host, bytes.slice(0, -1), `${describeRequest(request)} without its CRC`);
    }
    const truncated = encodeRequest(shuffle(row(4))).subarray(0, 12);
    await checkUncounted(host, truncated, 'a truncated Shuffle');
    requireGapTiming(bench);
  },
);

function cuts(bench: Bench, length: number): number[] {
  if (length <= 20) return range(1, length - 1);
  return bench.exhaustive
    ? [1, 2, 3, 4, 64, 128, 255, 256, 257, 512, length - 2, length - 1]
    : [3, 256, length - 1];
}
