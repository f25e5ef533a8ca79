/** GM67: the retransmission bit: a repeat is acknowledged like the first, and obeyed once (GM-CM-06). */
import { STATUS, type CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { writeOf } from './command-bodies';
import { DataHost, codeOf } from './data-host';
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
    await host.write(PARAMETER.trigger, TRIGGER.host);
    const bodies: readonly CommandBody[] = [
      writeOf(number, values[0]),
      { type: 'enable' },
      { type: 'led-off', led: 1 },
      { type: 'start' },
      { type: 'stop' },
      writeOf(PARAMETER.terminator, 2),
      writeOf(number, values[1]),
    ];
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++)
      for (const body of bodies) {
        await host.prepare(body);
        for (let n = 0; n < 2; n++)
          await host.check(body, 'repeated with the retransmission bit', ID, REPEATED);
      }
    await host.checkRead(number, 'after repeats', ID);
    if (host.profile.answersBadChecksum) for (const turn of [0, 1, 0]) await checkRepeatAfterNak(host, turn);
  },
);

/** Judges that the repeat of a garbled command is obeyed. */
async function checkRepeatAfterNak(host: GmHost, turn: number): Promise<void> {
  const { bench, channel } = host;
  const { number, values } = host.profile.testParameter();
  const [before, now] = turn === 0 ? values : ([values[1], values[0]] as const);
  await host.write(number, before);
  const body: CommandBody = writeOf(number, now);
  const bytes = host.bytesOf(body);
  bytes[bytes.length - 1]! ^= 0x21;
  const { reply } = await host.nextAnswer(await channel.sendBytes(bytes), host.answerTimeout);
  if (reply?.type !== 'nak' || reply.cause !== 1) {
    bench.inconclusive(ID, 'a frame with a wrong checksum is not answered with NAK 01 (GM-FR-02)');
    return host.awaitQuiet();
  }
  await host.awaitQuiet();
  await host.check(body, 'with the retransmission bit after a NAK 01', ID, REPEATED);
  await host.checkRead(number, 'after a repeat that followed a NAK 01', ID);
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
    for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++) {
      if (bench.failedEnough(ID)) return;
      await checkRepeatedStart(host, round);
      if (host.scanner.profile.answersBadChecksum) await checkStartAfterNak(host, round);
    }
  },
);

/** Judges that a start repeated after its code was read reads no second code. */
async function checkRepeatedStart(host: DataHost, round: number): Promise<void> {
  const { scanner } = host;
  if (!(await startAndRead(host, codeOf(`first ${round}`)))) return;
  if (!(await scanner.check({ type: 'start' }, 'repeated with the retransmission bit', ID, REPEATED))) return;
  const second = await host.presentRaw(codeOf(`second ${round}`));
  scanner.bench.check(ID, second.length === 0, () => ({
    title: 'start decode, a code read, the same start repeated, another code shown',
    expected: 'no second read',
    seen: `${second.length} bytes`,
  }));
  await scanner.check({ type: 'stop' });
}

/** Judges that a start repeated after a NAK 01 begins a session of its own. */
async function checkStartAfterNak(host: DataHost, round: number): Promise<void> {
  const { scanner } = host;
  const { bench, channel } = scanner;
  if (!(await startAndRead(host, codeOf(`third ${round}`)))) return;
  const bytes = scanner.bytesOf({ type: 'start' });
  bytes[bytes.length - 2]! ^= 0x40;
  const { reply } = await scanner.nextAnswer(await channel.sendBytes(bytes), scanner.answerTimeout);
  if (reply?.type !== 'nak')
    return bench.inconclusive(ID, 'a wrong checksum is not answered with NAK (GM-FR-02)');
  await scanner.awaitQuiet();
  if (!(await scanner.check({ type: 'start' }, 'with the retransmission bit after a NAK 01', ID, REPEATED)))
    return;
  const code = codeOf(`fourth ${round}`);
  const read = await host.presentRaw(code);
  bench.check(ID, read.length > 0, () => ({
    title: 'start decode after a NAK 01, with the retransmission bit, and a code shown',
    expected: 'the code',
    seen: 'nothing',
  }));
  await scanner.check({ type: 'stop' });
}

async function startAndRead(host: DataHost, code: Uint8Array): Promise<boolean> {
  const { scanner } = host;
  await scanner.prepare({ type: 'start' });
  if ((await host.presentRaw(code)).length > 0) return true;
  scanner.bench.inconclusive(ID, 'a code shown after start decode in trigger mode host was not read');
  return false;
}

export const repeatScenarios = [repeats, repeatedStart];
