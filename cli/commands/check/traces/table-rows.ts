/**
 * Tables of decoded bytes, one a line.
 *
 *     Saleae Logic 2    name,type,start_time,duration,data,error…      seconds
 *     Saleae Logic 1    Time [s],Value,Parity Error,Framing Error      one channel a file
 *                       Time [s],Analyzer Name,Decoded Protocol Result
 */
import { UsageError } from '../../../shared/usage-error';
import { receiveError, type ByteRow, type Line, type ReceiveError } from './analyser-rows';

/** A table without names is of one channel. */
const UNNAMED = 'UART';

interface Table {
  readonly rows: ByteRow[];
  /** The last line is a part of a row. */
  readonly isCut: boolean;
}

/** Throws {@link UsageError} where the columns, or a row before the last, cannot be read. */
export function tableRows([head, ...lines]: readonly Line[], baud: number): Table {
  const names = splitCells(head?.text ?? '').map((name) => name.toLowerCase());
  const at = (...wanted: readonly string[]): number => names.findIndex((name) => wanted.includes(name));
  const time = at('start_time', 'time [s]', 'time', 'start');
  const value = at('data', 'value', 'decoded protocol result');
  if (time < 0 || value < 0)
    throw new UsageError(
      'the first line names no columns of time and data: give a journal, trace.pcapng, or the CSV of a UART analyser',
    );
  const [name, type, duration] = [
    at('name', 'channel', 'analyzer', 'analyzer name'),
    at('type'),
    at('duration'),
  ];
  const errors = names.flatMap((one, column) => (/\berrors?$/.test(one) ? [{ column, name: one }] : []));
  const rows: ByteRow[] = [];
  for (const { text: line, number } of lines) {
    const cells = splitCells(line);
    const [kind = 'data', text = ''] = [type < 0 ? 'data' : cells[type], cells[value]];
    const error = errorOf(cells, errors) ?? receiveError(kind) ?? valueError(text);
    if (kind !== 'data' && error === undefined) continue;
    const from = secondsOf(cells[time]) * 1e6;
    const length = duration < 0 ? 10e6 / baud : secondsOf(cells[duration]) * 1e6;
    if (Number.isNaN(from + length) || (text === '' && error === undefined)) {
      if (number === lines.at(-1)?.number && cells.length < names.length) return { rows, isCut: true };
      throw new UsageError(`line ${number} of the file has no time and byte: ${line.slice(0, 60)}`);
    }
    const channel = name < 0 ? UNNAMED : (cells[name] ?? '');
    rows.push({
      channel,
      from,
      to: from + length,
      text: text.replace(/ \((?:framing|parity) error.*$/, ''),
      error,
      line: number,
    });
  }
  return { rows, isCut: false };
}

function secondsOf(text: string | undefined): number {
  return text === undefined || text === '' ? NaN : Number(text);
}

/** A cell of an error column says which one, or only that there is one. */
function errorOf(
  cells: readonly string[],
  columns: readonly { readonly column: number; readonly name: string }[],
): ReceiveError | undefined {
  for (const { column, name } of columns) {
    const cell = cells[column] ?? '';
    if (cell !== '' && !/^(?:0|no|none|false|-)$/i.test(cell))
      return receiveError(name === 'error' ? cell : name) ?? 'error';
  }
  return undefined;
}

/** `0x55 (framing error)` */
function valueError(text: string): ReceiveError | undefined {
  return /\((?:framing|parity) error/.test(text) ? receiveError(text) : undefined;
}

function splitCells(line: string): string[] {
  const found = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.trim());
  if (!line.endsWith(',')) found.pop();
  return found.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
