/**
 * A logic analyser's export of decoded UART bytes as a trace, one byte a line.
 *
 *     Saleae Logic 2    name,type,start_time,duration,data,error…      seconds; 0x55, or 0x55 as text of one column
 *     Saleae Logic 1    Time [s],Value,Parity Error,Framing Error      one channel a file
 *     sigrok, PulseView 1200-2040 uart-1: RX data: 55                  samples, or samples without the dash's end
 *
 * The names of the two channels do not show which one is the host's: the options do.
 */
import type { TraceEvent, TraceLink } from '../../../../scenarios/monitor/trace/trace-monitor';
import { UsageError } from '../../../shared/usage-error';
import { chunkOf, type TraceOptions, type TraceSource } from './trace-source';

/** A line is one byte with its time: what is longer is another file. */
const LONGEST_LINE = 1000;
/** All bytes are sorted by time, so all are held. */
const MOST_BYTES = 1_000_000;
/** Microseconds: beyond 30 years no recorder tells them. */
const LATEST_US = 1e15;

interface Byte {
  readonly channel: string;
  /** Microseconds. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Throws {@link UsageError} where the text is no such export, or the options do not name the channels. */
export function analyserTrace(text: string, options: TraceOptions): TraceSource {
  const lines = linesOf(text);
  const bytes = /^\s*\d+(-\d+)?\s+\S/.test(lines[0] ?? '')
    ? parseSigrok(lines, options)
    : parseTable(lines, options);
  for (const { from, to } of bytes)
    if (!(Math.abs(from) <= LATEST_US && to >= from && to <= LATEST_US))
      throw new UsageError(
        `a byte of the file is from ${from / 1e6} s to ${to / 1e6} s: no recorder tells such times`,
      );
  if (bytes.length === 0)
    throw new UsageError('no byte of a UART is in the file: export the decoded bytes, not the samples');
  const { host, board } = channelsOf(bytes, options);
  // Before a trigger, times may be below 0.
  const base = bytes.reduce((least, { from }) => Math.min(least, from), 0);
  const events = bytes.flatMap(({ channel, from, to, value }): TraceEvent[] => {
    if (channel !== host && channel !== board) return [];
    const direction = channel === host ? 'tx' : 'rx';
    const { name, baud } = linkOf(direction, options);
    const chunk = chunkOf(direction, Uint8Array.of(value), from - base, to - base, baud);
    return [{ kind: 'chunk', link: name, chunk, omittedBytes: 0 }];
  });
  return { events, fresh: false, exact: true, recordsResets: false };
}

function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (let at = 0, number = 1; at < text.length; number++) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (end - at > LONGEST_LINE)
      throw new UsageError(
        `line ${number} of the file has more than ${LONGEST_LINE} characters: give an export of decoded bytes, one a line`,
      );
    const line = text.slice(at, end).trimEnd();
    if (line !== '') lines.push(line);
    if (lines.length > MOST_BYTES)
      throw new UsageError(`the file has more than ${MOST_BYTES} lines: cut it into parts`);
    at = end + 1;
  }
  return lines;
}

/** The link of a wire: one link has both wires, or each of two links has one. */
function linkOf(direction: 'tx' | 'rx', { links, suite }: TraceOptions): TraceLink {
  const link = links.find(({ wire = direction }) => wire === direction);
  if (link === undefined) throw new UsageError(`${suite} has no link that two wires could be`);
  return link;
}

function channelsOf(bytes: readonly Byte[], { host, board }: TraceOptions): { host: string; board: string } {
  const names = [...new Set(bytes.map(({ channel }) => channel))];
  const list = names.map((name) => `'${name}'`).join(', ');
  if (host === undefined || board === undefined || host === board)
    throw new UsageError(
      `the file has the channels ${list}: give --host NAME for what the host sends and --board NAME for the board's`,
    );
  for (const name of [host, board])
    if (!names.includes(name))
      throw new UsageError(`no channel named '${name}' in the file: there are ${list}`);
  return { host, board };
}

const SIGROK = /^\s*(\d+)(?:-(\d+))?\s+([^:]+):\s*(.*?)\s*$/;

function parseSigrok(lines: readonly string[], options: TraceOptions): Byte[] {
  const { samplerate } = options;
  const { baud } = linkOf('rx', options);
  if (samplerate === undefined)
    throw new UsageError('times are counted in samples here: give --samplerate, as in --samplerate 1000000');
  const unit = 1e6 / samplerate;
  return lines.flatMap((line) => {
    const [, start = '', end, decoder = '', text = ''] = SIGROK.exec(line) ?? [];
    const row = /^(?:(.*?)(?: data| bits)?:\s*)?([0-9A-Fa-f]{2})$/.exec(text);
    if (row === null) return [];
    const from = Number(start) * unit;
    const to = end === undefined ? from + 10e6 / baud : Number(end) * unit;
    const channel = [decoder, row[1] ?? ''].join(' ').trim();
    return [{ channel, from, to, value: parseInt(row[2] ?? '', 16) }];
  });
}

function parseTable(lines: readonly string[], options: TraceOptions): Byte[] {
  const { baud } = linkOf('rx', options);
  const [head = '', ...rows] = lines;
  const columns = splitCells(head).map((name) => name.toLowerCase());
  const at = (...names: readonly string[]): number => columns.findIndex((column) => names.includes(column));
  const time = at('start_time', 'time [s]', 'time', 'start');
  const value = at('data', 'value');
  if (time < 0 || value < 0)
    throw new UsageError(
      'the first line names no columns of time and data: give a journal, trace.pcapng, or the CSV of a UART analyser',
    );
  const [name, type, duration] = [at('name', 'channel', 'analyzer'), at('type'), at('duration')];
  return rows.flatMap((row, i) => {
    const parts = splitCells(row);
    if (type >= 0 && parts[type] !== 'data') return [];
    const start = Number(parts[time]);
    const byte = parseByte(parts[value] ?? '');
    if (!Number.isFinite(start) || byte === undefined)
      throw new UsageError(`line ${i + 2} of the file has no time and byte: ${row.slice(0, 60)}`);
    const from = start * 1e6;
    const length = duration < 0 ? 10e6 / baud : Number(parts[duration]) * 1e6;
    return [{ channel: name < 0 ? 'UART' : (parts[name] ?? ''), from, to: from + length, value: byte }];
  });
}

/** `0x55`, `55h`, or one character; without a mark a decimal number. */
function parseByte(text: string): number | undefined {
  const hex = /^0x([0-9a-f]{1,2})$/i.exec(text)?.[1];
  if (hex !== undefined) return parseInt(hex, 16);
  const decimal = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return decimal <= 0xff ? decimal : undefined;
}

function splitCells(line: string): string[] {
  const found = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.trim());
  if (!line.endsWith(',')) found.pop();
  return found.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
