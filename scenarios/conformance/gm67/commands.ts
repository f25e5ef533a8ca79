/** GM67: commands: one answer each, in time (GM-FR-01, CM-01, TM-01), decoding out of mode, unknown opcodes, ACK and NAK, sleep. */
import { isHostOpcode, OPCODE, STATUS, type CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { WAKE_BYTE } from '../../../protocols/gm67/wake';
import { micros, millis } from '../../../protocols/time';
import { range } from '../range';
import { untilFailed } from '../until-failed';
import { readOf, writeOf } from './command-bodies';
import { gmScenario } from './scenario';
import { NotReady } from './scanner-profile';

/** Repeats show whether a command is slow, or this host stalled once. */
const TIMES = 3;

const oneAnswer = gmScenario(
  {
    id: 'gm67/one-answer',
    title: 'each command gets exactly one answer of its kind, in form and in time',
    covers: ['GM-FR-01', 'GM-CM-01', 'GM-TM-01'],
  },
  async (host, bench) => {
    const watch = bench.exhaustive ? millis(1500) : millis(120);
    const { number, values } = host.profile.testParameter();
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
      ...(host.profile.atDefaultBaud ? [{ type: 'defaults' } as const] : []),
    ];
    for (const _ of range(1, TIMES))
      for (const [i, body] of untilFailed(bench, 'GM-CM-01', bodies.entries())) {
        // A second start in one session is valid too, so the mode is not written between the two.
        if (body.type === 'start' && bodies[i - 1]?.type !== 'start')
          await host.prepareValue(PARAMETER.trigger, TRIGGER.host);
        await host.ask(body);
        await host.quiet(watch, 'after its reply');
      }
    for (const _ of untilFailed(bench, 'GM-CM-01', range(1, bench.exhaustive ? TIMES : 1)))
      await host.ask({ type: 'reset' });
  },
);

const outOfMode = gmScenario(
  {
    id: 'gm67/decode',
    title: 'start and stop decode are obeyed in trigger mode host and denied in the others',
    covers: ['GM-CM-02'],
  },
  async (host, bench) => {
    const modes = host.profile.valuesOf(PARAMETER.trigger);
    for (const _ of range(1, bench.exhaustive ? 3 : 1))
      for (const mode of modes) {
        // In mode host a session is left open: it must end with its mode.
        const last = mode === TRIGGER.host ? (['start'] as const) : [];
        for (const type of ['start', 'stop', 'stop', 'start', ...last] as const) {
          if (host.value(PARAMETER.trigger) !== mode) await host.prepareValue(PARAMETER.trigger, mode);
          await host.ask({ type }, `in trigger mode ${mode}`);
        }
      }
    if (modes.every((mode) => mode === TRIGGER.host))
      bench.skip('GM-CM-02', 'this profile has no trigger mode but host');
  },
);

const REPLIES: readonly number[] = [OPCODE.revisionReply, OPCODE.data, OPCODE.longData];

const unknownOpcodes = gmScenario(
  { id: 'gm67/unknown', title: 'an unknown opcode is refused with NAK 02 or 06', covers: ['GM-CM-03'] },
  async (host, bench) => {
    const all = range(0, 0xfe).filter((opcode) => !isHostOpcode(opcode) && !REPLIES.includes(opcode));
    for (const opcode of untilFailed(bench, 'GM-CM-03', all)) await host.ask({ type: 'unknown', opcode });
    await host.read(host.profile.testParameter().number);
  },
);

const UNANSWERED: readonly CommandBody[] = [
  { type: 'ack' },
  { type: 'nak', cause: 1 },
  { type: 'nak', cause: 2 },
  { type: 'nak', cause: 6 },
  { type: 'nak' },
];
const WAKE = Uint8Array.of(WAKE_BYTE);

const neverAnswered = gmScenario(
  { id: 'gm67/host-ack', title: 'ACK and NAK from the host are never answered', covers: ['GM-CM-04'] },
  async (host, bench) => {
    const silence = micros(host.interByte + millis(bench.number('commandMs') + 350));
    const { number } = host.profile.testParameter();
    for (const _ of range(1, bench.exhaustive ? 3 : 1))
      for (const body of untilFailed(bench, 'GM-CM-04', UNANSWERED)) {
        await host.ask(body, 'unasked');
        // For longer than a late reply may take.
        await host.quiet(silence, 'unasked');
        const isReadable = await host.read(number);
        await host.ask(body, 'right after an answer', STATUS.retransmission);
        await host.quiet(millis(500), 'right after an answer');
        if (!isReadable) continue;
        const bytes = Uint8Array.of(...host.bytesOf(body), ...host.bytesOf(readOf(number)));
        await host.send('GM-CM-04', [bytes], 'right before a read');
        await host.quiet(millis(240), 'right before a read');
      }
  },
);

const sleep = gmScenario(
  {
    id: 'gm67/sleep',
    title: 'a sleeping module answers after the wake byte and 50 ms',
    covers: ['GM-CM-07', 'GM-CM-01'],
  },
  async (host, bench) => {
    const id = 'GM-CM-07';
    const { number } = host.profile.testParameter();
    const first: readonly CommandBody[] = [
      readOf(number),
      { type: 'revision' },
      { type: 'enable' },
      { type: 'led-off', led: 1 },
    ];
    // One that is awake ignores the wake byte.
    for (const pause of [millis(52), millis(600)])
      await host.send(id, [WAKE, pause, host.bytesOf(readOf(number))], 'to a module that is awake');
    // A real module may take its time until it sleeps: one that is awake still ignores the wake byte.
    const pauses = bench.exhaustive ? [5e4, 1e6, 3e5, 5e6] : [5e5, 1e6];
    for (const _ of range(1, bench.exhaustive ? 3 : 1))
      for (const [i, body] of untilFailed(bench, id, first.entries())) {
        // What is not answered as it must be awake either shows nothing.
        if (!(await host.ask(body))) continue;
        if (!(await host.ask({ type: 'sleep' }))) throw new NotReady('sleep is not acknowledged');
        await host.quiet(micros(pauses[i % pauses.length] ?? 1e6));
        await host.send(id, [WAKE, millis(52), host.bytesOf(body)], 'to a sleeping module');
      }
    if (!bench.wasJudged(id))
      bench.inconclusive(id, 'commands are not answered as they must be awake either');
  },
);

export const commandScenarios = [oneAnswer, outOfMode, unknownOpcodes, neverAnswered, sleep];
