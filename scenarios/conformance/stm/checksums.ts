/** STM: a wrong CRC is refused (STM-FR-02). */
import * as fc from 'fast-check';
import { encodeRequest } from '../../../protocols/stm/stm';
import { describeRequest, type Request } from '../../../protocols/stm/stm';
import { request as requestArbitrary } from '../../../protocols/stm/stm.arbitrary';
import { hex } from '../../bench/channel';
import { range } from '../range';
import type { StmHost } from './host';
import { checkNoEffect, checkUncounted, ONE_OF_EACH, someOf } from './refusals';
import { row, SET_STATE, shuffle, START, wrongCrc } from './requests';
import { stmScenario } from './scenario';
import { untilFailed } from '../until-failed';

const ID = 'STM-FR-02';
const MANY = 1030;

export const checksums = stmScenario(
  {
    id: 'stm/crc',
    title: 'a wrong CRC, whatever its value, is refused and changes nothing',
    covers: [ID],
  },
  async (host, bench) => {
    for (const request of ONE_OF_EACH) {
      const what = `${describeRequest(request)} with a wrong CRC`;
      await checkNoEffect(host, wrongCrc(request, 0x55), what);
      await host.refuse(wrongCrc(request, 0x55), what);
      await host.expectNoMore(what);
    }
    for (const request of ONE_OF_EACH)
      for (const flip of untilFailed(
        bench,
        ID,
        someOf(bench, range(1, 255), [1, 2, 4, 8, 16, 32, 64, 128, 255], 8),
      ))
        await checkWrongBy(host, request, flip);
    await checkUncounted(host, wrongCrc(shuffle(row(4)), 0x21), 'a Shuffle with a wrong CRC');
    const any = fc.record({ request: requestArbitrary(), flip: fc.integer({ min: 1, max: 255 }) });
    const options = {
      title: 'any request with any wrong CRC',
      runs: bench.exhaustive ? 150 : 40,
      show: ({ request, flip }: { request: Request; flip: number }) =>
        `${describeRequest(request)}, CRC wrong by ${flip}: ${hex(wrongCrc(request, flip))}`,
    };
    await bench.forAll(any, options, ({ request, flip }) => checkWrongBy(host, request, flip));
    await checkFlippedBits(host);
    await checkManyInARow(host);
  },
);

async function checkWrongBy(host: StmHost, request: Request, flip: number): Promise<void> {
  const what = `${describeRequest(request)} with its CRC wrong by ${flip}`;
  await host.refuse(wrongCrc(request, flip), what);
}

/** Flips bits after the length field: a CRC that leaves some bytes out would not notice them. */
async function checkFlippedBits(host: StmHost): Promise<void> {
  const { bench } = host;
  const long = encodeRequest(shuffle(row(144)));
  const places = bench.exhaustive
    ? range(3, long.length - 2).filter((at) => at % 7 === 3)
    : [3, 130, 255, 256, 400, long.length - 2];
  for (const at of untilFailed(bench, ID, places)) {
    const bytes = Uint8Array.from(long);
    bytes[at]! ^= 1;
    await host.refuse(bytes, `a Shuffle of 144 tiles with bit 0 of byte ${at} flipped`);
  }
}

/** The same wrong request more often in a row than a counter of errors may count. Then a right one is answered. */
async function checkManyInARow(host: StmHost): Promise<void> {
  await host.start();
  const bytes = wrongCrc(START, 0x55);
  for (let n = 1; n <= MANY; n++)
    if (!(await host.refuse(bytes, `Start with a wrong CRC, time ${n} in a row`))) return;
  await host.ask(SET_STATE, `after ${MANY} wrong CRCs`);
}
