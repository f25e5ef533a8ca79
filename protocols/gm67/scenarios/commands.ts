/** Commands: one answer each, in time; decoding out of mode, unknown opcodes, ACK and NAK, sleep, and repeats. */
import { micros, millis, type Bench } from '../../../api/index';
import { COMMANDS, isHostOpcode, SCANNER_OPCODES, STATUS, WAKE, type CommandBody } from '../wire/message';
import { PARAMETER, TRIGGER } from '../wire/parameters';
import { GRACE } from '../profile';
import { bytesOf, encodeCommand } from '../wire/wire';
import { range, readOf, REPEATED, scenario, untilFailed, writeOf, type Scanner } from './host';

/** Repeats show whether a command is slow, or this host stalled once. */
const TIMES = 3;
const WAKEN = encodeCommand(WAKE);

async function oneAnswer(scanner: Scanner, bench: Bench): Promise<void> {
  const watch = bench.exhaustive ? millis(1500) : millis(120);
  const { number, values } = scanner.testParameter();
  const bodies: readonly CommandBody[] = [
    { type: 'revision' },
    { type: 'enable' },
    { type: 'disable' },
    { type: 'enable' },
    { type: 'led-on', led: 1 },
    { type: 'led-off', led: 1 },
    { type: 'beep', pattern: 1 },
    { type: 'start' },
    { type: 'start' },
    { type: 'stop' },
    { type: 'stop' },
    writeOf(number, values[0]),
    writeOf(number, values[1], 0xff),
    readOf(number),
    readOf(PARAMETER.terminator),
    { type: 'unknown', opcode: 0x01 },
    ...(scanner.atDefaultBaud ? [{ type: 'defaults' } as const] : []),
  ];
  for (const _ of range(1, TIMES))
    for (const [i, body] of untilFailed(bench, 'GM-CM-01', bodies.entries())) {
      // A second start in one session is valid too, so the mode is not written between the two.
      if (body.type === 'start' && bodies[i - 1]?.type !== 'start')
        await scanner.prepareValue(PARAMETER.trigger, TRIGGER.host);
      await scanner.ask(body);
      await scanner.quiet(watch, 'after its reply');
    }
  for (const _ of untilFailed(bench, 'GM-CM-01', range(1, bench.exhaustive ? TIMES : 1)))
    await scanner.ask({ type: 'reset' });
}

async function outOfMode(scanner: Scanner, bench: Bench): Promise<void> {
  const modes = scanner.page.valuesOf(PARAMETER.trigger);
  for (const _ of range(1, bench.exhaustive ? 3 : 1))
    for (const mode of modes) {
      // In mode host a session is left open: it must end with its mode.
      const last = mode === TRIGGER.host ? (['start'] as const) : [];
      for (const type of ['start', 'stop', 'stop', 'start', ...last] as const) {
        if (scanner.value(PARAMETER.trigger) !== mode) await scanner.prepareValue(PARAMETER.trigger, mode);
        await scanner.ask({ type }, `in trigger mode ${mode}`);
      }
    }
  if (modes.every((mode) => mode === TRIGGER.host))
    bench.skip('GM-CM-02', 'this profile has no trigger mode but host');
}

async function unknownOpcodes(scanner: Scanner, bench: Bench): Promise<void> {
  const all = range(0, 0xfe).filter((opcode) => !isHostOpcode(opcode) && !SCANNER_OPCODES.includes(opcode));
  for (const opcode of untilFailed(bench, 'GM-CM-03', all)) await scanner.ask({ type: 'unknown', opcode });
  await scanner.read(scanner.testParameter().number);
}

const UNANSWERED: readonly CommandBody[] = [
  { type: 'ack' },
  { type: 'nak', cause: 1 },
  { type: 'nak', cause: 2 },
  { type: 'nak', cause: 6 },
  { type: 'nak' },
];

async function neverAnswered(scanner: Scanner, bench: Bench): Promise<void> {
  // For longer than a late reply may take.
  const silence = micros(scanner.page.interByte + scanner.page.command + GRACE + 50_000);
  const { number } = scanner.testParameter();
  for (const _ of range(1, bench.exhaustive ? 3 : 1))
    for (const body of untilFailed(bench, 'GM-CM-04', UNANSWERED)) {
      await scanner.ask(body, 'unasked');
      await scanner.quiet(silence, 'unasked');
      const isReadable = await scanner.read(number);
      await scanner.ask(body, 'right after an answer', STATUS.retransmission);
      await scanner.quiet(millis(500), 'right after an answer');
      if (!isReadable) continue;
      await scanner.send('right before a read', [bytesOf(body), bytesOf(readOf(number))]);
      await scanner.quiet(millis(240), 'right before a read');
    }
}

async function sleep(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-CM-07';
  const { number } = scanner.testParameter();
  const first: readonly CommandBody[] = [
    readOf(number),
    { type: 'revision' },
    { type: 'enable' },
    { type: 'led-off', led: 1 },
  ];
  // One that is awake ignores the wake byte.
  for (const pause of [millis(52), millis(600)])
    await scanner.send('to a module that is awake', [WAKEN, pause, bytesOf(readOf(number))]);
  // A real module may take its time until it sleeps: one that is awake still ignores the wake byte.
  const pauses = bench.exhaustive ? [5e4, 1e6, 3e5, 5e6] : [5e5, 1e6];
  for (const _ of range(1, bench.exhaustive ? 3 : 1))
    for (const [i, body] of untilFailed(bench, id, first.entries())) {
      // What is not answered as it must be awake either shows nothing.
      if (!(await scanner.ask(body)) || !(await scanner.ask({ type: 'sleep' }))) continue;
      await scanner.quiet(micros(pauses[i % pauses.length] ?? 1e6));
      await scanner.send('to a sleeping module', [WAKEN, millis(52), bytesOf(body)]);
    }
}

async function repeats(scanner: Scanner, bench: Bench): Promise<void> {
  const { number, values } = scanner.testParameter();
  const bodies: readonly CommandBody[] = [
    writeOf(number, values[0]),
    { type: 'enable' },
    { type: 'led-off', led: 1 },
    { type: 'start' },
    { type: 'stop' },
    writeOf(PARAMETER.terminator, 2),
    writeOf(number, values[1]),
  ];
  for (const _ of range(1, bench.exhaustive ? 3 : 1))
    for (const body of bodies) {
      if (scanner.value(PARAMETER.trigger) !== TRIGGER.host)
        await scanner.prepareValue(PARAMETER.trigger, TRIGGER.host);
      await scanner.prepare(body);
      for (let n = 0; n < 2; n++)
        if (!(await scanner.ask(body, 'repeated with the retransmission bit', REPEATED))) break;
    }
  await scanner.read(number, 'after repeats');
  if (!scanner.answersBadChecksum) return;
  for (const turn of [0, 1, 0]) {
    await scanner.prepareValue(number, values[turn]!);
    await repeatGarbled(scanner, writeOf(number, values[1 - turn]!));
    await scanner.read(number, 'after a repeat that followed a NAK 01');
  }
}

/** Sends a command with a wrong checksum, which draws a NAK 01, and repeats it: the repeat is obeyed. */
export async function repeatGarbled(scanner: Scanner, body: CommandBody): Promise<boolean> {
  const isRefused = await scanner.send('a wrong checksum', [COMMANDS.spoil(bytesOf(body), 0x21)]);
  return isRefused && scanner.ask(body, 'with the retransmission bit after a NAK 01', REPEATED);
}

export const COMMAND_SCENARIOS = [
  scenario(
    'one-answer',
    'each command gets exactly one answer of its kind, in form and in time',
    ['GM-FR-01', 'GM-CM-01', 'GM-TM-01'],
    oneAnswer,
  ),
  scenario(
    'decode',
    'start and stop decode are obeyed in trigger mode host and denied in the others',
    ['GM-CM-02'],
    outOfMode,
  ),
  scenario('unknown', 'an unknown opcode is refused with NAK 02 or 06', ['GM-CM-03'], unknownOpcodes),
  scenario('host-ack', 'ACK and NAK from the host are never answered', ['GM-CM-04'], neverAnswered),
  scenario(
    'sleep',
    'a sleeping module answers after the wake byte and 50 ms',
    ['GM-CM-07', 'GM-CM-01'],
    sleep,
  ),
  scenario(
    'repeats',
    'a repeat with the retransmission bit is acknowledged; after a NAK 01 it is a new command',
    ['GM-CM-06'],
    repeats,
  ),
];
