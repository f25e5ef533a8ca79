/**
 * What was on the wire, as lines of text:
 *
 *     12.034 ms  sent  01 FF 00
 *                      CMD 01 Start | DATA FF command only | CRC 00
 *                      refused: the checksum is 00, should be FE
 */
import type { BytesRecord, CheckRecord, FieldRecord } from '../../scenarios/record';
import { clip, printable, printableLines } from './printable';
import { formatInstant, formatMeasurement, plural } from './quantity';

/** How parts of a line are set apart. The plain one is for files. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

const same = (text: string): string => text;
const plainPaint: Paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same };

export interface TextLimits {
  /** Bytes of one exchange that are shown, from its start. */
  readonly bytes: number;
  /** Exchanges of one check that are shown, from its end. */
  readonly exchanges: number;
  readonly fields: number;
  /** UTF-16 units of one text. */
  readonly text: number;
  /** Width of a line in columns, for folding; the folded parts keep their indent. */
  readonly columns: number;
}

export const fileLimits: TextLimits = { bytes: 256, exchanges: 16, fields: 24, text: 2000, columns: 120 };

/** Hex text as bytes apart: `01 FF 00`, in rows of `perRow`. Text that is not hex is shown escaped. */
export function hexRows(hex: string, perRow: number, limit: number): readonly string[] {
  if (!/^([0-9a-f]{2})*$/i.test(hex)) return [clip(printable(hex), limit)];
  const bytes = (hex.slice(0, 2 * limit).match(/../g) ?? []).map((byte) => byte.toUpperCase());
  const rows = Array.from({ length: Math.ceil(bytes.length / perRow) }, (_, row) =>
    bytes.slice(row * perRow, (row + 1) * perRow).join(' '),
  );
  return rows.length > 0 ? rows : ['(no bytes)'];
}

/** Bytes of a record that are not shown when `limit` are. */
export function bytesLeftOut(record: BytesRecord, limit: number): number {
  return Math.max(0, Math.floor(record.hex.length / 2) - limit) + (record.elided ?? 0);
}

/** When it was on the wire: one instant, or the two between which it was. */
export function formatWhen(record: Pick<BytesRecord, 'notBefore' | 'notAfter'>): string {
  if (record.notBefore === record.notAfter) return formatInstant(record.notAfter);
  return `${formatInstant(record.notBefore).replace(/ ms$/, '')}–${formatInstant(record.notAfter)}`;
}

/** A field's bytes within its record, as hex. */
export function fieldHex(record: BytesRecord, field: FieldRecord, limit = 8): string {
  const bytes = record.hex.slice(2 * field.offset, 2 * (field.offset + field.length));
  const shown = hexRows(bytes, limit, limit)[0] ?? '';
  return bytes.length > 2 * limit ? `${shown} …` : shown;
}

function fieldText(record: BytesRecord, field: FieldRecord): string {
  const meaning =
    field.meaning ?? (field.length > 1 || typeof field.value === 'string' ? String(field.value) : '');
  return [field.name, fieldHex(record, field, 4), clip(printable(meaning), 80)]
    .filter((part) => part !== '')
    .join(' ');
}

/** Parts joined by `between` and folded to `columns`; lines after the first are indented by `indent`. */
function wrapParts(
  parts: readonly string[],
  between: string,
  columns: number,
  indent: number,
): readonly string[] {
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

/** Between two words of which the second is no unit: a number stays with its unit. */
const BREAKABLE = / (?!(?:%|µs|ms|s|min|h)(?![\p{L}\d]))/u;

/** Words folded to `columns`; lines after the first are indented by `indent`. */
export function wrapText(text: string, columns: number, indent: number): readonly string[] {
  return wrapParts(text.split(BREAKABLE), ' ', columns, indent);
}

function fitted(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** The fields; of too many, the first and the very last, which is as a rule the checksum. */
function fieldLines(record: BytesRecord, limits: TextLimits, indent: number): readonly string[] {
  const width = Math.max(20, limits.columns - indent);
  const all = (record.fields ?? []).map((field) => fitted(printable(fieldText(record, field)), width));
  if (all.length === 0) return [];
  const left = all.length - limits.fields;
  const shown =
    left > 0
      ? [...all.slice(0, limits.fields - 1), `${plural(left, 'field')} left out`, ...all.slice(-1)]
      : all;
  return wrapParts(shown, ' | ', limits.columns, indent);
}

/** Below this width the text of an exchange is under its time, not beside it. */
const MIN_COLUMNS_BESIDE_TIME = 90;

/** One exchange: its time, direction, bytes and fields, and the error if it was refused. */
export function exchangeLines(
  record: BytesRecord,
  limits: TextLimits,
  paint: Paint = plainPaint,
): readonly string[] {
  const sent = record.direction === 'tx';
  const head = `${formatWhen(record)}  ${sent ? 'sent' : 'got '}  `;
  const indent = limits.columns < MIN_COLUMNS_BESIDE_TIME ? 4 : head.length;
  const margin = ' '.repeat(indent);
  const left = bytesLeftOut(record, limits.bytes);
  const refused =
    record.reject === undefined ? undefined : `refused: ${clip(printable(record.reject), limits.text)}`;
  const wrapped = (text: string | undefined): readonly string[] =>
    text === undefined ? [] : wrapText(text, limits.columns, indent).map((line) => line.trimStart());
  const body = [
    ...hexRows(record.hex, bytesPerRow(limits.columns - indent), limits.bytes).map((row) =>
      sent ? row : paint.cyan(row),
    ),
    ...(left > 0 ? [paint.dim(`… ${plural(left, 'byte')} left out`)] : []),
    ...fieldLines(record, limits, indent).map((line) => paint.dim(line.trimStart())),
    ...wrapped(refused).map((line) => paint.yellow(line)),
  ];
  const [first, ...rest] = indent < head.length ? ['', ...body] : body;
  return [`${paint.dim(head)}${first}`.trimEnd(), ...rest.map((line) => `${margin}${line}`)];
}

/** 8, 16, 24 or 32, whichever fits `columns`. */
function bytesPerRow(columns: number): number {
  return Math.min(32, Math.max(8, 8 * Math.floor((columns + 1) / 24)));
}

function evidenceLines(check: CheckRecord, limits: TextLimits, paint: Paint): readonly string[] {
  const evidence = check.evidence ?? [];
  const shown = evidence.slice(-limits.exchanges);
  const left = evidence.length - shown.length;
  return [
    ...(left > 0 ? [paint.dim(`${plural(left, 'earlier exchange')} left out`)] : []),
    ...shown.flatMap((record) => exchangeLines(record, limits, paint)),
  ];
}

function counterexampleLines(check: CheckRecord, limits: TextLimits): readonly string[] {
  const found = check.counterexample;
  if (found === undefined) return [];
  const lines = printableLines(clip(found.text, limits.text));
  const how = `found after ${plural(found.cases, 'case')}, made smaller in ${plural(found.shrinks, 'step')}, seed ${found.seed}`;
  return [
    ...wrapText(`smallest input that shows it (${how}):`, limits.columns, 2),
    ...lines.map((line) => `  ${line}`),
  ];
}

/** A check that did not pass, without its title: what was expected and seen, the bytes, the counterexample. */
export function checkLines(
  check: CheckRecord,
  limits: TextLimits,
  paint: Paint = plainPaint,
): readonly string[] {
  const labelled = (label: string, text: string | undefined): readonly string[] =>
    text === undefined
      ? []
      : wrapText(clip(printable(text), limits.text), limits.columns, 10).map((line, index) =>
          index === 0 ? `${paint.dim(label.padEnd(10))}${line}` : line,
        );
  return [
    ...labelled('expected', check.expected),
    ...labelled('seen', check.seen),
    ...labelled('measured', check.measurement === undefined ? undefined : measurementText(check.measurement)),
    ...evidenceLines(check, limits, paint),
    ...counterexampleLines(check, limits),
  ];
}

function measurementText(measurement: NonNullable<CheckRecord['measurement']>): string {
  return `${measurement.name}: ${formatMeasurement(measurement)}`;
}
