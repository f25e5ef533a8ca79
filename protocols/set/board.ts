/**
 * What a Set board does with a frame, as small steps: the judge asks them as they are; a virtual board's defect changes some. What the page
 * leaves open is the choice of the virtual board's dice.
 *
 *     frame → cardBytes → isCard → placementOf → search → turns: what each byte became
 */
import { micros } from '../../api/index';
import type { Firmware, Micros, Random, BoardSteps, Outgoing } from '../../api/index';
import { cardOf } from './card';
import type { SetValues } from './parameters';
import { ScannerLinkDecoder, linkOptionsOf, type LinkOptions, type ScannerFrame } from './wire';
import { lineOf, type Report, type Triple, type SetLine } from './reports';
import type { SetState, Placement, Table, Turn } from './state';
import { consoleStyle, type ConsoleStyle } from './console-style';

export interface SetSteps {
  readonly tableLimit: number;
  /** The bytes of a frame that count. */
  cardBytes(frame: ScannerFrame): readonly number[];
  isCard(byte: number): boolean;
  placementOf(table: Table, byte: number): Placement;
  /** The sets to report after a byte is put at the end of the table. */
  search(bytes: readonly number[]): readonly Triple[];
  /** Puts a byte on the table, if there is a place for it. */
  place(table: Table, byte: number): Turn;
  /** What a virtual board says in place of these reports of a frame, but for its end. */
  reportsOf(due: readonly Report[], turn: Turn): readonly Report[];
  /** The EndOfFrame lines of a frame of `received` bytes. */
  endsOf(received: number, turns: readonly Turn[]): readonly Report[];
  cardText(byte: number): string;
  /** Text and line end. */
  line(report: Report, at: Micros): Uint8Array;
  /** How a virtual board reads the scanner link. */
  readonly link: LinkOptions;
  /** From a frame's last byte to its first line, and before each line. */
  firstDelay(turn: Turn | undefined): Micros;
  lineGap(report: Report): Micros;
}

export type SetFirmware = Firmware<ScannerFrame, SetLine, SetState, SetSteps>;

/** Three bytes are a set when each pair of bits is the same in all of them or different in all. */
export function isSet(a: number, b: number, c: number): boolean {
  for (let shift = 0; shift < 8; shift += 2) {
    const [x, y, z] = [(a >> shift) & 3, (b >> shift) & 3, (c >> shift) & 3];
    if (!((x === y && y === z) || (x !== y && y !== z && x !== z))) return false;
  }
  return true;
}

/** Every triple with the last byte that `accepts` is true for. */
export function triplesOfLast(
  bytes: readonly number[],
  accepts: (a: number, b: number, c: number) => boolean = isSet,
): Triple[] {
  const k = bytes.length - 1;
  const found: Triple[] = [];
  for (let i = 0; i < k; i++)
    for (let j = i + 1; j < k; j++)
      if (accepts(bytes[i] ?? 0, bytes[j] ?? 0, bytes[k] ?? 0)) found.push([i, j, k]);
  return found;
}

/** What the page says of frames. */
function soundSteps(
  { cardEncoding, tableLimit, multiByte }: SetValues,
  random: Random,
  steps: SetFirmware,
): Pick<SetSteps, 'tableLimit' | 'cardBytes' | 'isCard' | 'placementOf' | 'search' | 'place'> {
  return {
    tableLimit,
    cardBytes: (frame) => {
      if (frame.type === 'byte') return [frame.byte];
      return frame.type === 'bytes' && multiByte === 'first' ? [...frame.payload.subarray(0, 1)] : [];
    },
    isCard: (byte) => cardOf(byte, cardEncoding) !== undefined,
    placementOf: ({ bytes }, byte) => {
      if (bytes.length >= tableLimit) return 'full';
      return bytes.includes(byte) ? 'duplicate' : 'new';
    },
    search: (bytes) => random.shuffle(triplesOfLast(bytes)),
    place: (before, byte) => {
      const placement = steps.isCard(byte) ? steps.placementOf(before, byte) : 'none';
      if (placement !== 'new') return { placement, byte, before, table: before, found: [] };
      const bytes = [...before.bytes, byte];
      const found = steps.search(bytes);
      return { placement, byte, before, table: { bytes, sets: before.sets + found.length }, found };
    },
  };
}

const LEAST_DELAY_US = 300;
const MOST_DELAY_US = 15_000;
const MOST_PACE_US = 200;
/** It starts within these parts of its time. */
const [EARLIEST_START, LATEST_START] = [0.2, 0.7];

type Steps = BoardSteps<ScannerFrame, SetLine, SetState>;

/** A board keeps its style over resets. */
const STYLES = new WeakMap<Random, ConsoleStyle>();

function styleOf(random: Random, { cardEncoding }: SetValues): ConsoleStyle {
  const style = STYLES.get(random) ?? consoleStyle(random, cardEncoding);
  STYLES.set(random, style);
  return style;
}

/** The lines of a frame stay together; EndOfFrame is anywhere among them. */
export function firmwareOf(p: SetValues, random: Random, steps: SetFirmware): SetSteps & Partial<Steps> {
  const style = styleOf(random, p);
  const mostDelay = Math.floor(Math.min(MOST_DELAY_US, (1000 * p.solveMs) / 8));
  return {
    ...soundSteps(p, random, steps),
    cardText: (byte) => style.cardText(byte),
    reportsOf: (due, turn) => withCounts(due, turn, style),
    endsOf: (received, turns) => {
      const isSingle = received === 2 && turns.length === 1;
      return isSingle || style.endsOthers ? [{ type: 'end-of-frame', received }] : [];
    },
    line: (report, at) => style.line(report, at),
    lineGap: () => micros(random.int(0, MOST_PACE_US)),
    link: linkOptionsOf(p),
    receiver: () => new ScannerLinkDecoder(steps.link),
    firstDelay: () => micros(random.int(Math.min(LEAST_DELAY_US, mostDelay), mostDelay)),
    delay: ({ state }, { report }, index) => {
      const gap = report === undefined ? 0 : steps.lineGap(report);
      return micros(gap + (index === 0 ? steps.firstDelay(state.notes.turns[0]) : 0));
    },
    expires: (_timer, { max }) =>
      micros(random.int(Math.floor(max * EARLIEST_START), Math.floor(max * LATEST_START))),
    encode: ({ text, report }, _link, at) =>
      report === undefined ? style.debugLine(text, at) : steps.line(report, at),
    transmit: (messages, { event, state }) => {
      const told = (text: string): Outgoing<SetLine>[] => (style.printsDebug ? [saying(text)] : []);
      // The first line must not join a line that the reset has cut.
      if (event.kind === 'expired') return [saying(''), saying('Set solver ready')];
      if (event.kind === 'reset') return [];
      if (event.kind === 'reject') return told(`Rx ${event.code}`);
      const reports = allReports(messages, state, steps, random);
      return reports.length === 0
        ? []
        : [...reports.map(reporting), ...told(`Cards:${state.table?.bytes.length ?? 0}`)];
    },
  };
}

function allReports(
  messages: readonly Outgoing<SetLine>[],
  { notes: { turns, received } }: SetState,
  steps: SetFirmware,
  random: Random,
): readonly Report[] {
  const due = messages.flatMap(({ message: { report } }) => report ?? []);
  const turn = turns.at(-1);
  const lines = due.filter(({ type }) => type !== 'end-of-frame');
  const reports = turn === undefined ? lines : steps.reportsOf(lines, turn);
  const at = random.int(0, reports.length);
  return [
    ...reports.slice(0, at),
    ...(received === 0 ? [] : steps.endsOf(received, turns)),
    ...reports.slice(at),
  ];
}

/** SetCnt is said after every search, also of no set; after a duplicate or a full table it need not be. */
function withCounts(
  due: readonly Report[],
  { placement, table: { sets } }: Turn,
  style: ConsoleStyle,
): readonly Report[] {
  const count: Report = { type: 'set-count', count: sets };
  if (placement === 'new' && sets === 0) return [...due.slice(0, -1), count, ...due.slice(-1)];
  const isAnswered = placement === 'duplicate' || placement === 'full';
  if (!isAnswered || !style.countsAlways) return due;
  return sets === 0 ? [...due, count, { type: 'no-sets' }] : [...due, count];
}

function reporting(report: Report): Outgoing<SetLine> {
  return { link: 'console', message: lineOf(report) };
}

/** A line that is no report. */
function saying(text: string): Outgoing<SetLine> {
  return { link: 'console', message: { type: 'line', text, end: 'crlf', report: undefined } };
}
