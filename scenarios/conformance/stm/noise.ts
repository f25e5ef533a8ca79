/** STM: noise of any length does not stop the board (STM-FR-09). */
import * as fc from 'fast-check';
import { describeAnswer } from '../../../protocols/stm/stm';
import { micros, millis } from '../../../protocols/time';
import { range } from '../range';
import type { StmHost } from './host';
import { join, match, select, tile } from './requests';
import { checkAnswersAgain, byteText } from './refusals';
import { stmScenario } from './scenario';
import { untilFailed } from '../until-failed';

export const noise = stmScenario(
  { id: 'stm/noise', title: 'noise of any length does not stop the board', covers: ['STM-FR-09'] },
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
  const { bench, channel } = host;
  if (bench.failedEnough('STM-FR-09')) return;
  bench.note(what);
  await channel.sendBytes(bytes);
  await discardAnswers(host);
  await checkAnswersAgain(host, 'STM-FR-09', what);
}

/** Ignores the answers to noise, those of a slow board too. */
async function discardAnswers(host: StmHost): Promise<void> {
  const { bench, channel } = host;
  await bench.pause(micros(host.gap + host.response));
  await channel.waitForSilence(micros(host.gap), millis(10_000));
}

async function checkUnchangedByNoise(host: StmHost): Promise<void> {
  const { bench, channel } = host;
  const id = 'STM-FR-09';
  const first = fc.constantFrom(0, 7, 0x20, 0x80, 0xfe, 0xff);
  const bursts = bench.sample(
    fc.tuple(first, fc.uint8Array({ minLength: 2, maxLength: 200 })),
    bench.exhaustive ? 40 : 8,
  );
  for (const [head, tail] of untilFailed(bench, id, bursts)) {
    await host.start();
    await host.ask(select(tile(20, 1)));
    const bytes = join(Uint8Array.of(head), tail);
    await channel.sendBytes(bytes);
    await discardAnswers(host);
    const answer = await host.ask(match(tile(20, 2)), id);
    if (answer === undefined) continue;
    bench.check(id, answer.type === 'match' && answer.result, () => ({
      title: `a selected tile, then ${bytes.length} bytes of noise that begin with ${byteText(head)}`,
      expected: 'the tile still selected: Match TRUE',
      seen: describeAnswer(answer),
    }));
  }
}
