/** GM67: bytes of one frame with gaps of 0.45 interByteMs, which no scanner may take for a pause. */
import { micros } from '../../../protocols/time';
import type { Sent } from '../../bench/channel';
import type { GmHost } from './host';

/** Whether the scanner takes a gap of 0.45 interByteMs for no pause; that it must is another clause's. */
export async function acceptsGap(host: GmHost): Promise<boolean> {
  const sent = await sendGapped(
    host,
    host.bytesOf({ type: 'read', number: host.testParameter().number }),
    [3],
  );
  const { reply } =
    sent === undefined ? { reply: undefined } : await host.nextAnswer(sent, host.answerTimeout);
  await host.awaitQuiet();
  return reply?.type === 'value';
}

/** undefined where this host paused longer than half of interByteMs; the line is quiet then. */
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
