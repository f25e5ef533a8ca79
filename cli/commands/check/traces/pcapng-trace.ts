/**
 * A pcapng file of link type RTAC Serial (250) as a trace: from wirejig, or from other recorders of serial lines.
 *
 *     block     type, length, body, length      either byte order, as the section header says
 *     packet    interface, time (2 × 32 bit, in the interface's resolution), lengths, data, options
 *     data      12 bytes of RTAC header (trace-file.ts), then the bytes
 *     statistics  interface, time, options: the end of the recording
 */
import { micros } from '../../../../protocols/time';
import type { TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import {
  bindingOf,
  chunkOf,
  lineEvent,
  parametersOf,
  removePauses,
  type PausableEvent,
  type TraceOptions,
  type TraceSource,
} from './trace-source';

const BLOCK = { section: 0x0a0d0d0a, interface: 1, statistics: 5, packet: 6 } as const;
const LINK_TYPE = 250;
const HEADER = 12;
const OPTION = { comment: 1, name: 2, described: 3, ended: 3, application: 4, resolution: 9 } as const;
/** If the times of header and packet differ by more than this, they are of different clocks. */
const FAR_US = 60e6;
const FOREIGN_SECTION: Section = { ours: false, virtual: false, parameters: new Map(), suites: 0 };

interface Interface {
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
interface Section {
  /** wirejig wrote it: its comments have the resets. */
  readonly ours: boolean;
  /** Times are those of the wire, from the board's power-on. */
  readonly virtual: boolean;
  /** Of the board, as JSON, by suite. */
  readonly parameters: ReadonlyMap<string, string>;
  /** The number of suites of the run; 0: not a run of wirejig. */
  readonly suites: number;
}

interface Packet {
  readonly interface: Interface;
  /** Microseconds. */
  readonly at: number;
  readonly data: DataView;
  readonly original: number;
  readonly comments: readonly string[];
}

export function isPcapng(file: Uint8Array): boolean {
  return Buffer.from(file.subarray(0, 4)).toString('hex') === '0a0d0d0a';
}

/** Throws {@link UsageError} where the file is cut, of another link type, or does not have the link. */
export function pcapngTrace(file: Uint8Array, options: TraceOptions): TraceSource {
  const packets = [...parsePackets(file)];
  const serial = packets.filter(({ interface: { linkType } }) => linkType === LINK_TYPE);
  if (serial.length === 0)
    throw new UsageError(
      'no packet of link type RTAC Serial (250) is in the file: it is no trace of a serial line',
    );
  const links = linksOf(serial, options);
  const chosen = serial.filter((packet) => links.has(packet.interface));
  const places = [...links.keys()];
  const [{ section } = { section: FOREIGN_SECTION }] = places;
  // Virtual time begins as the board is powered.
  const first = chosen.reduce((least, packet) => Math.min(least, startOf(packet)), Infinity);
  const base = section.virtual ? 0 : first;
  return {
    events: removePauses(chosen.flatMap((one) => traceEventsOf(one, base, links.get(one.interface)))),
    fresh: section.virtual && section.suites === 1,
    exact: section.virtual,
    // `wirejig monitor` writes such files too, but does not see resets that the user did by hand.
    recordsResets: places.every((place) => place.section.ours && place.section.suites > 0),
    ...bindingIn(places),
    ...endOf(places, base),
    ...parametersIn(section, options.suite),
  };
}

function bindingIn(places: readonly Interface[]): Pick<TraceSource, 'binding'> {
  const [place] = places;
  return place?.section.ours === true ? { binding: bindingOf(place.description) } : {};
}

/** A suite that other suites follow may have ended before its last answer was due. */
function endOf(places: readonly Interface[], base: number): Pick<TraceSource, 'ends'> {
  const ends = Math.min(...places.map((place) => place.ends ?? Infinity)) - base;
  const whole = places.every(({ section }) => section.suites <= 1);
  return whole && Number.isFinite(ends) && ends >= 0 ? { ends: micros(ends) } : {};
}

/** The link of each interface. If there is one interface and one link, they belong together under any name. */
function linksOf(
  packets: readonly Packet[],
  { suite, links }: TraceOptions,
): ReadonlyMap<Interface, TraceLink> {
  const all = [...new Set(packets.map((packet) => packet.interface))];
  const [only] = all;
  const [link] = links;
  if (only !== undefined && all.length === 1 && link !== undefined && links.length === 1)
    return new Map([[only, link]]);
  const found = links.flatMap((one) => {
    const { called = one.name } = one;
    const place =
      all.find(({ name }) => name === `${suite}/${called}`) ?? all.find(({ name }) => name === called);
    return place === undefined ? [] : [[place, one] as const];
  });
  if (found.length > 0) return new Map(found);
  const names = all.map(({ name }) => name).join(', ');
  const words = links.length === 1 ? 'NAME' : `${link?.name ?? ''}=NAME`;
  throw new UsageError(
    `no interface named ${links.map(({ name }) => name).join(' or ')}: give --link ${words} with one of ${names}`,
  );
}

function startOf({ data, at }: Packet): number {
  if (data.byteLength < HEADER) return at;
  const header = data.getUint32(0) * 1e6 + data.getUint32(4);
  return header <= at && at - header < FAR_US ? header : at;
}

const TX_EVENTS = [1, 3];
const RX_EVENTS = [2, 4];
/** Its time is that of its first byte. */
const START_EVENTS = [1, 2];
const LOSS_EVENT = 5;

function traceEventsOf(packet: Packet, base: number, link: TraceLink | undefined): readonly PausableEvent[] {
  const { data, original, comments } = packet;
  if (data.byteLength < HEADER || link === undefined) return [];
  const event = data.getUint8(8);
  const at = packet.at - base;
  const bytes = new Uint8Array(data.buffer, data.byteOffset + HEADER, data.byteLength - HEADER).slice();
  if (TX_EVENTS.includes(event) || RX_EVENTS.includes(event)) {
    if (bytes.length === 0) return [];
    const wire = START_EVENTS.includes(event) ? bytes.length * (10e6 / link.baud) : 0;
    const direction = TX_EVENTS.includes(event) ? 'tx' : 'rx';
    const chunk = chunkOf(direction, bytes, startOf(packet) - base, at + wire, link.baud);
    return [{ kind: 'chunk', link: link.name, chunk, omittedBytes: Math.max(0, original - data.byteLength) }];
  }
  const lineEvents = comments.flatMap((comment) => {
    const [, word = '', detail = ''] = /^([a-z-]+)(?:: (.*))?$/s.exec(comment) ?? [];
    return lineEvent(word, detail, micros(at), link.name) ?? [];
  });
  if (event !== LOSS_EVENT || lineEvents.length > 0) return lineEvents;
  return [{ kind: 'lost', at: micros(at), detail: comments.join('; ') }];
}

function* parsePackets(file: Uint8Array): Generator<Packet, void, undefined> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let little = true;
  let interfaces: Interface[] = [];
  let section = FOREIGN_SECTION;
  for (let at = 0; at + 12 <= file.length;) {
    const type = view.getUint32(at, little);
    if (type === BLOCK.section) {
      little = view.getUint32(at + 8, true) === 0x1a2b3c4d;
      interfaces = [];
    }
    const length = view.getUint32(at + 4, little);
    // A recorder that was killed leaves half a block.
    if (length < 12 || length % 4 !== 0 || at + length > file.length) return;
    const body = new DataView(file.buffer, file.byteOffset + at + 8, length - 12);
    if (type === BLOCK.section) section = parseSection(body, little);
    else if (type === BLOCK.interface) interfaces.push(parseInterface(body, little, section));
    else if (type === BLOCK.statistics) recordEnd(body, little, interfaces);
    else if (type === BLOCK.packet) {
      const packet = parsePacket(body, little, interfaces);
      if (packet !== undefined) yield packet;
    }
    at += length;
  }
}

function parseSection(body: DataView, little: boolean): Section {
  const options = parseOptions(body, 16, little).map(({ code, bytes }) => ({
    code,
    text: new TextDecoder().decode(bytes),
  }));
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

/** The parameters of the suite in this run. */
function parametersIn({ parameters }: Section, suite: string): Pick<TraceSource, 'parameters'> {
  const json = parameters.get(suite);
  return json === undefined ? {} : { parameters: parametersOf(json) };
}

/** The last statistics count: a recorder may also write some during the recording. */
function recordEnd(body: DataView, little: boolean, interfaces: readonly Interface[]): void {
  const place = interfaces[body.getUint32(0, little)];
  const ended = parseOptions(body, 12, little).find(({ code }) => code === OPTION.ended)?.bytes;
  if (place === undefined || ended?.length !== 8) return;
  const view = new DataView(ended.buffer, ended.byteOffset, 8);
  place.ends = (view.getUint32(0, little) * 2 ** 32 + view.getUint32(4, little)) * place.unit;
}

function parseInterface(body: DataView, little: boolean, section: Section): Interface {
  const options = parseOptions(body, 8, little);
  const resolution = options.find(({ code }) => code === OPTION.resolution)?.bytes[0] ?? 6;
  const unit = resolution & 0x80 ? 1e6 / 2 ** (resolution & 0x7f) : 1e6 / 10 ** resolution;
  const text = (wanted: number): string =>
    new TextDecoder().decode(options.find(({ code }) => code === wanted)?.bytes ?? new Uint8Array(0));
  return {
    linkType: body.getUint16(0, little),
    name: text(OPTION.name),
    description: text(OPTION.described),
    unit,
    section,
  };
}

function parsePacket(body: DataView, little: boolean, interfaces: readonly Interface[]): Packet | undefined {
  const known = interfaces[body.getUint32(0, little)];
  const captured = body.getUint32(12, little);
  if (known === undefined || 20 + captured > body.byteLength) return undefined;
  const units = body.getUint32(4, little) * 2 ** 32 + body.getUint32(8, little);
  const options = parseOptions(body, 20 + Math.ceil(captured / 4) * 4, little);
  return {
    interface: known,
    at: units * known.unit,
    data: new DataView(body.buffer, body.byteOffset + 20, captured),
    original: body.getUint32(16, little),
    comments: options
      .filter(({ code }) => code === OPTION.comment)
      .map(({ bytes }) => new TextDecoder().decode(bytes)),
  };
}

function parseOptions(
  body: DataView,
  from: number,
  little: boolean,
): readonly { code: number; bytes: Uint8Array }[] {
  const options: { code: number; bytes: Uint8Array }[] = [];
  for (let at = from; at + 4 <= body.byteLength;) {
    const code = body.getUint16(at, little);
    const length = body.getUint16(at + 2, little);
    if (code === 0 || at + 4 + length > body.byteLength) break;
    options.push({ code, bytes: new Uint8Array(body.buffer, body.byteOffset + at + 4, length) });
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return options;
}
