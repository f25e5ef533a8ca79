/** What is in a capture file, read once to its end: the interfaces with serial lines, when each recorded, and what is missing. */
import { END_MARK } from '../../../../reports/pcapng/trace-file';
import type { Direction } from '../../../../protocols/chunk';
import type { TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import type { Interface, Packet, Packets } from './capture-packets';
import { ClockSteps } from './clock-steps';
import type { TraceOptions } from './trace-source';

export const LOSSES = 'the recorder says that it lost packets';

/** Microseconds. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** When an interface recorded, and whose bytes. */
interface RecordedRange extends TimeRange {
  readonly directions: ReadonlySet<Direction>;
}

type Ranges = ReadonlyMap<Interface, RecordedRange>;

/** The link of an interface, and the first interface of one recording with it. */
export interface RecordedLink {
  readonly link: TraceLink;
  readonly recording: number;
}

export type CaptureSurvey = ReturnType<typeof surveyCapture>;

interface PacketReading {
  /** The time inside the packet; 0: it has none. */
  readonly headerOf: (packet: Packet) => number;
  readonly timesOf: (packet: Packet) => TimeRange;
  readonly faultOf: (packet: Packet) => string | undefined;
  /** Who sent the bytes in it; undefined: it has none. */
  readonly directionOf: (packet: Packet) => Direction | undefined;
}

export function surveyCapture(
  packets: Packets,
  linkType: number,
  { headerOf, timesOf, faultOf, directionOf }: PacketReading,
) {
  const ranges = new Map<Interface, TimeRange & { readonly directions: Set<Direction> }>();
  const steps = new Map<number, ClockSteps>();
  const ended = new Set<number>();
  const rewrites = new RewriteMarks();
  const otherLinkTypes = new Set<number>();
  let fault: string | undefined;
  for (let at = 0; ; at++) {
    const { done, value } = packets.next();
    if (done === true) {
      rewrites.refuse();
      const isOpen = [...ranges.keys()].some(({ section }) => section.ours && !ended.has(section.number));
      const hasLosses = [...ranges.keys()].some((place) => place.hasLosses === true);
      const open = isOpen ? 'the trace stops before its run ended' : undefined;
      const clocks = new Map([...steps].map(([number, found]) => [number, found.finish()] as const));
      const stepped = [...clocks.values()].find(({ detail }) => detail !== undefined)?.detail;
      const damage = value ?? open ?? fault ?? (hasLosses ? LOSSES : stepped);
      // The interfaces with serial lines, the clock of each section, and why the file is not the whole recording.
      return { ranges, clocks, damage, otherLinkTypes };
    }
    const { interface: place, comments, isAfterLoss } = value;
    if (place.linkType !== linkType) {
      otherLinkTypes.add(place.linkType);
      continue;
    }
    const { from, to } = timesOf(value);
    const known = ranges.get(place) ?? { from: Infinity, to: -Infinity, directions: new Set() };
    ranges.set(place, { ...known, from: Math.min(known.from, from), to: Math.max(known.to, to) });
    if (comments.includes(END_MARK)) {
      ended.add(place.section.number);
      rewrites.end(place);
    }
    const direction = directionOf(value);
    // What the host sends may take long.
    if (direction !== 'tx') rewrites.take(value, headerOf(value));
    if (direction !== undefined) known.directions.add(direction);
    if (direction !== undefined && !place.section.ours) {
      const { number } = place.section;
      const found = steps.get(number) ?? new ClockSteps();
      steps.set(number, found);
      found.take(`${place.place} ${direction}`, at, to);
    }
    fault ??= faultOf(value) ?? (isAfterLoss === true ? LOSSES : undefined);
  }
}

/**
 * The link of each interface, in all sections. If there are interfaces of one name and one link, they belong together under any name.
 * Throws {@link UsageError} where a link is not in a section, or twice at a time.
 */
export function interfacesOfLinks(
  ranges: Ranges,
  { suite, links }: TraceOptions,
): ReadonlyMap<Interface, RecordedLink> {
  const all = [...ranges.keys()];
  const names = [...new Set(all.map(({ name }) => name))];
  const [link] = links;
  const found = new Map<Interface, RecordedLink>();
  for (const one of links) {
    const { called = one.name } = one;
    const own = all.filter(({ name }) => name === `${suite}/${called}`);
    const named = own.length > 0 ? own : all.filter(({ name }) => name === called);
    const chosen = links.length === 1 && names.length === 1 ? all : named;
    for (const [place, recording] of recordingsOf(chosen, ranges)) found.set(place, { link: one, recording });
  }
  const sections = new Set([...found.keys()].map(({ section }) => section.number));
  const missing = all.filter(({ section }) => !sections.has(section.number));
  if (missing.length === 0) return found;
  const words = links.length === 1 ? 'NAME' : `${link?.name ?? ''}=NAME`;
  const where = sections.size === 0 ? '' : ` in section ${(missing[0]?.section.number ?? 0) + 1} of the file`;
  throw new UsageError(
    `no interface named ${links.map(({ called, name }) => called ?? name).join(' or ')}${where}: give --link ${words} with one of ${names.slice(0, 20).join(', ')}`,
  );
}

/**
 * The first interface of the recording of each. In one section, interfaces of one name are parts of one recording if they recorded one
 * after the other, or at one time each another side.
 */
function recordingsOf(places: readonly Interface[], ranges: Ranges): ReadonlyMap<Interface, number> {
  const parts = places.flatMap((place) => {
    const range = ranges.get(place);
    return range === undefined ? [] : [{ place, ...range }];
  });
  parts.sort((one, other) => one.place.section.number - other.place.section.number || one.from - other.from);
  const found = new Map<Interface, number>();
  let open: typeof parts = [];
  for (const part of parts) {
    open = open.filter(({ place, to }) => place.section === part.place.section && part.from < to);
    if (!open.every((other) => areSides(part, other))) {
      const { name } = part.place;
      const which = name === '' ? 'without a name' : `named ${name}`;
      throw new UsageError(
        `two interfaces ${which} have packets of one side and one time: put each into a file of its own`,
      );
    }
    const first = open[0];
    found.set(
      part.place,
      first === undefined ? part.place.place : (found.get(first.place) ?? first.place.place),
    );
    open.push(part);
  }
  return found;
}

/** One has the bytes of the host, and the other those of the board. */
function areSides(one: RecordedRange, other: RecordedRange): boolean {
  const all = new Set([...one.directions, ...other.directions]);
  return one.directions.size === 1 && other.directions.size === 1 && all.size === 2;
}

/** The microseconds by which a section begins later than it says: each follows the one before it. */
export function sectionShifts(
  { ranges, clocks }: Pick<CaptureSurvey, 'ranges' | 'clocks'>,
  gapUs: number,
): ReadonlyMap<number, number> {
  const sections = new Map<number, TimeRange>();
  for (const [{ section }, { from, to }] of ranges) {
    const known = sections.get(section.number) ?? { from, to };
    sections.set(section.number, { from: Math.min(known.from, from), to: Math.max(known.to, to) });
  }
  const shifts = new Map<number, number>();
  let end = -Infinity;
  for (const [number, { from, to }] of [...sections].sort(([one], [other]) => one - other)) {
    const shift = from < end ? end + gapUs - from : 0;
    shifts.set(number, shift);
    end = to + shift + (clocks.get(number)?.total ?? 0);
  }
  return shifts;
}

/** Of other recorders: if the times of header and packet differ by more than this, they are of different clocks. */
export const FAR_US = 60e6;
/** The least difference in a run's own file is far below. */
const SHIFTED_US = 1e6;

interface Marks {
  ends: number;
  /** How much later than its header a packet is, microseconds. */
  least: number;
  most: number;
}

/**  Files that another tool shifted or put together: it moves the times of the packets, and leaves those in their headers. */
class RewriteMarks {
  private readonly marks = new Map<Interface, Marks>();

  /** A recording of wirejig ends on the interface. */
  end(place: Interface): void {
    this.of(place).ends++;
  }

  /** `header`: the time in it; 0: it has none. */
  take({ interface: place, at }: Packet, header: number): void {
    if (header === 0 || Number.isNaN(at)) return;
    const marks = this.of(place);
    marks.least = Math.min(marks.least, at - header);
    marks.most = Math.max(marks.most, at - header);
  }

  /** Throws {@link UsageError} where the times that are left would accuse the board. */
  refuse(): void {
    for (const [{ section }, marks] of this.marks) {
      const fault = faultOf(marks, section.ours);
      if (fault !== undefined) throw new UsageError(fault);
    }
  }

  private of(place: Interface): Marks {
    const marks = this.marks.get(place) ?? { ends: 0, least: Infinity, most: -Infinity };
    this.marks.set(place, marks);
    return marks;
  }
}

function faultOf({ ends, least, most }: Marks, ours: boolean): string | undefined {
  if (ends > 1) return `${ends} recordings of wirejig are merged in the file: check each by itself`;
  if (least > most) return undefined;
  if ((ours || ends > 0) && (least < 0 || least > SHIFTED_US))
    return `the times of the packets were shifted by ${(least / 1e6).toFixed(3)} s, and those in their headers were not (editcap -t): check the file as it was recorded`;
  if (!ours && isFar(least) !== isFar(most))
    return 'the times of the packets agree with those in their headers in a part of the file only: recordings were shifted and merged (editcap -t, mergecap): check each as it was recorded';
  return undefined;
}

function isFar(lag: number): boolean {
  return Math.abs(lag) >= FAR_US;
}
