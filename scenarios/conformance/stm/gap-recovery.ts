/** STM: after a bad beginning no request is obeyed until the idle gap, however good it is. */
import { encodeRequest } from '../../../protocols/stm/stm';
import { after, micros, millis } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import type { Refusal } from './answer-judge';
import type { StmHost } from './host';
import { checkAnswersAgain, checkNoEffect } from './refusals';
import { join, match, select, SET_STATE, START, tile } from './requests';

/** Judges that good frames after a bad beginning, without a gap, draw one Error at the gap, and that none is obeyed. */
export async function checkDiscardedToGap(
  host: StmHost,
  head: Uint8Array,
  refusal: Refusal,
  what: string,
): Promise<void> {
  const starts = Array.from({ length: 300 }, () => encodeRequest(START));
  const frames = [encodeRequest(START), encodeRequest(match(tile(1, 1))), encodeRequest(select(tile(20, 7)))];
  for (const good of frames)
    await checkNoEffect(host, join(head, good), refusal, `${what} with ${hex(good)} after it`);
  for (const tail of [join(encodeRequest(SET_STATE), encodeRequest(START)), join(...starts)]) {
    const about = `${what} with ${tail.length} bytes of good frames after it`;
    if (await host.checkRefused(join(head, tail), refusal, about))
      await host.expectNoMore(refusal.clause, about);
  }
  await checkShortPause(host, head, refusal, what);
  await checkAnswersAgain(host, refusal.clause, what);
}

/** Judges that a pause shorter than half the gap ends nothing. */
async function checkShortPause(
  host: StmHost,
  head: Uint8Array,
  refusal: Refusal,
  what: string,
): Promise<void> {
  const { bench, channel } = host;
  const about = `${what}, a pause below half the idle gap, then Start`;
  await host.withPauses(refusal.clause, about, async () => {
    await host.awaitQuiet();
    const first = await channel.sendBytes(head);
    await bench.pause(micros((bench.exhaustive ? 0.45 : 0.3) * host.gap));
    const second = await channel.sendBytes(encodeRequest(START));
    if (second.notAfter - first.notBefore > host.gap / 2) {
      await channel.collectUntil(after(channel.now(), millis(700)), 4);
      return false;
    }
    if (await host.checkRefusal(second, refusal, about)) await host.expectNoMore(refusal.clause, about);
    return true;
  });
}
