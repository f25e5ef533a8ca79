/** Codes before the lens: in raw mode and in packets, with scan disabled, shown again, not acknowledged, and after a start repeated. */
import { fc, micros, millis, type Bench } from '../../../api/index';
import { LONGEST_SHORT_PAYLOAD, type CommandBody, type Symbology } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { repeatGarbled } from './commands';
import { CodeHost, codeOf } from './code-host';
import { range, readOf, REPEATED, scenario, untilFailed, type GmScenario, type Scanner } from './host';

const EVERY_BYTE = Uint8Array.from(range(0, 255));
const EAN_CODE = new TextEncoder().encode('4006381333931');
const CODE_128 = new TextEncoder().encode('WIREJIG-128');
const LENGTHS = [2, 3, 63, 64, 65, 127, 128, 129, 248, 249, 250, 251, 255, 257, 500, 1000, 1500];
const PACKET_LENGTHS = [2, 64, 127, 128, 247, 248, 251, 252, 255, 256, 257, 504, 512, 1024, 1500];
const PAYLOAD = fc.uint8Array({ minLength: 1, maxLength: 700, size: 'max' });
/** How long to wait that no answer to ACK comes. */
const ACK_WATCH = millis(40);

async function raw(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-DT-01';
  const host = await CodeHost.create(scanner);
  const read = async (code: Uint8Array, symbology: Symbology, what: string): Promise<void> => {
    if (!bench.failedEnough(id))
      await host.read(code, `${what}: a ${symbology} code of ${code.length} bytes`, symbology);
  };
  await read(Uint8Array.of(0x55), 'datamatrix', 'one byte');
  await read(EVERY_BYTE, 'datamatrix', 'all byte values');
  await read(Uint8Array.of(0x41, 0x0d, 0x42, 0x0d, 0x0d), 'datamatrix', 'a payload with CR in it');
  await read(EVERY_BYTE.toReversed(), 'qr', 'all byte values');
  await read(EAN_CODE, 'ean13', 'digits');
  await read(CODE_128, 'code128', 'text');
  if (!bench.exhaustive) return;
  for (const value of EVERY_BYTE) await read(Uint8Array.of(value), 'datamatrix', 'one byte');
  for (const length of LENGTHS)
    await read(
      Uint8Array.from({ length }, (_, i) => 7 * i + length),
      'datamatrix',
      'a length',
    );
  const options = {
    title: 'any payload',
    runs: 60,
    show: (bytes: Uint8Array) => Buffer.from(bytes).toString('hex'),
  };
  await bench.forAll(PAYLOAD, options, (code) => read(code, 'qr', 'any payload'));
}

async function terminators(scanner: Scanner, bench: Bench): Promise<void> {
  const host = await CodeHost.create(scanner);
  const settings = scanner.page.valuesOf(PARAMETER.terminator).filter((value) => value <= 5);
  const orders = bench.exhaustive ? [settings, settings.toReversed()] : [settings];
  for (const [round, order] of orders.entries())
    for (const setting of untilFailed(bench, 'GM-DT-02', order)) {
      await host.ready();
      await host.set(PARAMETER.terminator, setting);
      await host.read(codeOf(`end ${setting} ${round}`), `terminator ${setting}`);
    }
}

async function packets(scanner: Scanner, bench: Bench): Promise<void> {
  const host = await CodeHost.create(scanner, { packet: true });
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
    for (const length of PACKET_LENGTHS) codes.push(['datamatrix', filled(length)], ['qr', filled(length)]);
    for (const value of range(0, 255)) codes.push(['datamatrix', Uint8Array.of(value)]);
    for (const code of bench.sample(PAYLOAD, 40)) codes.push(['qr', code]);
  }
  for (const stxEtx of [0, 3]) {
    if (!scanner.page.valuesOf(PARAMETER.stxEtx).includes(stxEtx)) continue;
    await host.set(PARAMETER.stxEtx, stxEtx);
    if (stxEtx !== 0) await host.set(PARAMETER.terminator, 1);
    const how = stxEtx === 0 ? '' : ', with STX, ETX and CR LF set for raw mode';
    for (const [symbology, code] of untilFailed(
      bench,
      'GM-DT-03',
      stxEtx === 0 ? codes : codes.slice(0, 2),
    )) {
      const what = `a ${symbology} code of ${code.length} bytes in packet mode${how}`;
      const isRight = (await host.read(code, what, symbology)) && (await acknowledge(scanner));
      const watch = millis(bench.exhaustive ? 300 : 0);
      if (!isRight || !(await scanner.quiet(watch, `${what}, acknowledged`))) await scanner.drain();
    }
  }
  await scanner.prepareValue(PARAMETER.stxEtx, 0);
  await scanner.prepareValue(PARAMETER.packet, 0);
}

/** Sends ACK, which must not be answered. true: nothing was wrong. */
async function acknowledge(scanner: Scanner): Promise<boolean> {
  return (await scanner.ask({ type: 'ack' })) && scanner.quiet(ACK_WATCH, 'after ACK');
}

async function disabled(scanner: Scanner, bench: Bench): Promise<void> {
  for (const round of untilFailed(bench, 'GM-DT-05', range(0, bench.exhaustive ? 3 : 1))) {
    const packet = round % 2 === 1;
    const host = await CodeHost.create(scanner, { trigger: TRIGGER.continuous, packet });
    await checkDisabled(host, `in ${packet ? 'packet' : 'raw'} mode`, round);
  }
  await scanner.prepareValue(PARAMETER.packet, 0);
  await scanner.prepareValue(PARAMETER.trigger, TRIGGER.host);
}

async function checkDisabled(host: CodeHost, mode: string, round: number): Promise<void> {
  const { scanner } = host;
  const { isExhaustive } = scanner;
  await scanner.prepare({ type: 'disable' });
  for (const n of range(0, isExhaustive ? 1 : 0))
    if (!(await scanner.show(codeOf(`hidden ${round}${n}`), `shown after scan disable, ${mode}`)))
      return scanner.drain();
  // A code that was shown while scan was disabled is lost.
  const isEnabled = await scanner.ask({ type: 'enable' }, mode);
  const watch = isExhaustive ? millis(4000) : millis(1500);
  if (!isEnabled || !(await scanner.quiet(watch, `after scan enable, ${mode}`))) return scanner.drain();
  const isShown = await scanner.show(codeOf(`enabled ${round}`), `shown after scan enable, ${mode}`);
  if (scanner.openTries > 0) await acknowledge(scanner);
  if (!isShown || !(await scanner.quiet(host.showingPause))) await scanner.drain();
}

async function showings(scanner: Scanner, bench: Bench): Promise<void> {
  const host = await CodeHost.create(scanner, { trigger: TRIGGER.continuous });
  for (const round of untilFailed(bench, 'GM-DT-06', range(0, bench.exhaustive ? 3 : 0)))
    for (const showing of ['first', 'second', 'third']) {
      await host.ready();
      await scanner.show(codeOf(`shown ${round}`), `the ${showing} showing of a code`);
      await scanner.quiet(host.showingPause, `after the ${showing} showing of a code`);
    }
  await scanner.prepareValue(PARAMETER.trigger, TRIGGER.host);
}

/** Payload bytes of a frame that takes half a second. */
const LONG = 500;

async function unacknowledged(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-DT-04';
  const host = await CodeHost.create(scanner, { packet: true });
  const meanwhile: readonly (CommandBody | undefined)[] = [
    ...(bench.exhaustive ? [undefined] : []),
    { type: 'nak', cause: 1 },
    readOf(scanner.testParameter().number),
  ];
  for (const round of range(0, bench.exhaustive ? 2 : 0))
    for (const [n, body] of untilFailed(bench, id, meanwhile.entries()))
      await checkRetries(host, codeOf(`${round} ${n} unacknowledged`), body);
  for (const tries of untilFailed(bench, id, range(0, scanner.page.dataRetries)))
    await checkAcknowledged(host, tries);
  // A code that takes longer than the tolerance: the time runs from its last byte.
  if (!bench.failedEnough(id)) await checkRetries(host, new Uint8Array(LONG).fill(0x41), undefined);
  await scanner.prepareValue(PARAMETER.packet, 0);
}

/** Tries all repetitions of a code that is never acknowledged. `meanwhile`: what the host sends after each try. */
async function checkRetries(
  host: CodeHost,
  code: Uint8Array,
  meanwhile: CommandBody | undefined,
): Promise<void> {
  const { scanner } = host;
  if (!(await host.read(code, 'not acknowledged'))) return scanner.drain();
  while (scanner.openTries > 0) {
    if (meanwhile !== undefined) {
      await scanner.quiet(micros(scanner.page.dataAck / 4));
      await scanner.ask(meanwhile, 'while a code is not acknowledged');
    }
    if (!(await scanner.awaitNextTry('not acknowledged'))) return scanner.drain();
  }
}

/** Acknowledges a code after some tries: it is not sent again, and ACK is not answered. */
async function checkAcknowledged(host: CodeHost, tries: number): Promise<void> {
  const { scanner } = host;
  const what = `acknowledged after ${tries} repetitions`;
  if (!(await host.read(codeOf(`acked ${tries}`), what))) return scanner.drain();
  for (let n = 0; n < tries; n++) if (!(await scanner.awaitNextTry(what))) return scanner.drain();
  await acknowledge(scanner);
  if (!(await scanner.quiet(micros(1.4 * scanner.page.dataAck), what))) return scanner.drain();
}

async function repeatedStart(scanner: Scanner, bench: Bench): Promise<void> {
  const host = await CodeHost.create(scanner);
  const isRead = (text: string): Promise<boolean> => host.read(codeOf(text), 'shown after a start');
  for (const round of untilFailed(bench, 'GM-CM-06', range(0, bench.exhaustive ? 3 : 0))) {
    // A start repeated after its code was read reads no second code.
    if (
      (await isRead(`first ${round}`)) &&
      (await scanner.ask({ type: 'start' }, 'repeated with the retransmission bit', REPEATED))
    ) {
      await scanner.show(codeOf(`second ${round}`), 'after a start whose code was read, and its repeat');
      await scanner.ask({ type: 'stop' });
    }
    // A start repeated after a NAK 01 begins a session of its own.
    if (!scanner.answersBadChecksum || !(await isRead(`third ${round}`))) continue;
    if (!(await repeatGarbled(scanner, { type: 'start' }))) continue;
    await scanner.show(codeOf(`fourth ${round}`), 'after a start that followed a NAK 01');
    await scanner.ask({ type: 'stop' });
  }
}

const SCENARIOS: readonly GmScenario[] = [
  scenario('repeated-start', 'a start that is repeated reads no second code', ['GM-CM-06'], repeatedStart),
  scenario(
    'raw',
    'a code in raw mode arrives as payload and terminator, every byte unchanged, in one burst',
    ['GM-DT-01'],
    raw,
  ),
  scenario('terminators', 'each terminator setting gives its bytes', ['GM-DT-02'], terminators),
  scenario(
    'packets',
    'in packet mode a code arrives as one frame with its type',
    ['GM-DT-03', 'GM-FR-01'],
    packets,
  ),
  scenario(
    'disabled',
    'after scan disable no code is sent; one shown after scan enable is',
    ['GM-DT-05'],
    disabled,
  ),
  scenario('showings', 'one showing of a code is sent once, a new showing again', ['GM-DT-06'], showings),
  scenario(
    'unacknowledged',
    'a code that is not acknowledged is sent again, at its time, as often as it may',
    ['GM-DT-04'],
    unacknowledged,
  ),
];

export const CODE_SCENARIOS = SCENARIOS.map((one) => ({ ...one, needs: ['stimulus'] as const }));
