/** Durak: lines that are cut, slow, over-long or never end. */
import { countBytes } from '../../../protocols/byte-text';
import { concat } from '../../../protocols/bytes';
import { LF, LINE_MAX, SYN } from '../../../protocols/durak/packet';
import { after, millis } from '../../../protocols/time';
import { HELLO, type DurakHost } from './host';
import { acknowledgeAnswers, idleScenario, meaninglessDeck, refusalTime } from './idle-host';

export const lines = idleScenario(
  {
    id: 'durak/lines',
    title: 'lines that are cut, slow, over-long or never end',
    covers: ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
  },
  async (host, bench) => {
    await tryRestarted(host);
    await tryHalves(host);
    await tryOverlong(host);
    await tryByteByByte(host);
    if (bench.board.reset !== undefined) await tryRestartedHello(host);
  },
);

/** A SYN inside a line begins a packet, which is acknowledged. {@link tryRestartedHello} tries its effect. */
async function tryRestarted(host: DurakHost): Promise<void> {
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
    await host.sendPacket(concat(beginning, HELLO), what);
    await host.listen(millis(500));
  }
  const long = concat(Uint8Array.of(SYN), new Uint8Array(3000).fill(0x30));
  await host.sendPacket(concat(long, HELLO), 'a hello inside an over-long line');
}

/**
 * A hello inside a line makes the board player 2: it sends no hello, and deals nothing. The same must hold after a plain
 * hello.
 */
async function tryRestartedHello(host: DurakHost): Promise<void> {
  if (!(await greet(host, HELLO, 'a hello')))
    return host.bench.inconclusive(
      'DRK-LK-10',
      'not even a plain hello makes the board player 2 (DRK-HS-03)',
    );
  const beginning = meaninglessDeck(host).subarray(0, 30);
  const overlong = concat(Uint8Array.of(SYN), new Uint8Array(2500).fill(0x31));
  await greet(host, concat(beginning, HELLO), 'a hello inside the beginning of a deck packet');
  await greet(host, concat(overlong, HELLO), 'a hello inside an over-long line');
}

/** Restarts and greets the board, acknowledges whatever it sends, and waits whether it deals. true: it is player 2. */
async function greet(host: DurakHost, greeting: Uint8Array, what: string): Promise<boolean> {
  if (!(await host.greetFirst(greeting))) return true;
  host.describe(`${what}, before the board's own`);
  const seen = await host.acknowledgeAll(after(host.now(), millis(14_500)), 4);
  return seen.length === 0;
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
  await describeAndTry(host, what, async () => {
    for (const [i, piece] of pieces.entries()) {
      if (i > 0) await host.listen(millis(pause));
      await host.send(piece);
    }
    await host.listen(refusalTime(host));
  });
}

/** Sends pieces spread over `span` milliseconds, which are a packet. Tries again where this host stretched them. */
async function sendSlowly(
  host: DurakHost,
  pieces: readonly Uint8Array[],
  span: number,
  what: string,
): Promise<void> {
  await describeAndTry(host, what, async () => {
    const begin = host.now();
    for (const [i, piece] of pieces.entries()) {
      await host.listenUntil(after(begin, millis((i * span) / Math.max(1, pieces.length - 1))));
      await host.send(piece);
    }
    await host.settle();
  });
  if (host.isLost) host.bench.inconclusive('DRK-LK-11', `${what}: this host stalled each time`);
}

/** Tries again where a stall of this host left the monitor without the game. */
async function describeAndTry(host: DurakHost, what: string, attempt: () => Promise<void>): Promise<void> {
  await host.bench.retryWhile(
    async () => {
      if (host.isLost) await host.recover();
      host.describe(what);
      await attempt();
    },
    () => host.isLost,
  );
}

async function tryOverlong(host: DurakHost): Promise<void> {
  const lengths = host.bench.exhaustive
    ? [LINE_MAX + 1, 2500, 4096, 10_000, 65_536, 65_537, 65_600]
    : [LINE_MAX + 1, 4096, 65_537];
  for (const length of lengths) {
    const line = new Uint8Array(length).fill(0x30);
    line[0] = SYN;
    line[1] = 0x31;
    line[length - 1] = LF;
    host.describe(`a line of ${length} bytes`);
    await host.send(line);
    await host.listen(refusalTime(host));
    await host.sendPacket(HELLO, `a hello after a line of ${length} bytes`);
  }
}

async function tryByteByByte(host: DurakHost): Promise<void> {
  const bytes = (packet: Uint8Array): Uint8Array[] => Array.from(packet, (byte) => Uint8Array.of(byte));
  await sendSlowly(host, bytes(HELLO), 2200, 'a hello, a byte at a time over 2200 ms');
  await sendSlowly(host, bytes(HELLO), 40, 'a hello, a byte at a time over 40 ms');
  const deck = bytes(meaninglessDeck(host));
  await sendSlowly(host, deck, 2200, 'a deck packet, a byte at a time over 2200 ms');
  await acknowledgeAnswers(host);
}
