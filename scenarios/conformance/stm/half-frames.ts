/** STM: a frame that stops half-way is dropped at the idle gap (STM-FR-03, STM-TM-02). */
import { encodeRequest } from '../../../protocols/stm/encoder';
import { describeRequest } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Scenario } from '../../suite';
import { range } from '../range';
import { StmHost } from './host';
import { row, shuffle } from './requests';
import {
  checkAnswersAgain,
  requireGapTiming,
  ONE_OF_EACH,
  checkNoEffect,
  TRUNCATED,
  checkUncounted,
} from './refusals';

export const halfFrames: Scenario = {
  id: 'stm/truncated',
  title: 'a frame that stops half-way is dropped at the idle gap',
  covers: ['STM-FR-03', 'STM-TM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.create(bench);
    const id = 'STM-FR-03';
    const requests = [...ONE_OF_EACH, shuffle(row(144))];
    for (const request of requests) {
      const bytes = encodeRequest(request);
      for (const length of cuts(bench, bytes.length)) {
        if (bench.failedEnough(id)) break;
        const what = `the first ${length} of ${bytes.length} bytes of ${describeRequest(request)}`;
        const held = await host.checkRefused(bytes.subarray(0, length), TRUNCATED, id, what);
        if (held && (bench.exhaustive || length === bytes.length - 1))
          await host.expectNoMore(id, what, micros(host.gap + host.response));
        await checkAnswersAgain(host, id, what);
      }
      const half = bytes.subarray(0, bytes.length - 1);
      await checkNoEffect(host, half, TRUNCATED, id, `${describeRequest(request)} without its CRC`);
    }
    await checkUncounted(
      host,
      encodeRequest(shuffle(row(4))).subarray(0, 12),
      TRUNCATED,
      id,
      'a truncated Shuffle',
    );
    requireGapTiming(bench);
  },
};

function cuts(bench: Bench, length: number): number[] {
  if (length <= 20) return range(1, length - 1);
  return bench.exhaustive
    ? [1, 2, 3, 4, 64, 128, 255, 256, 257, 512, length - 2, length - 1]
    : [3, 256, length - 1];
}
