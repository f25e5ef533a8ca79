/** Durak: lines that are cut, slow, over-long or never end. */
import { LF, LINE_MAX, SYN } from '../../../protocols/durak/packet';
import { after, micros, millis } from '../../../protocols/time';
import type { Sent } from '../../bench/channel';
import { HELLO, type DurakHost } from './host';
import {
  acknowledgeAnswers,
  concat,
  countBytes,
  idleScenario,
  meaninglessDeck,
  refusalTime,
} from './idle-host';

export const lines = idleScenario(
  {
    id: 'durak/lines',
    title: 'lines that are cut, slow, over-long or never end',
    covers: ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
  },
  async (host, bench) => {
    await checkRestarted(host);
    await checkHalves(host);
    await checkOverlong(host);
    await checkByteByByte(host);
    if (bench.board.reset !== undefined) await checkRestartedHello(host);
  },
);

/** Judges that a SYN inside a line begins a packet, which is acknowledged. {@link checkRestartedHello} judges its effect. */
async function checkRestarted(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-10';
  const deck = meaninglessDeck(host);
  const beginnings = [
    HELLO.subarray(0, 1),
    HELLO.subarray(0, 3),
    deck.subarray(0, 2),
    deck.subarray(0, 40),
    deck.subarray(0, deck.length - 2),
  ];
  for (const beginning of beginnings) {
    const what = `a hello after the beginning of a packet, ${countBytes(beginning.length)}`;
    await host.sendPacket(concat(beginning, HELLO), what, id);
    await host.expectSingleAck(what, id);
  }
  const long = concat(Uint8Array.of(SYN), new Uint8Array(3000).fill(0x30));
  await host.sendPacket(concat(long, HELLO), 'a hello inside an over-long line', id);
}

/**
 * Judges that a hello inside a line makes the board player 2: it sends no hello, or deals nothing when that is
 * acknowledged. The same must hold after a plain hello.
 */
async function checkRestartedHello(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-10';
  const { bench } = host;
  if (await actsAsPlayerOne(host, HELLO))
    return bench.inconclusive(id, 'not even a plain hello makes the board player 2 (DRK-HS-03)');
  for (const [what, before] of [
    ['the beginning of a deck packet', meaninglessDeck(host).subarray(0, 30)],
    ['an over-long line', concat(Uint8Array.of(SYN), new Uint8Array(2500).fill(0x31))],
  ] as const) {
    const deals = await actsAsPlayerOne(host, concat(before, HELLO));
    bench.check(id, !deals, () => ({
      title: `a hello inside ${what}, before the board's own`,
      expected: 'acknowledged and applied: the board is player 2',
      seen: 'it deals as player 1',
    }));
  }
}

/** Restarts and greets the board, acknowledges whatever it sends, and waits whether it deals. */
async function actsAsPlayerOne(host: DurakHost, greeting: Uint8Array): Promise<boolean> {
  await host.powerCycle();
  if ((await host.sendUntil(greeting, ['ack', 'hello'], 12, millis(900))) !== 'ack') return false;
  const end = after(host.now(), millis(14_500));
  for (;;) {
    const [rx] = await host.acknowledgeAll(end, 1);
    if (rx === undefined || rx.kind === 'deck') return rx !== undefined;
  }
}

async function checkHalves(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-11';
  const { bench, channel } = host;
  for (const [packet, name] of [
    [HELLO, 'a hello'],
    [meaninglessDeck(host), 'a deck packet'],
  ] as const) {
    const cut = packet.length >> 1;
    const [first, second] = [packet.subarray(0, cut), packet.subarray(cut)];
    const what = `${name} in two halves 3600 ms apart`;
    await channel.sendBytes(first);
    await bench.pause(millis(3600));
    await channel.sendBytes(second);
    await host.expectNoAck(refusalTime(host), id, what);
    await host.sendPacket(HELLO, `a hello after ${what}`);
    await checkSlowly(host, [first, second], 2200, id, `${name} in two halves 2200 ms apart`);
    await acknowledgeAnswers(host);
  }
  // The time runs from the first byte: later bytes do not extend it.
  for (const byte of [HELLO.subarray(0, 1), HELLO.subarray(1, 2), HELLO.subarray(2, 3)]) {
    await channel.sendBytes(byte);
    await bench.pause(millis(1250));
  }
  await channel.sendBytes(HELLO.subarray(3));
  const what = 'a hello whose bytes come 1250 ms apart, its end 3750 ms after its first byte';
  await host.expectNoAck(refusalTime(host), id, what);
  await host.sendPacket(HELLO, 'a hello after one that came too slowly');
}

/** Judges pieces spread over `span` milliseconds. Tries again where this host stretched them beyond 2500 ms. */
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

/** undefined: this host was too slow, so that either answer of the board is right. */
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
    await host.expectNoAck(refusalTime(host), id, `a line of ${length} bytes`);
    await host.sendPacket(HELLO, `a hello after a line of ${length} bytes`, id);
  }
}

async function checkByteByByte(host: DurakHost): Promise<void> {
  const id = 'DRK-LK-13';
  const bytes = (packet: Uint8Array): Uint8Array[] => Array.from(packet, (byte) => Uint8Array.of(byte));
  await checkSlowly(host, bytes(HELLO), 2200, id, 'a hello, a byte at a time over 2200 ms');
  await checkSlowly(host, bytes(HELLO), 40, id, 'a hello, a byte at a time over 40 ms');
  const deck = bytes(meaninglessDeck(host));
  await checkSlowly(host, deck, 2200, id, 'a deck packet, a byte at a time over 2200 ms');
  await acknowledgeAnswers(host);
}
