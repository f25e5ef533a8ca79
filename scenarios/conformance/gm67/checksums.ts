/** GM67: frames with a wrong checksum (GM-FR-02). */
import { checksum, hex } from '../../../protocols/gm67/message';
import { millis } from '../../../protocols/time';
import { range } from '../range';
import { OTHER_COMMANDS, writeOf } from './command-bodies';
import type { GmHost } from './host';
import { checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import { describeCommand } from './descriptions';
import { untilFailed } from '../until-failed';

function xored(bytes: Uint8Array, high: number, low: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  out[out.length - 2]! ^= high;
  out[out.length - 1]! ^= low;
  return out;
}

const ID = 'GM-FR-02';

export const wrongChecksums = gmScenario(
  {
    id: 'gm67/checksum',
    title: 'a frame with a wrong checksum gets one NAK 01 and changes nothing',
    covers: [ID],
  },
  async (host, bench) => {
    for (const turn of [0, 1]) {
      const canary = await writeCanary(host, turn);
      for (const body of untilFailed(bench, ID, [canary.write, ...OTHER_COMMANDS])) {
        const what = `${describeCommand(body)}, its checksum wrong by 5A`;
        await checkGarbled(host, canary, xored(host.bytesOf(body), 0x00, 0x5a), what);
      }
      const bytes = host.bytesOf(canary.write);
      for (const [high, low] of untilFailed(bench, ID, flips(bench.exhaustive))) {
        const what = `a write, its checksum wrong by ${hex(high)} ${hex(low)}`;
        await checkGarbled(host, canary, xored(bytes, high, low), what);
      }
      if (bench.failedEnough(ID)) return;
      for (const [name, input] of otherSums(bytes))
        await checkGarbled(host, canary, input, `a write, ${name}`);
      // A valid frame whose value is altered, with its old checksum.
      const altered = Uint8Array.from(host.bytesOf(writeOf(canary.number, canary.kept)));
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

/** Checksums that a careless scanner might accept: none, of another kind, in another order. */
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
  await checkRecovery(host, canary, { id: ID, what, stimulus: [bytes] });
  if (host.bench.exhaustive) await host.quiet(millis(300), what);
}
