/** STM: bytes that come one at a time, within half the idle gap, are one frame (STM-FR-04). */
import { encodeRequest } from '../../../protocols/stm/encode';
import { describeRequest, type Request } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { Bench } from '../../bench';
import type { Scenario } from '../../suite';
import { StmHost } from './host';
import { match, row, select, SET_STATE, shuffle, tile } from './pieces';
import { ONE_OF_EACH } from './refusals';

export const slowBytes: Scenario = {
  id: 'stm/slow-bytes',
  title: 'bytes that come one at a time, within half the idle gap, are one frame',
  covers: ['STM-FR-04'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.at(bench);
    await host.start();
    // Near the half where time is exact; a host that cannot keep to it tries shorter pauses.
    const shares = bench.exhaustive ? [0.48] : [0.42, 0.42, 0.36, 0.3];
    for (const request of [...ONE_OF_EACH, shuffle(row(12))]) await trickled(host, request, shares);
    for (const request of [SET_STATE, select(tile(7)), match(tile(7, 2))])
      await trickled(host, request, [0.05, 0.05, 0.05]);
  },
};

async function trickled(host: StmHost, request: Request, shares: readonly number[]): Promise<void> {
  const { bench } = host;
  for (const share of shares) {
    const what = `${describeRequest(request)}, a byte every ${((share * host.gap) / 1000).toFixed(1)} ms`;
    await host.start();
    const sent = await sendSlowly(host, encodeRequest(request), share);
    if (sent === undefined) {
      // The Errors of the pieces may take as long as that, and blame nobody.
      await bench.pause(micros(host.gap + host.response));
      await host.quiet();
      continue;
    }
    const answer = await host.answerTo(request, sent, 'STM-FR-04');
    if (answer === undefined) return;
    bench.check('STM-FR-04', answer.type !== 'error', () => ({
      title: what,
      expected: 'the answer to one whole frame',
      seen: answer.type === 'error' ? `Error 0${answer.code}` : '',
    }));
    return;
  }
  bench.inconclusive(
    'STM-FR-04',
    `${describeRequest(request)}, a byte at a time: this host paused longer than half the idle gap between two bytes, ${shares.length} times`,
  );
}

/** Sends byte by byte; undefined where this host itself paused too long, so that what follows says nothing of the board. */
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
