/**
 * The blocks of a pcapng file. A file is data from anywhere: each length is checked, and a fault is told with its place.
 *
 *     block     type, length, body, length      either byte order, as the section header says
 *     packet    interface, time (2 × 32 bit, in the interface's resolution), lengths, data, options
 *     statistics  interface, time, options: the end of the recording
 */
import { UsageError } from '../../../shared/usage-error';
import type { ByteSource, OpenBytes } from './byte-source';

const BLOCK = { section: 0x0a0d0d0a, interface: 1, statistics: 5, packet: 6 } as const;
/** The shortest body of each type that is read. */
const LEAST_BODY: ReadonlyMap<number, number> = new Map([
  [BLOCK.section, 16],
  [BLOCK.interface, 8],
  [BLOCK.statistics, 12],
  [BLOCK.packet, 20],
]);
const BYTE_ORDER = 0x1a2b3c4d;
/** Type and both lengths. */
const FRAME = 12;
const OPTION = { comment: 1, name: 2, described: 3, ended: 3, application: 4, resolution: 9 } as const;
/** Beyond this, microseconds are no whole numbers any more: some 285 years. */
const LATEST_US = Number.MAX_SAFE_INTEGER;
/** A block is held as a whole. Recorders write packets of some kilobytes. */
const MOST_BLOCK = 1 << 24;
const FOREIGN_SECTION: Section = { ours: false, virtual: false, parameters: new Map(), suites: 0 };
const NO_COMMENTS: readonly string[] = [];

export interface Interface {
  /** The number of interfaces before it in the file. */
  readonly place: number;
  readonly name: string;
  /** The URL of the link, if wirejig wrote the file. */
  readonly description: string;
  readonly linkType: number;
  /** Microseconds of one unit of time. */
  readonly unit: number;
  readonly section: Section;
  /** The end of the recording, microseconds. */
  ends?: number;
}

/** What the section header of the file tells about the recording. */
export interface Section {
  /** wirejig wrote it: its comments have the resets. */
  readonly ours: boolean;
  /** Times are those of the wire, from the board's power-on. */
  readonly virtual: boolean;
  /** Of the board, as JSON, by suite. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The number of suites of the run; 0: not a run of wirejig. */
  readonly suites: number;
}

export interface Packet {
  readonly interface: Interface;
  /** Microseconds. */
  readonly at: number;
  /** A part of the file. */
  readonly data: Buffer;
  readonly original: number;
  readonly comments: readonly string[];
}

export function isPcapng(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 4)).toString('hex') === '0a0d0d0a';
}

/**
 * The packets as they stand in the file, in bounded memory. Returns where the file is cut off; undefined: it is whole. Throws
 * {@link UsageError} for a block that cannot be one, with its place.
 */
export function* packetsOf(source: ByteSource): Generator<Packet, string | undefined> {
  const file = source();
  try {
    return yield* readBlocks(file);
  } finally {
    file.close();
  }
}

function* readBlocks(file: OpenBytes): Generator<Packet, string | undefined> {
  let little = true;
  let interfaces: Interface[] = [];
  let section = FOREIGN_SECTION;
  let places = 0;
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
    if (type === BLOCK.section) section = parseSection(block);
    else if (type === BLOCK.interface) interfaces.push(parseInterface(block, section, places++));
    else if (type === BLOCK.statistics) recordEnd(block, interfaces);
    else if (type === BLOCK.packet) yield parsePacket(block, interfaces);
    at += length;
  }
  return undefined;
}

interface Block {
  /** Its place in the file. */
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

function parseSection(block: Block): Section {
  const options = parseOptions(block, 16).map(({ code, bytes }) => ({ code, text: bytes.toString('utf8') }));
  const ours = options.some(({ code, text }) => code === OPTION.application && text.startsWith('wirejig '));
  if (!ours) return FOREIGN_SECTION;
  const comments = options.filter(({ code }) => code === OPTION.comment).map(({ text }) => text);
  const parameters = comments.flatMap((text) => {
    const [, suite = '', json = ''] = /^parameters ([\w-]+): (\{.*\})$/.exec(text) ?? [];
    return suite === '' ? [] : [[suite, json] as const];
  });
  return {
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
  const ended = parseOptions(block, 12).find(({ code }) => code === OPTION.ended)?.bytes;
  if (place === undefined || ended?.length !== 8) return;
  place.ends = timeOf(block, ended, 0, place);
}

function timeOf({ at, little }: Block, bytes: Buffer, from: number, { unit }: Interface): number {
  const time = (wordAt(bytes, from, little) * 2 ** 32 + wordAt(bytes, from + 4, little)) * unit;
  if (!(time <= LATEST_US)) throw malformed(at, 'its time is impossible');
  return time;
}

function parseInterface(block: Block, section: Section, place: number): Interface {
  const options = parseOptions(block, 8);
  const resolution = options.find(({ code }) => code === OPTION.resolution)?.bytes[0] ?? 6;
  const unit = resolution & 0x80 ? 1e6 / 2 ** (resolution & 0x7f) : 1e6 / 10 ** resolution;
  const text = (wanted: number): string =>
    options.find(({ code }) => code === wanted)?.bytes.toString('utf8') ?? '';
  return {
    place,
    linkType: halfAt(block.body, 0, block.little),
    name: text(OPTION.name),
    description: text(OPTION.described),
    unit,
    section,
  };
}

function parsePacket(block: Block, interfaces: readonly Interface[]): Packet {
  const { body, little, at } = block;
  const known = interfaces[wordAt(body, 0, little)];
  const captured = wordAt(body, 12, little);
  if (known === undefined) throw malformed(at, `there is no interface ${wordAt(body, 0, little)}`);
  if (20 + captured > body.length) throw malformed(at, 'its data are longer than the block');
  const comments = parseOptions(block, 20 + Math.ceil(captured / 4) * 4)
    .filter(({ code }) => code === OPTION.comment)
    .map(({ bytes }) => bytes.toString('utf8'));
  return {
    interface: known,
    at: timeOf(block, body, 4, known),
    data: body.subarray(20, 20 + captured),
    original: wordAt(body, 16, little),
    comments: comments.length === 0 ? NO_COMMENTS : comments,
  };
}

function parseOptions({ body, little }: Block, from: number): readonly { code: number; bytes: Buffer }[] {
  const options: { code: number; bytes: Buffer }[] = [];
  for (let at = from; at + 4 <= body.length;) {
    const code = halfAt(body, at, little);
    const length = halfAt(body, at + 2, little);
    if (code === 0 || at + 4 + length > body.length) break;
    options.push({ code, bytes: body.subarray(at + 4, at + 4 + length) });
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return options;
}
