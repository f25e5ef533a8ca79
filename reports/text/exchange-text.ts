/**
 * Traffic as lines of text:
 *
 *     12.034 ms  sent  01 FF 00
 *                      CMD 01 Start | DATA FF command only | CRC 00
 *                      refused: the checksum is 00, should be FE
 */
import { createColors } from 'picocolors';
import type { BytesRecord, DueRecord, FieldRecord } from '../../scenarios/record';
import { clip, printable } from './printable';
import { compareBytes, wrongFields } from '../fault/wrong-fields';
import { offsetText } from '../fault/failing-exchange';
import { valueNow, type FrameChanges } from '../fault/frame-changes';
import { formatInstant, formatMillis, plural } from './quantity';

/** Highlights parts of a line. The plain one is for files. */
export type Paint = Readonly<
  Record<'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan', (text: string) => string>
>;
export const plainPaint: Paint = createColors(false);

export interface TextLimits {
  /** The shown bytes of an exchange, from its beginning. */
  readonly bytes: number;
  /** The shown exchanges of a check, the last ones. */
  readonly exchanges: number;
  /** The shown exchanges before the failing one. */
  readonly lead: number;
  readonly fields: number;
  /** The most UTF-16 units of a text. */
  readonly text: number;
  /** Width of a line in columns: longer lines are folded and keep their indent. */
  readonly columns: number;
}

export const fileLimits: TextLimits = {
  bytes: 256,
  exchanges: 16,
  lead: 16,
  fields: 24,
  text: 2000,
  columns: 120,
};

/** Hex text as separate bytes: `01 FF 00`, in rows of `perRow`. Text that is not hex is escaped. */
export function hexRows(hex: string, perRow: number, limit: number): readonly string[] {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) return [clip(printable(hex), limit)];
  const bytes = (hex.slice(0, 2 * limit).match(/../g) ?? []).map((byte) => byte.toUpperCase());
  const rows = Array.from({ length: Math.ceil(bytes.length / perRow) }, (_, row) =>
    bytes.slice(row * perRow, (row + 1) * perRow).join(' '),
  );
  return rows.length > 0 ? rows : ['(no bytes)'];
}

/** The number of hidden bytes of a record, if `limit` are shown. */
export function bytesLeftOut(record: BytesRecord, limit: number): number {
  return Math.max(0, Math.floor(record.hex.length / 2) - limit) + (record.elided ?? 0);
}

/** Its time on the wire: one instant, or two bounds. */
export function formatWhen(record: Pick<BytesRecord, 'notBefore' | 'notAfter'>): string {
  if (record.notBefore === record.notAfter) return formatMillis(record.notAfter);
  return `${formatMillis(record.notBefore).replace(/ ms$/, '')}–${formatMillis(record.notAfter)}`;
}

/** A field's bytes within its record, as hex. */
export function fieldHex(record: BytesRecord, field: FieldRecord, limit = 8): string {
  const bytes = record.hex.slice(2 * field.offset, 2 * (field.offset + field.length));
  const shown = hexRows(bytes, limit, limit)[0] ?? '';
  return bytes.length > 2 * limit ? `${shown} …` : shown;
}

/** A text value that only repeats its bytes in hex. */
export function repeatsItsBytes({ value, offset }: FieldRecord, hex: string): boolean {
  if (typeof value !== 'string') return true;
  return hex.slice(2 * offset).startsWith(value.replaceAll(' ', '').slice(0, 6).toLowerCase());
}

/** The meaning of a field, or its value if its bytes do not show it. */
export function fieldMeaning({ hex }: BytesRecord, field: FieldRecord): string {
  if (field.meaning !== undefined) return field.meaning;
  if (typeof field.value === 'number') return field.length > 1 ? String(field.value) : '';
  return repeatsItsBytes(field, hex) ? '' : field.value;
}

function fieldText(record: BytesRecord, field: FieldRecord, sign: string): string {
  const meaning = fieldMeaning(record, field);
  return [sign, field.name, fieldHex(record, field, 4), clip(printable(meaning), 80)]
    .filter((part) => part !== '')
    .join(' ');
}

/** Parts joined by `between` and folded to `columns`; lines after the first are indented by `indent`. */
function wrapParts(parts: readonly string[], between: string, columns: number, indent: number) {
  const width = Math.max(20, columns - indent);
  const lines: string[] = [];
  let line: string | undefined;
  for (const part of parts) {
    const longer: string = line === undefined ? part : `${line}${between}${part}`;
    if (line !== undefined && longer.length + between.trimEnd().length > width) {
      lines.push(`${line}${between.trimEnd()}`);
      line = part;
    } else {
      line = longer;
    }
  }
  return [...lines, line ?? ''].map((text, index) => (index === 0 ? text : `${' '.repeat(indent)}${text}`));
}

/** Between two words, if the second is no unit: a number stays with its unit. */
const BREAKABLE = / (?!(?:%|µs|ms|s|min|h)(?![\p{L}\d]))/u;

/** Words folded to `columns`; lines after the first are indented by `indent`. */
export function wrapText(text: string, columns: number, indent: number): readonly string[] {
  return wrapParts(text.split(BREAKABLE), ' ', columns, indent);
}

function fitted(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** The fields; if there are too many, the first ones and the last, usually the checksum. Wrong ones have a sign. */
function fieldLines(record: BytesRecord, limits: TextLimits, indent: number, paint: Paint) {
  const wrong = wrongFields(record);
  const width = Math.max(20, limits.columns - indent);
  const all = (record.fields ?? []).map((field) =>
    fitted(printable(fieldText(record, field, wrong.has(field) ? '✗' : '')), width),
  );
  if (all.length === 0) return [];
  const left = all.length - limits.fields;
  const shown =
    left > 0
      ? [...all.slice(0, limits.fields - 1), `${plural(left, 'field')} left out`, ...all.slice(-1)]
      : all;
  return wrapParts(shown, ' | ', limits.columns, indent).map((line) =>
    line
      .trimStart()
      .split(' | ')
      .map((part) => (part.startsWith('✗') ? paint.bold(paint.red(part)) : paint.dim(part)))
      .join(paint.dim(' | ')),
  );
}

/** Below this width the text of an exchange is under its time, not beside it. */
const MIN_COLUMNS_BESIDE_TIME = 90;

export interface ExchangeContext {
  /** The failing request: other times are counted from its end; its own is the time of the run. */
  readonly since?: BytesRecord | undefined;
  readonly due?: Pick<DueRecord, 'hex'> | undefined;
  readonly changes?: FrameChanges | undefined;
}

/** One exchange: its time, direction, bytes and fields, and the error if it was refused. */
export function exchangeLines(
  record: BytesRecord,
  limits: TextLimits,
  paint: Paint = plainPaint,
  context: ExchangeContext = {},
): readonly string[] {
  const sent = record.direction === 'tx';
  const head = `${timeText(record, context.since).padEnd(10)}  ${sent ? 'sent' : 'got '}  `;
  const indent = limits.columns < MIN_COLUMNS_BESIDE_TIME ? 4 : head.length;
  const narrow = { ...limits, columns: limits.columns - indent };
  const refused =
    record.reject === undefined ? undefined : `refused: ${clip(printable(record.reject), limits.text)}`;
  const wrapped = (text: string | undefined): readonly string[] =>
    text === undefined ? [] : wrapText(text, limits.columns, indent).map((line) => line.trimStart());
  const bytes = contentLines(record, narrow, paint, context);
  const fits =
    indent === head.length ||
    contentLines(record, narrow, plainPaint, context).every(
      (line) => head.length + line.length <= limits.columns,
    );
  const beneath = [
    ...(context.changes === undefined ? fieldLines(record, narrow, 0, paint) : []),
    ...wrapped(refused).map((line) => paint.yellow(line)),
  ].map((line) => `${' '.repeat(indent)}${line}`);
  const [first = '', ...rest] = fits ? bytes : ['', ...bytes];
  const margin = ' '.repeat(fits ? head.length : indent);
  return [`${paint.dim(head)}${first}`.trimEnd(), ...rest.map((line) => `${margin}${line}`), ...beneath];
}

function timeText(record: BytesRecord, since: BytesRecord | undefined): string {
  if (since === undefined) return formatWhen(record);
  return record === since ? formatInstant(record.notBefore) : offsetText(record, since);
}

/** The bytes, or what of them differs. */
function contentLines(
  record: BytesRecord,
  limits: TextLimits,
  paint: Paint,
  { due, changes }: ExchangeContext,
): readonly string[] {
  if (changes !== undefined) return changeLines(record, changes, limits, paint);
  if (due !== undefined) return comparisonLines(due.hex, record.hex, limits, paint);
  return hexLines(record, limits, paint);
}

/** Rows of bytes, the first wrong one among them, however late it comes. Wrong ones are red, with marks below. */
function hexLines(record: BytesRecord, limits: TextLimits, paint: Paint): readonly string[] {
  const perRow = bytesPerRow(limits.columns);
  const wrong = [...wrongFields(record).keys()].flatMap(({ offset, length }) =>
    Array.from({ length: Math.min(length, limits.bytes) }, (_, index) => offset + index),
  );
  const first = wrong.length === 0 ? 0 : Math.min(...wrong, record.hex.length / 2 - 1);
  const from = first < limits.bytes ? 0 : first - (first % perRow);
  const tone = (byte: string): string => (record.direction === 'tx' ? byte : paint.cyan(byte));
  const cut = (count: number): readonly string[] =>
    count > 0 ? [paint.dim(`… ${plural(count, 'byte')} left out`)] : [];
  const rows = hexRows(record.hex.slice(2 * from), perRow, limits.bytes).flatMap((row, index) => {
    const bytes = row.split(' ');
    const isWrong = bytes.map((_, at) => wrong.includes(from + index * perRow + at));
    if (!isWrong.includes(true)) return [tone(row)];
    return [
      bytes.map((byte, at) => (isWrong[at] === true ? paint.bold(paint.red(byte)) : tone(byte))).join(' '),
      paint.red(marksUnder(isWrong)),
    ];
  });
  return [...cut(from), ...rows, ...cut(bytesLeftOut(record, from + limits.bytes))];
}

function marksUnder(differs: readonly boolean[]): string {
  return differs
    .map((each) => (each ? '^^' : '  '))
    .join(' ')
    .trimEnd();
}

/** Expected bytes over seen bytes, around the first difference. */
export function comparisonLines(
  dueHex: string,
  seenHex: string,
  limits: TextLimits,
  paint: Paint,
): readonly string[] {
  const fits = Math.max(4, Math.min(limits.bytes, Math.floor((limits.columns - 10) / 3)));
  const { bytes, offset, leftOut } = compareBytes(dueHex, seenHex, fits);
  const from = offset === 0 ? '' : ` (from byte ${offset})`;
  const seen = bytes.map(({ seen: byte = '--', differs }) => (differs ? paint.bold(paint.red(byte)) : byte));
  return [
    `${paint.dim('expected  ')}${bytes.map(({ due = '--' }) => due).join(' ')}${from}`,
    `${paint.dim('seen      ')}${seen.join(' ')}`,
    `          ${paint.red(marksUnder(bytes.map(({ differs }) => differs)))}`.trimEnd(),
    ...(leftOut > 0 ? [paint.dim(`          … ${plural(leftOut, 'more byte')} left out`)] : []),
  ];
}

function changeLines(
  record: BytesRecord,
  { title, groups, rest }: FrameChanges,
  limits: TextLimits,
  paint: Paint,
): readonly string[] {
  const size = plural(record.hex.length / 2 + (record.elided ?? 0), 'byte');
  const shown = groups.slice(0, limits.fields);
  const left = groups.length - shown.length;
  const lines = shown.flatMap(({ label, changes }) => {
    const texts = changes.map(
      (change) =>
        `${change.name}: ${change.was === undefined ? '' : `${clip(change.was, 60)} → `}${valueNow(change)}`,
    );
    const isWrong = changes.some(({ due }) => due !== undefined);
    return wrapText(printable(`${clip(label, 60)}  ${texts.join(', ')}`), limits.columns, 2).map((line) =>
      isWrong ? paint.red(line) : line,
    );
  });
  const head = `${size}. ${printable(title)}${rest === undefined ? '' : ` (${rest})`}${groups.length === 0 ? '.' : ':'}`;
  return [
    ...wrapText(head, limits.columns, 0).map((line) => paint.dim(line)),
    ...lines,
    ...(left > 0 ? [paint.dim(`… ${plural(left, 'more change')} left out`)] : []),
  ];
}

/** The largest of 8, 16, 24 and 32 that fits `columns`. */
function bytesPerRow(columns: number): number {
  return Math.min(32, Math.max(8, 8 * Math.floor((columns + 1) / 24)));
}
