/** GM67: a frame with a wrong checksum (GM-FR-02). */
import {
  CAUSE,
  checksum,
  hex,
  hostCommand,
  type CommandBody,
  type Reply,
} from '../../../protocols/gm67/message';
import { millis } from '../../../protocols/time';
import type { Received, Sent } from '../../bench/channel';
import { range } from '../range';
import type { GmHost } from './host';
import { OTHER_COMMANDS, checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import { describeCommand, describeEvent } from './descriptions';

function xored(bytes: Uint8Array, high: number, low: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  out[out.length - 2]! ^= high;
  out[out.length - 1]! ^= low;
  return out;
}

export const wrongChecksums = gmScenario(
  {
    id: 'gm67/checksum',
    title: 'a frame with a wrong checksum gets one NAK 01 and changes nothing',
    covers: ['GM-FR-02'],
  },
  async (host, bench) => {
    for (const turn of [0, 1]) {
      const canary = await writeCanary(host, turn);
      const write: CommandBody = { type: 'write', prefix: 0, number: canary.number, value: canary.other };
      for (const body of [write, ...OTHER_COMMANDS]) {
        if (bench.failedEnough('GM-FR-02')) return;
        await checkGarbled(
          host,
          canary,
          xored(host.bytesOf(body), 0x00, 0x5a),
          `${describeCommand(hostCommand(body))}, its checksum wrong by 5A`,
        );
      }
      const bytes = host.bytesOf(write);
      for (const [high, low] of flips(bench.exhaustive)) {
        if (bench.failedEnough('GM-FR-02')) return;
        await checkGarbled(
          host,
          canary,
          xored(bytes, high, low),
          `a write, its checksum wrong by ${hex(high)} ${hex(low)}`,
        );
      }
      for (const [name, input] of otherSums(bytes))
        await checkGarbled(host, canary, input, `a write, ${name}`);
      // The value alone is another, the checksum that of the frame before.
      const altered = Uint8Array.from(host.bytesOf({ ...write, value: canary.kept }));
      altered[6] = canary.other;
      await checkGarbled(host, canary, altered, 'a write whose value was altered');
    }
  },
);

function flips(exhaustive: boolean): (readonly [number, number])[] {
  const bits = range(0, 7).map((bit) => 1 << bit);
  const either = [...bits.map((bit) => [bit, 0] as const), ...bits.map((bit) => [0, bit] as const)];
  if (!exhaustive) return either;
  const all = range(1, 255);
  return [
    ...all.map((flip) => [flip, 0] as const),
    ...all.map((flip) => [0, flip] as const),
    [0xff, 0xff],
    [0x01, 0x80],
  ];
}

/** Sums that a careless scanner might take: none, another kind, another order. */
function otherSums(bytes: Uint8Array): (readonly [string, Uint8Array])[] {
  const right = checksum(bytes, bytes.length - 2);
  const sum = -right & 0xffff;
  const input: readonly (readonly [string, number])[] = [
    ['the checksum 0000', 0x0000],
    ['the checksum FFFF', 0xffff],
    ['the plain sum as its checksum', sum],
    ["the ones' complement as its checksum", ~sum & 0xffff],
    ['the bytes of its checksum swapped', ((right & 0xff) << 8) | (right >> 8)],
  ];
  return input
    .filter(([, value]) => value !== right)
    .map(([name, value]) => {
      const out = Uint8Array.from(bytes);
      out[out.length - 2] = value >> 8;
      out[out.length - 1] = value & 0xff;
      return [name, out] as const;
    });
}

async function checkGarbled(host: GmHost, canary: Canary, bytes: Uint8Array, what: string): Promise<void> {
  const id = 'GM-FR-02';
  const { bench, channel } = host;
  const fault = (before: readonly Received<Reply>[]): string | undefined =>
    before.length === 0 ? undefined : 'more than that';
  if (!host.answersBadChecksum) {
    const send = async (): Promise<Sent> => {
      const sent = await channel.sendBytes(bytes);
      await bench.pause(millis(10));
      return sent;
    };
    await checkRecovery(host, canary, { id, what, send, fault, allowed: 'silence' });
    return;
  }
  const sent = await channel.sendBytes(bytes);
  const { received, reply } = await host.nextAnswer(sent, host.answerTimeout);
  const right = reply?.type === 'nak' && reply.cause === CAUSE.resend;
  if (!right && received !== undefined && reply === undefined)
    bench.inconclusive(id, `${what}: no answer that can be read (GM-FR-01)`);
  else
    bench.check(id, right, () => ({
      title: what,
      expected: 'NAK 01',
      seen: received === undefined ? 'nothing' : describeEvent(received),
    }));
  if (!right) return host.awaitQuiet();
  const send = (): Promise<Sent> => Promise.resolve(sent);
  await checkRecovery(host, canary, { id, what, send, fault, allowed: 'one NAK 01, nothing more' });
  if (bench.exhaustive) await host.expectNoMore(id, what, millis(300));
}
