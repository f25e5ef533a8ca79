/** The rows of an analyser's export: one byte each, with what its decoder said against it. */
import { UsageError } from '../../../shared/usage-error';

export type ReceiveError = 'framing error' | 'parity error' | 'break' | 'error';

export interface ByteRow {
  readonly channel: string;
  /** Microseconds. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly error?: ReceiveError | undefined;
  readonly line: number;
}

/** A row of a type that is not read, as of another analyser. */
export interface OtherRow extends Pick<ByteRow, 'channel' | 'line'> {
  readonly type: string;
}

export interface Line {
  readonly text: string;
  /** Counts from 1. */
  readonly number: number;
}

/** A line is one byte with its time: what is longer is another file. */
const LONGEST_LINE = 1000;
/** All bytes are sorted by time, so all are held. */
const MOST_LINES = 1_000_000;

/** The whole lines that are not empty. `isCut`: the last one has no end, and is left out. */
export function linesOf(text: string): { readonly lines: readonly Line[]; readonly isCut: boolean } {
  const lines: Line[] = [];
  for (let at = 0, number = 1; at < text.length; number++) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (end - at > LONGEST_LINE)
      throw new UsageError(
        `line ${number} of the file has more than ${LONGEST_LINE} characters: give an export of decoded bytes, one a line`,
      );
    if (found < 0) return { lines, isCut: true };
    const line = text.slice(at, end).trimEnd();
    if (line !== '') lines.push({ text: line, number });
    if (lines.length > MOST_LINES)
      throw new UsageError(`the file has more than ${MOST_LINES} lines: cut it into parts`);
    at = end + 1;
  }
  return { lines, isCut: false };
}

/** `framing_error` and `FramingError` are `framing error`. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').replace(/([a-z])(?=[A-Z])/g, '$1 ');
}

/** The error that a decoder names in words; undefined: none. */
export function receiveError(named: string): ReceiveError | undefined {
  const words = wordsOf(named);
  if (/\bpar(?:ity)?\b/i.test(words)) return 'parity error';
  if (/\bbreak\b/i.test(words)) return 'break';
  if (/\bfram(?:e|ing)\b/i.test(words)) return 'framing error';
  return /\berr(?:or)?s?\b|\binvalid\b/i.test(words) ? 'error' : undefined;
}
