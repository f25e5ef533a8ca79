/** The virtual board: what the page leaves open is the choice of its dice. */
import { micros, type BoardSteps, type Outgoing, type Random } from '../../api/index';
import { consoleStyle, type ConsoleStyle } from './console-style';
import { soundSteps, type SetFirmware, type SetSteps } from './firmware';
import type { SetValues } from './parameters';
import { type Turn } from './table';
import { lineOf } from './rulings';
import { ScannerLinkDecoder, type ScannerFrame } from './scanner-link';
import type { Report } from './reports';
import type { SetLine, SetState } from './state';
import { linkOptionsOf } from './wire';

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
