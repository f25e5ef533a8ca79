/** GM67: codes in packet mode (GM-DT-03). */
import * as fc from 'fast-check';
import { payload } from '../../../protocols/gm67/gm67.arbitrary';
import { LONGEST_SHORT_PAYLOAD, type Symbology } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { millis } from '../../../protocols/time';
import { range } from '../range';
import { untilFailed } from '../until-failed';
import { CODE_128, codeOf, DataHost, EAN_CODE } from './data-host';
import { gmScenario } from './scenario';

const ID = 'GM-DT-03';
const LENGTHS = [2, 64, 127, 128, 247, 248, 251, 252, 255, 256, 257, 504, 512, 1024, 1500];

export const packets = gmScenario(
  {
    id: 'gm67/packets',
    title: 'in packet mode a code arrives as one frame with its type',
    covers: [ID, 'GM-FR-01'],
    needs: ['stimulus'],
  },
  async (plain, bench) => {
    const host = await DataHost.create(plain, { packet: true });
    const filled = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i + length);
    const codes: [Symbology, Uint8Array][] = [
      ['datamatrix', Uint8Array.of(0x55)],
      // The checksum of this frame ends in 00.
      ['datamatrix', Uint8Array.of(0x15)],
      ['qr', codeOf('in a packet')],
      ['ean13', EAN_CODE],
      ['code128', CODE_128],
      ['datamatrix', filled(LONGEST_SHORT_PAYLOAD)],
      ['datamatrix', filled(LONGEST_SHORT_PAYLOAD + 1)],
      ['qr', filled(600)],
    ];
    if (bench.exhaustive) {
      for (const length of LENGTHS) codes.push(['datamatrix', filled(length)], ['qr', filled(length)]);
      for (const value of range(0, 255)) codes.push(['datamatrix', Uint8Array.of(value)]);
      for (const code of bench.sample(fc.tuple(payload(700)), 40)) codes.push(['qr', code[0]]);
    }
    for (const stxEtx of new Set([0, 3])) {
      if (!plain.profile.valuesOf(PARAMETER.stxEtx).includes(stxEtx)) continue;
      await host.set(PARAMETER.stxEtx, stxEtx);
      if (stxEtx !== 0) await host.set(PARAMETER.terminator, 1);
      const how = stxEtx === 0 ? '' : ', with STX, ETX and CR LF set for raw mode';
      for (const [symbology, code] of untilFailed(bench, ID, stxEtx === 0 ? codes : codes.slice(0, 2)))
        await checkPacket(host, symbology, code, how);
    }
    await plain.prepareValue(PARAMETER.stxEtx, 0);
    await plain.prepareValue(PARAMETER.packet, 0);
  },
);

async function checkPacket(
  host: DataHost,
  symbology: Symbology,
  code: Uint8Array,
  how: string,
): Promise<void> {
  const { bench } = host.scanner;
  const what = `a ${symbology} code of ${code.length} bytes in packet mode${how}`;
  const isRight = await host.read(ID, code, what, symbology);
  await host.acknowledge();
  const watch = millis(bench.exhaustive ? 300 : 0);
  if (!isRight || !(await host.scanner.quiet(watch, `${what}, acknowledged`))) await host.scanner.drain();
}
