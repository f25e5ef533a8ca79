/** STM: what discards everything to the next idle gap: an unknown command (STM-FR-05), a descriptor or count that cannot be (FR-06). */
import { encodeRequest } from '../../../protocols/stm/encoder';
import { CMD, crc, DESCRIPTOR } from '../../../protocols/stm/stm';
import { micros } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import { hex } from '../../bench/channel';
import type { Scenario } from '../../suite';
import { range } from '../range';
import { checkDiscardedToGap } from './gap-recovery';
import { StmHost } from './host';
import { altered, join, row, shuffle } from './requests';
import {
  checkAnswersAgain,
  BAD_DATA,
  byteText,
  requireGapTiming,
  ONE_OF_EACH,
  checkUncounted,
  UNKNOWN,
  someOf,
} from './refusals';

export const unknownCommand: Scenario = {
  id: 'stm/unknown-command',
  title: 'an unknown command byte discards everything to the next idle gap',
  covers: ['STM-FR-05', 'STM-TM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.create(bench);
    const id = 'STM-FR-05';
    const commands = someOf(
      bench,
      [0, ...range(7, 255)],
      [0, 7, 8, 0x0a, 0x10, 0x41, 0x7f, 0x80, 0xee, 0xfe, 0xff],
      16,
    );
    for (const cmd of commands) {
      if (bench.failedEnough(id)) break;
      const what = `a frame of command ${byteText(cmd)}`;
      const held = await host.checkRefused(Uint8Array.of(cmd, 0xff, cmd ^ 0xff), UNKNOWN, id, what);
      if (held && bench.exhaustive) await host.expectNoMore(id, what, micros(host.gap + host.response));
    }
    for (const cmd of [0x00, 0x07, 0xee, 0xff]) {
      await checkDiscardedToGap(host, Uint8Array.of(cmd), UNKNOWN, id, `command byte ${byteText(cmd)}`);
      await checkAnswersAgain(host, id, `command byte ${byteText(cmd)}`);
    }
    await host.checkRefused(
      Uint8Array.of(0x07, 0xff, 0x00),
      UNKNOWN,
      id,
      'an unknown command with a wrong CRC',
    );
    requireGapTiming(bench);
  },
};

export const badData: Scenario = {
  id: 'stm/bad-data',
  title: 'a descriptor or a count that cannot be discards everything to the next idle gap',
  covers: ['STM-FR-06', 'STM-TM-02'],
  async run(bench: Bench): Promise<void> {
    const host = await StmHost.create(bench);
    const id = 'STM-FR-06';
    for (const request of ONE_OF_EACH) {
      const [cmd = 0, right = 0] = encodeRequest(request);
      const wrong = range(0, 255).filter((value) => value !== right);
      for (const descriptor of someOf(
        bench,
        wrong,
        [0x00, 0x01, 0x02, 0x09, 0x0a, 0x0b, 0x8a, 0xfe, 0xff],
        2,
      )) {
        if (bench.failedEnough(id)) break;
        const bytes = altered(request, { 1: descriptor });
        await host.checkRefused(
          bytes,
          BAD_DATA,
          id,
          `command ${byteText(cmd)} with descriptor ${byteText(descriptor)}`,
        );
      }
    }
    await checkBadCounts(host);
    const heads = [
      Uint8Array.of(CMD.start, 0x0a),
      Uint8Array.of(CMD.select, 0xff),
      Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0),
    ];
    for (const head of heads) {
      await checkDiscardedToGap(host, head, BAD_DATA, id, `the beginning ${hex(head)}`);
      await checkAnswersAgain(host, id, `the beginning ${hex(head)}`);
    }
    await checkUncounted(
      host,
      Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0, 0x09),
      BAD_DATA,
      id,
      'a Shuffle of no tiles',
    );
    requireGapTiming(bench);
  },
};

async function checkBadCounts(host: StmHost): Promise<void> {
  const { bench } = host;
  const tiles = encodeRequest(shuffle(row(144))).subarray(3, -1);
  for (const count of someOf(bench, [0, ...range(145, 255)], [0, 145, 146, 160, 192, 255], 4)) {
    if (bench.failedEnough('STM-FR-06')) return;
    const head = Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, count);
    // Both what a board that ignores the count would wait for, and a beginning that it would wait on.
    for (const length of [3 + 4 * count, 7]) {
      const cut = join(head, tiles, tiles).subarray(0, length);
      const bytes = join(cut, Uint8Array.of(crc(cut)));
      const what = `a Shuffle of ${count} tiles, ${bytes.length} bytes of it`;
      const held = await host.checkRefused(bytes, BAD_DATA, 'STM-FR-06', what);
      if (held && (bench.exhaustive || count === 145))
        await host.expectNoMore('STM-FR-06', what, micros(host.gap + host.response));
    }
  }
}
