/** GM67: the retransmission bit: a repeat is acknowledged like the first, and obeyed once (GM-CM-06). */
import { STATUS, type CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { range } from '../range';
import { untilFailed } from '../until-failed';
import { writeOf } from './command-bodies';
import { codeOf, DataHost } from './data-host';
import type { GmHost } from './host';
import { gmScenario } from './scenario';

const ID = 'GM-CM-06';
const REPEATED = STATUS.retransmission;

const repeats = gmScenario(
  {
    id: 'gm67/repeats',
    title: 'a repeat with the retransmission bit is acknowledged; after a NAK 01 it is a new command',
    covers: [ID],
  },
  async (host, bench) => {
    const { number, values } = host.profile.testParameter();
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
        if (host.value(PARAMETER.trigger) !== TRIGGER.host)
          await host.prepareValue(PARAMETER.trigger, TRIGGER.host);
        await host.prepare(body);
        for (let n = 0; n < 2; n++) await host.ask(body, 'repeated with the retransmission bit', REPEATED);
      }
    await host.read(number, 'after repeats');
    if (host.profile.answersBadChecksum)
      for (const turn of [0, 1, 0]) {
        const body = writeOf(number, values[1 - turn]!);
        await host.prepareValue(number, values[turn]!);
        await repeatGarbled(host, body);
        await host.read(number, 'after a repeat that followed a NAK 01');
      }
  },
);

/** Sends a command with a wrong checksum, which draws a NAK 01, and repeats it: the repeat is obeyed. */
async function repeatGarbled(host: GmHost, body: CommandBody): Promise<boolean> {
  const bytes = host.bytesOf(body);
  bytes[bytes.length - 1]! ^= 0x21;
  if (!(await host.send('GM-FR-02', [bytes], 'a wrong checksum'))) {
    host.bench.inconclusive(ID, 'a frame with a wrong checksum is not answered as it must be (GM-FR-02)');
    return false;
  }
  return host.ask(body, 'with the retransmission bit after a NAK 01', REPEATED);
}

const repeatedStart = gmScenario(
  {
    id: 'gm67/repeated-start',
    title: 'a start that is repeated reads no second code',
    covers: [ID],
    needs: ['stimulus'],
  },
  async (scanner, bench) => {
    const host = await DataHost.create(scanner);
    for (const round of untilFailed(bench, ID, range(0, bench.exhaustive ? 3 : 0))) {
      await checkRepeatedStart(host, round);
      if (scanner.profile.answersBadChecksum) await checkStartAfterNak(host, round);
    }
  },
);

/** A start repeated after its code was read reads no second code. */
async function checkRepeatedStart(host: DataHost, round: number): Promise<void> {
  const { scanner } = host;
  if (!(await host.isRead(ID, codeOf(`first ${round}`)))) return;
  if (!(await scanner.ask({ type: 'start' }, 'repeated with the retransmission bit', REPEATED))) return;
  await host.show(ID, codeOf(`second ${round}`), 'after a start whose code was read, and its repeat');
  await scanner.ask({ type: 'stop' });
}

/** A start repeated after a NAK 01 begins a session of its own. */
async function checkStartAfterNak(host: DataHost, round: number): Promise<void> {
  const { scanner } = host;
  if (!(await host.isRead(ID, codeOf(`third ${round}`)))) return;
  if (!(await repeatGarbled(scanner, { type: 'start' }))) return;
  await host.show(ID, codeOf(`fourth ${round}`), 'after a start that followed a NAK 01');
  await scanner.ask({ type: 'stop' });
}

export const repeatScenarios = [repeats, repeatedStart];
