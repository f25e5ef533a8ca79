/** Bytes that are no command: wrong checksums, half-frames, a LEN that is none, noise. After them a good frame is answered, and nothing was changed. */
import { fc, micros, millis, nearMisses, type Bench, type Micros, type NearMiss } from '../../../api/index';
import { COMMANDS, hex, hostCommand, sealed, type CommandBody } from '../wire/message';
import { PARAMETER } from '../wire/parameters';
import { bytesOf } from '../wire/wire';
import { describeCommand, NotReady, range, readOf, scenario, untilFailed, writeOf } from './host';
import type { Scanner, Stimulus } from './host';

/** A parameter that shows whether bad input was obeyed: it holds `kept`, and `write` writes `other`. */
interface Canary {
  readonly number: number;
  readonly kept: number;
  readonly other: number;
  readonly write: CommandBody;
}

async function writeCanary(scanner: Scanner, turn = 0): Promise<Canary> {
  const { number, values } = scanner.testParameter();
  const [kept, other] = turn % 2 === 0 ? values : ([values[1], values[0]] as const);
  await scanner.prepareValue(number, kept);
  return { number, kept, other, write: writeOf(number, other) };
}

/** Sends bad input, and a read right after it: it must be answered, with the value unchanged. true: nothing was wrong. */
async function checkRecovery(
  scanner: Scanner,
  { number, kept }: Canary,
  what: string,
  stimulus: Stimulus,
): Promise<boolean> {
  await scanner.ready();
  if (scanner.value(number) !== kept) await scanner.prepareValue(number, kept);
  return scanner.send(`${what}, and a read`, [...stimulus, bytesOf(readOf(number))]);
}

/** Noise may contain half-frames and a wrong LEN, and a wrong LEN half-frames. */
const PARTS: readonly Uint8Array[] = [
  Uint8Array.of(0x07, 0xc6, 0x04),
  Uint8Array.of(0x03, 0xe4, 0x04, 0x00, 0xff, 0x15),
];

/** What is made of such parts shows nothing where one goes wrong by itself. */
async function checkParts(scanner: Scanner, canary: Canary, id: string, count: number): Promise<void> {
  for (const part of PARTS.slice(0, count))
    if (!(await checkRecovery(scanner, canary, shortHex(part), [part, scanner.framePause])))
      throw new NotReady(`${id} is not judged: ${shortHex(part)}, which is a part of its input, goes wrong`);
}

function shortHex(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 12)).toString('hex');
}

/** In bytes. A longer one may take longer than its bytes by more than a pause within a frame may. */
const LONGEST_WRITE = 1000;

/** One command of each kind. None writes the test parameter. */
const OTHER_COMMANDS: readonly CommandBody[] = [
  readOf(PARAMETER.terminator),
  readOf(PARAMETER.volume),
  writeOf(PARAMETER.terminator, 2),
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

async function wrongChecksums(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-FR-02';
  for (const turn of [0, 1]) {
    const canary = await writeCanary(scanner, turn);
    const check = (bytes: Uint8Array, what: string): Promise<boolean> =>
      checkRecovery(scanner, canary, what, [bytes]);
    for (const body of untilFailed(bench, id, [canary.write, ...OTHER_COMMANDS]))
      await check(COMMANDS.spoil(bytesOf(body), 0x5a), `${describeCommand(body)}, its checksum wrong by 5A`);
    const bytes = bytesOf(canary.write);
    const flipped = missesOf(canary.write, 'checksum').map((miss) => [miss.name, miss.bytes] as const);
    for (const [name, input] of untilFailed(bench, id, [...flipped, ...otherSums(bytes)]))
      await check(input, `a write, ${name}`);
    // A valid frame whose value is altered, with its old checksum.
    const altered = bytesOf(writeOf(canary.number, canary.kept)).with(6, canary.other);
    await check(altered, 'a write whose value was altered');
    // Alone: nothing comes after its NAK.
    await scanner.send('a write whose value was altered', [altered]);
    await scanner.quiet(millis(300), 'after its NAK');
  }
}

/** Frames of a command with one thing wrong each. */
function missesOf(body: CommandBody, ...groups: readonly NearMiss['group'][]): readonly NearMiss[] {
  return [...nearMisses(COMMANDS, hostCommand(body))].filter(({ group }) => groups.includes(group));
}

/** Checksums that a careless scanner might accept: none, of another kind, in another order. */
function otherSums(bytes: Uint8Array): (readonly [string, Uint8Array])[] {
  const [high = 0, low = 0] = bytes.subarray(-2);
  const right = (high << 8) | low;
  const input: readonly (readonly [string, number])[] = [
    ['the checksum 0000', 0x0000],
    ['the checksum FFFF', 0xffff],
    ['the plain sum as its checksum', -right & 0xffff],
    ["the ones' complement as its checksum", (right - 1) & 0xffff],
    ['the bytes of its checksum swapped', (low << 8) | high],
  ];
  const others = input.filter(([, value]) => value !== right);
  return others.map(([name, value]) => [name, COMMANDS.spoil(bytes, right ^ value)]);
}

async function halfFrames(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-FR-03';
  const { interByte } = scanner.page;
  const canary = await writeCanary(scanner);
  const bodies: readonly CommandBody[] = [
    canary.write,
    { type: 'revision' },
    { type: 'defaults' },
    writeOf(PARAMETER.terminator, 2),
  ];
  const shares = bench.exhaustive ? [1.25, 2, 5] : [scanner.framePause / interByte];
  for (const body of bench.exhaustive ? bodies : bodies.slice(0, 3))
    for (const { name, bytes } of untilFailed(bench, id, missesOf(body, 'truncated')))
      for (const share of shares) {
        const what = `${describeCommand(body)}, ${name}, and ${share} interByteMs of silence`;
        await checkRecovery(scanner, canary, what, [bytes, micros(share * interByte)]);
      }
  await checkGaps(scanner, bench);
}

/** Gaps of up to half of interByteMs are part of a frame. */
async function checkGaps(scanner: Scanner, bench: Bench): Promise<void> {
  const { number, values } = scanner.testParameter();
  const { length } = bytesOf(writeOf(number, 0));
  const everywhere = range(1, length - 1);
  const places = bench.exhaustive ? everywhere : [1, 2, 5, 8].filter((at) => at < length);
  const gap = micros(0.45 * scanner.page.interByte);
  const all = [...places.map((place) => [place]), everywhere];
  for (const [i, at] of untilFailed(bench, 'GM-FR-03', all.entries())) {
    const parts = inParts(bytesOf(writeOf(number, values[i % 2] ?? 0)), at, gap);
    await scanner.send(`a write with gaps of 0.45 interByteMs after byte ${at.join(', ')}`, parts);
  }
}

function inParts(bytes: Uint8Array, at: readonly number[], gap: Micros): Stimulus {
  const cuts = [0, ...at, bytes.length];
  return cuts.slice(1).flatMap((to, n) => [...(n > 0 ? [gap] : []), bytes.subarray(cuts[n], to)]);
}

async function wrongLengths(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-FR-04';
  const canary = await writeCanary(scanner);
  await checkParts(scanner, canary, id, 1);
  const check = (what: string, ...parts: Stimulus): Promise<boolean> =>
    checkRecovery(scanner, canary, what, [...parts, scanner.framePause]);
  const bodies: readonly CommandBody[] = [
    canary.write,
    { type: 'revision' },
    readOf(canary.number),
    ...(bench.exhaustive ? OTHER_COMMANDS : []),
  ];
  for (const body of bodies)
    for (const { name, bytes } of untilFailed(bench, id, missesOf(body, 'length', 'over-long')))
      await check(`${describeCommand(body)}, ${name}: ${shortHex(bytes)}`, bytes);
  for (const bytes of canary.number > 0xff ? [] : parameterLengths(canary)) {
    const frame = sealed(bytes);
    await check(`${shortHex(frame)}, a LEN that does not fit the parameter number`, frame);
  }
  const good = bytesOf(canary.write);
  const gap = micros(0.4 * scanner.page.interByte);
  const isWhole = await scanner.send('a gap in a read', inParts(bytesOf(readOf(canary.number)), [3], gap));
  for (const bad of untilFailed(bench, id, STOPPERS)) {
    const what = `${shortHex(bad)} and a good write, no pause between`;
    await check(what, Uint8Array.of(...bad, ...good));
    // A lone 00 and 25 ms are a wake byte.
    if (bad[0] !== 0 && isWhole) await check(`${what} but 0.4 interByteMs`, bad, gap, good);
  }
}

const STOPPERS: readonly Uint8Array[] = [
  Uint8Array.of(0),
  Uint8Array.of(1),
  Uint8Array.of(2),
  Uint8Array.of(3),
  Uint8Array.of(3, 0xe4),
  Uint8Array.of(0x05, 0xa3, 0x04, 0x00, 0xff, 0x54),
  // Complete by their own LEN: a scanner that skips just them obeys the write after them.
  sealed([0x05, 0xa3, 0x04, 0x00, 0x00]),
  sealed([0x04, 0xc6, 0x04, 0x00]),
  sealed([0x06, 0xe9, 0x04, 0x00, 0x00, 0x00]),
  Uint8Array.of(0xff),
];

/** A LEN that does not fit the first byte of the parameter number: F2 and F3 begin longer numbers. */
function parameterLengths({ number, other }: Canary): readonly (readonly number[])[] {
  return [
    [0x07, 0xc6, 0x04, 0x00, 0x00, 0xf2, 0x05],
    [0x08, 0xc6, 0x04, 0x00, 0x00, number & 0xff, other, other],
    [0x05, 0xc7, 0x04, 0x00, 0xf2],
    [0x06, 0xc7, 0x04, 0x00, number & 0xff, other],
  ];
}

/** Control characters, patterns of bits, opcodes. */
const OFTEN_SPECIAL = [0x03, 0x0a, 0x0d, 0x11, 0x1b, 0x7e, 0x7f, 0x80, 0xaa, 0xc6, 0xd0, 0xf3];

/** Beginnings of frames that announce more bytes than come. */
const HEADS: readonly (readonly [string, readonly number[]])[] = [
  ['the head of a long frame of 65535 bytes', [0xff, 0xf4, 0xff, 0xff, 0xf4, 0x04, 0x00]],
  ['the head of the longest short frame', [0xfe, 0xf3, 0x04, 0x00, 0x01]],
  ['half a write', [0x07, 0xc6, 0x04, 0x00]],
];

async function noise(scanner: Scanner, bench: Bench): Promise<void> {
  const id = 'GM-FR-05';
  const canary = await writeCanary(scanner);
  await checkParts(scanner, canary, id, 2);
  const check = async (bytes: Uint8Array, what: string): Promise<void> => {
    // A lone 00 and a pause are the wake byte, not noise.
    if (bench.failedEnough(id) || (bytes.length === 1 && bytes[0] === 0)) return;
    const count = Math.ceil(bytes.length / LONGEST_WRITE);
    const writes = range(0, count - 1).map((n) => bytes.subarray(n * LONGEST_WRITE, (n + 1) * LONGEST_WRITE));
    await checkRecovery(scanner, canary, what, [...writes, scanner.framePause]);
  };
  const lengths = bench.exhaustive ? [1, 2, 5, 255, 256, 257, 600, 2000] : [3, 64, 300];
  const same = bench.exhaustive ? range(0, 255) : [0x00, 0x04, 0x07, 0x13, 0x55, 0xfe, 0xff];
  for (const value of same)
    for (const length of bench.exhaustive && value % 16 !== 4 ? [1, 3, 40] : lengths)
      await check(new Uint8Array(length).fill(value), `${length} bytes ${hex(value)}`);
  if (!bench.exhaustive) {
    const values = [...OFTEN_SPECIAL, ...bench.sample(fc.integer({ min: 1, max: 0xfe }), 16)];
    for (const value of values) await check(new Uint8Array(3).fill(value), `3 bytes ${hex(value)}`);
    // More bytes than a receiver has room for.
    for (const length of [1100, 4200, 9000]) {
      const bytes = fc.uint8Array({ minLength: length, maxLength: length, size: 'max' });
      for (const one of bench.sample(bytes, 1)) await check(one, `${length} bytes of noise`);
    }
  }
  for (const [name, bytes] of HEADS) await check(Uint8Array.from(bytes), name);
  const random = fc.uint8Array({ minLength: 1, maxLength: bench.exhaustive ? 700 : 200 });
  const options = { title: 'noise', runs: bench.exhaustive ? 120 : 12, show: shortHex };
  await bench.forAll(random, options, (bytes) => check(bytes, `${bytes.length} bytes of noise`));
}

export const FRAME_SCENARIOS = [
  scenario(
    'checksum',
    'a frame with a wrong checksum gets one NAK 01 and changes nothing',
    ['GM-FR-02'],
    wrongChecksums,
  ),
  scenario(
    'truncated',
    'a frame that stops half-way is dropped in silence; one with short gaps is whole',
    ['GM-FR-03'],
    halfFrames,
  ),
  scenario('length', 'a LEN that is none is dropped to the next pause', ['GM-FR-04'], wrongLengths),
  scenario('noise', 'noise and a pause do not stop the next frame', ['GM-FR-05'], noise),
];
