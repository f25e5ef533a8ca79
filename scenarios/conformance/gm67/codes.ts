/** GM67: codes in raw mode (GM-DT-01, 02), with scan disabled (DT-05), and shown once and again (DT-06). */
import { payload } from '../../../protocols/gm67/gm67.arbitrary';
import type { Symbology } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { millis } from '../../../protocols/time';
import { hex as hexText } from '../../bench/channel';
import { range } from '../range';
import { untilFailed } from '../until-failed';
import { CODE_128, codeOf, DataHost, EAN_CODE } from './data-host';
import { packets } from './packets';
import { gmScenario } from './scenario';

const NEEDS = ['stimulus'] as const;
const EVERY_BYTE = Uint8Array.from(range(0, 255));
const LENGTHS = [2, 3, 63, 64, 65, 127, 128, 129, 248, 249, 250, 251, 255, 257, 500, 1000, 1500];

const raw = gmScenario(
  {
    id: 'gm67/raw',
    title: 'a code in raw mode arrives as payload and terminator, every byte unchanged, in one burst',
    covers: ['GM-DT-01'],
    needs: NEEDS,
  },
  async (scanner, bench) => {
    const id = 'GM-DT-01';
    const host = await DataHost.create(scanner);
    const read = (code: Uint8Array, symbology: Symbology, what: string): Promise<boolean> =>
      host.read(id, code, `${what}: a ${symbology} code of ${code.length} bytes`, symbology);
    await read(Uint8Array.of(0x55), 'datamatrix', 'one byte');
    await read(EVERY_BYTE, 'datamatrix', 'all byte values');
    await read(Uint8Array.of(0x41, 0x0d, 0x42, 0x0d, 0x0d), 'datamatrix', 'a payload with CR in it');
    await read(EVERY_BYTE.toReversed(), 'qr', 'all byte values');
    await read(EAN_CODE, 'ean13', 'digits');
    await read(CODE_128, 'code128', 'text');
    if (!bench.exhaustive) return;
    for (const value of untilFailed(bench, id, EVERY_BYTE))
      await read(Uint8Array.of(value), 'datamatrix', 'one byte');
    for (const length of untilFailed(bench, id, LENGTHS))
      await read(
        Uint8Array.from({ length }, (_, i) => 7 * i + length),
        'datamatrix',
        'a length',
      );
    const options = { title: 'any payload', runs: 60, show: hexText };
    await bench.forAll(payload(700), options, async (code) => {
      if (!bench.failedEnough(id)) await read(code, 'qr', 'any payload');
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
      for (const setting of untilFailed(bench, id, order)) {
        await host.ready();
        await host.set(PARAMETER.terminator, setting);
        await host.read(id, codeOf(`end ${setting} ${round}`), `terminator ${setting}`);
      }
  },
);

const disabled = gmScenario(
  {
    id: 'gm67/disabled',
    title: 'after scan disable no code is sent; one shown after scan enable is',
    covers: ['GM-DT-05'],
    needs: NEEDS,
  },
  async (scanner, bench) => {
    const id = 'GM-DT-05';
    for (const round of untilFailed(bench, id, range(0, bench.exhaustive ? 3 : 1))) {
      const packet = round % 2 === 1;
      const host = await DataHost.create(scanner, { trigger: TRIGGER.continuous, packet });
      await checkDisabled(host, `in ${packet ? 'packet' : 'raw'} mode`, round);
    }
    await scanner.prepareValue(PARAMETER.packet, 0);
    await scanner.prepareValue(PARAMETER.trigger, TRIGGER.host);
  },
);

async function checkDisabled(host: DataHost, mode: string, round: number): Promise<void> {
  const { scanner } = host;
  const { bench } = scanner;
  const id = 'GM-DT-05';
  await scanner.prepare({ type: 'disable' });
  for (const n of range(0, bench.exhaustive ? 1 : 0))
    if (!(await host.show(id, codeOf(`hidden ${round}${n}`), `shown after scan disable, ${mode}`)))
      return scanner.drain();
  // A code that was shown while scan was disabled is lost.
  const isEnabled = await scanner.ask({ type: 'enable' }, mode);
  const watch = bench.exhaustive ? millis(4000) : millis(1500);
  if (!isEnabled || !(await scanner.quiet(watch, `after scan enable, ${mode}`))) return scanner.drain();
  const isShown = await host.show(id, codeOf(`enabled ${round}`), `shown after scan enable, ${mode}`);
  if (scanner.isCodeOpen) await host.acknowledge();
  if (!isShown || !(await scanner.quiet(host.showingPause))) await scanner.drain();
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
    for (const round of untilFailed(bench, id, range(0, bench.exhaustive ? 3 : 0)))
      for (const showing of ['first', 'second', 'third']) {
        await host.ready();
        await host.show(id, codeOf(`shown ${round}`), `the ${showing} showing of a code`);
        await scanner.quiet(host.showingPause, `after the ${showing} showing of a code`);
      }
    await scanner.prepareValue(PARAMETER.trigger, TRIGGER.host);
  },
);

export const dataScenarios = [raw, terminators, packets, disabled, showings];
