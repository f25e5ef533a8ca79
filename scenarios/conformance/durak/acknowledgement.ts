/** Durak: which packets are acknowledged, after any other bytes. */
import { countBytes } from '../../../protocols/byte-text';
import { concat } from '../../../protocols/bytes';
import * as fc from 'fast-check';
import { deal } from '../../../protocols/durak/deal';
import { MALFORMATIONS } from '../../../protocols/durak/malformations';
import { EOT, LF, SYN } from '../../../protocols/durak/packet';
import { millis } from '../../../protocols/time';
import { range } from '../range';
import { chooser, HELLO, type DurakHost } from './host';
import { acknowledgeAnswers, idleScenario, meaninglessDeck, refusalTime } from './idle-host';

/** In it a second acknowledgement of a packet comes, or one of an acknowledgement. */
const QUIET = millis(500);

const acks = idleScenario(
  {
    id: 'durak/acks',
    title: 'a packet is acknowledged once, and an acknowledgement never',
    covers: ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
  },
  async (host, bench) => {
    for (let n = 0; n < (bench.exhaustive ? 20 : 6); n++) {
      await host.sendPacket(HELLO, 'a hello');
      await host.listen(QUIET);
    }
    for (let n = 0; n < (bench.exhaustive ? 8 : 3); n++) {
      await host.sendPacket(meaninglessDeck(host), 'a deck packet');
      await host.listen(QUIET);
      await acknowledgeAnswers(host);
    }
    for (let n = 0; n < 5; n++) {
      await host.listen(millis(600));
      host.describe('a lone 04 0A to an idle board');
      await host.ack();
      await host.listen(QUIET);
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
    const byte = fc.integer({ min: 0, max: 255 }).filter((value) => value !== SYN && value !== EOT);
    for (const length of bench.exhaustive ? range(0, 300) : LENGTHS) {
      if (bench.failedEnough('DRK-LK-05')) return;
      const [noise = []] = bench.sample(fc.array(byte, { minLength: length, maxLength: length }), 1);
      const what = `a hello after ${countBytes(length)} of garbage`;
      await host.sendPacket(concat(Uint8Array.from(noise), HELLO), what);
      if (length % 50 === 1) await host.listen(QUIET);
    }
    for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
      for (const length of [1, 2, 33]) {
        const what = `a hello after ${length} times ${value.toString(16).padStart(2, '0')}`;
        await host.sendPacket(concat(new Uint8Array(length).fill(value), HELLO), what);
      }
    const deck = concat(Uint8Array.of(0x41), meaninglessDeck(host));
    await host.sendPacket(deck, 'a deck packet after one byte of garbage');
    await acknowledgeAnswers(host);
    await tryGarbageBeforeAck(host);
  },
);

/** An acknowledgement after garbage counts: the board does not send its hello again. */
async function tryGarbageBeforeAck(host: DurakHost): Promise<void> {
  if (host.bench.board.reset === undefined) return;
  await host.powerCycle();
  if ((await host.awaitHello()) === undefined) return;
  host.describe('its hello acknowledged by 04 0A after three bytes of garbage');
  await host.ack(Uint8Array.of(0x41, 0x42, 0x43));
  await host.listen(millis(4000));
  if (host.waiting !== undefined) await host.ack();
}

const MANY = 1030;

const malformed = idleScenario(
  { id: 'durak/malformed', title: 'a malformed packet is not acknowledged', covers: ['DRK-LK-06'] },
  async (host, bench) => {
    const choose = chooser(host);
    for (const { label, make } of MALFORMATIONS)
      for (let n = 0; n < (bench.exhaustive ? 2 : 1); n++)
        await tryMalformed(host, make(deal(choose), choose), label);
    for (const type of bench.exhaustive ? [0x00, 0x33, 0x39, 0x41, 0xb1] : [0x33]) {
      const hello = Uint8Array.of(SYN, type, 0x1d, 0x03, LF);
      await tryMalformed(host, hello, `a hello of the unknown type ${type.toString(16)}`);
    }
    // More often in a row than a counter of errors may count.
    const many = Array.from({ length: MANY }, () => [SYN, 0x33, 0x1d, 0x03, LF]).flat();
    await tryMalformed(host, Uint8Array.from(many), `${MANY} hellos of an unknown type in a row`);
    await tryMalformed(host, Uint8Array.of(SYN, 0x32, 0x03, LF), 'a hello without GS');
    await tryMalformed(host, Uint8Array.of(SYN, 0x32, 0x1d, LF), 'a hello without ETX');
    await tryMalformed(host, Uint8Array.of(SYN, LF), 'a line of nothing but SYN');
    await tryMalformed(host, Uint8Array.of(EOT, 0x20, LF), '04 20 0A, which is no acknowledgement');
  },
);

async function tryMalformed(host: DurakHost, bytes: Uint8Array, label: string): Promise<void> {
  if (host.bench.failedEnough('DRK-LK-06')) return;
  host.describe(label);
  await host.send(bytes);
  await host.listen(refusalTime(host));
  await host.sendPacket(HELLO, `a hello after a malformed packet: ${label}`);
}

export const acknowledgementScenarios = [acks, garbage, malformed];
