/** STM: an unknown command (STM-FR-05) and an impossible descriptor or count (FR-06) discard everything to the idle gap. */
import { concat } from '../../../protocols/bytes';
import { byteText } from '../../../protocols/byte-text';
import { encodeRequest } from '../../../protocols/stm/stm';
import { CMD, crc, DESCRIPTOR } from '../../../protocols/stm/stm';
import { hex } from '../../bench/channel';
import { bitNeighbours, range } from '../range';
import { untilFailed } from '../until-failed';
import { checkDiscardedToGap } from './gap-recovery';
import type { StmHost } from './host';
import { checkUncounted, ONE_OF_EACH, requireGapTiming, someOf } from './refusals';
import { altered, row, shuffle } from './requests';
import { stmScenario } from './scenario';

const LIKELY_COMMANDS = new Set([...bitNeighbours(...Object.values(CMD)), 0x7f, 0xee, 0xfe, 0xff]);
const LIKELY_DESCRIPTORS = [...Object.values(DESCRIPTOR), 0x02, 0x09, 0xfe];

export const unknownCommand = stmScenario(
  {
    id: 'stm/unknown-command',
    title: 'an unknown command byte discards everything to the next idle gap',
    covers: ['STM-FR-05', 'STM-TM-02'],
  },
  async (host, bench) => {
    const id = 'STM-FR-05';
    for (const cmd of untilFailed(bench, id, someOf(bench, [0, ...range(7, 255)], [...LIKELY_COMMANDS], 8))) {
      const what = `a frame of command ${byteText(cmd)}`;
      const refused = await host.refuse(Uint8Array.of(cmd, 0xff, cmd ^ 0xff), what);
      if (refused && bench.exhaustive) await host.expectNoMore(what);
    }
    for (const cmd of [0x00, 0x07, 0xee, 0xff])
      await checkDiscardedToGap(host, Uint8Array.of(cmd), id, `command byte ${byteText(cmd)}`);
    await host.refuse(Uint8Array.of(0x07, 0xff, 0x00), 'an unknown command with a wrong CRC');
    requireGapTiming(bench);
  },
);

export const badData = stmScenario(
  {
    id: 'stm/bad-data',
    title: 'a descriptor or a count that cannot be discards everything to the next idle gap',
    covers: ['STM-FR-06', 'STM-TM-02'],
  },
  async (host, bench) => {
    const id = 'STM-FR-06';
    for (const request of ONE_OF_EACH) {
      const [cmd = 0, right = 0] = encodeRequest(request);
      const wrong = range(0, 255).filter((value) => value !== right);
      const likely = new Set([...LIKELY_DESCRIPTORS, ...bitNeighbours(right)]);
      for (const descriptor of untilFailed(bench, id, someOf(bench, wrong, [...likely], 2))) {
        const what = `command ${byteText(cmd)} with descriptor ${byteText(descriptor)}`;
        await host.refuse(altered(request, { 1: descriptor }), what);
      }
    }
    await checkBadCounts(host);
    const heads = [
      Uint8Array.of(CMD.start, 0x0a),
      Uint8Array.of(CMD.select, 0xff),
      Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0),
    ];
    for (const head of heads) await checkDiscardedToGap(host, head, id, `the beginning ${hex(head)}`);
    const noTiles = Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0, 0x09);
    await checkUncounted(host, noTiles, 'a Shuffle of no tiles');
    requireGapTiming(bench);
  },
);

async function checkBadCounts(host: StmHost): Promise<void> {
  const { bench } = host;
  const tiles = encodeRequest(shuffle(row(144))).subarray(3, -1);
  for (const count of untilFailed(
    bench,
    'STM-FR-06',
    someOf(bench, [0, ...range(145, 255)], [0, 145, 146, 160, 192, 255], 4),
  )) {
    const head = Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, count);
    // A board that ignores the count waits for all tiles: it gets them all once, and too few once.
    for (const length of [3 + 4 * count, 7]) {
      const cut = concat(head, tiles, tiles).subarray(0, length);
      const bytes = concat(cut, Uint8Array.of(crc(cut)));
      const what = `a Shuffle of ${count} tiles, ${bytes.length} bytes of it`;
      const refused = await host.refuse(bytes, what);
      if (refused && (bench.exhaustive || count === 145)) await host.expectNoMore(what);
    }
  }
}
