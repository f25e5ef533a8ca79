/**
 * A pcapng or pcap file of link type RTAC Serial (250) as a trace: from wirejig, or from other recorders of serial lines.
 *
 *     data      12 bytes of RTAC header (trace-file.ts), then the bytes
 */
import { HEADER, LINK_TYPE, NO_PACE } from '../../../../reports/pcapng/trace-file';
import type { Direction } from '../../../../protocols/chunk';
import { micros, type Micros } from '../../../../protocols/time';
import type { TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import { bindingOf } from '../../../../devices/links/link-target';
import type { ByteSource } from './byte-source';
import type { Interface, Packet, Packets, Section } from './capture-packets';
import {
  interfacesOfLinks,
  LOSSES,
  type RecordedLink,
  sectionShifts,
  surveyCapture,
  type CaptureSurvey,
  type TimeRange,
  FAR_US,
} from './capture-survey';
import { ClockSteps } from './clock-steps';
import {
  chunkOf,
  lineEvent,
  parametersOf,
  removePauses,
  type PausableEvent,
  type TraceOptions,
  type TraceSource,
} from './trace-source';

const MOST_NAMED = 20;
/** Between two sections of which the second does not begin after the first. */
const SECTION_GAP_US = 1e6;

const STEADY = new ClockSteps().finish();

type PacketReader = (file: ByteSource) => Packets;

/** Throws {@link UsageError} where the file is malformed, of another link type, or does not have the link. */
export function captureTrace(file: ByteSource, read: PacketReader, options: TraceOptions): TraceSource {
  const survey = surveyCapture(read(file), LINK_TYPE, { headerOf, timesOf, faultOf, directionOf });
  const { ranges, clocks, damage } = survey;
  const others = [...survey.otherLinkTypes].slice(0, MOST_NAMED).map(describeLinkType).join(', ');
  if (ranges.size === 0)
    throw new UsageError(
      `no packet of link type RTAC Serial (250) is in the file${damage === undefined ? '' : `, and ${damage}`}: ${others === '' ? 'it is no trace of a serial line' : `it has link type ${others}: record the serial line itself`}`,
    );
  const links = interfacesOfLinks(ranges, options);
  const places = [...links.keys()];
  const [place] = places;
  const virtual = places.every(({ section }) => section.virtual);
  const first = place?.section;
  const json = first?.parameters.get(options.suite);
  if (!places.every(({ section }) => section.parameters.get(options.suite) === json))
    throw new UsageError(
      'the sections of the file are of boards with other parameters: check each by itself',
    );
  // Virtual time begins as the board is powered.
  const base = virtual ? 0 : Math.min(...places.map((one) => ranges.get(one)?.from ?? Infinity));
  const shifts = sectionShifts(survey, SECTION_GAP_US);
  const byPlace = new Map([...links].map(([{ place }, link]) => [place, link]));
  const baseOf = ({ interface: { section } }: Packet, at: number): number | undefined => {
    const step = (clocks.get(section.number) ?? STEADY).shiftAt(at);
    return step === undefined ? undefined : base - (shifts.get(section.number) ?? 0) - step;
  };
  return {
    events: removePauses({ [Symbol.iterator]: () => eventsOf(read(file), baseOf, byPlace) }),
    fresh: virtual && first?.suites === 1,
    exact: virtual,
    // `wirejig monitor` writes such files too, but does not see resets that the user did by hand.
    recordsResets: places.every(({ section }) => section.ours && section.suites > 0),
    ...(place?.section.ours === true ? { binding: bindingOf({ url: place.description }) } : {}),
    ...endOf(places, base, { shifts, clocks }),
    ...(json === undefined ? {} : { parameters: parametersOf(json) }),
    ...(damage === undefined ? {} : { damage }),
    ...warningOf(others, unreadNames([...ranges.keys()], byPlace, options)),
  };
}

function warningOf(linkTypes: string, names: string): Pick<TraceSource, 'warning'> {
  const kinds = [
    ...(linkTypes === '' ? [] : [`link type ${linkTypes}`]),
    ...(names === '' ? [] : [`the interfaces ${names}`]),
  ];
  return kinds.length === 0
    ? {}
    : { warning: `packets of ${kinds.join(' and of ')} are in the file, and not read` };
}

/** The interfaces that are of no link, where nobody chose one. Those of other suites of the run are left out. */
function unreadNames(
  places: readonly Interface[],
  read: ReadonlyMap<number, RecordedLink>,
  { suite, links }: TraceOptions,
): string {
  if (links.some(({ called }) => called !== undefined)) return '';
  const isOfOther = ({ name, section: { parameters } }: Interface): boolean => {
    const [id = ''] = name.split('/');
    return id !== suite && parameters.has(id);
  };
  const unread = places.filter((one) => !read.has(one.place) && !isOfOther(one));
  return [...new Set(unread.map(({ name }) => name))].slice(0, MOST_NAMED).join(', ');
}

/** What USB carries is known to the driver of its adapter alone. */
const USB: readonly number[] = [186, 189, 220, 249, 266, 288, 293, 294, 295];

function describeLinkType(linkType: number): string {
  return USB.includes(linkType) ? `${linkType} (USB)` : String(linkType);
}

/** The events of the links. `baseOf`: the zero of a packet's times, by its place in the file; undefined: nobody knows. */
function* eventsOf(
  packets: Packets,
  baseOf: (packet: Packet, at: number) => number | undefined,
  places: ReadonlyMap<number, RecordedLink>,
): Generator<PausableEvent> {
  const latest = new Map<
    string,
    { readonly recording: number; readonly base: number; readonly at: Micros }
  >();
  const judged = new Set<Section>();
  let count = 0;
  for (const packet of packets) {
    const { section } = packet.interface;
    if (beginsJudging(packet)) judged.add(section);
    const base = baseOf(packet, count++);
    const place = places.get(packet.interface.place);
    if (place === undefined || base === undefined || packet.data.length < HEADER) continue;
    if (!judged.has(section)) continue;
    const { link, recording } = place;
    const before = latest.get(link.name);
    const at = micros(timesOf(packet).to - base);
    latest.set(link.name, { recording, base, at });
    const detail = lossBefore(
      packet,
      (before?.recording ?? recording) !== recording,
      (before?.base ?? base) !== base,
    );
    if (detail !== undefined) {
      // What was open may have gone on in what is lost: it is neither late nor missing.
      if (before !== undefined && before.at < at) yield { kind: 'lost', at: before.at, detail };
      if (!isLoss(packet)) yield { kind: 'lost', at: micros(timesOf(packet).from - base), detail };
    }
    yield* traceEventsOf(packet, base, link);
  }
}

/** As in a journal: what a run plays to find a real board is not judged. */
function beginsJudging({ comments, interface: { section } }: Packet): boolean {
  return (
    section.suites !== 1 || section.virtual || comments.some((comment) => comment.startsWith('scenario '))
  );
}

/** Why bytes may be missing before a packet; undefined: none are. */
function lossBefore(packet: Packet, isElsewhere: boolean, isStepped: boolean): string | undefined {
  if (isElsewhere) return 'another recording begins';
  if (packet.isAfterLoss === true || (!packet.interface.section.ours && isLoss(packet)))
    return 'the recorder lost packets';
  return isStepped ? "the recorder's clock was set" : undefined;
}

/** A suite that other suites follow may have ended before its last answer was due. */
function endOf(
  places: readonly Interface[],
  base: number,
  { shifts, clocks }: Pick<CaptureSurvey, 'clocks'> & { readonly shifts: ReadonlyMap<number, number> },
): Pick<TraceSource, 'ends'> {
  const number = Math.max(...places.map(({ section }) => section.number));
  const last = places.filter(({ section }) => section.number === number);
  const shift = (shifts.get(number) ?? 0) + (clocks.get(number) ?? STEADY).total;
  const ends = Math.min(...last.map((place) => place.ends ?? Infinity)) - base + shift;
  const whole = places.every(({ section }) => section.suites <= 1);
  return whole && Number.isFinite(ends) && ends >= 0 ? { ends: micros(ends) } : {};
}

function headerOf({ data }: Packet): number {
  return data.length < HEADER ? 0 : data.readUInt32BE(0) * 1e6 + data.readUInt32BE(4);
}

/** When the first byte can have passed, and when the last one had. */
function timesOf(packet: Packet): TimeRange {
  const {
    data,
    at,
    interface: { section },
  } = packet;
  if (data.length < HEADER) return { from: at, to: at };
  const header = headerOf(packet);
  if (Number.isNaN(at)) return { from: header, to: header };
  const isSameClock = section.ours || at - header < FAR_US;
  return { from: header <= at && isSameClock ? header : at, to: at };
}

const LOSS_EVENT = 5;

/** The errors that a recorder reports: a byte was received wrongly, or not at all. */
const FAULT_EVENTS: ReadonlyMap<number, string> = new Map([
  [7, 'framing error'],
  [8, 'parity error'],
  [9, 'break'],
  [10, 'overflow'],
]);

/**
 * What is wrong with the bytes of a packet. wirejig's own breaks are of the host, and no error; long messages are left out of its own
 * files on purpose.
 */
function faultOf(packet: Packet): string | undefined {
  const { data, original, interface: place } = packet;
  if (data.length < HEADER) return 'a packet is shorter than the header of RTAC Serial';
  if (place.section.ours) return undefined;
  if (isLoss(packet)) return LOSSES;
  if (packet.hasError === true) return 'a packet was received wrongly: its flags have an error';
  const fault = FAULT_EVENTS.get(data.readUInt8(8));
  if (fault !== undefined) return `a byte was received wrongly: ${fault}`;
  if (data.length > HEADER && directionOf(packet) === undefined)
    return `the bytes of a packet are of no side: its event is ${data.readUInt8(8)}`;
  return original > data.length
    ? `the recorder cut a packet: ${data.length} of its ${original} bytes are in the file (record it with a longer snap length)`
    : undefined;
}

function isLoss({ data }: Packet): boolean {
  return data.length >= HEADER && data.readUInt8(8) === LOSS_EVENT;
}

function directionOf({ data }: Packet): Direction | undefined {
  if (data.length < HEADER) return undefined;
  const event = data.readUInt8(8);
  if (TX_EVENTS.includes(event)) return 'tx';
  return RX_EVENTS.includes(event) ? 'rx' : undefined;
}

const TX_EVENTS = [1, 3];
const RX_EVENTS = [2, 4];
/** Its time is that of its first byte. */
const START_EVENTS = [1, 2];
const PACE_AT = 10;

function traceEventsOf(packet: Packet, base: number, link: TraceLink): readonly PausableEvent[] {
  const { data, original, comments } = packet;
  const { from, to } = timesOf(packet);
  const at = to - base;
  const fault = faultOf(packet);
  if (fault !== undefined) return [{ kind: 'lost', at: micros(at), detail: fault }];
  const bytes = Uint8Array.from(data.subarray(HEADER));
  const direction = directionOf(packet);
  if (direction !== undefined) {
    // Of wirejig: a datagram without a byte.
    if (bytes.length === 0 && !packet.interface.section.ours) return [];
    const wire = START_EVENTS.includes(data.readUInt8(8)) ? bytes.length * (10e6 / link.baud) : 0;
    const chunk = chunkOf(direction, bytes, from - base, at + wire, paceOf(packet, link));
    return [{ kind: 'chunk', link: link.name, chunk, omittedBytes: Math.max(0, original - data.length) }];
  }
  const lineEvents = comments.flatMap((comment) => {
    const [, word = '', detail = ''] = /^([a-z-]+)(?:: (.*))?$/s.exec(comment) ?? [];
    return lineEvent(word, detail, micros(at), link.name) ?? [];
  });
  if (!isLoss(packet) || lineEvents.length > 0) return lineEvents;
  return [{ kind: 'lost', at: micros(at), detail: comments.join('; ') }];
}

/** Where the bytes had no sure pace, wirejig's own files say so; older ones do not, and over a network there is none. */
function paceOf({ interface: { section, description }, data }: Packet, link: TraceLink): number {
  const isUnpaced =
    data.readUInt16BE(PACE_AT) === NO_PACE || (!section.virtual && /^(tcp|udp|rfc2217):/.test(description));
  return section.ours && isUnpaced ? Infinity : link.baud;
}
