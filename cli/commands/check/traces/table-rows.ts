/**
 * Tables of decoded bytes, one a line.
 *
 *     Saleae Logic 2    name,type,start_time,duration,data,error…      seconds
 *     Saleae Logic 1    Time [s],Value,Parity Error,Framing Error      one channel a file
 *                       Time [s],Analyzer Name,Decoded Protocol Result
 *
 * Separated by commas, semicolons or tabs; times in seconds, in a unit that the heading names, or as dates of ISO 8601.
 */
import { UsageError } from '../../../shared/usage-error';
import {
  receiveError,
  wordsOf,
  type ByteRow,
  type Line,
  type OtherRow,
  type ReceiveError,
} from './analyser-rows';

/** A table without names is of one channel. */
const UNNAMED = 'UART';

const PREAMBLE = /^(?:#|;|\/\/|sep=)/i;

const SEPARATORS = [',', ';', '\t'];
/** Microseconds of a unit, in the heading of a column: `Time [ms]`. */
const UNITS: Readonly<Record<string, number>> = { s: 1e6, ms: 1e3, us: 1, µs: 1, μs: 1, ns: 1e-3 };
/** A byte that lasts so many times as long as the others is none. */
const FAR_TOO_LONG = 10;
/** A line differs from its usual speed by less, and a unit of time from the next one by more. */
const OTHER_UNIT = 300;
/** Of seconds in a heading of microseconds. Bytes of a pseudo-terminal have no pace: they may come a microsecond apart. */
const TOO_SHORT = 1e-5;

interface Column {
  readonly at: number;
  readonly unit: number;
  readonly isNamed: boolean;
}

/** `isCut`: the last line is a part of a row. Throws {@link UsageError} where the columns, or a row before the last, cannot be read. */
export function tableRows(all: readonly Line[], baud: number) {
  const [head, ...lines] = all.slice(all.findIndex(({ text }) => !PREAMBLE.test(text)));
  const heading = head?.text ?? '';
  const separator = SEPARATORS.find((one) => splitCells(heading, one).length > 1) ?? ',';
  const titles = splitCells(heading, separator);
  const names = titles.map((name) => name.toLowerCase());
  const at = (...wanted: readonly string[]): number => names.findIndex((name) => wanted.includes(name));
  const time = timeColumn(names, ['start_time', 'time', 'timestamp', 'start', 'start time']);
  const value = at('data', 'value', 'decoded protocol result');
  if (time === undefined || value < 0)
    throw new UsageError(
      `the first line names no columns of time and data: ${time === undefined ? 'start_time or Time [s]' : 'data or Value'} is not in ${titles.slice(0, 20).join(', ').slice(0, 200)}: give a journal, trace.pcapng, or the CSV of a UART analyser`,
    );
  const [name, type] = [at('name', 'channel', 'analyzer', 'analyzer name', 'direction'), at('type')];
  const duration = timeColumn(names, ['duration']);
  const errors = titles.flatMap((one, column) =>
    /\berrors?$/i.test(wordsOf(one)) ? [{ column, name: one.toLowerCase() === 'error' ? 'error' : one }] : [],
  );
  const clock = new TableClock();
  const rows: ByteRow[] = [];
  const others: OtherRow[] = [];
  for (const { text: line, number } of lines) {
    const cells = splitCells(line, separator);
    // Two rows whose line end is spoilt are one line.
    if (cells.slice(titles.length).some((cell) => cell !== ''))
      throw new UsageError(
        `line ${number} of the file has more cells than the heading: ${line.slice(0, 60)}`,
      );
    const [kind = 'data', text = ''] = [type < 0 ? 'data' : cells[type], cells[value]];
    const error = errorOf(cells, errors) ?? receiveError(kind) ?? valueError(text);
    const channel = name < 0 ? UNNAMED : (cells[name] ?? '');
    if (kind !== 'data' && error === undefined) {
      others.push({ channel, type: kind, line: number });
      continue;
    }
    const from = clock.timeOf(cells[time.at]) * time.unit;
    const length = duration === undefined ? 10e6 / baud : numberOf(cells[duration.at]) * duration.unit;
    const isOpen = cells.some((cell, column) => column !== value && cell.startsWith('"'));
    if (Number.isNaN(from + length) || (text === '' && error === undefined) || isOpen) {
      if (number === lines.at(-1)?.number && cells.length < names.length)
        return { rows, others, isCut: true };
      throw new UsageError(`line ${number} of the file has no time and byte: ${line.slice(0, 60)}`);
    }
    rows.push({
      channel,
      from,
      to: from + length,
      text: text.replace(/ \((?:framing|parity) error.*$/, ''),
      error,
      line: number,
    });
  }
  refuseLongBytes(rows);
  if (duration !== undefined || !time.isNamed) refuseOtherUnit(rows, duration !== undefined, baud);
  return { rows, others, isCut: false };
}

function timeColumn(names: readonly string[], wanted: readonly string[]): Column | undefined {
  for (const [at, name] of names.entries()) {
    const [, title = '', unit] = /^(.*?)(?:\s*[[(](.*)[\])])?$/.exec(name) ?? [];
    if (!wanted.includes(title)) continue;
    const us = UNITS[unit ?? 's'];
    if (us === undefined)
      throw new UsageError(
        `the column '${name}' of the file is in no unit that is known: give s, ms, us or ns`,
      );
    return { at, unit: us, isNamed: unit !== undefined };
  }
  return undefined;
}

/** No UART sends it: the byte after it would not have been read. A break is as long as it likes. */
function refuseLongBytes(rows: readonly ByteRow[]): void {
  const widths = new Map<string, number[]>();
  const latest = new Map<string, ByteRow>();
  const overlaps = new Map<string, number>();
  const sound = rows.filter(({ error }) => error === undefined);
  for (const row of sound) {
    const { channel, from, to } = row;
    const own = widths.get(channel) ?? [];
    widths.set(channel, own);
    own.push(to - from);
    const before = latest.get(channel);
    latest.set(channel, row);
    if (before !== undefined && from >= before.from && from < (before.from + before.to) / 2)
      overlaps.set(channel, (overlaps.get(channel) ?? 0) + 1);
  }
  for (const [channel, count] of overlaps)
    if (2 * count > (widths.get(channel)?.length ?? 0))
      throw new UsageError(
        `most bytes of '${channel}' last until after the next one has begun: name the unit of times and durations in the heading, as in duration [us]`,
      );
  const usual = new Map(
    [...widths].map(([channel, own]) => [
      channel,
      own.sort((one, other) => one - other)[own.length >> 1] ?? 0,
    ]),
  );
  for (const { channel, from, to, line } of sound) {
    const width = usual.get(channel) ?? 0;
    if (width > 0 && to - from > FAR_TOO_LONG * width)
      throw new UsageError(
        `line ${line} of the file: a byte of '${channel}' lasts ${seconds(to - from)} s, and the others ${seconds(width)} s: no UART sends so`,
      );
  }
}

/** Times without a unit, or with a wrong one: a byte lasts some thousand times too long, or a million times too short. */
function refuseOtherUnit(rows: readonly ByteRow[], hasDurations: boolean, baud: number): void {
  const lasts = hasDurations ? usualWidth(rows) : leastDistance(rows);
  const factor = lasts / (10e6 / baud);
  if (lasts <= 0 || !Number.isFinite(lasts) || (factor < OTHER_UNIT && factor > TOO_SHORT)) return;
  throw new UsageError(
    `${hasDurations ? 'a byte of the file lasts' : 'no two bytes of a channel are closer than'} ${seconds(lasts)} s, and at ${baud} baud a byte lasts ${seconds(10e6 / baud)} s: name the unit of times in the heading, as in start_time [us]`,
  );
}

function usualWidth(rows: readonly ByteRow[]): number {
  const widths = rows.filter(({ error }) => error === undefined).map(({ from, to }) => to - from);
  return widths.sort((one, other) => one - other)[widths.length >> 1] ?? 0;
}

function leastDistance(rows: readonly ByteRow[]): number {
  const latest = new Map<string, number>();
  let least = Infinity;
  for (const { channel, from } of [...rows].sort((one, other) => one.from - other.from)) {
    least = Math.min(least, from - (latest.get(channel) ?? -Infinity));
    latest.set(channel, from);
  }
  return least;
}

function seconds(us: number): string {
  return (us / 1e6).toFixed(6);
}

/** Reads numbers, or dates of ISO 8601, as seconds: dates count from the first one. */
class TableClock {
  private origin: number | undefined;

  timeOf(text: string | undefined): number {
    const [, day, time = '', fraction = '', zone = 'Z'] =
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:[.,](\d+))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text ?? '') ?? [];
    if (day === undefined) return numberOf(text);
    const seconds =
      Date.parse(`${day}T${time}${zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2')}`) / 1000;
    this.origin ??= seconds;
    return seconds - this.origin + Number(`0.${fraction}`);
  }
}

/** A decimal comma is read, too, where it separates no cells. */
function numberOf(text: string | undefined): number {
  return text === undefined || text === '' ? NaN : Number(text.replace(/^([^,]*),([^,]*)$/, '$1.$2'));
}

/** A cell of an error column says which one, or only that there is one. */
function errorOf(
  cells: readonly string[],
  columns: readonly { readonly column: number; readonly name: string }[],
): ReceiveError | undefined {
  for (const { column, name } of columns) {
    const cell = cells[column] ?? '';
    if (cell !== '' && !/^(?:0|no?|none|no errors?|false|ok|null|n\/a|-)$/i.test(cell))
      return receiveError(name === 'error' ? cell : name) ?? 'error';
  }
  return undefined;
}

function valueError(text: string): ReceiveError | undefined {
  return /\((?:framing|parity) error/.test(text) ? receiveError(text) : undefined;
}

const CELLS: Readonly<Record<string, RegExp>> = {
  ',': /("(?:[^"]|"")*"|[^,]*)(?:,|$)/g,
  ';': /("(?:[^"]|"")*"|[^;]*)(?:;|$)/g,
  '\t': /("(?:[^"]|"")*"|[^\t]*)(?:\t|$)/g,
};

function splitCells(line: string, separator: string): string[] {
  const found = [...line.matchAll(CELLS[separator] ?? /$/g)].map(([, cell = '']) => cell.trim());
  if (!line.endsWith(separator)) found.pop();
  return found.map((cell) => (/^".*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
