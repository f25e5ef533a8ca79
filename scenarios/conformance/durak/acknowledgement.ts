/** Durak: which packets are acknowledged, after any other bytes. */
import * as fc from 'fast-check';
import { deal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { MALFORMATIONS } from '../../../protocols/durak/malformations';
import { EOT, LF, SYN } from '../../../protocols/durak/packet';
import { after, millis } from '../../../protocols/time';
import { range } from '../range';
import { chooser, describeRx, HELLO, type DurakHost } from './host';
import {
  acknowledgeAnswers,
  concat,
  countBytes,
  idleScenario,
  meaninglessDeck,
  refusalTime,
} from './idle-host';

const acks = idleScenario(
  {
    id: 'durak/acks',
    title: 'a packet is acknowledged once, and an acknowledgement never',
    covers: ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
  },
  async (host, bench) => {
    for (let n = 0; n < (bench.exhaustive ? 20 : 6); n++) {
      await host.sendPacket(HELLO, 'a hello');
      await host.expectSingleAck('a hello');
    }
    for (let n = 0; n < (bench.exhaustive ? 8 : 3); n++) {
      await host.sendPacket(meaninglessDeck(host), 'a deck packet');
      await host.expectSingleAck('a deck packet');
      await acknowledgeAnswers(host);
    }
    for (let n = 0; n < 4; n++) {
      await bench.pause(millis(600));
      await host.channel.sendBytes(encode({ type: 'ack' }));
      await host.expectNoAck(millis(500), 'DRK-LK-04', 'a lone 04 0A to an idle board');
    }
  },
);

const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300];

const garbage = idleScenario(
  {
    id: 'durak/garbage',
    title: 'what stands before SYN or EOT is cleared, however much',
    covers: ['DRK-LK-05'],
  },
  async (host, bench) => {
    const id = 'DRK-LK-05';
    const byte = fc.integer({ min: 0, max: 255 }).filter((value) => value !== SYN && value !== EOT);
    for (const length of bench.exhaustive ? range(0, 300) : LENGTHS) {
      if (bench.failedEnough(id)) return;
      const [noise = []] = bench.sample(fc.array(byte, { minLength: length, maxLength: length }), 1);
      const what = `a hello after ${countBytes(length)} of garbage`;
      await host.sendPacket(concat(Uint8Array.from(noise), HELLO), what, id);
      if (length % 50 === 1) await host.expectSingleAck(what);
    }
    for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
      for (const length of [1, 2, 33]) {
        const what = `a hello after ${length} times ${value.toString(16).padStart(2, '0')}`;
        await host.sendPacket(concat(new Uint8Array(length).fill(value), HELLO), what, id);
      }
    const deck = concat(Uint8Array.of(0x41), meaninglessDeck(host));
    await host.sendPacket(deck, 'a deck packet after one byte of garbage', id);
    await acknowledgeAnswers(host);
    await checkGarbageBeforeAck(host);
  },
);

/** Judges that an acknowledgement after garbage counts: the board does not send its hello again. */
async function checkGarbageBeforeAck(host: DurakHost): Promise<void> {
  const { bench } = host;
  if (bench.board.reset === undefined) return;
  await host.powerCycle();
  if ((await host.afterStart())?.kind !== 'hello') return;
  await host.ack(Uint8Array.of(0x41, 0x42, 0x43));
  const rx = await host.next(after(host.now(), millis(4000)));
  bench.check('DRK-LK-05', rx?.kind !== 'hello', () => ({
    title: 'its hello acknowledged by 04 0A after three bytes of garbage',
    expected: 'the deal',
    seen: describeRx(rx),
  }));
  if (rx?.kind === 'deck') await host.ack();
}

const MANY = 1030;

const malformed = idleScenario(
  { id: 'durak/malformed', title: 'a malformed packet is not acknowledged', covers: ['DRK-LK-06'] },
  async (host, bench) => {
    const choose = chooser(host);
    for (const { label, make } of MALFORMATIONS)
      for (let n = 0; n < (bench.exhaustive ? 2 : 1); n++)
        await checkNotAcknowledged(host, make(deal(choose), choose), label);
    for (const type of bench.exhaustive ? [0x00, 0x33, 0x39, 0x41, 0xb1] : [0x33]) {
      const hello = Uint8Array.of(SYN, type, 0x1d, 0x03, LF);
      await checkNotAcknowledged(host, hello, `a hello of the unknown type ${type.toString(16)}`);
    }
    // More often in a row than a counter of errors may count.
    const many = Array.from({ length: MANY }, () => [SYN, 0x33, 0x1d, 0x03, LF]).flat();
    await checkNotAcknowledged(host, Uint8Array.from(many), `${MANY} hellos of an unknown type in a row`);
    await checkNotAcknowledged(host, Uint8Array.of(SYN, 0x32, 0x03, LF), 'a hello without GS');
    await checkNotAcknowledged(host, Uint8Array.of(SYN, 0x32, 0x1d, LF), 'a hello without ETX');
    await checkNotAcknowledged(host, Uint8Array.of(SYN, LF), 'a line of nothing but SYN');
    await checkNotAcknowledged(host, Uint8Array.of(EOT, 0x20, LF), '04 20 0A, which is no acknowledgement');
  },
);

/** Judges that the packet is not acknowledged. A late acknowledgement shows as a second one of the hello after it. */
async function checkNotAcknowledged(host: DurakHost, bytes: Uint8Array, label: string): Promise<void> {
  const id = 'DRK-LK-06';
  if (host.bench.failedEnough(id)) return;
  const what = `a malformed packet: ${label}`;
  await host.channel.sendBytes(bytes);
  if (!(await host.expectNoAck(refusalTime(host), id, what))) return;
  await host.sendPacket(HELLO, `a hello after ${what}`);
}

export const acknowledgementScenarios = [acks, garbage, malformed];
