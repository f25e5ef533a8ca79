/** GM67: codes in raw mode (GM-DT-01, 02), with scan disabled (DT-05), and shown once and again (DT-06). */
import { payload } from '../../../protocols/gm67/gm67.arbitrary';
import { encodeReply } from '../../../protocols/gm67/gm67';
import { hex, scannerReply, type Symbology } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { terminatorBytes } from '../../../protocols/gm67/raw-mode';
import { micros } from '../../../protocols/time';
import { hex as hexText } from '../../bench/channel';
import { CODE_128, codeOf, DataHost, EAN_CODE, sameBytes } from './data-host';
import { range } from '../range';
import { gmScenario } from './scenario';
import { bytesText } from './descriptions';
import { packets } from './packets';

const NEEDS = ['stimulus'] as const;
const EVERY_BYTE = Uint8Array.from(range(0, 255));

async function checkArrives(
  host: DataHost,
  code: Uint8Array,
  symbology: Symbology,
  what: string,
): Promise<void> {
  const got = await host.readRaw(code, symbology);
  const due = host.expectedBytes(code);
  host.scanner.bench.check('GM-DT-01', sameBytes(got, due), () => ({
    title: `${what}: a ${symbology} code of ${code.length} bytes`,
    expected: bytesText(due),
    seen: bytesText(got),
    due: host.describeDue(code),
  }));
}

const raw = gmScenario(
  {
    id: 'gm67/raw',
    title: 'a code in raw mode arrives as payload and terminator, every byte unchanged, in one burst',
    covers: ['GM-DT-01'],
    needs: NEEDS,
  },
  async (scanner, bench) => {
    const host = await DataHost.create(scanner);
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
    await checkArrives(host, EAN_CODE, 'ean13', 'digits');
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
  async (scanner, bench) => {
    const id = 'GM-DT-02';
    const host = await DataHost.create(scanner);
    const settings = scanner.profile.valuesOf(PARAMETER.terminator).filter((value) => value <= 5);
    const orders = bench.exhaustive ? [settings, settings.toReversed()] : [settings];
    for (const [round, order] of orders.entries())
      for (const setting of order) {
        if (bench.failedEnough(id)) return;
        await host.setTerminator(setting);
        const code = codeOf(`end ${setting} ${round}`);
        const got = await host.readRaw(code);
        const due = host.expectedBytes(code);
        const name = terminatorBytes(setting).map(hex).join(' ') || 'none';
        const whole = sameBytes(got.subarray(0, code.length), code);
        if (!whole) bench.inconclusive(id, 'the payload before the terminator is wrong (GM-DT-01)');
        bench.check(whole ? id : 'GM-DT-01', sameBytes(got, due), () => ({
          title: `terminator ${setting} (${name})`,
          expected: bytesText(due),
          seen: bytesText(got),
          due: host.describeDue(code),
        }));
      }
  },
);

/** Whether a code came once, by the number of bytes alone. */
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
  async (scanner, bench) => {
    const id = 'GM-DT-05';
    for (let round = 0; round < (bench.exhaustive ? 4 : 2); round++) {
      if (bench.failedEnough(id)) return;
      const packet = round % 2 === 1;
      const host = await DataHost.create(scanner, { trigger: TRIGGER.continuous, packet });
      const mode = packet ? 'in packet mode' : 'in raw mode';
      await scanner.prepare({ type: 'disable' });
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
    await scanner.write(PARAMETER.packet, 0);
    await scanner.write(PARAMETER.trigger, TRIGGER.host);
  },
);

/** Judges that a code shown while scan was disabled is lost: only the ACK comes after scan enable. */
async function checkEnable(host: DataHost, mode: string): Promise<void> {
  const { bench, channel } = host.scanner;
  const ack = encodeReply(scannerReply({ type: 'ack' }));
  await channel.sendBytes(host.scanner.bytesOf({ type: 'enable' }));
  const got = await host.collectBytes(host.watchTime);
  const acknowledged = sameBytes(got.subarray(0, ack.length), ack);
  const extra = acknowledged ? got.subarray(ack.length) : got;
  bench.check('GM-DT-05', extra.length < ack.length, () => ({
    title: `after scan enable, a code having been shown while scan was disabled, ${mode}`,
    expected: 'that code is lost',
    seen: bytesText(extra),
  }));
  if (extra.length > 0) await host.drain();
  await host.scanner.prepare({ type: 'enable' });
}

const showings = gmScenario(
  {
    id: 'gm67/showings',
    title: 'one showing of a code is sent once, a new showing again',
    covers: ['GM-DT-06'],
    needs: NEEDS,
  },
  async (scanner, bench) => {
    const id = 'GM-DT-06';
    const host = await DataHost.create(scanner, { trigger: TRIGGER.continuous });
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
    await scanner.write(PARAMETER.trigger, TRIGGER.host);
  },
);

export const dataScenarios = [raw, terminators, packets, disabled, showings];
