/** GM67: frames that are none: a wrong checksum (GM-FR-02), half a frame (FR-03), a wrong LEN (FR-04), noise (FR-05). */
import * as fc from 'fast-check';
import { checksum, CAUSE, hex, type CommandBody } from '../../../protocols/gm67/message';
import { sealed } from '../../../protocols/gm67/encode';
import { PARAMETER } from '../../../protocols/gm67/parameters';
import { hostLengths } from '../../../protocols/gm67/shape';
import { micros, millis } from '../../../protocols/time';
import { hex as hexText, type Received, type Sent } from '../../channel';
import type { Reply } from '../../../protocols/gm67/message';
import type { GmHost } from './host';
import { range } from '../range';
import { asked } from './scenario';
import { commandText, eventText } from './words';
import { hostCommand } from '../../../protocols/gm67/message';

/** A parameter that shows whether what must not be obeyed was obeyed: it holds `kept`, the bad frame says `other`. */
interface Witness {
  readonly number: number;
  readonly kept: number;
  readonly other: number;
}

/** One way to be wrong: what is sent, and what may come before the next good frame's answer. */
interface Wrong {
  readonly id: string;
  readonly what: string;
  send(): Promise<Sent | undefined>;
  /** What is wrong with the frames that came before the answer; undefined: nothing. */
  readonly fault: (before: readonly Received<Reply>[]) => string | undefined;
  readonly allowed: string;
  /** Whether the read behind it is answered at all is for others. */
  readonly noise?: true;
}

async function witness(host: GmHost, turn = 0): Promise<Witness> {
  const { number, values } = host.scratch();
  const [kept, other] = turn % 2 === 0 ? values : ([values[1], values[0]] as const);
  await host.write(number, kept);
  return { number, kept, other };
}

/**
 * Sends what is wrong; then a read must be answered, the value unchanged, and nothing but what is allowed before it.
 * A scanner that does not answer a plain read either is charged for that alone. undefined where the host was late.
 */
async function recovers(host: GmHost, { number, kept }: Witness, wrong: Wrong): Promise<boolean> {
  const { bench } = host;
  const { id, what } = wrong;
  if ((await wrong.send()) === undefined) {
    bench.inconclusive(id, `${what}: this host paused longer than the check allows`);
    return false;
  }
  const { before, value, late } = await host.readThrough(number);
  const fault =
    wrong.fault(before) ?? (late ? 'the next command was answered later than commandMs' : undefined);
  if (fault === undefined && value === kept) return bench.check(id, true, () => ({ title: what }));
  if (wrong.noise === true && fault === undefined && value === undefined) {
    await host.quiet();
    return true;
  }
  const evidence = host.channel.evidence();
  const seen = before.map(eventText);
  if (!(await host.sound())) {
    bench.inconclusive(id, `${what}: plain commands go wrong too`);
    return false;
  }
  if (value === undefined && !(await controlled(host, wrong))) {
    bench.inconclusive(id, `${what}: a part of it goes wrong by itself`);
    return false;
  }
  // What was obeyed all the same is undone for the next.
  await host.write(number, kept);
  const told = value === undefined ? 'the next command was not answered' : `the value is ${hex(value)}`;
  return bench.check(id, false, () => ({
    title: what,
    expected: `${wrong.allowed}; then the value, still ${hex(kept)}`,
    seen: [...seen, fault ?? '', told].filter((text) => text !== '').join('; '),
    evidence,
  }));
}

/** Noise holds frames that are none, and a wrong LEN half-frames: those by themselves must do no harm. */
async function controlled(host: GmHost, { id }: Wrong): Promise<boolean> {
  const half: readonly (readonly [string, string, Uint8Array])[] = [
    ['GM-FR-03', 'half a write', Uint8Array.of(0x07, 0xc6, 0x04)],
    ['GM-FR-04', 'a LEN of 3', Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15)],
  ];
  const parts = id === 'GM-FR-04' ? half.slice(0, 1) : id === 'GM-FR-05' ? half : [];
  for (const [clause, what, bytes] of parts) {
    await host.channel.sendBytes(bytes);
    await host.part();
    const { value } = await host.readThrough(host.scratch().number);
    if (value !== undefined) continue;
    const evidence = host.channel.evidence();
    const seen = 'the next command was not answered';
    if (await host.sound())
      host.bench.check(clause, false, () => ({ title: what, expected: 'it is dropped', seen, evidence }));
    return false;
  }
  return true;
}

const isNak = ({ event }: Received<Reply>): boolean => event.value?.type === 'nak';

function xored(bytes: Uint8Array, high: number, low: number): Uint8Array {
  const out = Uint8Array.from(bytes);
  out[out.length - 2]! ^= high;
  out[out.length - 1]! ^= low;
  return out;
}

const badSum = asked(
  {
    id: 'gm67/checksum',
    title: 'a frame with a wrong checksum gets one NAK 01 and changes nothing',
    covers: ['GM-FR-02'],
  },
  async (host, bench) => {
    for (const turn of [0, 1]) {
      const seen = await witness(host, turn);
      const write: CommandBody = { type: 'write', prefix: 0, number: seen.number, value: seen.other };
      for (const body of [write, ...OTHERS]) {
        if (bench.enough('GM-FR-02')) return;
        await garbled(
          host,
          seen,
          xored(host.bytesOf(body), 0x00, 0x5a),
          `${commandText(hostCommand(body))}, its checksum wrong by 5A`,
        );
      }
      const bytes = host.bytesOf(write);
      for (const [high, low] of flips(bench.exhaustive)) {
        if (bench.enough('GM-FR-02')) return;
        await garbled(
          host,
          seen,
          xored(bytes, high, low),
          `a write, its checksum wrong by ${hex(high)} ${hex(low)}`,
        );
      }
      for (const [name, wrong] of otherSums(bytes)) await garbled(host, seen, wrong, `a write, ${name}`);
      // The value alone is another, the checksum that of the frame before.
      const altered = Uint8Array.from(host.bytesOf({ ...write, value: seen.kept }));
      altered[6] = seen.other;
      await garbled(host, seen, altered, 'a write whose value was altered');
    }
  },
);

const OTHERS: readonly CommandBody[] = [
  { type: 'read', number: PARAMETER.terminator },
  { type: 'read', number: PARAMETER.volume },
  { type: 'write', prefix: 0, number: PARAMETER.terminator, value: 2 },
  { type: 'revision' },
  { type: 'enable' },
  { type: 'led-on', led: 1 },
  { type: 'led-off', led: 1 },
  { type: 'beep', pattern: 1 },
  { type: 'start' },
  { type: 'stop' },
  { type: 'sleep' },
  { type: 'reset' },
  { type: 'defaults' },
];

function flips(exhaustive: boolean): (readonly [number, number])[] {
  const bits = range(0, 7).map((bit) => 1 << bit);
  const either = [...bits.map((bit) => [bit, 0] as const), ...bits.map((bit) => [0, bit] as const)];
  if (!exhaustive) return either;
  const all = range(1, 255);
  return [
    ...all.map((flip) => [flip, 0] as const),
    ...all.map((flip) => [0, flip] as const),
    [0xff, 0xff],
    [0x01, 0x80],
  ];
}

/** Sums that a careless scanner might take: none, another kind, another order. */
function otherSums(bytes: Uint8Array): (readonly [string, Uint8Array])[] {
  const right = checksum(bytes, bytes.length - 2);
  const sum = -right & 0xffff;
  const wrong: readonly (readonly [string, number])[] = [
    ['the checksum 0000', 0x0000],
    ['the checksum FFFF', 0xffff],
    ['the plain sum as its checksum', sum],
    ["the ones' complement as its checksum", ~sum & 0xffff],
    ['the bytes of its checksum swapped', ((right & 0xff) << 8) | (right >> 8)],
  ];
  return wrong
    .filter(([, value]) => value !== right)
    .map(([name, value]) => {
      const out = Uint8Array.from(bytes);
      out[out.length - 2] = value >> 8;
      out[out.length - 1] = value & 0xff;
      return [name, out] as const;
    });
}

async function garbled(host: GmHost, seen: Witness, bytes: Uint8Array, what: string): Promise<void> {
  const id = 'GM-FR-02';
  const { bench, channel } = host;
  const fault = (before: readonly Received<Reply>[]): string | undefined =>
    before.length === 0 ? undefined : 'more than that';
  if (!host.resend) {
    const send = async (): Promise<Sent> => {
      const sent = await channel.sendBytes(bytes);
      await bench.pause(millis(10));
      return sent;
    };
    await recovers(host, seen, { id, what, send, fault, allowed: 'silence' });
    return;
  }
  const sent = await channel.sendBytes(bytes);
  const { received, reply } = await host.answer(sent, host.patience);
  const right = reply?.type === 'nak' && reply.cause === CAUSE.resend;
  if (!right && received !== undefined && reply === undefined)
    bench.inconclusive(id, `${what}: no answer that can be read (GM-FR-01)`);
  else
    bench.check(id, right, () => ({
      title: what,
      expected: 'NAK 01',
      seen: received === undefined ? 'nothing' : eventText(received),
    }));
  if (!right) return host.quiet();
  const send = (): Promise<Sent> => Promise.resolve(sent);
  await recovers(host, seen, { id, what, send, fault, allowed: 'one NAK 01, nothing more' });
  if (bench.exhaustive) await host.onlyOne(id, what, millis(300));
}

const truncated = asked(
  {
    id: 'gm67/truncated',
    title: 'a frame that stops half-way is dropped in silence; one with short gaps is whole',
    covers: ['GM-FR-03'],
  },
  async (host, bench) => {
    const id = 'GM-FR-03';
    const long: CommandBody = { type: 'write', prefix: 0, number: PARAMETER.terminator, value: 2 };
    const seen = await witness(host);
    const write: CommandBody = { type: 'write', prefix: 0, number: seen.number, value: seen.other };
    const bodies: readonly CommandBody[] = [write, { type: 'revision' }, { type: 'defaults' }, long];
    for (const body of bench.exhaustive ? bodies : bodies.slice(0, 3)) {
      const bytes = host.bytesOf(body);
      const all = range(1, bytes.length - 1);
      const cuts = bench.exhaustive || body === write ? all : [1, 2, bytes.length - 1];
      for (const cut of cuts) {
        if (bench.enough(id)) return;
        await halved(host, seen, bytes, cut, commandText(hostCommand(body)));
      }
    }
    await gaps(host);
  },
);

async function halved(
  host: GmHost,
  seen: Witness,
  bytes: Uint8Array,
  cut: number,
  name: string,
): Promise<void> {
  const id = 'GM-FR-03';
  const { bench, channel } = host;
  const shares = bench.exhaustive ? [1.2, 2, 5] : [1.2];
  const fault = (before: readonly Received<Reply>[]): string | undefined =>
    before.length === 0 ? undefined : 'it is dropped in silence';
  for (const share of shares) {
    const pause = micros(share * host.interByte);
    const send = async (): Promise<Sent> => {
      const sent = await channel.sendBytes(bytes.subarray(0, cut));
      await bench.pause(pause);
      return sent;
    };
    const what = `${cut} of ${bytes.length} bytes of a ${name}, and ${share} interByteMs of silence`;
    await recovers(host, seen, { id, what, send, fault, allowed: 'silence' });
  }
  // The rest, when it comes too late, completes nothing; what it draws is noise's matter.
  const send = async (): Promise<Sent> => {
    await channel.sendBytes(bytes.subarray(0, cut));
    await bench.pause(micros(1.2 * host.interByte));
    const sent = await channel.sendBytes(bytes.subarray(cut));
    await bench.pause(micros(1.2 * host.interByte));
    return sent;
  };
  const obeyed = (before: readonly Received<Reply>[]): string | undefined =>
    before.every(isNak) ? undefined : 'the frame was completed';
  const what = `a ${name} with 1.2 interByteMs of silence after byte ${cut}`;
  if (bench.exhaustive || cut % 3 === 1)
    await recovers(host, seen, { id, what, send, fault: obeyed, allowed: 'nothing but NAKs', noise: true });
}

/** Gaps of up to half of interByteMs belong to a frame. */
async function gaps(host: GmHost): Promise<void> {
  const { number, values } = host.scratch();
  const length = host.bytesOf({ type: 'write', prefix: 0, number, value: 0 }).length;
  const everywhere = range(1, length - 1);
  const places = host.bench.exhaustive ? everywhere : [1, 2, 5, 8].filter((at) => at < length);
  for (const [i, at] of [...places.map((place) => [place]), everywhere].entries()) {
    if (host.bench.enough('GM-FR-03')) return;
    await gapped(host, number, values[i % 2] ?? 0, at);
  }
}

const LATE_TRIES = 3;

async function gapped(host: GmHost, number: number, value: number, at: readonly number[]): Promise<void> {
  const id = 'GM-FR-03';
  const { bench } = host;
  const body: CommandBody = { type: 'write', prefix: 0, number, value };
  const what = `a write with a gap of 0.45 interByteMs ${at.length === 1 ? `after byte ${at[0]}` : 'after each byte'}`;
  for (let tries = 0; tries < LATE_TRIES; tries++) {
    const sent = await sendGapped(host, host.bytesOf(body), at);
    if (sent === undefined) {
      await host.quiet();
      continue;
    }
    const { received, reply } = await host.answer(sent, host.patience);
    const evidence = host.channel.evidence();
    if (reply?.type === 'ack') bench.check(id, true, () => ({ title: what }));
    else if (await host.sound())
      bench.check(id, false, () => ({
        title: what,
        expected: 'ACK',
        seen: received === undefined ? 'nothing' : eventText(received),
        evidence,
      }));
    if (reply?.type === 'ack') host.state = host.model.learn(host.state, number, value);
    else await host.quiet();
    return;
  }
  bench.inconclusive(id, `${what}: this host paused longer than half of interByteMs`);
}

/** Whether the scanner takes a gap of 0.45 interByteMs for no pause; that it must is another clause's. */
async function gapTaken(host: GmHost): Promise<boolean> {
  const sent = await sendGapped(host, host.bytesOf({ type: 'read', number: host.scratch().number }), [3]);
  const { reply } = sent === undefined ? { reply: undefined } : await host.answer(sent, host.patience);
  await host.quiet();
  return reply?.type === 'value';
}

async function sendGapped(host: GmHost, bytes: Uint8Array, at: readonly number[]): Promise<Sent | undefined> {
  let sent: Sent | undefined;
  let late = false;
  let from = 0;
  for (const to of [...at, bytes.length]) {
    if (sent !== undefined) await host.bench.pause(micros(0.45 * host.interByte));
    const next = await host.channel.sendBytes(bytes.subarray(from, to));
    if (
      sent !== undefined &&
      next.notAfter - sent.lastNotBefore - (to - from) * host.byteTime > host.interByte / 2
    )
      late = true;
    sent = next;
    from = to;
  }
  return late ? undefined : sent;
}

const badLen = asked(
  {
    id: 'gm67/length',
    title: 'a LEN that is none is dropped to the next pause',
    covers: ['GM-FR-04'],
  },
  async (host, bench) => {
    const id = 'GM-FR-04';
    const seen = await witness(host);
    const write: CommandBody = { type: 'write', prefix: 0, number: seen.number, value: seen.other };
    const bodies: readonly CommandBody[] = [
      write,
      { type: 'revision' },
      { type: 'read', number: seen.number },
      ...(bench.exhaustive ? OTHERS : []),
    ];
    for (const body of bodies)
      for (const bytes of lying(host.bytesOf(body), bench.exhaustive)) {
        if (bench.enough(id)) return;
        await dropped(
          host,
          seen,
          [bytes],
          `${commandText(hostCommand(body))} with LEN ${hex(bytes[0] ?? 0)}: ${hexText(bytes.subarray(0, 12))}`,
        );
      }
    await noParameterLen(host, seen);
    const good = host.bytesOf(write);
    const whole = await gapTaken(host);
    for (const bad of [
      Uint8Array.of(0),
      Uint8Array.of(1),
      Uint8Array.of(2),
      Uint8Array.of(3),
      Uint8Array.of(3, 0xe4),
      Uint8Array.of(0x05, 0xa3, 0x04, 0x00, 0xff, 0x54),
      Uint8Array.of(0xff),
    ]) {
      const what = `${hexText(bad)} and a good write, no pause between`;
      await dropped(host, seen, [bad, good], what);
      // A lone 00 and 25 ms are a wake byte.
      if (bad[0] !== 0 && whole)
        await dropped(host, seen, [bad, micros(0.4 * host.interByte), good], `${what} but 0.4 interByteMs`);
    }
  },
);

/** The frame with other values of LEN: with its checksum made right, with bytes enough for the LEN, and as it is. */
function lying(bytes: Uint8Array, exhaustive: boolean): Uint8Array[] {
  const [least, most] = hostLengths(bytes[1] ?? 0);
  const real = bytes[0] ?? 0;
  const near = [0, 1, 2, 3, least - 1, most + 1, most + 2, 0x20, 0x80, 0xfe, 0xff];
  const wide = range(0, 255);
  const lens = [...new Set(exhaustive ? wide : near)].filter(
    (len) => len >= 0 && len !== real && (len < least || len > most),
  );
  return lens.flatMap((len) => {
    const short = Uint8Array.from(bytes);
    short[0] = len;
    const summed = sealed(short.subarray(0, -2));
    if (len <= real || len === 0xff) return [summed];
    const filled = new Uint8Array(len);
    filled.set(summed.subarray(0, -2));
    const many = exhaustive || len <= 0x20 ? [sealed(filled)] : [];
    return exhaustive && len % 16 !== 0 ? many : [summed, ...many];
  });
}

/** LEN and the first byte of a parameter number must fit: F2 and F3 make it longer. */
async function noParameterLen(host: GmHost, seen: Witness): Promise<void> {
  const cases: readonly (readonly number[])[] = [
    [0x07, 0xc6, 0x04, 0x00, 0x00, 0xf2, 0x05],
    [0x08, 0xc6, 0x04, 0x00, 0x00, seen.number & 0xff, seen.other, seen.other],
    [0x05, 0xc7, 0x04, 0x00, 0xf2],
    [0x06, 0xc7, 0x04, 0x00, seen.number & 0xff, seen.other],
  ];
  for (const bytes of seen.number > 0xff ? [] : cases) {
    const frame = sealed(bytes);
    await dropped(host, seen, [frame], `${hexText(frame)}, a LEN that does not fit the parameter number`);
  }
}

async function dropped(
  host: GmHost,
  seen: Witness,
  parts: readonly (Uint8Array | number)[],
  what: string,
): Promise<void> {
  const { bench, channel } = host;
  const send = async (): Promise<Sent | undefined> => {
    let sent: Sent | undefined;
    let late = false;
    let run: number[] = [];
    for (const part of [...parts, 0]) {
      if (typeof part !== 'number') {
        run.push(...part);
        continue;
      }
      const next = await channel.sendBytes(Uint8Array.from(run));
      if (
        sent !== undefined &&
        next.notAfter - sent.lastNotBefore > host.interByte / 2 + run.length * host.byteTime
      )
        late = true;
      sent = next;
      run = [];
      if (part > 0) await bench.pause(micros(part));
    }
    await host.part();
    return late ? undefined : sent;
  };
  const fault = (before: readonly Received<Reply>[]): string | undefined => {
    if (!before.every(isNak)) return 'it is dropped';
    return before.length > 1 ? 'more than one NAK' : undefined;
  };
  await recovers(host, seen, { id: 'GM-FR-04', what, send, fault, allowed: 'one NAK at most' });
}

const noise = asked(
  {
    id: 'gm67/noise',
    title: 'noise and a pause do not stop the frame behind',
    covers: ['GM-FR-05'],
  },
  async (host, bench) => {
    const id = 'GM-FR-05';
    const seen = await witness(host);
    const lengths = bench.exhaustive ? [1, 2, 5, 255, 256, 257, 600, 2000] : [3, 64, 300];
    const same = bench.exhaustive ? range(0, 255) : [0x00, 0x04, 0x07, 0x13, 0x55, 0xfe, 0xff];
    for (const value of same)
      for (const length of bench.exhaustive && value % 16 !== 4 ? [1, 3, 40] : lengths) {
        if (bench.enough(id)) return;
        await noisy(host, seen, new Uint8Array(length).fill(value), `${length} bytes ${hex(value)}`);
      }
    for (const [name, bytes] of HEADS) await noisy(host, seen, Uint8Array.from(bytes), name);
    const random = fc.uint8Array({ minLength: 1, maxLength: bench.exhaustive ? 700 : 200 });
    const options = {
      title: 'noise',
      runs: bench.exhaustive ? 120 : 12,
      show: (bytes: Uint8Array): string => hexText(bytes),
    };
    await bench.forAll(random, options, async (bytes) => {
      if (!bench.enough(id)) await noisy(host, seen, bytes, `${bytes.length} bytes of noise`);
    });
  },
);

/** Beginnings that promise more than ever comes. */
const HEADS: readonly (readonly [string, readonly number[]])[] = [
  ['the head of a long frame of 65535 bytes', [0xff, 0xf4, 0xff, 0xff, 0xf4, 0x04, 0x00]],
  ['the head of the longest short frame', [0xfe, 0xf3, 0x04, 0x00, 0x01]],
  ['half a write', [0x07, 0xc6, 0x04, 0x00]],
  ['a frame of the scanner', [0x04, 0xd0, 0x00, 0x00, 0xff, 0x2c, 0x05]],
];

async function noisy(host: GmHost, seen: Witness, bytes: Uint8Array, what: string): Promise<void> {
  // A lone 00 and a pause are no noise but the wake byte.
  if (bytes.length === 1 && bytes[0] === 0) return;
  const send = async (): Promise<Sent> => {
    const sent = await host.channel.sendBytes(bytes);
    await host.part();
    return sent;
  };
  // NAKs, any number of them; whatever else noise may mean to the scanner is not judged.
  const fault = (): undefined => undefined;
  await recovers(host, seen, { id: 'GM-FR-05', what, send, fault, allowed: 'any number of NAKs' });
}

export const framingScenarios = [badSum, truncated, badLen, noise];
