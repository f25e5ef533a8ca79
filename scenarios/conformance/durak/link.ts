/** Durak: what is acknowledged and what is not, whatever stands around a packet. No reset is needed for these. */
import * as fc from 'fast-check';
import { deal } from '../../../protocols/durak/deal';
import { encode } from '../../../protocols/durak/durak';
import { MALFORMATIONS } from '../../../protocols/durak/malformations';
import { EOT, LF, LINE_MAX, SYN } from '../../../protocols/durak/packet';
import { after, micros, millis } from '../../../protocols/time';
import type { Bench } from '../../bench/bench';
import type { Sent } from '../../bench/channel';
import type { Scenario } from '../../suite';
import { greetFirst } from './game';
import { chooser, describeRx, DurakHost, HELLO } from './host';

/** A board that has nothing to say: player 2 before the deal where it can be reset, else one that was acknowledged out. */
async function idleHost(bench: Bench): Promise<DurakHost> {
  const host = new DurakHost(bench);
  if (bench.board.reset === undefined || !(await greetFirst(host))) await host.drain();
  return host;
}

/** How long no acknowledgement is waited for: the whole time one may take where time costs nothing. */
function refusalSpan(host: DurakHost) {
  return host.bench.exhaustive ? micros(host.maxAckTime + 500_000) : millis(700);
}

const join = (...parts: readonly Uint8Array[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

/** A deck that no board may take for a move of an opened game, or for a deal: for acknowledgements only. */
function strangeDeck(host: DurakHost): Uint8Array {
  const cards = deal(chooser(host)).map((card) =>
    card.property === 2 ? { ...card, property: -2, field: 0 } : card,
  );
  return encode({ type: 'deck', cards });
}

const acks: Scenario = {
  id: 'durak/acks',
  title: 'a packet is acknowledged once, and an acknowledgement never',
  covers: ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
  async run(bench: Bench): Promise<void> {
    const host = await idleHost(bench);
    for (let n = 0; n < (bench.exhaustive ? 20 : 6); n++) {
      await host.sendPacket(HELLO, 'a hello');
      await host.expectSingleAck('a hello');
    }
    for (let n = 0; n < (bench.exhaustive ? 8 : 3); n++) {
      await host.sendPacket(strangeDeck(host), 'a deck packet');
      await host.expectSingleAck('a deck packet');
      await acknowledgeAnswers(host);
    }
    for (let n = 0; n < 4; n++) {
      await bench.pause(millis(600));
      await host.channel.sendBytes(encode({ type: 'ack' }));
      await host.expectNoAck(millis(500), 'DRK-LK-04', 'a lone 04 0A to an idle board');
    }
  },
};

/** What a board in play says to a deck that is no move (DRK-PL-10): acknowledged, so that it is said once. */
async function acknowledgeAnswers(host: DurakHost): Promise<void> {
  for (;;) {
    const rx = await host.next(
      after(host.now(), host.bench.exhaustive ? micros(host.maxAnswerTime + 500_000) : millis(300)),
    );
    if (rx === undefined) return;
    if (rx.kind !== 'malformed') await host.ack();
  }
}

const garbage: Scenario = {
  id: 'durak/garbage',
  title: 'what stands before SYN or EOT is cleared, however much',
  covers: ['DRK-LK-05'],
  async run(bench: Bench): Promise<void> {
    const host = await idleHost(bench);
    const lengths = bench.exhaustive
      ? Array.from({ length: 301 }, (_, i) => i)
      : [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300];
    const byte = fc.integer({ min: 0, max: 255 }).filter((value) => value !== SYN && value !== EOT);
    for (const length of lengths) {
      if (bench.failedEnough('DRK-LK-05')) return;
      const [noise = []] = bench.sample(fc.array(byte, { minLength: length, maxLength: length }), 1);
      const what = `a hello behind ${count(length)} of garbage`;
      await host.sendPacket(join(Uint8Array.from(noise), HELLO), what, 'DRK-LK-05');
      if (length % 50 === 1) await host.expectSingleAck(what);
    }
    for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
      for (const length of [1, 2, 33]) {
        const what = `a hello behind ${length} times ${value.toString(16).padStart(2, '0')}`;
        await host.sendPacket(join(new Uint8Array(length).fill(value), HELLO), what, 'DRK-LK-05');
      }
    await host.sendPacket(
      join(Uint8Array.of(0x41), strangeDeck(host)),
      'a deck packet behind one byte of garbage',
      'DRK-LK-05',
    );
    await acknowledgeAnswers(host);
    await checkGarbageBeforeAck(host);
  },
};

/** An acknowledgement behind garbage is one: shown by a hello of the board that is not sent again. */
async function checkGarbageBeforeAck(host: DurakHost): Promise<void> {
  const { bench } = host;
  if (bench.board.reset === undefined) return;
  await host.powerCycle();
  const hello = await host.next(after(host.now(), millis(12_000)));
  if (hello?.kind !== 'hello') return;
  await host.ack(Uint8Array.of(0x41, 0x42, 0x43));
  const rx = await host.next(after(host.now(), millis(4000)));
  bench.check('DRK-LK-05', rx?.kind !== 'hello', () => ({
    title: 'its hello acknowledged by 04 0A behind three bytes of garbage',
    expected: 'the deal',
    seen: describeRx(rx),
  }));
  if (rx?.kind === 'deck') await host.ack();
}

const malformed: Scenario = {
  id: 'durak/malformed',
  title: 'a malformed packet is not acknowledged',
  covers: ['DRK-LK-06'],
  async run(bench: Bench): Promise<void> {
    const host = await idleHost(bench);
    const choose = chooser(host);
    for (const { label, make } of MALFORMATIONS) {
      const rounds = bench.exhaustive ? 2 : 1;
      for (let n = 0; n < rounds; n++) await checkNotAcknowledged(host, make(deal(choose), choose), label);
    }
    for (const type of bench.exhaustive ? [0x00, 0x33, 0x39, 0x41, 0xb1] : [0x33])
      await checkNotAcknowledged(
        host,
        Uint8Array.of(SYN, type, 0x1d, 0x03, LF),
        `a hello of the unknown type ${type.toString(16)}`,
      );
    await checkNotAcknowledged(host, Uint8Array.of(SYN, 0x32, 0x03, LF), 'a hello without GS');
    await checkNotAcknowledged(host, Uint8Array.of(SYN, 0x32, 0x1d, LF), 'a hello without ETX');
    await checkNotAcknowledged(host, Uint8Array.of(SYN, LF), 'a line of nothing but SYN');
    await checkNotAcknowledged(host, Uint8Array.of(EOT, 0x20, LF), '04 20 0A, which is no acknowledgement');
  },
};

/** Not acknowledged; a hello behind it is, once: a late acknowledgement of the first would show as a second one. */
async function checkNotAcknowledged(host: DurakHost, bytes: Uint8Array, label: string): Promise<void> {
  const id = 'DRK-LK-06';
  if (host.bench.failedEnough(id)) return;
  const what = `a malformed packet: ${label}`;
  await host.channel.sendBytes(bytes);
  if (!(await host.expectNoAck(refusalSpan(host), id, what))) return;
  await host.sendPacket(HELLO, `a hello behind ${what}`);
}

const lines: Scenario = {
  id: 'durak/lines',
  title: 'lines that are cut, slow, over-long or never end',
  covers: ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
  async run(bench: Bench): Promise<void> {
    const host = await idleHost(bench);
    await checkRestarted(host);
    await checkHalves(host);
    await checkOverlong(host);
    await checkByteByByte(host);
    if (bench.board.reset !== undefined) await checkRestartedHello(host);
  },
};

/** A SYN inside a line: the packet from it on is acknowledged. That it is applied is judged by `restartedHello` and in play. */
async function checkRestarted(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-10';
  const deck = strangeDeck(host);
  const beginnings = [
    HELLO.subarray(0, 1),
    HELLO.subarray(0, 3),
    deck.subarray(0, 2),
    deck.subarray(0, 40),
    deck.subarray(0, deck.length - 2),
  ];
  for (const beginning of beginnings) {
    const what = `a hello behind the beginning of a packet, ${count(beginning.length)}`;
    await host.sendPacket(join(beginning, HELLO), what, id);
    await host.expectSingleAck(what, id);
  }
  const long = join(Uint8Array.of(SYN), new Uint8Array(3000).fill(0x30));
  await host.sendPacket(join(long, HELLO), 'a hello inside an over-long line', id);
}

/**
 * A hello inside a line makes the board player 2, as one by itself does: it says no hello, or at least deals nothing
 * when one is acknowledged. What it does behind a plain hello is the measure.
 */
async function checkRestartedHello(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-10';
  const { bench } = host;
  if (await actsAsPlayerOne(host, HELLO))
    return bench.inconclusive(
      id,
      'a plain hello, acknowledged, does not make the board player 2 (DRK-HS-03): whether one inside a line does cannot be told',
    );
  for (const [what, before] of [
    ['the beginning of a deck packet', strangeDeck(host).subarray(0, 30)],
    ['an over-long line', join(Uint8Array.of(SYN), new Uint8Array(2500).fill(0x31))],
  ] as const) {
    const wrong = await actsAsPlayerOne(host, join(before, HELLO));
    bench.check(id, wrong !== true, () => ({
      title: `a hello inside ${what}, before the board's own`,
      expected: 'acknowledged and applied: the board is player 2',
      seen: 'it deals as player 1',
    }));
  }
}

/** Greets a board that was just switched on, acknowledges whatever it says, and sees whether it deals. */
async function actsAsPlayerOne(host: DurakHost, greeting: Uint8Array): Promise<boolean | undefined> {
  await host.powerCycle();
  let greeted = false;
  for (let n = 0; n < 12 && !greeted; n++) {
    const sent = await host.channel.sendBytes(greeting);
    const received = await host.channel.next(after(sent.notAfter, millis(900)));
    if (received?.event.kind === 'frame' && received.event.value.type === 'hello') return undefined;
    greeted = received?.event.kind === 'frame' && received.event.value.type === 'ack';
  }
  if (!greeted) return undefined;
  const end = after(host.now(), millis(14_500));
  for (;;) {
    const rx = await host.next(end);
    if (rx === undefined) return false;
    if (rx.kind !== 'malformed') await host.ack();
    if (rx.kind === 'deck') return true;
  }
}

async function checkHalves(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-11';
  const { bench, channel } = host;
  const deck = strangeDeck(host);
  for (const [packet, name] of [
    [HELLO, 'a hello'],
    [deck, 'a deck packet'],
  ] as const) {
    const cut = packet.length >> 1;
    await channel.sendBytes(packet.subarray(0, cut));
    await bench.pause(millis(3600));
    await channel.sendBytes(packet.subarray(cut));
    await host.expectNoAck(refusalSpan(host), id, `${name} in two halves 3600 ms apart`);
    await host.sendPacket(HELLO, `a hello behind ${name} in two halves 3600 ms apart`);
    await checkSlowly(
      host,
      [packet.subarray(0, cut), packet.subarray(cut)],
      2200,
      id,
      `${name} in two halves 2200 ms apart`,
    );
    await acknowledgeAnswers(host);
  }
  // The time runs from the first byte: bytes in between do not stretch it.
  for (const byte of [HELLO.subarray(0, 1), HELLO.subarray(1, 2), HELLO.subarray(2, 3)]) {
    await channel.sendBytes(byte);
    await bench.pause(millis(1250));
  }
  await channel.sendBytes(HELLO.subarray(3));
  await host.expectNoAck(
    refusalSpan(host),
    id,
    'a hello whose bytes come 1250 ms apart, its end 3750 ms after its first byte',
  );
  await host.sendPacket(HELLO, 'a hello behind one that came too slowly');
}

/** Pieces spread over `span` milliseconds; a host that stalls beyond 2500 ms tries again. */
async function checkSlowly(
  host: DurakHost,
  pieces: readonly Uint8Array[],
  span: number,
  id: string,
  what: string,
): Promise<void> {
  const sent = await host.bench.retryWhile(
    () => sendSlowly(host, pieces, span),
    (sent) => sent === undefined,
  );
  if (sent === undefined) host.bench.inconclusive(id, `${what}: this host stalled each time`);
  else await host.expectAck(sent, what, id);
}

/** undefined: too late for this check, perhaps in time for the board: either answer is right. */
async function sendSlowly(
  host: DurakHost,
  pieces: readonly Uint8Array[],
  span: number,
): Promise<Sent | undefined> {
  const start = host.now();
  const step = (span * 1000) / Math.max(1, pieces.length - 1);
  let sent: Sent | undefined;
  for (const [i, piece] of pieces.entries()) {
    const due = micros(start + i * step);
    if (host.now() < due) await host.bench.board.clock.until(due);
    sent = await host.channel.sendBytes(piece);
  }
  if (sent === undefined || sent.notAfter - start <= 2_500_000) return sent;
  await host.discardAcks(millis(3600));
  await host.drain();
  return undefined;
}

async function checkOverlong(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-12';
  const { bench, channel } = host;
  const lengths = bench.exhaustive
    ? [LINE_MAX + 1, 2500, 4096, 10_000, 65_536, 65_537, 65_600]
    : [LINE_MAX + 1, 4096, 65_537];
  for (const length of lengths) {
    const line = new Uint8Array(length).fill(0x30);
    line[0] = SYN;
    line[1] = 0x31;
    line[length - 1] = LF;
    await channel.sendBytes(line);
    await host.expectNoAck(refusalSpan(host), id, `a line of ${length} bytes`);
    await host.sendPacket(HELLO, `a hello behind a line of ${length} bytes`, id);
  }
}

async function checkByteByByte(host: DurakHost): Promise<void> {
  const bytes = (packet: Uint8Array): Uint8Array[] => Array.from(packet, (byte) => Uint8Array.of(byte));
  await checkSlowly(host, bytes(HELLO), 2200, 'DRK-LK-13', 'a hello, a byte at a time over 2200 ms');
  await checkSlowly(host, bytes(HELLO), 40, 'DRK-LK-13', 'a hello, a byte at a time over 40 ms');
  await checkSlowly(
    host,
    bytes(strangeDeck(host)),
    2200,
    'DRK-LK-13',
    'a deck packet, a byte at a time over 2200 ms',
  );
  await acknowledgeAnswers(host);
}

export const linkScenarios: readonly Scenario[] = [acks, garbage, malformed, lines];

function count(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes} bytes`;
}
