import fc from 'fast-check';
import { payload } from '../../../protocols/gm67/gm67.arbitrary';
import type { Symbology } from '../../../protocols/gm67/message';
import { LONGEST_SHORT_PAYLOAD, CODE_TYPE, hex } from '../../../protocols/gm67/message';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { micros } from '../../../protocols/time';
import { range } from '../range';
import { DataHost, codeOf, EAN_CODE, CODE_128, sameBytes, isRepeat } from './data-host';
import { bytesText } from './descriptions';
import { gmScenario } from './scenario';
import { untilFailed } from '../until-failed';

/** GM67: codes in packet mode (GM-DT-03). */
export const packets = gmScenario(
  {
    id: 'gm67/packets',
    title: 'in packet mode a code arrives as one frame with its type',
    covers: ['GM-DT-03', 'GM-FR-01'],
    needs: ['stimulus'],
  },
  async (plain, bench) => {
    const id = 'GM-DT-03';
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
      for (const length of [2, 64, 127, 128, 247, 248, 251, 252, 255, 256, 257, 504, 512, 1024, 1500])
        codes.push(['datamatrix', filled(length)], ['qr', filled(length)]);
      for (const value of range(0, 255)) codes.push(['datamatrix', Uint8Array.of(value)]);
      for (const code of bench.sample(fc.tuple(payload(700)), 40)) codes.push(['qr', code[0]]);
    }
    for (const stxEtx of new Set([0, 3])) {
      if (!plain.profile.valuesOf(PARAMETER.stxEtx).includes(stxEtx)) continue;
      await plain.write(PARAMETER.stxEtx, stxEtx);
      if (stxEtx !== 0) await host.setTerminator(1);
      for (const [symbology, code] of untilFailed(bench, id, stxEtx === 0 ? codes : codes.slice(0, 2)))
        await checkPacket(
          host,
          symbology,
          code,
          stxEtx === 0 ? '' : ', with STX, ETX and CR LF set for raw mode',
        );
    }
    await plain.write(PARAMETER.stxEtx, 0);
    await plain.write(PARAMETER.packet, 0);
  },
);

async function checkPacket(
  host: DataHost,
  symbology: Symbology,
  code: Uint8Array,
  how: string,
): Promise<void> {
  const { bench } = host.scanner;
  const id = 'GM-DT-03';
  const type = CODE_TYPE[symbology];
  const packet = await host.readPacket(code, symbology);
  if (packet === undefined && host.repeated) {
    const title = 'a code that was acknowledged';
    bench.check('GM-DT-04', false, () => ({ title, expected: 'it is not sent again', seen: 'it is' }));
    bench.inconclusive(id, 'the code before was sent again and again (GM-DT-04)');
    return host.drain();
  }
  const long = code.length > LONGEST_SHORT_PAYLOAD;
  const holds =
    packet !== undefined &&
    packet.data.codeType === type &&
    sameBytes(packet.data.payload, code) &&
    (packet.received.event.raw[0] === 0xff) === long;
  const seen =
    packet === undefined
      ? 'no such frame'
      : `${packet.received.event.raw[0] === 0xff ? 'a long frame' : 'F3'}, type ${hex(packet.data.codeType)}, ${bytesText(packet.data.payload)}`;
  bench.check(id, holds, () => ({
    title: `a ${symbology} code of ${code.length} bytes in packet mode${how}`,
    expected: `${long ? 'one long frame' : 'one F3 frame'}, type ${hex(type)}, ${bytesText(code)}`,
    seen,
  }));
  await host.acknowledge();
  if (!holds) return host.drain();
  if (!bench.exhaustive) return;
  const again = await host.nextPacket(micros(bench.now() + 3e5));
  // A code with the retransmission bit means that the scanner missed the acknowledgement.
  const repeated = again !== undefined && isRepeat(again.data);
  bench.check(repeated ? 'GM-DT-04' : id, again === undefined, () => ({
    title: `a ${symbology} code of ${code.length} bytes in packet mode, acknowledged${how}`,
    expected: 'one frame',
    seen: 'a second one',
  }));
}
