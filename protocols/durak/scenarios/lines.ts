/** Which packets are acknowledged, after any other bytes; and lines that are cut, slow, over-long or never end. */
import { countBytes, listen, millis, type FuzzStep } from '../../../api/index';
import {
  afterGarbage,
  afterLongLine,
  brokenHello,
  byteByByte,
  cutBySyn,
  inParts,
  LONG_LINES,
  malformed,
} from '../cases';
import { ACK, ackDue, HELLO, NO_GAP, sendAck, strangeDeck, tx } from '../steps';
import { MALFORMATIONS } from '../wire/malformations';
import { scenario, type DurakHost, type DurakScenario } from './host';

/** In it a second acknowledgement of a packet comes, or one of an acknowledgement. */
const QUIET = listen(millis(600));
const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300];

/** A wait in which no acknowledgement comes. One that comes later is a second one of what is sent next. */
function refusal({ bench, host }: DurakHost): FuzzStep {
  return listen(millis(bench.exhaustive ? host.p.ackMs + 500 : 700));
}

async function tryAcks(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  for (let n = 0; n < (exhaustive ? 20 : 6); n++) await host.play('a hello', tx(HELLO), QUIET);
  for (let n = 0; n < (exhaustive ? 8 : 3); n++)
    await host.play('a deck packet', tx(strangeDeck(host.dice)), QUIET, ackDue());
  for (let n = 0; n < 5; n++)
    await host.play('a lone 04 0A to an idle board', QUIET, sendAck(), listen(millis(1100)));
}

async function tryGarbage(host: DurakHost): Promise<void> {
  const { bench, dice } = host;
  for (const length of bench.exhaustive ? Array.from({ length: 301 }, (_, i) => i) : LENGTHS) {
    if (bench.failedEnough('DRK-LK-05')) return;
    const what = `a packet after ${countBytes(length)} of garbage`;
    await host.play(what, ...afterGarbage(dice, host.state, length));
  }
  for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
    for (const length of [1, 2, 33]) {
      const what = `a hello after ${length} times ${value.toString(16).padStart(2, '0')}`;
      await host.play(what, tx(new Uint8Array(length).fill(value)), tx(HELLO, NO_GAP));
    }
  if (!host.host.canReset) return;
  // An acknowledgement after garbage counts: the board does not send its hello again.
  await host.powerCycle();
  if (!(await host.awaitHello())) return;
  const what = 'its hello acknowledged by 04 0A after three bytes of garbage';
  await host.play(what, tx(Uint8Array.of(0x41, 0x42, 0x43, ...ACK)), listen(millis(4000)), ackDue());
}

async function tryMalformed(host: DurakHost): Promise<void> {
  const { bench, dice } = host;
  const tryOne = async (label: string, step: FuzzStep): Promise<void> => {
    if (bench.failedEnough('DRK-LK-06')) return;
    await host.play(`a malformed packet, then a hello: ${label}`, step, refusal(host), tx(HELLO));
  };
  for (const [number, { label }] of MALFORMATIONS.entries())
    for (let n = 0; n < (bench.exhaustive ? 2 : 1); n++)
      await tryOne(label, malformed(dice, host.state, number));
  for (let n = 0; n < (bench.exhaustive ? 20 : 3); n++)
    await tryOne('a hello wrong in one byte', tx(brokenHello(dice)));
}

async function tryLines(host: DurakHost): Promise<void> {
  const { bench, dice } = host;
  const times = bench.exhaustive ? 12 : 4;
  for (let n = 0; n < times; n++) {
    await host.play('a packet after the beginning of a line', ...cutBySyn(dice, host.state));
    const gap = n % 2 === 0 ? 2200 : 3600;
    const steps = inParts(dice, host.state, gap, n % 4 === 3);
    await host.play(`a packet in parts, the last ${gap} ms later`, ...steps, refusal(host), tx(HELLO));
  }
  for (const long of [false, true, true])
    await host.play('a packet, a byte at a time', ...byteByByte(dice, long));
  for (const length of LONG_LINES)
    await host.play(
      `a packet after a line of ${length} bytes`,
      ...afterLongLine(dice, host.state, length),
      refusal(host),
      tx(HELLO),
    );
}

export const LINE_SCENARIOS: readonly DurakScenario[] = [
  scenario(
    'acks',
    'a packet is acknowledged once, and an acknowledgement never',
    ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
    tryAcks,
    'idle',
  ),
  scenario(
    'garbage',
    'what stands before SYN or EOT is cleared, however much',
    ['DRK-LK-05'],
    tryGarbage,
    'idle',
  ),
  scenario('malformed', 'a malformed packet is not acknowledged', ['DRK-LK-06'], tryMalformed, 'idle'),
  scenario(
    'lines',
    'lines that are cut, slow, over-long or never end',
    ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
    tryLines,
    'idle',
  ),
];
