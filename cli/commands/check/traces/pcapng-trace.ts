/**
 * A pcapng file of link type RTAC Serial (250) as a trace: from wirejig, or from other recorders of serial lines.
 *
 *     data      12 bytes of RTAC header (trace-file.ts), then the bytes
 */
import { micros } from '../../../../protocols/time';
import type { TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import type { ByteSource } from './byte-source';
import { packetsOf, type Interface, type Packet, type Section } from './pcapng-blocks';
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
export function pcapngTrace(file: ByteSource, options: TraceOptions): TraceSource {
  const { interfaces, damage } = surveyOf(file);
  if (interfaces.size === 0)
    throw new UsageError(
      `no packet of link type RTAC Serial (250) is in the file${damage === undefined ? '' : `, and ${damage}`}: it is no trace of a serial line`,
    );
  const links = linksOf([...interfaces.keys()], options);
  const places = [...links.keys()];
  const [place] = places;
  const virtual = place?.section.virtual === true;
  // Virtual time begins as the board is powered.
  const base = virtual ? 0 : Math.min(...places.map((one) => interfaces.get(one) ?? Infinity));
  const byPlace = new Map([...links].map(([one, link]) => [one.place, link]));
  return {
    events: {
      [Symbol.iterator]: () => removePauses({ [Symbol.iterator]: () => eventsOf(file, base, byPlace) }),
    },
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

interface Survey {
  /** The interfaces that have packets of serial lines, each with the time of its first one, microseconds. */
  readonly interfaces: ReadonlyMap<Interface, number>;
  readonly damage: string | undefined;
}

/** Reads the file once, to its end. */
function surveyOf(file: ByteSource): Survey {
  const interfaces = new Map<Interface, number>();
  const packets = packetsOf(file);
  for (;;) {
    const { done, value } = packets.next();
    if (done === true) return { interfaces, damage: value };
    const { interface: place } = value;
    if (place.linkType === LINK_TYPE)
      interfaces.set(place, Math.min(interfaces.get(place) ?? Infinity, startOf(value)));
  }
}

function* eventsOf(
  file: ByteSource,
  base: number,
  links: ReadonlyMap<number, TraceLink>,
): Generator<PausableEvent> {
  for (const packet of packetsOf(file)) yield* traceEventsOf(packet, base, links.get(packet.interface.place));
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
  all: readonly Interface[],
  { suite, links }: TraceOptions,
): ReadonlyMap<Interface, TraceLink> {
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
