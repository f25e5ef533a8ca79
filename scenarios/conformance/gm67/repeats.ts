/** GM67: the retransmission bit: a repeat is acknowledged as the first was and obeyed once (GM-CM-06). */
import { STATUS, type CommandBody } from '../../../protocols/gm67/message';
import { PARAMETER, TRIGGER } from '../../../protocols/gm67/parameters';
import { DataHost, codeOf } from './data-host';
import type { GmHost } from './host';
import { asked } from './scenario';

const ID = 'GM-CM-06';
const AGAIN = STATUS.retransmission;

const repeats = asked(
  {
    id: 'gm67/repeats',
    title: 'a repeat with the retransmission bit is acknowledged; after a NAK 01 it is a new command',
    covers: [ID],
  },
  async (host, bench) => {
    const { number, values } = host.scratch();
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
        await host.need(body);
        for (let n = 0; n < 2; n++) await host.hold(body, 'repeated with the retransmission bit', ID, AGAIN);
      }
    await host.hold({ type: 'read', number }, 'after repeats', ID);
    if (host.resend) for (const turn of [0, 1, 0]) await afterNak(host, turn);
  },
);

/** The first try was garbled: its repeat is a command like any other. */
async function afterNak(host: GmHost, turn: number): Promise<void> {
  const { bench, channel } = host;
  const { number, values } = host.scratch();
  const [before, now] = turn === 0 ? values : ([values[1], values[0]] as const);
  await host.write(number, before);
  const body: CommandBody = { type: 'write', prefix: 0, number, value: now };
  const bytes = host.bytesOf(body);
  bytes[bytes.length - 1]! ^= 0x21;
  const { reply } = await host.answer(await channel.sendBytes(bytes), host.patience);
  if (reply?.type !== 'nak' || reply.cause !== 1) {
    bench.inconclusive(ID, 'a frame with a wrong checksum is not answered with NAK 01 (GM-FR-02)');
    return host.quiet();
  }
  await host.quiet();
  await host.hold(body, 'with the retransmission bit after a NAK 01', ID, AGAIN);
  await host.hold({ type: 'read', number }, 'after a repeat that followed a NAK 01', ID);
}

const repeatedStart = asked(
  {
    id: 'gm67/repeated-start',
    title: 'a start that is repeated reads no second code',
    covers: [ID],
    needs: ['stimulus'],
  },
  async (plain, bench) => {
    const host = await DataHost.on(plain);
    for (let round = 0; round < (bench.exhaustive ? 4 : 1); round++) {
      if (bench.failedEnough(ID)) return;
      await startedTwice(host, round);
      if (host.plain.resend) await startedAnew(host, round);
    }
  },
);

/** A start, a code read, the same start repeated: no second read. */
async function startedTwice(host: DataHost, round: number): Promise<void> {
  const { plain } = host;
  const { bench } = plain;
  if (!(await startAndRead(host, codeOf(`first ${round}`)))) return;
  if (!(await plain.hold({ type: 'start' }, 'repeated with the retransmission bit', ID, AGAIN))) return;
  const second = await host.shown(codeOf(`second ${round}`));
  bench.check(ID, second.length === 0, () => ({
    title: 'start decode, a code read, the same start repeated, another code shown',
    expected: 'no second read',
    seen: `${second.length} bytes`,
  }));
  await plain.hold({ type: 'stop' });
}

/** After a NAK 01 the repeat begins a session of its own. */
async function startedAnew(host: DataHost, round: number): Promise<void> {
  const { plain } = host;
  const { bench, channel } = plain;
  if (!(await startAndRead(host, codeOf(`third ${round}`)))) return;
  const bytes = plain.bytesOf({ type: 'start' });
  bytes[bytes.length - 2]! ^= 0x40;
  const { reply } = await plain.answer(await channel.sendBytes(bytes), plain.patience);
  if (reply?.type !== 'nak')
    return bench.inconclusive(ID, 'a wrong checksum is not answered with NAK (GM-FR-02)');
  await plain.quiet();
  if (!(await plain.hold({ type: 'start' }, 'with the retransmission bit after a NAK 01', ID, AGAIN))) return;
  const code = codeOf(`fourth ${round}`);
  const read = await host.shown(code);
  bench.check(ID, read.length > 0, () => ({
    title: 'start decode after a NAK 01, with the retransmission bit, and a code shown',
    expected: 'the code',
    seen: 'nothing',
  }));
  await plain.hold({ type: 'stop' });
}

async function startAndRead(host: DataHost, code: Uint8Array): Promise<boolean> {
  const { plain } = host;
  await plain.need({ type: 'start' });
  if ((await host.shown(code)).length > 0) return true;
  plain.bench.inconclusive(ID, 'a code shown after start decode in trigger mode host was not read');
  return false;
}

export const repeatScenarios = [repeats, repeatedStart];
