/** The rows of an analyser's export: one byte each, in the notation of the file, with what its decoder said against it. */
import { UsageError } from '../../../shared/usage-error';
import { quoted } from '../../../shared/option-values';

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

export const NOTATIONS = ['hex', 'dec', 'oct', 'bin', 'ascii'] as const;
export type Notation = (typeof NOTATIONS)[number];

/** More than 255: a character of 9 bits. */
type Read = (text: string) => number | undefined;

const ESCAPES: Readonly<Record<string, number>> = {
  '\\0': 0,
  '\\a': 7,
  '\\b': 8,
  '\\t': 9,
  '\\n': 10,
  '\\v': 11,
  '\\f': 12,
  '\\r': 13,
  '\\e': 27,
  '\\\\': 0x5c,
  COMMA: 0x2c,
  "' '": 0x20,
};

const READ: Readonly<Record<Notation, Read>> = {
  hex: (text) => digits(text, /^[0-9a-f]{2,3}$/i, 16),
  dec: (text) => digits(text, /^(?:0|[1-9]\d{0,2}|0\d\d)$/, 10),
  oct: (text) => digits(text, /^[0-7]{3}$/, 8),
  bin: (text) => digits(text, /^[01]{5,9}$/, 2),
  ascii: (text) => {
    const code = /^\[([0-9a-f]{2,3})\]$/i.exec(text)?.[1] ?? /^\\x([0-9a-f]{2})$/i.exec(text)?.[1];
    if (code !== undefined) return parseInt(code, 16);
    const decimal = /^'(\d{1,3})'$/.exec(text)?.[1];
    if (decimal !== undefined) return Number(decimal);
    return ESCAPES[text] ?? (text.length === 1 ? text.charCodeAt(0) : undefined);
  },
};

/** So many digits, with zeros before them, are of a character of 9 bits. */
const NINE_BITS: Readonly<Partial<Record<Notation, number>>> = { hex: 3, bin: 9 };

function digits(text: string, form: RegExp, base: number): number | undefined {
  return form.test(text) ? parseInt(text, base) : undefined;
}

function readMarked(text: string): number | undefined {
  const hex =
    /^0x([0-9a-f]{1,3})$/i.exec(text.replace(/^'(.*)'$/, '$1')) ??
    /^([0-9a-f]{1,3})h$/i.exec(text) ??
    /^.*\S \(0x([0-9a-f]{1,3})\)$/i.exec(text);
  if (hex !== null) return parseInt(hex[1] ?? '', 16);
  const oct = /^0o([0-7]{1,3})$/i.exec(text)?.[1];
  if (oct !== undefined) return parseInt(oct, 8);
  const bin = /^0b([01 ]{5,12})$/.exec(text)?.[1]?.replaceAll(' ', '');
  return bin === undefined ? undefined : digits(bin, /^[01]{5,9}$/, 2);
}

/**
 * The bytes of an export, as text in one of the notations that analysers offer. A value without a mark may be of several notations: all
 * values of a file together show which one it is.
 *
 *     marked    0x55, '0x55', 55h, 0b01010101, 0o125, 'A' (0x41)     in any file
 *     hex       55        dec  85, 085        oct  125        bin  01010101
 *     ascii     U, [0D], \r, \x0D, '13'
 *
 * Reads the values of a file: undefined for one that is none. Throws {@link UsageError} where several notations are possible, and
 * none is `given`, or where values are longer than a byte.
 */
export function readValues(
  texts: readonly string[],
  given: Notation | undefined,
): readonly (number | undefined)[] {
  const unmarked = [...new Set(texts.filter((text) => readMarked(text) === undefined))];
  const fitting = NOTATIONS.filter((one) => unmarked.every((text) => READ[one](text) !== undefined));
  const possible = given === undefined ? distinct(fitting, unmarked) : [given];
  if (unmarked.length > 0 && possible.length > 1)
    throw new UsageError(
      `the values of the file, as ${quoted(unmarked[0] ?? '')}, may be ${possible.join(' or ')}: give --notation ${possible[0]}`,
    );
  const notation = possible[0] ?? mostFitting(unmarked);
  const values = texts.map((text) => readMarked(text) ?? READ[notation](text));
  const isWide = (text = ''): boolean =>
    text.length === NINE_BITS[notation] && READ[notation](text) !== undefined;
  const long = values.findIndex((value = 0, at) => value > 0xff || isWide(texts[at]));
  if (long >= 0)
    throw new UsageError(
      `a value of the file, ${quoted(texts[long] ?? '')}, is of more than 8 bits as ${notation}: decode the line with 8 data bits`,
    );
  return values;
}

/** Of notations that read the same values one is enough; what reads no byte is none. */
function distinct(fitting: readonly Notation[], texts: readonly string[]): readonly Notation[] {
  const valuesOf = (one: Notation): string => texts.map((text) => READ[one](text)).join();
  const bytes = fitting.filter((one) => texts.every((text) => (READ[one](text) ?? 256) <= 0xff));
  const all = bytes.length > 0 ? bytes : fitting;
  return all.filter((one, at) => all.findIndex((other) => valuesOf(other) === valuesOf(one)) === at);
}

/** Where one line is spoilt, the others show the notation. */
function mostFitting(texts: readonly string[]): Notation {
  const count = (one: Notation): number => texts.filter((text) => READ[one](text) !== undefined).length;
  return NOTATIONS.reduce((best, one) => (count(one) > count(best) ? one : best));
}
