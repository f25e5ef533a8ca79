/** STM: bytes that come one at a time, each within half the idle gap, are one frame (STM-FR-04). */
import { encodeRequest } from '../../../protocols/stm/stm';
import { describeAnswer, describeRequest, type Request } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { StmHost } from './host';
import { match, row, select, SET_STATE, shuffle, tile } from './requests';
import { ONE_OF_EACH } from './refusals';
import { stmScenario } from './scenario';

const MANY_BYTES = 16;

export const slowBytes = stmScenario(
  {
    id: 'stm/slow-bytes',
    title: 'bytes that come one at a time, within half the idle gap, are one frame',
    covers: ['STM-FR-04'],
  },
  async (host, bench) => {
    await host.start();
    for (const request of [...ONE_OF_EACH, shuffle(row(12))])
      await checkSlowBytes(host, request, sharesOf(request, bench.exhaustive));
    for (const request of [SET_STATE, select(tile(7)), match(tile(7, 2))])
      await checkSlowBytes(host, request, [0.05]);
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

/** Judges a request sent a byte at a time, at the first of `shares` that this host keeps to. */
async function checkSlowBytes(host: StmHost, request: Request, shares: readonly number[]): Promise<void> {
  const { bench } = host;
  const left = [...shares];
  const name = `${describeRequest(request)}, a byte at a time`;
  await host.withPauses('STM-FR-04', name, async () => {
    const share = (left.length > 1 ? left.shift() : left[0]) ?? 0;
    await host.start();
    const sent = await sendSlowly(host, encodeRequest(request), share);
    if (sent === undefined) {
      // The Errors of the pieces may take as long as that. They are not judged.
      await bench.pause(micros(host.gap + host.response));
      await host.awaitQuiet();
      return false;
    }
    const answer = await host.answerTo(request, sent, 'STM-FR-04');
    if (answer === undefined) return true;
    bench.check('STM-FR-04', answer.type !== 'error', () => ({
      title: `${describeRequest(request)}, a byte every ${((share * host.gap) / 1000).toFixed(1)} ms`,
      expected: 'the answer to one whole frame',
      seen: describeAnswer(answer),
    }));
    return true;
  });
}

/** Sends byte by byte. undefined: this host paused too long between two of them. */
async function sendSlowly(host: StmHost, bytes: Uint8Array, share: number) {
  const step = micros(share * host.gap);
  let previous: { notBefore: number } | undefined;
  let tooLong = false;
  for (let i = 0; ; i++) {
    const sent = await host.channel.sendBytes(bytes.subarray(i, i + 1));
    if (previous !== undefined && sent.notAfter - previous.notBefore > host.gap / 2) tooLong = true;
    if (i === bytes.length - 1) return tooLong ? undefined : sent;
    previous = sent;
    await host.bench.pause(step);
  }
}
