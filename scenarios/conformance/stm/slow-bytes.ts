/** STM: bytes that come one at a time, each within half the idle gap, are one frame (STM-FR-04). */
import { describeRequest, encodeRequest, type Request } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { StmHost } from './host';
import { match, row, select, SET_STATE, shuffle, tile } from './requests';
import { ONE_OF_EACH } from './refusals';
import { stmScenario } from './scenario';

const ID = 'STM-FR-04';
const MANY_BYTES = 16;

export const slowBytes = stmScenario(
  {
    id: 'stm/slow-bytes',
    title: 'bytes that come one at a time, within half the idle gap, are one frame',
    covers: [ID],
  },
  async (host, bench) => {
    for (const request of [...ONE_OF_EACH, shuffle(row(12))])
      await checkSlowBytes(host, request, sharesOf(request, bench.exhaustive));
    for (const request of [SET_STATE, select(tile(7)), match(tile(7, 2))])
      await checkSlowBytes(host, request, [0.05, 0.05, 0.05, 0.05]);
  },
);

/**
 * Shares of the idle gap to try in turn: near the half where time is exact. A busy host stretches some pauses, in a long
 * request nearly always, and then tries shorter ones. The short requests show how long a pause may be.
 */
function sharesOf(request: Request, exact: boolean): readonly number[] {
  if (exact) return [0.48];
  const shares = [0.42, 0.42, 0.36, 0.3];
  return encodeRequest(request).length < MANY_BYTES ? shares : [...shares, 0.24, 0.18, 0.12, 0.06];
}

async function checkSlowBytes(host: StmHost, request: Request, shares: readonly number[]): Promise<void> {
  const bytes = [...encodeRequest(request)].map((byte) => Uint8Array.of(byte));
  const pauses = shares.map((share) => micros(share * host.gap));
  await host.start();
  await host.sendSlowly(ID, bytes, pauses, `${describeRequest(request)}, a byte at a time`);
}
