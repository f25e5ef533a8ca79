/** STM: after a bad beginning no request is obeyed until the idle gap, however good it is. */
import { concat } from '../../../protocols/bytes';
import { encodeRequest } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import { hex } from '../../bench/channel';
import type { StmHost } from './host';
import { checkAnswersAgain, checkNoEffect } from './refusals';
import { match, select, SET_STATE, START, tile } from './requests';

/** Judges that good frames after a bad beginning, without a gap, draw one Error at the gap, and that none is obeyed. */
export async function checkDiscardedToGap(
  host: StmHost,
  head: Uint8Array,
  clause: string,
  what: string,
): Promise<void> {
  const starts = Array.from({ length: 300 }, () => encodeRequest(START));
  const frames = [encodeRequest(START), encodeRequest(match(tile(1, 1))), encodeRequest(select(tile(20, 7)))];
  for (const good of frames)
    await checkNoEffect(host, concat(head, good), `${what} with ${hex(good)} after it`);
  for (const tail of [concat(encodeRequest(SET_STATE), encodeRequest(START)), concat(...starts)]) {
    const about = `${what} with ${tail.length} bytes of good frames after it`;
    if (await host.refuse(concat(head, tail), about)) await host.expectNoMore(about);
  }
  await checkShortPause(host, head, clause, what);
  await checkAnswersAgain(host, what);
}

/** Judges that a pause shorter than half the gap ends nothing. */
async function checkShortPause(host: StmHost, head: Uint8Array, clause: string, what: string): Promise<void> {
  const about = `${what}, a pause below half the idle gap, then Start`;
  const pause = micros((host.bench.exhaustive ? 0.45 : 0.3) * host.gap);
  if (await host.sendSlowly(clause, [head, encodeRequest(START)], pause, about))
    await host.expectNoMore(about);
}
