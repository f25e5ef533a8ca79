/** GM67: a frame that stops half-way, and one with gaps that belong to it (GM-FR-03). */
import { hostCommand, type CommandBody, type Reply } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { micros } from '../../../protocols/time';
import type { Received, Sent } from '../../bench/channel';
import { range } from '../range';
import { sendGapped } from './gaps';
import type { GmHost } from './host';
import { isNak, checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import { describeCommand, describeEvent } from './descriptions';

export const halfFrames = gmScenario(
  {
    id: 'gm67/truncated',
    title: 'a frame that stops half-way is dropped in silence; one with short gaps is whole',
    covers: ['GM-FR-03'],
  },
  async (host, bench) => {
    const id = 'GM-FR-03';
    const long: CommandBody = { type: 'write', prefix: 0, number: PARAMETER.terminator, value: 2 };
    const canary = await writeCanary(host);
    const write: CommandBody = { type: 'write', prefix: 0, number: canary.number, value: canary.other };
    const bodies: readonly CommandBody[] = [write, { type: 'revision' }, { type: 'defaults' }, long];
    for (const body of bench.exhaustive ? bodies : bodies.slice(0, 3)) {
      const bytes = host.bytesOf(body);
      const all = range(1, bytes.length - 1);
      const cuts = bench.exhaustive || body === write ? all : [1, 2, bytes.length - 1];
      for (const cut of cuts) {
        if (bench.failedEnough(id)) return;
        await checkHalved(host, canary, bytes, cut, describeCommand(hostCommand(body)));
      }
    }
    await checkGaps(host);
  },
);

async function checkHalved(
  host: GmHost,
  canary: Canary,
  bytes: Uint8Array,
  cut: number,
  name: string,
): Promise<void> {
  const id = 'GM-FR-03';
  const { bench, channel } = host;
  const shares = bench.exhaustive ? [1.2, 2, 5] : [host.framePause / host.interByte];
  const fault = (before: readonly Received<Reply>[]): string | undefined =>
    before.length === 0 ? undefined : 'it is dropped in silence';
  for (const share of shares) {
    const pause = micros(share * host.interByte);
    const send = async (): Promise<Sent> => {
      const sent = await channel.sendBytes(bytes.subarray(0, cut));
      await bench.pause(pause);
      return sent;
    };
    const what = `${cut} of ${bytes.length} bytes of a ${name}, and ${share} interByteMs of silence`;
    await checkRecovery(host, canary, { id, what, send, fault, allowed: 'silence' });
  }
  // The rest, when it comes too late, completes nothing; what it draws is noise's matter.
  const send = async (): Promise<Sent> => {
    await channel.sendBytes(bytes.subarray(0, cut));
    await host.pauseBetweenFrames();
    const sent = await channel.sendBytes(bytes.subarray(cut));
    await host.pauseBetweenFrames();
    return sent;
  };
  const obeyed = (before: readonly Received<Reply>[]): string | undefined =>
    before.every(isNak) ? undefined : 'the frame was completed';
  const what = `a ${name} with a pause after byte ${cut}`;
  if (bench.exhaustive || cut % 3 === 1)
    await checkRecovery(host, canary, {
      id,
      what,
      send,
      fault: obeyed,
      allowed: 'nothing but NAKs',
      noise: true,
    });
}

/** Gaps of up to half of interByteMs belong to a frame. */
async function checkGaps(host: GmHost): Promise<void> {
  const { number, values } = host.testParameter();
  const length = host.bytesOf({ type: 'write', prefix: 0, number, value: 0 }).length;
  const everywhere = range(1, length - 1);
  const places = host.bench.exhaustive ? everywhere : [1, 2, 5, 8].filter((at) => at < length);
  for (const [i, at] of [...places.map((place) => [place]), everywhere].entries()) {
    if (host.bench.failedEnough('GM-FR-03')) return;
    await checkGapped(host, number, values[i % 2] ?? 0, at);
  }
}

async function checkGapped(
  host: GmHost,
  number: number,
  value: number,
  at: readonly number[],
): Promise<void> {
  const id = 'GM-FR-03';
  const { bench } = host;
  const body: CommandBody = { type: 'write', prefix: 0, number, value };
  const what = `a write with a gap of 0.45 interByteMs ${at.length === 1 ? `after byte ${at[0]}` : 'after each byte'}`;
  const sent = await bench.retryWhile(
    () => sendGapped(host, host.bytesOf(body), at),
    (sent) => sent === undefined,
  );
  if (sent === undefined)
    return bench.inconclusive(id, `${what}: this host paused longer than half of interByteMs`);
  const { received, reply } = await host.nextAnswer(sent, host.answerTimeout);
  const evidence = host.channel.evidence();
  if (reply?.type === 'ack') {
    bench.check(id, true, () => ({ title: what }));
    host.state = host.model.learn(host.state, number, value);
    return;
  }
  if (await host.isSound())
    bench.check(id, false, () => ({
      title: what,
      expected: 'ACK',
      seen: received === undefined ? 'nothing' : describeEvent(received),
      evidence,
    }));
  await host.awaitQuiet();
}
