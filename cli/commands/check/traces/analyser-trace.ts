/**
 * A logic analyser's export of decoded UART bytes as a trace, one byte a line: annotations of sigrok (sigrok-rows.ts), or a table
 * (table-rows.ts). The names of the two channels do not show which one is the host's: the options do.
 */
import type { Direction } from '../../../../protocols/chunk';
import { micros, type Micros } from '../../../../protocols/time';
import type { TraceEvent, TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { plural } from '../../../../reports/text/quantity';
import { UsageError } from '../../../shared/usage-error';
import { quoted } from '../../../shared/option-values';
import { linesOf, type ByteRow, type Line, type OtherRow, readValues } from './analyser-rows';
import { LATEST_US } from './capture-packets';
import { ClockSteps, type SteppedClock } from './clock-steps';
import { isSigrok, isTimelessSigrok, sigrokRows } from './sigrok-rows';
import { tableRows } from './table-rows';
import { isStream, type TraceOptions, type TraceSource } from './trace-source';

const MOST_NAMED = 20;
const CUT = 'the last line of the file has no end: the file is cut off there';

interface Byte extends ByteRow {
  readonly value: number;
}

/** Throws {@link UsageError} where the text is no such export, or the options do not name the channels. */
export function analyserTrace(text: string, options: TraceOptions): TraceSource {
  const { lines, isCut } = linesOf(text);
  const { rows, others, isCut: isRowCut } = rowsOf(lines, options);
  const bytes = bytesOf(rows, options);
  for (const { from, to } of bytes)
    if (!(Math.abs(from) <= LATEST_US && to >= from && to <= LATEST_US))
      throw new UsageError(
        `a byte of the file is from ${from / 1e6} s to ${to / 1e6} s: no recorder tells such times`,
      );
  if (bytes.length === 0)
    throw new UsageError('no byte of a UART is in the file: export the decoded bytes, not the samples');
  const channels = channelsOf(bytes, options);
  const { host, board } = channels;
  const other = others.find(({ channel }) => channel === host || channel === board);
  if (other !== undefined)
    throw new UsageError(
      `line ${other.line} of the file, of '${other.channel}', is of type ${quoted(other.type.slice(0, 60))}, and only data are read: export the rows of a UART analyser`,
    );
  // Before a trigger, times may be below 0.
  const base = bytes.reduce((least, { from }) => Math.min(least, from), 0);
  const own = bytes.filter(({ channel }) => channel === host || channel === board);
  const directionOf = ({ channel }: Byte): Direction => (channel === host ? 'tx' : 'rx');
  const steps = new ClockSteps();
  own.forEach(({ channel, from }, at) => steps.take(channel, at, from));
  const clock = steps.finish({ isInOrder: true });
  const eventOf = (byte: Byte, begin: Micros, end: Micros): TraceEvent => {
    const direction = directionOf(byte);
    if (byte.error !== undefined) return { kind: 'lost', at: end, detail: describeError(direction, byte) };
    const times = { notBefore: begin, notAfter: end, lastNotBefore: end };
    const chunk = { direction, bytes: Uint8Array.of(byte.value), ...times };
    return { kind: 'chunk', link: linkOf(direction, options).name, chunk, omittedBytes: 0 };
  };
  const events = eventsOf(own, base, clock, eventOf);
  const damage = spoiltBytes(own, directionOf) ?? clock.detail ?? (isCut || isRowCut ? CUT : undefined);
  return {
    events,
    fresh: false,
    exact: true,
    recordsResets: false,
    ...(host === undefined && isStream(options.links) ? {} : wiresOf(channels)),
    ...warningOf(bytes, others, channels),
    ...(damage === undefined ? {} : { damage }),
  };
}

/** The bytes in the order of the file. Where the clock steps, what is open gets no answer, and what follows begins anew. */
function eventsOf(
  bytes: readonly Byte[],
  base: number,
  clock: SteppedClock,
  eventOf: (byte: Byte, begin: Micros, end: Micros) => TraceEvent,
): readonly TraceEvent[] {
  const detail = 'the times step back';
  let [shift, latest, isOpen] = [0, micros(0), false];
  return bytes.flatMap((byte, place): readonly TraceEvent[] => {
    const own = clock.shiftAt(place);
    if (own === undefined) {
      isOpen = true;
      return [];
    }
    const [begin, end] = [micros(byte.from - base + own), micros(byte.to - base + own)];
    const isLost = isOpen || own !== shift;
    const lost = isLost ? [latest, begin].map((at) => ({ kind: 'lost', at, detail }) as const) : [];
    isOpen = false;
    latest = micros(own === shift ? Math.max(latest, end) : end);
    shift = own;
    return [...lost, eventOf(byte, begin, end)];
  });
}

function rowsOf(lines: readonly Line[], options: TraceOptions) {
  const { baud } = linkOf('rx', options);
  if (isTimelessSigrok(lines))
    throw new UsageError(
      'the annotations of sigrok have no times here: write them with sigrok-cli -l 4 -A uart=rx-data:tx-data',
    );
  if (!isSigrok(lines)) return tableRows(lines, baud);
  const bauds = [...new Set(options.links.map((link) => link.baud))];
  return sigrokRows(lines, { samplerate: options.samplerate, baud, bauds });
}

function bytesOf(rows: readonly ByteRow[], { notation }: TraceOptions): readonly Byte[] {
  const values = readValues(
    // Of a byte with an error, the value may be none.
    rows.map(({ text, error }) => (error === undefined ? text : '0x00')),
    notation,
  );
  return rows.map((row, at): Byte => {
    const value = values[at];
    if (value !== undefined) return { ...row, value };
    throw new UsageError(
      `line ${row.line} of the file has no time and byte: its value is ${quoted(row.text.slice(0, 60))}`,
    );
  });
}

function describeError(direction: Direction, { text, error }: Byte): string {
  return `${error ?? ''} in ${text} of the ${direction === 'tx' ? 'host' : 'board'}`;
}

/** How many bytes were received wrongly, and the first one. */
function spoiltBytes(bytes: readonly Byte[], directionOf: (byte: Byte) => Direction): string | undefined {
  const spoilt = bytes.filter(({ error }) => error !== undefined);
  const [first] = spoilt;
  if (first === undefined) return undefined;
  const which = `${describeError(directionOf(first), first)} at ${(first.from / 1e6).toFixed(6)} s`;
  return spoilt.length === 1
    ? `a byte was received wrongly: ${which}`
    : `${spoilt.length} bytes were received wrongly, the first: ${which}`;
}

/** The link of a wire: one link has both wires, or each of two links has one. */
function linkOf(direction: 'tx' | 'rx', { links, suite }: TraceOptions): TraceLink {
  const link = links.find(({ wire = direction }) => wire === direction);
  if (link === undefined) throw new UsageError(`${suite} has no link that two wires could be`);
  return link;
}

interface Channels {
  readonly host: string | undefined;
  readonly board: string | undefined;
}

/** The names of the wires. The same name: both directions are on one wire. One name: only that one was recorded. */
function channelsOf(bytes: readonly Byte[], options: TraceOptions): Channels {
  const names = [...new Set(bytes.map(({ channel }) => channel))];
  const list = listOf(bytes);
  const host = options.host ?? calledOf('tx', options);
  const board = options.board ?? calledOf('rx', options);
  const isOne = names.length === 1;
  for (const [option, name] of Object.entries({ host, board })) {
    if (name === '') throw new UsageError(`--${option} has no value: give the name of its channel: ${list}`);
    // A board that sends nothing has no channel in most exports. With any other channel, the name may be mistyped.
    const isSilent = option === 'board' && isOne && host === names[0];
    if (name !== undefined && !names.includes(name) && !isSilent)
      throw new UsageError(`no channel named '${name}' in the file: there are ${list}`);
  }
  if (host === undefined && board === undefined && isOne)
    throw new UsageError(
      `the file has the channel ${list} only: give --board NAME if the board sends on it, --host NAME if the host does, or both if both do (RS-485)`,
    );
  const isWhole = board !== undefined && isStream(options.links);
  if ((host === undefined || board === undefined) && !isOne && !isWhole)
    throw new UsageError(
      `the file has the channels ${list}: give --host NAME for what the host sends and --board NAME for the board's`,
    );
  return { host, board };
}

/** With a link for each wire, `--link` names the wires. */
function calledOf(direction: Direction, { links }: TraceOptions): string | undefined {
  return links.length === 1 ? undefined : links.find(({ wire }) => wire === direction)?.called;
}

/** What of the file is not read, or counts as silence. `others`: rows of another type. */
function warningOf(
  bytes: readonly Byte[],
  others: readonly OtherRow[],
  { host, board }: Channels,
): Pick<TraceSource, 'warning'> {
  if (board !== undefined && bytes.every(({ channel }) => channel !== board))
    return {
      warning: `no byte of the channel '${board}' is in the file: the board counts as silent. If it was not recorded, leave --board out`,
    };
  const unread = [...bytes, ...others].filter(({ channel }) => channel !== host && channel !== board);
  if (unread.length === 0) return {};
  return {
    warning: `the file has other channels, which are not read: ${plural(unread.length, 'row')} of ${listOf(unread)}`,
  };
}

function listOf(rows: readonly Pick<ByteRow, 'channel'>[]): string {
  const names = [...new Set(rows.map(({ channel }) => channel))];
  return names
    .slice(0, MOST_NAMED)
    .map((name) => `'${name}'`)
    .join(', ');
}

function wiresOf({ host, board }: Channels): Pick<TraceSource, 'wires'> {
  if (host === undefined) return { wires: { recorded: 'rx', hasTimes: true } };
  if (board === undefined) return { wires: { recorded: 'tx', hasTimes: true } };
  return host === board ? { wires: { recorded: 'shared', hasTimes: true } } : {};
}
