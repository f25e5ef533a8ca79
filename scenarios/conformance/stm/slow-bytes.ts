/** STM: bytes that come one at a time, each within half the idle gap, are one frame (STM-FR-04). */
import { describeRequest, encodeRequest, type Request } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { StmHost } from './host';
import { match, row, select, SET_STATE, shuffle, tile } from './requests';
import { ONE_OF_EACH } from './refusals';
import { stmScenario } from './scenario';

const ID = 'STM-FR-04';

export const slowBytes = stmScenario(
  {
    id: 'stm/slow-bytes',
    title: 'bytes that come one at a time, within half the idle gap, are one frame',
    covers: [ID],
  },
  async (host, bench) => {
    for (const request of [...ONE_OF_EACH, shuffle(row(12))])
      await checkSlowBytes(host, request, bench.exhaustive ? 0.48 : 0.42);
    for (const request of [SET_STATE, select(tile(7)), match(tile(7, 2))])
      await checkSlowBytes(host, request, 0.05);
  },
);

/** `share`: of the idle gap, as a pause between two bytes. */
async function checkSlowBytes(host: StmHost, request: Request, share: number): Promise<void> {
  const bytes = [...encodeRequest(request)].map((byte) => Uint8Array.of(byte));
  await host.start();
  await host.sendSlowly(ID, bytes, micros(share * host.gap), `${describeRequest(request)}, a byte at a time`);
}
