/** STM: behind a bad beginning nothing is obeyed until the idle gap, however good it is. */
import { encodeRequest } from '../../../protocols/stm/encoder';
import { after, micros, millis } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import type { Refusal, StmHost } from './host';
import { join, match, select, SET_STATE, START, tile } from './requests';
import { checkNoEffect } from './refusals';

/** Good frames behind a bad beginning, without a gap, are discarded with it: one Error, at the gap, nothing obeyed. */
export async function checkDiscardedToGap(
  host: StmHost,
  head: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  const starts = Array.from({ length: 300 }, () => encodeRequest(START));
  const behind = [encodeRequest(START), encodeRequest(match(tile(1, 1))), encodeRequest(select(tile(20, 7)))];
  for (const good of behind)
    await checkNoEffect(host, join(head, good), refusal, id, `${what} with ${hex(good)} behind it`);
  for (const tail of [join(encodeRequest(SET_STATE), encodeRequest(START)), join(...starts)]) {
    const about = `${what} with ${tail.length} bytes of good frames behind it`;
    if (await host.checkRefused(join(head, tail), refusal, id, about))
      await host.expectNoMore(id, about, micros(host.gap + host.response));
  }
  await checkPauseAfter(host, head, refusal, id, what);
}

/** A pause shorter than half the gap ends nothing. */
async function checkPauseAfter(
  host: StmHost,
  head: Uint8Array,
  refusal: Refusal,
  id: string,
  what: string,
): Promise<void> {
  const { bench, channel } = host;
  const about = `${what}, a pause below half the idle gap, then Start`;
  await host.withPauses(id, about, async () => {
    await host.awaitQuiet();
    const first = await channel.sendBytes(head);
    await bench.pause(micros((bench.exhaustive ? 0.45 : 0.3) * host.gap));
    const second = await channel.sendBytes(encodeRequest(START));
    if (second.notAfter - first.notBefore > host.gap / 2) {
      await channel.collectUntil(after(channel.now(), millis(700)), 4);
      return false;
    }
    if (await host.checkRefusal(second, refusal, id, about))
      await host.expectNoMore(id, about, micros(host.gap + host.response));
    return true;
  });
}
