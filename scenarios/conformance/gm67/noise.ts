/** GM67: noise and a pause before a frame (GM-FR-05). */
import * as fc from 'fast-check';
import { hex } from '../../../protocols/gm67/message';
import { hex as hexText } from '../../bench/channel';
import { range } from '../range';
import type { GmHost } from './host';
import { checkRecovery, writeCanary, type Canary } from './recovery';
import { gmScenario } from './scenario';
import { untilFailed } from '../until-failed';

const ID = 'GM-FR-05';
/** In bytes. A longer one may take longer than its bytes by more than a pause within a frame may. */
const LONGEST_WRITE = 1000;

export const noise = gmScenario(
  {
    id: 'gm67/noise',
    title: 'noise and a pause do not stop the next frame',
    covers: [ID],
  },
  async (host, bench) => {
    const canary = await writeCanary(host);
    const lengths = bench.exhaustive ? [1, 2, 5, 255, 256, 257, 600, 2000] : [3, 64, 300];
    const same = bench.exhaustive ? range(0, 255) : [0x00, 0x04, 0x07, 0x13, 0x55, 0xfe, 0xff];
    for (const value of same)
      for (const length of bench.exhaustive && value % 16 !== 4 ? [1, 3, 40] : lengths) {
        if (bench.failedEnough(ID)) return;
        await checkNoise(host, canary, new Uint8Array(length).fill(value), `${length} bytes ${hex(value)}`);
      }
    if (!bench.exhaustive) await checkSampledNoise(host, canary);
    for (const [name, bytes] of HEADS) await checkNoise(host, canary, Uint8Array.from(bytes), name);
    const random = fc.uint8Array({ minLength: 1, maxLength: bench.exhaustive ? 700 : 200 });
    const options = {
      title: 'noise',
      runs: bench.exhaustive ? 120 : 12,
      show: (bytes: Uint8Array): string => hexText(bytes),
    };
    await bench.forAll(random, options, async (bytes) => {
      if (!bench.failedEnough(ID)) await checkNoise(host, canary, bytes, `${bytes.length} bytes of noise`);
    });
  },
);

/** Control characters, patterns of bits, opcodes. */
const OFTEN_SPECIAL = [0x03, 0x0a, 0x0d, 0x11, 0x1b, 0x7e, 0x7f, 0x80, 0xaa, 0xc6, 0xd0, 0xf3];

/** Judges some byte values, and more bytes than a receiver has room for. */
async function checkSampledNoise(host: GmHost, canary: Canary): Promise<void> {
  const { bench } = host;
  const values = [...OFTEN_SPECIAL, ...bench.sample(fc.integer({ min: 1, max: 0xfe }), 16)];
  for (const value of untilFailed(bench, ID, values))
    await checkNoise(host, canary, new Uint8Array(3).fill(value), `3 bytes ${hex(value)}`);
  for (const length of [1100, 4200, 9000]) {
    const bytes = fc.uint8Array({ minLength: length, maxLength: length, size: 'max' });
    for (const one of bench.sample(bytes, 1)) await checkNoise(host, canary, one, `${length} bytes of noise`);
  }
}

/** Beginnings of frames that announce more bytes than come. */
const HEADS: readonly (readonly [string, readonly number[]])[] = [
  ['the head of a long frame of 65535 bytes', [0xff, 0xf4, 0xff, 0xff, 0xf4, 0x04, 0x00]],
  ['the head of the longest short frame', [0xfe, 0xf3, 0x04, 0x00, 0x01]],
  ['half a write', [0x07, 0xc6, 0x04, 0x00]],
];

async function checkNoise(host: GmHost, canary: Canary, bytes: Uint8Array, what: string): Promise<void> {
  // A lone 00 and a pause are the wake byte, not noise.
  if (bytes.length === 1 && bytes[0] === 0) return;
  const count = Math.ceil(bytes.length / LONGEST_WRITE);
  const writes = range(0, count - 1).map((n) => bytes.subarray(n * LONGEST_WRITE, (n + 1) * LONGEST_WRITE));
  await checkRecovery(host, canary, { id: ID, what, stimulus: [...writes, host.framePause] });
}
