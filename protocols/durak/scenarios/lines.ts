/** Which packets are acknowledged, after any other bytes; and lines that are cut, slow, over-long or never end. */
import { after, countBytes, fc, millis, micros, type Micros } from '../../../api/index';
import { deal } from '../game/deal';
import { MALFORMATIONS } from '../wire/malformations';
import { EOT, ETX, GS, LF, LINE_MAX, RS, SYN, TYPE_DECK } from '../wire/packet';
import { encode } from '../wire/wire';
import { HELLO, idleScenario, LATE, type DurakHost, type DurakScenario } from './host';

/** In it a second acknowledgement of a packet comes, or one of an acknowledgement. */
const QUIET = millis(600);
const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300];
/** Records of a deck that is longer than a packet, and no longer than a line. */
const MANY = 1000;
const DIGIT = 0x30;

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

/** A deck that is neither a deal nor a move of any game, to be acknowledged only. */
function meaninglessDeck({ choose }: DurakHost): Uint8Array {
  const cards = deal(choose).map((card) =>
    card.property === 2 ? { ...card, property: -2, field: 0 } : card,
  );
  return encode({ type: 'deck', cards });
}

/** Acknowledges the answer of a board in play to a deck that is no move (DRK-PL-10), so that it comes once. */
async function acknowledgeAnswers(host: DurakHost): Promise<void> {
  const wait = host.bench.exhaustive ? micros(host.maxAnswerTime + 500_000) : millis(300);
  while (await host.ackNext(wait));
}

/** How long to wait that no acknowledgement comes. One that comes later is a second one of what is sent next. */
function refusalTime({ bench, maxAckTime }: DurakHost): Micros {
  return bench.exhaustive ? micros(maxAckTime + 500_000) : millis(700);
}

async function tryAcks(host: DurakHost): Promise<void> {
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
}

async function tryGarbage(host: DurakHost): Promise<void> {
  const { bench } = host;
  const helloAfter = (bytes: Uint8Array, what: string): Promise<boolean> =>
    host.sendPacket(concat(bytes, HELLO), `a hello after ${what}`);
  const byte = fc.integer({ min: 0, max: 255 }).filter((value) => value !== SYN && value !== EOT);
  for (const length of bench.exhaustive ? Array.from({ length: 301 }, (_, i) => i) : LENGTHS) {
    if (bench.failedEnough('DRK-LK-05')) return;
    const [noise = []] = bench.sample(fc.array(byte, { minLength: length, maxLength: length }), 1);
    await helloAfter(Uint8Array.from(noise), `${countBytes(length)} of garbage`);
    if (length % 50 === 1) await host.listen(QUIET);
  }
  for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
    for (const length of [1, 2, 33]) {
      const what = `${length} times ${value.toString(16).padStart(2, '0')}`;
      await helloAfter(new Uint8Array(length).fill(value), what);
    }
  const deck = concat(Uint8Array.of(0x41), meaninglessDeck(host));
  await host.sendPacket(deck, 'a deck packet after one byte of garbage');
  await acknowledgeAnswers(host);
  if (!host.host.canReset) return;
  // An acknowledgement after garbage counts: the board does not send its hello again.
  await host.powerCycle();
  if (!(await host.awaitHello())) return;
  host.describe('its hello acknowledged by 04 0A after three bytes of garbage');
  await host.ack(Uint8Array.of(0x41, 0x42, 0x43));
  await host.listen(millis(4000));
  if (host.waiting !== undefined) await host.ack();
}

async function tryMalformed(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  const tryOne = async (bytes: Uint8Array, label: string): Promise<void> => {
    if (host.bench.failedEnough('DRK-LK-06')) return;
    const what = `a malformed packet: ${label}`;
    host.describe(what);
    await host.send(bytes);
    await host.listen(refusalTime(host));
    await host.sendPacket(HELLO, `a hello after ${what}`);
  };
  for (const { label, make } of MALFORMATIONS)
    for (let n = 0; n < (exhaustive ? 2 : 1); n++) await tryOne(make(deal(host.choose), host.choose), label);
  for (const type of exhaustive ? [0x00, 0x33, 0x39, 0x41, 0xb1] : [0x33])
    await tryOne(HELLO.with(1, type), `a hello of type ${type.toString(16)}`);
  const records = Array.from({ length: MANY }, () => [RS, DIGIT]).flat();
  await tryOne(Uint8Array.from([SYN, TYPE_DECK, GS, ...records, ETX, LF]), 'a deck of a thousand records');
}

async function tryLines(host: DurakHost): Promise<void> {
  await tryRestarted(host);
  await tryHalves(host);
  await tryByteByByte(host);
  if (host.host.canReset) await tryRestartedHello(host);
  // A recording holds the beginnings of such lines: what follows soon is not judged from it.
  await tryOverlong(host);
}

/** A SYN inside a line begins a packet, which is acknowledged. {@link tryRestartedHello} tries its effect. */
async function tryRestarted(host: DurakHost): Promise<void> {
  const deck = meaninglessDeck(host);
  const ends = [1, 3].map((end) => HELLO.subarray(0, end));
  for (const beginning of [...ends, ...[2, 40, deck.length - 2].map((end) => deck.subarray(0, end))]) {
    const what = `a hello after the beginning of a packet, ${countBytes(beginning.length)}`;
    await host.sendPacket(concat(beginning, HELLO), what);
    await host.listen(millis(500));
  }
  await host.sendPacket(concat(longLine(3000, DIGIT), HELLO), 'a hello inside an over-long line');
}

function longLine(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte).with(0, SYN);
}

/** A hello inside a line makes the board player 2: it sends no hello, and deals nothing. The same must hold after a plain hello. */
async function tryRestartedHello(host: DurakHost): Promise<void> {
  const beginning = meaninglessDeck(host).subarray(0, 30);
  const reason = 'not even a plain hello makes the board player 2 (DRK-HS-03)';
  if (!(await greet(host, HELLO, 'a hello'))) return host.bench.inconclusive('DRK-LK-10', reason);
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
    const what = `${name} in two halves`;
    await sendApart(host, halves, 3600, `${what} 3600 ms apart`);
    await host.listen(refusalTime(host));
    await host.sendPacket(HELLO, `a hello after ${what} 3600 ms apart`);
    await sendPieces(host, halves, 2200, `${what} 2200 ms apart`);
    await acknowledgeAnswers(host);
  }
  // The time runs from the first byte: later bytes do not extend it.
  const thirds = [HELLO.subarray(0, 1), HELLO.subarray(1, 3), HELLO.subarray(3)];
  await sendApart(host, thirds, 3600, 'a hello in three parts 1800 ms apart');
  await host.listen(refusalTime(host));
  await host.sendPacket(HELLO, 'a hello after one that came too slowly');
}

/** Sends pieces spread over `span` milliseconds. */
async function sendApart(
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
}

/** The same, of pieces that are a packet. */
async function sendPieces(
  host: DurakHost,
  pieces: readonly Uint8Array[],
  span: number,
  what: string,
): Promise<void> {
  await sendApart(host, pieces, span, what);
  await host.listen(micros(host.maxAckTime + LATE), ({ notes }) => notes.pending.length === 0);
}

async function tryOverlong(host: DurakHost): Promise<void> {
  const more = host.bench.exhaustive ? [2500, 4096, 10_000, 65_536, 65_537, 65_600] : [4096, 65_537];
  for (const length of [LINE_MAX + 1, ...more]) {
    const line = longLine(length, DIGIT).with(1, TYPE_DECK);
    host.describe(`a line of ${length} bytes`);
    await host.send(line.with(length - 1, LF));
    await host.listen(refusalTime(host));
    await host.sendPacket(HELLO, `a hello after a line of ${length} bytes`);
  }
}

async function tryByteByByte(host: DurakHost): Promise<void> {
  const bytes = (packet: Uint8Array): Uint8Array[] => Array.from(packet, (byte) => Uint8Array.of(byte));
  await sendPieces(host, bytes(HELLO), 2200, 'a hello, a byte at a time over 2200 ms');
  await sendPieces(host, bytes(HELLO), 40, 'a hello, a byte at a time over 40 ms');
  await sendPieces(host, bytes(meaninglessDeck(host)), 2200, 'a deck packet, a byte at a time over 2200 ms');
  await acknowledgeAnswers(host);
}

export const LINE_SCENARIOS: readonly DurakScenario[] = [
  idleScenario(
    'acks',
    'a packet is acknowledged once, and an acknowledgement never',
    ['DRK-LK-01', 'DRK-LK-02', 'DRK-LK-03', 'DRK-LK-04'],
    tryAcks,
  ),
  idleScenario(
    'garbage',
    'what stands before SYN or EOT is cleared, however much',
    ['DRK-LK-05'],
    tryGarbage,
  ),
  idleScenario('malformed', 'a malformed packet is not acknowledged', ['DRK-LK-06'], tryMalformed),
  idleScenario(
    'lines',
    'lines that are cut, slow, over-long or never end',
    ['DRK-LK-10', 'DRK-LK-11', 'DRK-LK-12', 'DRK-LK-13'],
    tryLines,
  ),
];
