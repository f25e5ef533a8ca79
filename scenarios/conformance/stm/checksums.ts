/** STM: a wrong CRC is refused (STM-FR-02). */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/encoder';
import { request as requestArbitrary } from '../../../protocols/stm/stm.arbitrary';
import { describeRequest } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex } from '../../bench/channel';
import type { Scenario } from '../../suite';
import { range } from '../range';
import { StmHost } from './host';
import { row, shuffle, wrongCrc } from './requests';
import { BAD_CRC, ONE_OF_EACH, checkNoEffect, checkUncounted, someOf } from './refusals';

export const checksums: Scenario = {
  id: 'stm/crc',
  title: 'a wrong CRC, whatever its value, is refused and changes nothing',
  covers: ['STM-FR-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.create(bench);
    const id = 'STM-FR-02';
    for (const request of ONE_OF_EACH) {
      const what = `${describeRequest(request)} with a wrong CRC`;
      await checkNoEffect(host, wrongCrc(request, 0x55), BAD_CRC, id, what);
      await host.checkRefused(wrongCrc(request, 0x55), BAD_CRC, id, what);
      await host.expectNoMore(id, what, micros(host.gap + host.response));
    }
    for (const request of ONE_OF_EACH)
      for (const flip of someOf(bench, range(1, 255), [1, 2, 4, 8, 16, 32, 64, 128, 255], 8)) {
        if (bench.failedEnough(id)) break;
        await host.checkRefused(
          wrongCrc(request, flip),
          BAD_CRC,
          id,
          `${describeRequest(request)} with its CRC wrong by ${flip}`,
        );
      }
    await checkUncounted(host, wrongCrc(shuffle(row(4)), 0x21), BAD_CRC, id, 'a Shuffle with a wrong CRC');
    await bench.forAll(
      fc.record({ request: requestArbitrary(), flip: fc.integer({ min: 1, max: 255 }) }),
      {
        title: 'any request with any wrong CRC',
        runs: bench.exhaustive ? 150 : 40,
        show: ({ request, flip }) =>
          `${describeRequest(request)}, CRC wrong by ${flip}: ${hex(wrongCrc(request, flip))}`,
      },
      async ({ request, flip }) => {
        await host.checkRefused(
          wrongCrc(request, flip),
          BAD_CRC,
          id,
          `${describeRequest(request)} with its CRC wrong by ${flip}`,
        );
      },
    );
    await checkFlippedBits(host);
  },
};

/** A bit flipped anywhere behind what tells the length: a CRC that leaves some bytes out would not see it. */
async function checkFlippedBits(host: StmHost): Promise<void> {
  const { bench } = host;
  const long = encodeRequest(shuffle(row(144)));
  const places = bench.exhaustive
    ? range(3, long.length - 2).filter((at) => at % 7 === 3)
    : [3, 130, 255, 256, 400, long.length - 2];
  for (const at of places) {
    if (bench.failedEnough('STM-FR-02')) return;
    const bytes = Uint8Array.from(long);
    bytes[at]! ^= 1;
    await host.checkRefused(
      bytes,
      BAD_CRC,
      'STM-FR-02',
      `a Shuffle of 144 tiles with bit 0 of byte ${at} flipped`,
    );
  }
}
