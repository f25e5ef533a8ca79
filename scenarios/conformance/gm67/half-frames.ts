/** GM67: a frame that stops half-way is dropped, and short gaps are part of a frame (GM-FR-03). */
import { hostCommand, type CommandBody, type Reply } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { micros } from '../../../protocols/time';
import type { Received, Sent } from '../../bench/channel';
import { range } from '../range';
import { sendGapped } from './frame-gaps';
import type { GmHost } from './host';
import { isNak, checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import { describeCommand, describeReceived } from './descriptions';
import { writeOf } from './command-bodies';
import { isSound } from './scanner-condition';
import { untilFailed } from '../until-failed';

const ID = 'GM-FR-03';

export const halfFrames = gmScenario(
  {
    id: 'gm67/truncated',
    title: 'a frame that stops half-way is dropped in silence; one with short gaps is whole',
    covers: [ID],
  },
  async (host, bench) => {
    const long: CommandBody = writeOf(PARAMETER.terminator, 2);
    const canary = await writeCanary(host);
    const bodies: readonly CommandBody[] = [canary.write, { type: 'revision' }, { type: 'defaults' }, long];
    for (const body of bench.exhaustive ? bodies : bodies.slice(0, 3)) {
      const bytes = host.bytesOf(body);
      const all = range(1, bytes.length - 1);
      const cuts = bench.exhaustive || body === canary.write ? all : [1, 2, bytes.length - 1];
      for (const cut of untilFailed(bench, ID, cuts))
        await checkHalved(host, canary, bytes, cut, describeCommand(hostCommand(body)));
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
    await checkRecovery(host, canary, { id: ID, what, send, fault, allowed: 'silence' });
  }
  // The rest of the frame, sent too late, completes nothing. The scanner may answer it as noise.
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
  const input = { id: ID, what, send, noise: true } as const;
  if (bench.exhaustive || cut % 3 === 1)
    await checkRecovery(host, canary, { ...input, fault: obeyed, allowed: 'nothing but NAKs' });
}

/** Judges that gaps of up to half of interByteMs are part of a frame. */
async function checkGaps(host: GmHost): Promise<void> {
  const { number, values } = host.profile.testParameter();
  const length = host.bytesOf(writeOf(number, 0)).length;
  const everywhere = range(1, length - 1);
  const places = host.bench.exhaustive ? everywhere : [1, 2, 5, 8].filter((at) => at < length);
  const gaps = [...places.map((place) => [place]), everywhere];
  for (const [i, at] of untilFailed(host.bench, ID, gaps.entries()))
    await checkGapped(host, number, values[i % 2] ?? 0, at);
}

async function checkGapped(
  host: GmHost,
  number: number,
  value: number,
  at: readonly number[],
): Promise<void> {
  const { bench } = host;
  const body: CommandBody = writeOf(number, value);
  const what = `a write with a gap of 0.45 interByteMs ${at.length === 1 ? `after byte ${at[0]}` : 'after each byte'}`;
  const sent = await bench.retryWhile(
    () => sendGapped(host, host.bytesOf(body), at),
    (sent) => sent === undefined,
  );
  if (sent === undefined)
    return bench.inconclusive(ID, `${what}: this host paused longer than half of interByteMs`);
  const { received, reply } = await host.nextAnswer(sent, host.answerTimeout);
  const evidence = host.channel.evidence();
  if (reply?.type === 'ack') {
    bench.check(ID, true, () => ({ title: what }));
    host.state = host.profile.model.learn(host.state, number, value);
    return;
  }
  if (await isSound(host))
    bench.check(ID, false, () => ({
      title: what,
      expected: 'ACK',
      seen: describeReceived(received),
      evidence,
    }));
  await host.awaitQuiet();
}
