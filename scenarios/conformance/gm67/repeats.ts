/** GM67: the retransmission bit: a repeat is acknowledged as the first was and obeyed once (GM-CM-06). */
import { STATUS, type CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
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
    const { number, values } = host.testParameter();
    await host.write(PARAMETER.trigger, TRIGGER.host);
    const bodies: readonly CommandBody[] = [
      { type: 'write', prefix: 0, number, value: values[0] },
      { type: 'enable' },
      { type: 'led-off', led: 1 },
      { type: 'start' },
      { type: 'stop' },
      { type: 'write', prefix: 0, number: PARAMETER.terminator, value: 2 },
      { type: 'write', prefix: 0, number, value: values[1] },
    ];
    for (let round = 0; round < (bench.exhaustive ? 3 : 1); round++)
      for (const body of bodies) {
        await host.prepare(body);
        for (let n = 0; n < 2; n++)
          await host.check(body, 'repeated with the retransmission bit', ID, REPEATED);
      }
    await host.check({ type: 'read', number }, 'after repeats', ID);
    if (host.answersBadChecksum) for (const turn of [0, 1, 0]) await checkRepeatAfterNak(host, turn);
  },
);

/** The first try was garbled: its repeat is a command like any other. */
async function checkRepeatAfterNak(host: GmHost, turn: number): Promise<void> {
  const { bench, channel } = host;
  const { number, values } = host.testParameter();
  const [before, now] = turn === 0 ? values : ([values[1], values[0]] as const);
  await host.write(number, before);
  const body: CommandBody = { type: 'write', prefix: 0, number, value: now };
  const bytes = host.bytesOf(body);
  bytes[bytes.length - 1]! ^= 0x21;
  const { reply } = await host.nextAnswer(await channel.sendBytes(bytes), host.answerTimeout);
  if (reply?.type !== 'nak' || reply.cause !== 1) {
    bench.inconclusive(ID, 'a frame with a wrong checksum is not answered with NAK 01 (GM-FR-02)');
    return host.awaitQuiet();
  }
  await host.awaitQuiet();
  await host.check(body, 'with the retransmission bit after a NAK 01', ID, REPEATED);
  await host.check({ type: 'read', number }, 'after a repeat that followed a NAK 01', ID);
}

const repeatedStart = gmScenario(
  {
    id: 'gm67/repeated-start',
    title: 'a start that is repeated reads no second code',
    covers: [ID],
    needs: ['stimulus'],
  },
  async (plain, bench) => {
    const host = await DataHost.create(plain);
    for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++) {
      if (bench.failedEnough(ID)) return;
      await checkRepeatedStart(host, round);
      if (host.scanner.answersBadChecksum) await checkStartAfterNak(host, round);
    }
  },
);

/** A start, a code read, the same start repeated: no second read. */
async function checkRepeatedStart(host: DataHost, round: number): Promise<void> {
  const { scanner: plain } = host;
  const { bench } = plain;
  if (!(await startAndRead(host, codeOf(`first ${round}`)))) return;
  if (!(await plain.check({ type: 'start' }, 'repeated with the retransmission bit', ID, REPEATED))) return;
  const second = await host.presentRaw(codeOf(`second ${round}`));
  bench.check(ID, second.length === 0, () => ({
    title: 'start decode, a code read, the same start repeated, another code shown',
    expected: 'no second read',
    seen: `${second.length} bytes`,
  }));
  await plain.check({ type: 'stop' });
}

/** After a NAK 01 the repeat begins a session of its own. */
async function checkStartAfterNak(host: DataHost, round: number): Promise<void> {
  const { scanner: plain } = host;
  const { bench, channel } = plain;
  if (!(await startAndRead(host, codeOf(`third ${round}`)))) return;
  const bytes = plain.bytesOf({ type: 'start' });
  bytes[bytes.length - 2]! ^= 0x40;
  const { reply } = await plain.nextAnswer(await channel.sendBytes(bytes), plain.answerTimeout);
  if (reply?.type !== 'nak')
    return bench.inconclusive(ID, 'a wrong checksum is not answered with NAK (GM-FR-02)');
  await plain.awaitQuiet();
  if (!(await plain.check({ type: 'start' }, 'with the retransmission bit after a NAK 01', ID, REPEATED)))
    return;
  const code = codeOf(`fourth ${round}`);
  const read = await host.presentRaw(code);
  bench.check(ID, read.length > 0, () => ({
    title: 'start decode after a NAK 01, with the retransmission bit, and a code shown',
    expected: 'the code',
    seen: 'nothing',
  }));
  await plain.check({ type: 'stop' });
}

async function startAndRead(host: DataHost, code: Uint8Array): Promise<boolean> {
  const { scanner: plain } = host;
  await plain.prepare({ type: 'start' });
  if ((await host.presentRaw(code)).length > 0) return true;
  plain.bench.inconclusive(ID, 'a code shown after start decode in trigger mode host was not read');
  return false;
}

export const repeatScenarios = [repeats, repeatedStart];
