/** Which packets are acknowledged, after any other bytes; and lines that are cut, slow, over-long or never end. */
import { after, countBytes, fc, millis, micros } from '../../../api/index';
import { deal } from '../game/deal';
import { MALFORMATIONS } from '../wire/malformations';
import { EOT, GS, LF, LINE_MAX, SYN, TYPE_DECK } from '../wire/packet';
import {
  acknowledgeAnswers,
  HELLO,
  idleScenario,
  meaninglessDeck,
  refusalTime,
  type DurakHost,
  type DurakScenario,
} from './host';

/** In it a second acknowledgement of a packet comes, or one of an acknowledgement. */
const QUIET = millis(600);
const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300];
/** Records of a deck that is longer than any line. */
const MANY = 1030;

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

const acks = idleScenario(
  {
    id: 'acks',
    title: 'a packet is acknowledged once, and an acknowledgement never',
    covers: ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
  },
  async (host) => {
    const { exhaustive } = host.bench;
    for (let n = 0; n < (exhaustive ? 20 : 6); n++) {
      await host.sendPacket(HELLO, 'a hello');
      await host.listen(QUIET);
    }
    for (let n = 0; n < (exhaustive ? 8 : 3); n++) {
      await host.sendPacket(meaninglessDeck(host), 'a deck packet');
      await host.listen(QUIET);
      await acknowledgeAnswers(host);
    }
    for (let n = 0; n < 5; n++) {
      await host.listen(QUIET);
      host.describe('a lone 04 0A to an idle board');
      await host.ack();
      await host.listen(millis(1100));
    }
  },
);

const garbage = idleScenario(
  { id: 'garbage', title: 'what stands before SYN or EOT is cleared, however much', covers: ['DRK-LK-05'] },
  async (host) => {
    const { bench } = host;
    const byte = fc.integer({ min: 0, max: 255 }).filter((value) => value !== SYN && value !== EOT);
    for (const length of bench.exhaustive ? Array.from({ length: 301 }, (_, i) => i) : LENGTHS) {
      if (bench.failedEnough('DRK-LK-05')) return;
      const [noise = []] = bench.sample(fc.array(byte, { minLength: length, maxLength: length }), 1);
      await host.sendPacket(
        concat(Uint8Array.from(noise), HELLO),
        `a hello after ${countBytes(length)} of garbage`,
      );
      if (length % 50 === 1) await host.listen(QUIET);
    }
    for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
      for (const length of [1, 2, 33])
        await host.sendPacket(
          concat(new Uint8Array(length).fill(value), HELLO),
          `a hello after ${length} times ${value.toString(16).padStart(2, '0')}`,
        );
    await host.sendPacket(
      concat(Uint8Array.of(0x41), meaninglessDeck(host)),
      'a deck packet after one byte of garbage',
    );
    await acknowledgeAnswers(host);
    await tryGarbageBeforeAck(host);
  },
);

/** An acknowledgement after garbage counts: the board does not send its hello again. */
async function tryGarbageBeforeAck(host: DurakHost): Promise<void> {
  if (!host.host.canReset) return;
  await host.powerCycle();
  if (!(await host.awaitHello())) return;
  host.describe('its hello acknowledged by 04 0A after three bytes of garbage');
  await host.ack(Uint8Array.of(0x41, 0x42, 0x43));
  await host.listen(millis(4000));
  if (host.waiting !== undefined) await host.ack();
}

const malformed = idleScenario(
  { id: 'malformed', title: 'a malformed packet is not acknowledged', covers: ['DRK-LK-06'] },
  async (host) => {
    const { exhaustive } = host.bench;
    for (const { label, make } of MALFORMATIONS)
      for (let n = 0; n < (exhaustive ? 2 : 1); n++)
        await tryMalformed(host, make(deal(host.choose), host.choose), label);
    for (const type of exhaustive ? [0x00, 0x33, 0x39, 0x41, 0xb1] : [0x33])
      await tryMalformed(host, HELLO.with(1, type), `a hello of type ${type.toString(16)}`);
    const records = Array.from({ length: MANY }, () => [0x1e, 0x30]).flat();
    const long = Uint8Array.from([SYN, TYPE_DECK, GS, ...records.slice(0, 2000), 0x03, LF]);
    await tryMalformed(host, long, 'a deck of a thousand records');
  },
);

async function tryMalformed(host: DurakHost, bytes: Uint8Array, label: string): Promise<void> {
  if (host.bench.failedEnough('DRK-LK-06')) return;
  host.describe(`a malformed packet: ${label}`);
  await host.send(bytes);
  await host.listen(refusalTime(host));
  await host.sendPacket(HELLO, `a hello after a malformed packet: ${label}`);
}

const lines = idleScenario(
  {
    id: 'lines',
    title: 'lines that are cut, slow, over-long or never end',
    covers: ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
  },
  async (host) => {
    await tryRestarted(host);
    await tryHalves(host);
    await tryByteByByte(host);
    if (host.host.canReset) await tryRestartedHello(host);
    // A recording holds the beginnings of such lines: what follows soon is not judged from it.
    await tryOverlong(host);
  },
);

/** A SYN inside a line begins a packet, which is acknowledged. {@link tryRestartedHello} tries its effect. */
async function tryRestarted(host: DurakHost): Promise<void> {
  const deck = meaninglessDeck(host);
  const ends = [1, 3].map((end) => HELLO.subarray(0, end));
  for (const beginning of [...ends, ...[2, 40, deck.length - 2].map((end) => deck.subarray(0, end))]) {
    const what = `a hello after the beginning of a packet, ${countBytes(beginning.length)}`;
    await host.sendPacket(concat(beginning, HELLO), what);
    await host.listen(millis(500));
  }
  await host.sendPacket(concat(longLine(3000, 0x30), HELLO), 'a hello inside an over-long line');
}

function longLine(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte).with(0, SYN);
}

/** A hello inside a line makes the board player 2: it sends no hello, and deals nothing. The same must hold after a plain hello. */
async function tryRestartedHello(host: DurakHost): Promise<void> {
  if (!(await greet(host, HELLO, 'a hello')))
    return host.bench.inconclusive(
      'DRK-LK-10',
      'not even a plain hello makes the board player 2 (DRK-HS-03)',
    );
  const beginning = meaninglessDeck(host).subarray(0, 30);
  await greet(host, concat(beginning, HELLO), 'a hello inside the beginning of a deck packet');
  await greet(host, concat(longLine(2500, 0x31), HELLO), 'a hello inside an over-long line');
}

/** Restarts and greets the board, acknowledges whatever it sends, and waits whether it deals. true: it is player 2. */
async function greet(host: DurakHost, greeting: Uint8Array, what: string): Promise<boolean> {
  if (!(await host.greetFirst(greeting))) return true;
  host.describe(`${what}, before the board's own`);
  return (await host.acknowledgeAll(millis(14_500), 4)) === 0;
}

async function tryHalves(host: DurakHost): Promise<void> {
  for (const [packet, name] of [
    [HELLO, 'a hello'],
    [meaninglessDeck(host), 'a deck packet'],
  ] as const) {
    const cut = packet.length >> 1;
    const halves = [packet.subarray(0, cut), packet.subarray(cut)];
    const what = `${name} in two halves 3600 ms apart`;
    await sendApart(host, halves, 3600, what);
    await host.sendPacket(HELLO, `a hello after ${what}`);
    await sendSlowly(host, halves, 2200, `${name} in two halves 2200 ms apart`);
    await acknowledgeAnswers(host);
  }
  // The time runs from the first byte: later bytes do not extend it.
  const thirds = [HELLO.subarray(0, 1), HELLO.subarray(1, 3), HELLO.subarray(3)];
  await sendApart(host, thirds, 1800, 'a hello in three parts 1800 ms apart');
  await host.sendPacket(HELLO, 'a hello after one that came too slowly');
}

/** Sends pieces with a pause in milliseconds between each two, so that they are no packet. */
async function sendApart(
  host: DurakHost,
  pieces: readonly Uint8Array[],
  pause: number,
  what: string,
): Promise<void> {
  host.describe(what);
  for (const [i, piece] of pieces.entries()) {
    if (i > 0) await host.listen(millis(pause));
    await host.send(piece);
  }
  await host.listen(refusalTime(host));
}

/** Sends pieces spread over `span` milliseconds, which are a packet. */
async function sendSlowly(
  host: DurakHost,
  pieces: readonly Uint8Array[],
  span: number,
  what: string,
): Promise<void> {
  host.describe(what);
  const begin = host.now();
  for (const [i, piece] of pieces.entries()) {
    const until = after(begin, millis((i * span) / Math.max(1, pieces.length - 1)));
    await host.listen(micros(Math.max(0, until - host.now())));
    await host.send(piece);
  }
  await host.listen(micros(host.maxAckTime + 3_100_000), ({ notes }) => notes.pending.length === 0);
}

async function tryOverlong(host: DurakHost): Promise<void> {
  const lengths = host.bench.exhaustive
    ? [LINE_MAX + 1, 2500, 4096, 10_000, 65_536, 65_537, 65_600]
    : [LINE_MAX + 1, 4096, 65_537];
  for (const length of lengths) {
    host.describe(`a line of ${length} bytes`);
    await host.send(
      longLine(length, 0x30)
        .with(1, 0x31)
        .with(length - 1, LF),
    );
    await host.listen(refusalTime(host));
    await host.sendPacket(HELLO, `a hello after a line of ${length} bytes`);
  }
}

async function tryByteByByte(host: DurakHost): Promise<void> {
  const bytes = (packet: Uint8Array): Uint8Array[] => Array.from(packet, (byte) => Uint8Array.of(byte));
  await sendSlowly(host, bytes(HELLO), 2200, 'a hello, a byte at a time over 2200 ms');
  await sendSlowly(host, bytes(HELLO), 40, 'a hello, a byte at a time over 40 ms');
  await sendSlowly(host, bytes(meaninglessDeck(host)), 2200, 'a deck packet, a byte at a time over 2200 ms');
  await acknowledgeAnswers(host);
}

export const LINE_SCENARIOS: readonly DurakScenario[] = [acks, garbage, malformed, lines];
