/**
 * A pcapng file of link type RTAC Serial (250) as a trace: from wirejig, or from other recorders of serial lines.
 *
 *     data      12 bytes of RTAC header (trace-file.ts), then the bytes
 */
import { micros } from '../../../../protocols/time';
import type { TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import { readPcapng, type Interface, type Packet, type Section } from './pcapng-blocks';
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

const LINK_TYPE = 250;
const HEADER = 12;
/** If the times of header and packet differ by more than this, they are of different clocks. */
const FAR_US = 60e6;

/** Throws {@link UsageError} where the file is malformed, of another link type, or does not have the link. */
export function pcapngTrace(file: Buffer, options: TraceOptions): TraceSource {
  const { packets, damage } = readPcapng(file);
  const serial = packets.filter(({ interface: { linkType } }) => linkType === LINK_TYPE);
  if (serial.length === 0)
    throw new UsageError(
      `no packet of link type RTAC Serial (250) is in the file${damage === undefined ? '' : `, and ${damage}`}: it is no trace of a serial line`,
    );
  const links = linksOf(serial, options);
  const chosen = serial.filter((packet) => links.has(packet.interface));
  const places = [...links.keys()];
  const [place] = places;
  const virtual = place?.section.virtual === true;
  // Virtual time begins as the board is powered.
  const first = chosen.reduce((least, packet) => Math.min(least, startOf(packet)), Infinity);
  const base = virtual ? 0 : first;
  return {
    events: removePauses(chosen.flatMap((one) => traceEventsOf(one, base, links.get(one.interface)))),
    fresh: virtual && place.section.suites === 1,
    exact: virtual,
    // `wirejig monitor` writes such files too, but does not see resets that the user did by hand.
    recordsResets: places.every(({ section }) => section.ours && section.suites > 0),
    ...bindingIn(places),
    ...endOf(places, base),
    ...(place === undefined ? {} : parametersIn(place.section, options.suite)),
    ...(damage === undefined ? {} : { damage }),
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
  if (data.length < HEADER) return at;
  const header = data.readUInt32BE(0) * 1e6 + data.readUInt32BE(4);
  return header <= at && at - header < FAR_US ? header : at;
}

const TX_EVENTS = [1, 3];
const RX_EVENTS = [2, 4];
/** Its time is that of its first byte. */
const START_EVENTS = [1, 2];
const LOSS_EVENT = 5;

function traceEventsOf(packet: Packet, base: number, link: TraceLink | undefined): readonly PausableEvent[] {
  const { data, original, comments } = packet;
  if (data.length < HEADER || link === undefined) return [];
  const event = data.readUInt8(8);
  const at = packet.at - base;
  const bytes = Uint8Array.from(data.subarray(HEADER));
  if (TX_EVENTS.includes(event) || RX_EVENTS.includes(event)) {
    if (bytes.length === 0) return [];
    const wire = START_EVENTS.includes(event) ? bytes.length * (10e6 / link.baud) : 0;
    const direction = TX_EVENTS.includes(event) ? 'tx' : 'rx';
    const chunk = chunkOf(direction, bytes, startOf(packet) - base, at + wire, link.baud);
    return [{ kind: 'chunk', link: link.name, chunk, omittedBytes: Math.max(0, original - data.length) }];
  }
  const lineEvents = comments.flatMap((comment) => {
    const [, word = '', detail = ''] = /^([a-z-]+)(?:: (.*))?$/s.exec(comment) ?? [];
    return lineEvent(word, detail, micros(at), link.name) ?? [];
  });
  if (event !== LOSS_EVENT || lineEvents.length > 0) return lineEvents;
  return [{ kind: 'lost', at: micros(at), detail: comments.join('; ') }];
}

/** The parameters of the suite in this run. */
function parametersIn({ parameters }: Section, suite: string): Pick<TraceSource, 'parameters'> {
  const json = parameters.get(suite);
  return json === undefined ? {} : { parameters: parametersOf(json) };
}
