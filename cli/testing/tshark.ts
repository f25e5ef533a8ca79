/** Wireshark's own reader of traces, for tests: a program of the machine (Debian package `tshark`). */
import { spawnSync } from 'node:child_process';
import { needing } from '../../devices/testing/needed-tools';

/** Jest's own where tshark is here. */
export const tsharkTest = needing('traces, read back by tshark', 'tshark').test;

/** What tshark prints. Throws with what it complains of. */
export function tshark(words: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('tshark', [...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0 || /lua|error/i.test(stderr)) throw new Error(`tshark: ${status} ${stderr}`);
  return stdout;
}

/** One record for each packet of a trace: the fields asked for, by name; several of one name with commas between. */
export function fieldsOf(
  trace: string,
  names: readonly string[],
  more: readonly string[] = [],
): readonly Readonly<Record<string, string>>[] {
  const words = ['-r', trace, ...more, '-T', 'fields', '-E', 'separator=/t'];
  const table = tshark([...words, ...names.flatMap((name) => ['-e', name])]);
  return table
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
    });
}

export interface DissectedFrame {
  /** In hex. */
  readonly raw: string;
  /** Of every field its name, in small letters, and its bytes in hex. */
  readonly items: readonly string[];
  /** Of every field what it says behind its name. */
  readonly meanings: readonly string[];
  /** Why it is no frame, where it is none. */
  readonly refused?: string;
}

export interface DissectedPacket {
  /** Of the interface. */
  readonly link: string;
  readonly direction: 'tx' | 'rx';
  readonly frames: readonly DissectedFrame[];
}

/** The frames that a dissector of ours shows in a trace, packet by packet, from one run. */
export function dissectedPackets(trace: string, more: readonly string[]): readonly DissectedPacket[] {
  const packets = tshark(['-r', trace, ...more, '-T', 'pdml'])
    .split('<packet>')
    .slice(1);
  return packets.map((packet) => {
    const field = (name: string): string =>
      new RegExp(`name="${name}"[^>]* show="([^"]*)"`).exec(packet)?.[1] ?? '';
    return {
      link: field('frame.interface_name'),
      direction: Number(field('rtacser.eventtype')) === 3 ? 'tx' : 'rx',
      frames: framesOf(packet),
    };
  });
}

const LEAF =
  /<field name="wirejig_[\w-]+\.(\w+)" showname="([^"]*)"[^>]* show="([^"]*)"(?: value="([0-9a-f]*)")?/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Each begins with its bytes as a whole; those that are loose have no fields. */
function framesOf(packet: string): readonly DissectedFrame[] {
  const frames: { raw: string; items: string[]; meanings: string[]; refused?: string }[] = [];
  const parts = new Set<object>();
  for (const [, short = '', label = '', value = '', bytes = ''] of packet.matchAll(LEAF)) {
    const [name = '', ...words] = unescapeXml(label)
      .replace(/^ \[truncated\]/, '')
      .split(': ');
    const frame = frames.at(-1);
    if (short === 'frame' || short === 'loose') frames.push({ raw: bytes, items: [], meanings: [] });
    else if (PARTS.includes(short)) parts.add((frames[frames.length] = { raw: '', items: [], meanings: [] }));
    else if (short === 'refused' && frame !== undefined) frame.refused = unescapeXml(value);
    else if (!OWN.includes(short)) {
      frame?.items.push(`${name.toLowerCase()} ${bytes}`);
      frame?.meanings.push(short === 'text' ? words.join(': ') : withoutNumber(words.join(': ')));
    }
  }
  return frames.filter((frame) => !parts.has(frame));
}

/** Without the number, before or behind what it means; alone it is told. */
function withoutNumber(words: string): string {
  if (/^0x[0-9a-f]+$/.test(words)) return String(Number(words));
  return words.replace(/^0x[0-9a-f]+ | \(-?(?:0x)?[0-9a-f]+(?: [0-9a-f]{2})*(?:\.\d+|\.{3})?\)$/i, '');
}

/** Without the entities of XML. */
function unescapeXml(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}

/** What is no whole frame. */
const PARTS = ['part', 'unframed', 'truncated'];
/** What a dissector says of a frame besides its fields; what parts them. */
const OWN = ['separator', 'checksum_status', 'checksum_expected', 'wrong', 'broken'];
