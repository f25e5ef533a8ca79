/** Which packets are acknowledged, after any other bytes; and lines that are cut, slow, over-long or never end. */
import { countBytes, fc, micros, millis } from '../../../api/index';
import { deal } from '../game/deal';
import { OUT } from '../game/moves';
import { MALFORMATIONS } from '../wire/malformations';
import { EOT, ETX, GS, LF, LINE_MAX, RS, SYN, TYPE_DECK } from '../wire/packet';
import { ACK, ack, deckOf, HELLO, idleScenario, pause } from './host';
import type { DurakHost, DurakScenario, Step } from './host';

/** In it a second acknowledgement of a packet comes, or one of an acknowledgement. */
const QUIET = pause(600);
const LENGTHS = [0, 1, 2, 3, 4, 5, 8, 15, 16, 31, 64, 99, 127, 128, 255, 256, 299, 300];
/** Records of a deck that is longer than a packet, and no longer than a line. */
const MANY = 1000;
const DIGIT = 0x30;

function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

function longLine(length: number, byte: number): Uint8Array {
  return new Uint8Array(length).fill(byte).with(0, SYN);
}

/** A deck that is neither a deal nor a move of any game, to be acknowledged only. */
function meaninglessDeck({ choose }: DurakHost): Uint8Array {
  return deckOf(deal(choose).map((card) => (card.property === 2 ? { ...card, ...OUT } : card)));
}

/** A deck that is no move, and the answer of a board in play (DRK-PL-10), which is acknowledged so that it comes once. */
function tryDeck(host: DurakHost, what: string, ...steps: readonly Step[]): Promise<boolean> {
  const answered = host.bench.exhaustive ? host.answerTime(500) : millis(300);
  return host.play(what, ...steps, { pause: answered }, ack);
}

/** A wait in which no acknowledgement comes. One that comes later is a second one of what is sent next. */
function refusal({ bench, host }: DurakHost): Step {
  return pause(bench.exhaustive ? host.p.ackMs + 500 : 700);
}

async function tryAcks(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  for (let n = 0; n < (exhaustive ? 20 : 6); n++) await host.play('a hello', HELLO, QUIET);
  for (let n = 0; n < (exhaustive ? 8 : 3); n++)
    await tryDeck(host, 'a deck packet', meaninglessDeck(host), QUIET);
  for (let n = 0; n < 5; n++) await host.play('a lone 04 0A to an idle board', QUIET, ACK, pause(1100));
}

async function tryGarbage(host: DurakHost): Promise<void> {
  const { bench } = host;
  const byte = fc.integer({ min: 0, max: 255 }).filter((value) => value !== SYN && value !== EOT);
  for (const length of bench.exhaustive ? Array.from({ length: 301 }, (_, i) => i) : LENGTHS) {
    if (bench.failedEnough('DRK-LK-05')) return;
    const [noise = []] = bench.sample(fc.array(byte, { minLength: length, maxLength: length }), 1);
    const what = `a hello after ${countBytes(length)} of garbage`;
    await host.play(what, Uint8Array.from(noise), HELLO, ...(length % 50 === 1 ? [QUIET] : []));
  }
  for (const value of [0x00, 0x0a, 0x03, 0x1d, 0x31, 0xff])
    for (const length of [1, 2, 33]) {
      const what = `a hello after ${length} times ${value.toString(16).padStart(2, '0')}`;
      await host.play(what, new Uint8Array(length).fill(value), HELLO);
    }
  await tryDeck(host, 'a deck packet after one byte of garbage', Uint8Array.of(0x41), meaninglessDeck(host));
  if (!host.host.canReset) return;
  // An acknowledgement after garbage counts: the board does not send its hello again.
  await host.powerCycle();
  if (!(await host.awaitHello())) return;
  const what = 'its hello acknowledged by 04 0A after three bytes of garbage';
  await host.play(what, Uint8Array.of(0x41, 0x42, 0x43), ACK, pause(4000), ack);
}

async function tryMalformed(host: DurakHost): Promise<void> {
  const { exhaustive } = host.bench;
  const tryOne = async (bytes: Uint8Array, label: string): Promise<void> => {
    if (host.bench.failedEnough('DRK-LK-06')) return;
    await host.play(`a malformed packet, then a hello: ${label}`, bytes, refusal(host), HELLO);
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
  const slow = (packet: Uint8Array, span: number): Step[] => apart(bytesOf(packet), span);
  await host.play('a hello, a byte at a time over 2200 ms', ...slow(HELLO, 2200));
  await host.play('a hello, a byte at a time over 40 ms', ...slow(HELLO, 40));
  await tryDeck(host, 'a deck packet, a byte at a time over 2200 ms', ...slow(meaninglessDeck(host), 2200));
  if (host.host.canReset) await tryRestartedHello(host);
  // A recording holds the beginnings of such lines: what follows soon is not judged from it.
  const more = host.bench.exhaustive ? [2500, 4096, 10_000, 65_536, 65_537, 65_600] : [4096, 65_537];
  for (const length of [LINE_MAX + 1, ...more]) {
    const line = longLine(length, DIGIT).with(1, TYPE_DECK);
    await host.play(
      `a hello after a line of ${length} bytes`,
      line.with(length - 1, LF),
      refusal(host),
      HELLO,
    );
  }
}

/** A SYN inside a line begins a packet, which is acknowledged. {@link tryRestartedHello} tries its effect. */
async function tryRestarted(host: DurakHost): Promise<void> {
  const deck = meaninglessDeck(host);
  const ends = [1, 3].map((end) => HELLO.subarray(0, end));
  for (const beginning of [...ends, ...[2, 40, deck.length - 2].map((end) => deck.subarray(0, end))]) {
    const what = `a hello after the beginning of a packet, ${countBytes(beginning.length)}`;
    await host.play(what, beginning, HELLO, pause(500));
  }
  await host.play('a hello inside an over-long line', longLine(3000, DIGIT), HELLO);
}

/** A hello inside a line makes the board player 2: it sends no hello, and deals nothing. The same must hold after a plain hello. */
async function tryRestartedHello(host: DurakHost): Promise<void> {
  const beginning = meaninglessDeck(host).subarray(0, 30);
  const greet = async (greeting: Uint8Array, what: string): Promise<boolean> => {
    if (!(await host.greetFirst(greeting))) return true;
    const { packets } = host.state.notes;
    await host.play(`${what}, before the board's own`, pause(14_500), ack);
    return host.state.notes.packets === packets && host.state.isKnown;
  };
  const reason = 'not even a plain hello makes the board player 2 (DRK-HS-03)';
  if (!(await greet(HELLO, 'a hello'))) return host.bench.inconclusive('DRK-LK-10', reason);
  await greet(concat(beginning, HELLO), 'a hello inside the beginning of a deck packet');
  await greet(concat(longLine(2500, 0x31), HELLO), 'a hello inside an over-long line');
}

async function tryHalves(host: DurakHost): Promise<void> {
  for (const [packet, name] of [
    [HELLO, 'a hello'],
    [meaninglessDeck(host), 'a deck packet'],
  ] as const) {
    const cut = packet.length >> 1;
    const halves = [packet.subarray(0, cut), packet.subarray(cut)];
    const what = `${name} in two halves`;
    await host.play(`a hello after ${what} 3600 ms apart`, ...apart(halves, 3600), refusal(host), HELLO);
    await tryDeck(host, `${what} 2200 ms apart`, ...apart(halves, 2200));
  }
  // The time runs from the first byte: later bytes do not extend it.
  const thirds = [HELLO.subarray(0, 1), HELLO.subarray(1, 3), HELLO.subarray(3)];
  const what = 'a hello after one in three parts 1800 ms apart';
  await host.play(what, ...apart(thirds, 3600), refusal(host), HELLO);
}

/** Pieces spread over `span` milliseconds. */
function apart(pieces: readonly Uint8Array[], span: number): Step[] {
  const gap = { pause: micros((1000 * span) / Math.max(1, pieces.length - 1)) };
  return pieces.flatMap((piece, i) => (i === 0 ? [piece] : [gap, piece]));
}

function bytesOf(packet: Uint8Array): Uint8Array[] {
  return Array.from(packet, (byte) => Uint8Array.of(byte));
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
