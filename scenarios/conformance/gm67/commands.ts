/** GM67: commands: one answer each, in time (GM-FR-01, CM-01, TM-01), decoding out of mode, unknown opcodes, ACK and NAK, sleep. */
import {
  hostCommand,
  OPCODE,
  STATUS,
  WAKE,
  WAKE_TIME,
  type CommandBody,
} from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { isHostOpcode } from '../../../protocols/gm67/message';
import { after, micros, millis } from '../../../protocols/time';
import { BoardSilent } from '../../bench/bench';
import type { GmHost } from './host';
import { NotReady } from './scanner-profile';
import { range } from '../range';
import { gmScenario } from './scenario';
import { describeCommand, describeEvent, describeReceived } from './descriptions';
import { writeOf, readOf } from './command-bodies';
import { awaitRestart, isSound } from './scanner-condition';
import { untilFailed } from '../until-failed';

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
    await host.write(PARAMETER.trigger, TRIGGER.host);
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
    for (let n = 0; n < TIMES; n++)
      for (const [i, body] of bodies.entries()) {
        // A second start in one session is valid too, so the mode is not written between the two.
        if (body.type === 'start' && bodies[i - 1]?.type !== 'start')
          await host.write(PARAMETER.trigger, TRIGGER.host);
        await host.check(body);
        await host.expectNoMore('GM-CM-01', describeCommand(hostCommand(body)), watch);
        if (bench.failedEnough('GM-CM-01')) return;
      }
    await checkReset(host);
  },
);

async function checkReset(host: GmHost): Promise<void> {
  for (let n = 0; n < (host.bench.exhaustive ? TIMES : 1); n++) {
    await host.check({ type: 'reset' });
    await awaitRestart(host);
  }
}

const outOfMode = gmScenario(
  {
    id: 'gm67/decode',
    title: 'start and stop decode are obeyed in trigger mode host and denied in the others',
    covers: ['GM-CM-02'],
  },
  async (host, bench) => {
    const id = 'GM-CM-02';
    const modes = host.profile.valuesOf(PARAMETER.trigger);
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++)
      for (const mode of modes) {
        await host.write(PARAMETER.trigger, mode);
        for (const type of ['start', 'stop', 'stop', 'start'] as const)
          await host.check({ type }, `in trigger mode ${mode}`, mode === TRIGGER.host ? undefined : id);
        // Leaves a session open: it must end with its mode.
        if (mode === TRIGGER.host) await host.check({ type: 'start' }, 'in trigger mode host');
      }
    if (modes.every((mode) => mode === TRIGGER.host))
      bench.skip(id, 'this profile has no trigger mode but host');
  },
);

const REPLIES: readonly number[] = [OPCODE.revisionReply, OPCODE.data, OPCODE.longData];

const unknownOpcodes = gmScenario(
  { id: 'gm67/unknown', title: 'an unknown opcode is refused with NAK 02 or 06', covers: ['GM-CM-03'] },
  async (host, bench) => {
    const all = range(0, 0xfe).filter((opcode) => !isHostOpcode(opcode) && !REPLIES.includes(opcode));
    for (const opcode of untilFailed(bench, 'GM-CM-03', all)) await host.check({ type: 'unknown', opcode });
    await isSound(host);
  },
);

const UNANSWERED: readonly CommandBody[] = [
  { type: 'ack' },
  { type: 'nak', cause: 1 },
  { type: 'nak', cause: 2 },
  { type: 'nak', cause: 6 },
  { type: 'nak' },
];

const neverAnswered = gmScenario(
  { id: 'gm67/host-ack', title: 'ACK and NAK from the host are never answered', covers: ['GM-CM-04'] },
  async (host, bench) => {
    const id = 'GM-CM-04';
    const { number } = host.profile.testParameter();
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++)
      for (const body of untilFailed(bench, id, UNANSWERED)) {
        await host.check(body, 'unasked', id);
        await host.checkRead(number);
        await host.check(body, 'right after an answer', id, STATUS.retransmission);
        await host.awaitQuiet();
        await checkBeforeCommand(host, body);
      }
  },
);

/** Judges ACK or NAK right before a command: one answer comes, the command's. */
async function checkBeforeCommand(host: GmHost, body: CommandBody): Promise<void> {
  const id = 'GM-CM-04';
  const { number } = host.profile.testParameter();
  const what = `${describeCommand(hostCommand(body))} right before a read`;
  await host.channel.send(hostCommand(body));
  const { before, value } = await host.readThrough(number);
  if (value === undefined) {
    if (await isSound(host))
      host.bench.check(id, false, () => ({ title: what, expected: 'the value', seen: 'nothing' }));
    return;
  }
  host.bench.check(id, before.length === 0, () => ({
    title: what,
    expected: 'the answer to the read alone',
    seen: before.map(describeEvent).join('; '),
  }));
}

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
    await checkWakeWhenAwake(host);
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++)
      for (const [i, body] of untilFailed(bench, id, first.entries())) {
        await putToSleep(host);
        // A real module may take its time until it sleeps: one that is awake still ignores the wake byte.
        await bench.pause(micros((bench.exhaustive ? [5e4, 1e6, 3e5, 5e6] : [5e5, 1e6])[i % 4] ?? 1e6));
        await host.wake();
        await checkAfterWake(host, body);
      }
  },
);

/** Puts the module to sleep. Wakes one that falls asleep without an answer, for the scenarios after this. */
async function putToSleep(host: GmHost): Promise<void> {
  if (await host.check({ type: 'sleep' })) return;
  if (!(await reviveScanner(host))) throw new BoardSilent('the scanner stays asleep');
  throw new NotReady('sleep is not acknowledged');
}

async function checkAfterWake(host: GmHost, body: CommandBody): Promise<void> {
  const id = 'GM-CM-07';
  const { bench } = host;
  const command = hostCommand(body);
  const { reply, received } = await host.ask(command);
  const right = reply !== undefined && reply.type !== 'nak';
  if (!right && (received === undefined || reply !== undefined)) {
    const evidence = host.channel.evidence();
    const back = received !== undefined || (await reviveScanner(host));
    // Sleep is not the cause where a module that is awake does not answer either.
    const awake = back ? (await host.ask(command)).reply : undefined;
    if (back && (awake === undefined || awake.type === 'nak'))
      return bench.inconclusive(id, `${describeCommand(command)} is not answered as it must be awake either`);
    bench.check(id, false, () => ({
      title: `${describeCommand(command)} ${WAKE_TIME / 1000} ms after the wake byte`,
      expected: 'its own answer',
      seen: back ? describeReceived(received) : 'nothing, nor to any that followed',
      evidence,
    }));
    if (!back) throw new BoardSilent('the scanner stays asleep');
    return;
  }
  bench.check(id, true, () => ({ title: '' }));
}

/** Wakes a module that stays asleep, if need be by a reset, for the scenarios after this. false: nothing wakes it. */
async function reviveScanner(host: GmHost): Promise<boolean> {
  const { bench, channel } = host;
  for (let n = 0; n < 8; n++) {
    await host.wake();
    await bench.pause(millis(300));
    const sent = await channel.send(hostCommand({ type: 'revision' }));
    if ((await channel.next(after(sent.notAfter, host.commandTime))) === undefined) continue;
    await host.awaitQuiet();
    return true;
  }
  if (!(await bench.reset())) return false;
  await awaitRestart(host);
  return true;
}

/** Judges that a module that is awake ignores the wake byte. */
async function checkWakeWhenAwake(host: GmHost): Promise<void> {
  const { bench, channel } = host;
  for (let n = 0; n < 2; n++) {
    await channel.send(WAKE);
    const extra = await channel.collectUntil(after(channel.now(), millis(n === 0 ? 51 : 600)), 2);
    bench.check('GM-CM-07', extra.length === 0, () => ({
      title: 'the wake byte, to a module that is awake',
      expected: 'silence',
      seen: extra.map(describeEvent).join('; '),
    }));
    await checkAfterWake(host, readOf(host.profile.testParameter().number));
  }
}

export const commandScenarios = [oneAnswer, outOfMode, unknownOpcodes, neverAnswered, sleep];
