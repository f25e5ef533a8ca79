/**
 * The blocks of a pcapng file. A file is data from anywhere: each length is checked, and a fault is told with its place.
 *
 *     block     type, length, body, length      either byte order, as the section header says
 *     packet    interface, time (2 × 32 bit, in the interface's resolution), lengths, data, options
 *               simple: the original length and the data, of interface 0; obsolete: interface and losses in 16 bits each, then as above
 *     statistics  interface, time, options: the end of the recording
 */
import { BLOCK, BYTE_ORDER, OPTION } from '../../../../reports/pcapng/pcapng';
import { UsageError } from '../../../shared/usage-error';
import type { ByteSource, OpenBytes } from './byte-source';
import {
  FOREIGN_SECTION,
  LATEST_US,
  NO_COMMENTS,
  type Interface,
  type Packet,
  type Packets,
  type Section,
} from './capture-packets';

const LEAST_BODY: ReadonlyMap<number, number> = new Map([
  [BLOCK.section, 16],
  [BLOCK.interface, 8],
  [BLOCK.obsolete, 20],
  [BLOCK.simple, 4],
  [BLOCK.statistics, 12],
  [BLOCK.packet, 20],
]);
/**
 * Types of blocks without packets of a line: names, IRIG, ARINC, the systemd journal, secrets, custom ones, those of Hone and sysdig; and
 * of local use. Any other is one of these, or of those above, that was spoilt.
 */
const BESIDE = [4, 7, 8, 9, 10, 0xbad, 0x40000bad, 0x101, 0x102, ...range(0x201, 0x224)];
const LOCAL = 0x80000000;
const FRAME = 12;
/** An obsolete packet says so of losses that it does not count. */
const UNCOUNTED = 0xffff;
/** Options of statistics: dropped by the interface, and by the operating system. */
const LOSSES: readonly number[] = [5, 7];
/** A block is held as a whole. Recorders write packets of some kilobytes. */
const MOST_BLOCK = 1 << 24;
const MOST_INTERFACES = 10_000;

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

export function isPcapng(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 4)).toString('hex') === '0a0d0d0a';
}

export function* pcapngPackets(source: ByteSource): Packets {
  const file = source();
  try {
    return yield* readBlocks(file);
  } finally {
    file.close();
  }
}

function* readBlocks(file: OpenBytes): Packets {
  let little = true;
  let interfaces: Interface[] = [];
  let section = FOREIGN_SECTION;
  let places = 0;
  let sections = 0;
  for (let at = 0; at < file.length;) {
    // A recorder that was killed leaves a part of a block.
    if (at + FRAME > file.length) return cutAt(at);
    const head = file.read(at, FRAME);
    if (head.readUInt32LE(0) === BLOCK.section) {
      little = head.readUInt32LE(8) === BYTE_ORDER;
      if (!little && head.readUInt32BE(8) !== BYTE_ORDER) throw malformed(at, 'its byte order is none');
      interfaces = [];
    }
    const type = wordAt(head, 0, little);
    const length = wordAt(head, 4, little);
    const body = length - FRAME;
    if (length % 4 !== 0 || body < (LEAST_BODY.get(type) ?? 0)) throw malformed(at, 'its length is wrong');
    if (at + length > file.length) return cutAt(at);
    if (length > MOST_BLOCK) throw malformed(at, `it is longer than ${MOST_BLOCK >> 20} MiB`);
    const whole = file.read(at, length);
    if (wordAt(whole, length - 4, little) !== length) throw malformed(at, 'its two lengths differ');
    const block: Block = { at, body: whole.subarray(8, 8 + body), little };
    if (type === BLOCK.section) section = parseSection(block, sections++);
    else if (type === BLOCK.interface) {
      if (places >= MOST_INTERFACES) throw malformed(at, `it is of more than ${MOST_INTERFACES} interfaces`);
      interfaces.push(parseInterface(block, section, places++));
    } else if (type === BLOCK.statistics) recordEnd(block, interfaces);
    else if (type === BLOCK.packet || type === BLOCK.obsolete)
      yield parsePacket(block, interfaces, type === BLOCK.obsolete);
    else if (type === BLOCK.simple) yield parseSimplePacket(block, interfaces);
    else if (section.ours || !(BESIDE.includes(type) || type >= LOCAL))
      throw malformed(at, `there is none of type ${type}${section.ours ? ' in a file of wirejig' : ''}`);
    at += length;
  }
  return undefined;
}

interface BlockOption {
  readonly code: number;
  readonly bytes: Buffer;
}

interface Block {
  readonly at: number;
  readonly body: Buffer;
  readonly little: boolean;
}

function cutAt(at: number): string {
  return `the file is cut off in the block at byte ${at}`;
}

function malformed(at: number, fault: string): UsageError {
  return new UsageError(
    `the block at byte ${at} is malformed: ${fault}: give a pcapng file as it was recorded`,
  );
}

function wordAt(bytes: Buffer, at: number, little: boolean): number {
  return little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
}

function halfAt(bytes: Buffer, at: number, little: boolean): number {
  return little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
}

function parseSection(block: Block, number: number): Section {
  const options = parseOptions(block, 16).map(({ code, bytes }) => ({ code, text: bytes.toString('utf8') }));
  const ours = options.some(({ code, text }) => code === OPTION.application && text.startsWith('wirejig '));
  if (!ours) return { ...FOREIGN_SECTION, number };
  const comments = options.filter(({ code }) => code === OPTION.comment).map(({ text }) => text);
  const parameters = comments.flatMap((text) => {
    const [, suite = '', json = ''] = /^parameters ([\w-]+): (\{.*\})$/.exec(text) ?? [];
    return suite === '' ? [] : [[suite, json] as const];
  });
  return {
    number,
    ours,
    virtual: comments.includes('clock: virtual'),
    parameters: new Map(parameters),
    suites: parameters.length,
  };
}

/** The last statistics count: a recorder may also write some during the recording. */
function recordEnd(block: Block, interfaces: readonly Interface[]): void {
  const { body, little } = block;
  const place = interfaces[wordAt(body, 0, little)];
  const options = parseOptions(block, 12);
  const ended = options.find(({ code }) => code === OPTION.ended)?.bytes;
  if (place !== undefined && options.some(isLoss)) place.hasLosses = true;
  if (place === undefined || ended?.length !== 8) return;
  place.ends = timeOf(block, ended, 0, place);
}

function isLoss({ code, bytes }: BlockOption): boolean {
  return LOSSES.includes(code) && bytes.some((byte) => byte > 0);
}

function timeOf({ at, little }: Block, bytes: Buffer, from: number, { unit, zero }: Interface): number {
  const time = (wordAt(bytes, from, little) * 2 ** 32 + wordAt(bytes, from + 4, little)) * unit + zero;
  if (!(Math.abs(time) <= LATEST_US)) throw malformed(at, 'its time is impossible');
  return time;
}

function parseInterface(block: Block, section: Section, place: number): Interface {
  const options = parseOptions(block, 8);
  const resolution = options.find(({ code }) => code === OPTION.resolution)?.bytes[0] ?? 6;
  const unit = resolution & 0x80 ? 1e6 / 2 ** (resolution & 0x7f) : 1e6 / 10 ** resolution;
  const offset = options.find(({ code, bytes }) => code === OPTION.offset && bytes.length === 8)?.bytes;
  const seconds =
    offset === undefined ? 0n : block.little ? offset.readBigInt64LE() : offset.readBigInt64BE();
  const text = (wanted: number): string =>
    options.find(({ code }) => code === wanted)?.bytes.toString('utf8') ?? '';
  return {
    place,
    linkType: halfAt(block.body, 0, block.little),
    mostCaptured: wordAt(block.body, 4, block.little) || Infinity,
    name: text(OPTION.name),
    description: text(OPTION.description),
    unit,
    zero: Number(seconds) * 1e6,
    section,
  };
}

function parsePacket(block: Block, interfaces: readonly Interface[], isObsolete: boolean): Packet {
  const { body, little, at } = block;
  const number = isObsolete ? halfAt(body, 0, little) : wordAt(body, 0, little);
  const known = interfaces[number];
  const captured = wordAt(body, 12, little);
  if (known === undefined) throw malformed(at, `there is no interface ${number}`);
  if (20 + captured > body.length) throw malformed(at, 'its data are longer than the block');
  if (captured > wordAt(body, 16, little)) throw malformed(at, 'its data are longer than its packet');
  const options = parseOptions(block, 20 + Math.ceil(captured / 4) * 4);
  const comments = options
    .filter(({ code }) => code === OPTION.comment)
    .map(({ bytes }) => bytes.toString('utf8'));
  const drops = isObsolete ? halfAt(body, 2, little) % UNCOUNTED : droppedBefore(options);
  return {
    interface: known,
    at: timeOf(block, body, 4, known),
    data: body.subarray(20, 20 + captured),
    original: wordAt(body, 16, little),
    comments: comments.length === 0 ? NO_COMMENTS : comments,
    ...(drops > 0 ? { isAfterLoss: true } : {}),
    ...(options.some((option) => isErrorFlag(option, little)) ? { hasError: true } : {}),
  };
}

/** The upper half of the flags has the errors of the link. */
function isErrorFlag({ code, bytes }: BlockOption, little: boolean): boolean {
  return code === OPTION.flags && bytes.length === 4 && wordAt(bytes, 0, little) > 0xffff;
}

function droppedBefore(options: readonly BlockOption[]): number {
  const count = options.find(({ code }) => code === OPTION.drops)?.bytes;
  return count?.some((byte) => byte > 0) === true ? 1 : 0;
}

/** It has no time, and as many data as the interface keeps of a packet. */
function parseSimplePacket({ at, body, little }: Block, [known]: readonly Interface[]): Packet {
  if (known === undefined) throw malformed(at, 'there is no interface 0');
  const original = wordAt(body, 0, little);
  const captured = Math.min(original, known.mostCaptured);
  if (4 + captured > body.length) throw malformed(at, 'its data are longer than the block');
  return { interface: known, at: NaN, data: body.subarray(4, 4 + captured), original, comments: NO_COMMENTS };
}

function parseOptions({ body, little }: Block, from: number): readonly BlockOption[] {
  const options: BlockOption[] = [];
  for (let at = from; at + 4 <= body.length;) {
    const code = halfAt(body, at, little);
    const length = halfAt(body, at + 2, little);
    if (code === 0 || at + 4 + length > body.length) break;
    options.push({ code, bytes: body.subarray(at + 4, at + 4 + length) });
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return options;
}
