/** STM: noise of any length does not stop the board (STM-FR-09). */
import { concat } from '../../../protocols/bytes';
import * as fc from 'fast-check';
import { byteText } from '../../../protocols/byte-text';
import { range } from '../range';
import type { StmHost } from './host';
import { match, select, tile } from './requests';
import { checkAnswersAgain } from './refusals';
import { stmScenario } from './scenario';
import { untilFailed } from '../until-failed';

const ID = 'STM-FR-09';

export const noise = stmScenario(
  { id: 'stm/noise', title: 'noise of any length does not stop the board', covers: [ID] },
  async (host, bench) => {
    const lengths = bench.exhaustive
      ? [
          1, 2, 3, 4, 5, 8, 16, 63, 64, 65, 127, 128, 129, 255, 256, 257, 511, 512, 513, 579, 580, 581, 1024,
          4096, 10_000, 65_536,
        ]
      : [1, 3, 64, 256, 580, 1024, 4096, 65_536];
    for (const length of lengths) {
      const [bytes] = bench.sample(fc.uint8Array({ minLength: length, maxLength: length }), 1);
      if (bytes !== undefined) await checkNoise(host, bytes, `${length} random bytes`);
    }
    const repeated = bench.exhaustive ? range(0, 255) : [0, 1, 2, 3, 4, 5, 6, 7, 0x0a, 0xee, 0xff];
    for (const byte of repeated)
      await checkNoise(host, new Uint8Array(700).fill(byte), `700 times ${byteText(byte)}`);
    await checkUnchangedByNoise(host);
  },
);

async function checkNoise(host: StmHost, bytes: Uint8Array, what: string): Promise<void> {
  const { bench } = host;
  if (bench.failedEnough(ID)) return;
  bench.note(what);
  await host.sendNoise(bytes);
  await checkAnswersAgain(host, what);
}

/** Judges that noise which is discarded as a whole lets a selected tile be selected. */
async function checkUnchangedByNoise(host: StmHost): Promise<void> {
  const { bench } = host;
  const first = fc.constantFrom(0, 7, 0x20, 0x80, 0xfe, 0xff);
  const bursts = bench.sample(
    fc.tuple(first, fc.uint8Array({ minLength: 2, maxLength: 200 })),
    bench.exhaustive ? 40 : 8,
  );
  for (const [head, tail] of untilFailed(bench, ID, bursts)) {
    const bytes = concat(Uint8Array.of(head), tail);
    const what = `${bytes.length} bytes of noise that begin with ${byteText(head)}`;
    await host.start();
    await host.ask(select(tile(20, 1)));
    await host.sendNoise(bytes);
    await host.ask(match(tile(20, 2)), `after ${what}`);
  }
}
