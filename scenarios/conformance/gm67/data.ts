/** GM67: codes read: raw (GM-DT-01, 02), in packets (DT-03), with scan disabled (DT-05), shown once and again (DT-06). */
import * as fc from 'fast-check';
import { payload } from '../../../protocols/gm67/gm67.arbitrary';
import { encodeReply } from '../../../protocols/gm67/encoder';
import {
  CODE_TYPE,
  hex,
  LONGEST_SHORT_PAYLOAD,
  scannerReply,
  type Symbology,
} from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { terminatorBytes } from '../../../protocols/gm67/raw-mode';
import { micros } from '../../../protocols/time';
import { hex as hexText } from '../../bench/channel';
import { codeOf, DataHost, isRepeat } from './data-host';
import { range } from '../range';
import { gmScenario } from './scenario';

const NEEDS = ['stimulus'] as const;
const TEXT = new TextEncoder();
const EAN = TEXT.encode('4006381333931');
const CODE_128 = TEXT.encode('WIREJIG-128');
const EVERY_BYTE = Uint8Array.from(range(0, 255));

const same = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** A code's bytes, shortened in the middle. */
function bytesText(bytes: Uint8Array): string {
  if (bytes.length === 0) return 'nothing';
  const shown =
    bytes.length > 40 ? `${hexText(bytes.subarray(0, 24))}…${hexText(bytes.subarray(-12))}` : hexText(bytes);
  return `${bytes.length} bytes ${shown}`;
}

async function checkArrives(
  host: DataHost,
  code: Uint8Array,
  symbology: Symbology,
  what: string,
): Promise<void> {
  const got = await host.readRaw(code, symbology);
  const due = host.expectedBytes(code);
  host.scanner.bench.check('GM-DT-01', same(got, due), () => ({
    title: `${what}: a ${symbology} code of ${code.length} bytes`,
    expected: bytesText(due),
    seen: bytesText(got),
  }));
}

const raw = gmScenario(
  {
    id: 'gm67/raw',
    title: 'a code in raw mode arrives as payload and terminator, every byte unchanged, in one burst',
    covers: ['GM-DT-01'],
    needs: NEEDS,
  },
  async (plain, bench) => {
    const host = await DataHost.create(plain);
    const id = 'GM-DT-01';
    await checkArrives(host, Uint8Array.of(0x55), 'datamatrix', 'one byte');
    await checkArrives(host, EVERY_BYTE, 'datamatrix', 'all byte values');
    await checkArrives(
      host,
      Uint8Array.of(0x41, 0x0d, 0x42, 0x0d, 0x0d),
      'datamatrix',
      'a payload with CR in it',
    );
    await checkArrives(host, EVERY_BYTE.toReversed(), 'qr', 'all byte values');
    await checkArrives(host, EAN, 'ean13', 'digits');
    await checkArrives(host, CODE_128, 'code128', 'text');
    if (!bench.exhaustive) return;
    for (const value of range(0, 255)) {
      if (bench.failedEnough(id)) return;
      await checkArrives(host, Uint8Array.of(value), 'datamatrix', 'one byte');
    }
    for (const length of [2, 3, 63, 64, 65, 127, 128, 129, 248, 249, 250, 251, 255, 257, 500, 1000, 1500])
      await checkArrives(
        host,
        Uint8Array.from({ length }, (_, i) => 7 * i + length),
        'datamatrix',
        'a length',
      );
    const options = { title: 'any payload', runs: 60, show: hexText };
    await bench.forAll(payload(700), options, async (code) => {
      if (!bench.failedEnough(id)) await checkArrives(host, code, 'qr', 'any payload');
    });
  },
);

const terminators = gmScenario(
  {
    id: 'gm67/terminators',
    title: 'each terminator setting gives its bytes',
    covers: ['GM-DT-02'],
    needs: NEEDS,
  },
  async (plain, bench) => {
    const id = 'GM-DT-02';
    const host = await DataHost.create(plain);
    const settings = plain.valuesOf(PARAMETER.terminator).filter((value) => value <= 5);
    const orders = bench.exhaustive ? [settings, settings.toReversed()] : [settings];
    for (const [round, order] of orders.entries())
      for (const setting of order) {
        if (bench.failedEnough(id)) return;
        await host.setTerminator(setting);
        const code = codeOf(`end ${setting} ${round}`);
        const got = await host.readRaw(code);
        const due = host.expectedBytes(code);
        const name = terminatorBytes(setting).map(hex).join(' ') || 'none';
        const whole = same(got.subarray(0, code.length), code);
        if (!whole) bench.inconclusive(id, 'the payload before the terminator is wrong (GM-DT-01)');
        bench.check(whole ? id : 'GM-DT-01', same(got, due), () => ({
          title: `terminator ${setting} (${name})`,
          expected: bytesText(due),
          seen: bytesText(got),
        }));
      }
  },
);

const packets = gmScenario(
  {
    id: 'gm67/packets',
    title: 'in packet mode a code arrives as one frame with its type',
    covers: ['GM-DT-03', 'GM-FR-01'],
    needs: NEEDS,
  },
  async (plain, bench) => {
    const id = 'GM-DT-03';
    const host = await DataHost.create(plain, { packet: true });
    const filled = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i + length);
    const codes: [Symbology, Uint8Array][] = [
      ['datamatrix', Uint8Array.of(0x55)],
      // Its checksum ends in 00.
      ['datamatrix', Uint8Array.of(0x15)],
      ['qr', codeOf('in a packet')],
      ['ean13', EAN],
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
      if (!plain.valuesOf(PARAMETER.stxEtx).includes(stxEtx)) continue;
      await plain.write(PARAMETER.stxEtx, stxEtx);
      if (stxEtx !== 0) await host.setTerminator(1);
      for (const [symbology, code] of stxEtx === 0 ? codes : codes.slice(0, 2)) {
        if (bench.failedEnough(id)) break;
        await checkPacket(
          host,
          symbology,
          code,
          stxEtx === 0 ? '' : ', with STX, ETX and CR LF set for raw mode',
        );
      }
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
    same(packet.data.payload, code) &&
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
  // One that is sent again was not heard to be acknowledged.
  const repeated = again !== undefined && isRepeat(again.data);
  bench.check(repeated ? 'GM-DT-04' : id, again === undefined, () => ({
    title: `a ${symbology} code of ${code.length} bytes in packet mode, acknowledged${how}`,
    expected: 'one frame',
    seen: 'a second one',
  }));
}

/** A code came once, whatever became of its bytes. */
function cameOnce(bytes: Uint8Array, code: Uint8Array): boolean {
  return bytes.length >= 0.7 * code.length && bytes.length < 1.6 * code.length;
}

const disabled = gmScenario(
  {
    id: 'gm67/disabled',
    title: 'after scan disable no code is sent; one shown after scan enable is',
    covers: ['GM-DT-05'],
    needs: NEEDS,
  },
  async (plain, bench) => {
    const id = 'GM-DT-05';
    for (let round = 0; round < (bench.exhaustive ? 4 : 2); round++) {
      if (bench.failedEnough(id)) return;
      const packet = round % 2 === 1;
      const host = await DataHost.create(plain, { trigger: TRIGGER.continuous, packet });
      const mode = packet ? 'in packet mode' : 'in raw mode';
      await plain.prepare({ type: 'disable' });
      for (let n = 0; n < (bench.exhaustive ? 2 : 1); n++) {
        const got = await host.presentHidden(codeOf(`hidden ${round}${n}`));
        bench.check(id, got.length === 0, () => ({
          title: `a code shown after scan disable, ${mode}`,
          expected: 'nothing is sent',
          seen: bytesText(got),
        }));
        if (got.length > 0) await host.drain();
      }
      await checkEnable(host, mode);
      const code = codeOf(`enabled ${round}`);
      const sent = packet
        ? (await host.presentPacket(code))?.received.event.raw
        : await host.presentRaw(code);
      bench.check(id, sent !== undefined && sent.length >= 0.7 * code.length, () => ({
        title: `a code shown after scan enable, ${mode}`,
        expected: 'it is sent',
        seen: bytesText(sent ?? new Uint8Array(0)),
      }));
      if (packet) await host.acknowledge();
      await host.collectBytes(host.showingPause);
    }
    await plain.write(PARAMETER.packet, 0);
    await plain.write(PARAMETER.trigger, TRIGGER.host);
  },
);

/** Scan enable and what comes behind its ACK, byte by byte: the code shown before is lost. */
async function checkEnable(host: DataHost, mode: string): Promise<void> {
  const { bench, channel } = host.scanner;
  const ack = encodeReply(scannerReply({ type: 'ack' }));
  await channel.sendBytes(host.scanner.bytesOf({ type: 'enable' }));
  const got = await host.collectBytes(host.watchTime);
  const acknowledged = same(got.subarray(0, ack.length), ack);
  const behind = acknowledged ? got.subarray(ack.length) : got;
  bench.check('GM-DT-05', behind.length < ack.length, () => ({
    title: `after scan enable, a code having been shown while scan was disabled, ${mode}`,
    expected: 'that code is lost',
    seen: bytesText(behind),
  }));
  if (behind.length > 0) await host.drain();
  await host.scanner.prepare({ type: 'enable' });
}

const showings = gmScenario(
  {
    id: 'gm67/showings',
    title: 'one showing of a code is sent once, a new showing again',
    covers: ['GM-DT-06'],
    needs: NEEDS,
  },
  async (plain, bench) => {
    const id = 'GM-DT-06';
    const host = await DataHost.create(plain, { trigger: TRIGGER.continuous });
    const window = bench.number('sameCodeMs') * 1000;
    for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++) {
      if (bench.failedEnough(id)) return;
      const code = codeOf(`shown ${round}`);
      for (const showing of ['first', 'second', 'third']) {
        const got = await host.presentRaw(code);
        const left = host.firstByteAt + 0.95 * window - bench.now();
        const more = left > 0 ? await host.collectBytes(micros(left)) : new Uint8Array(0);
        bench.check(id, cameOnce(Uint8Array.from([...got, ...more]), code), () => ({
          title: `the ${showing} showing of a code`,
          expected: `the code once within ${window / 1000} ms`,
          seen: bytesText(Uint8Array.from([...got, ...more])),
        }));
        await bench.pause(host.showingPause);
        await host.collectBytes(micros(1));
      }
    }
    await plain.write(PARAMETER.trigger, TRIGGER.host);
  },
);

export const dataScenarios = [raw, terminators, packets, disabled, showings];
