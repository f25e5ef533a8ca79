/** GM67: frames with gaps of 0.45 interByteMs, which do not end a frame. */
import { micros } from '../../../protocols/time';
import type { Sent } from '../../bench/channel';
import { readOf } from './command-bodies';
import type { GmHost } from './host';

/** Whether the scanner reads a frame with such a gap. Another clause judges that. */
export async function acceptsGap(host: GmHost): Promise<boolean> {
  const sent = await sendGapped(host, host.bytesOf(readOf(host.profile.testParameter().number)), [3]);
  const { reply } =
    sent === undefined ? { reply: undefined } : await host.nextAnswer(sent, host.answerTimeout);
  await host.awaitQuiet();
  return reply?.type === 'value';
}

/** undefined: this host paused longer than half of interByteMs. The line is quiet then. */
export async function sendGapped(
  host: GmHost,
  bytes: Uint8Array,
  at: readonly number[],
): Promise<Sent | undefined> {
  let sent: Sent | undefined;
  let late = false;
  let from = 0;
  for (const to of [...at, bytes.length]) {
    if (sent !== undefined) await host.bench.pause(micros(0.45 * host.interByte));
    const next = await host.channel.sendBytes(bytes.subarray(from, to));
    if (
      sent !== undefined &&
      next.notAfter - sent.lastNotBefore - (to - from) * host.byteTime > host.interByte / 2
    )
      late = true;
    sent = next;
    from = to;
  }
  if (!late) return sent;
  await host.awaitQuiet();
  return undefined;
}
