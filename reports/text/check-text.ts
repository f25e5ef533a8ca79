/**
 * A check that did not pass, as lines of text:
 *
 *     expected  Error 01 (bad CRC)
 *     seen      Start
 *     0:24.003  sent  01 FF 00
 *                           ^^
 *     +1.985 ms  got  expected  EE 01 EF
 *                     seen      01 FF FE
 *                               ^^ ^^ ^^
 */
import type { BytesRecord, CheckRecord } from '../../scenarios/record';
import { answerIndex, failingExchange, measuredGap } from '../fault/failing-exchange';
import { frameChanges } from '../fault/frame-changes';
import { correctedHex } from '../fault/wrong-fields';
import {
  comparisonLines,
  exchangeLines,
  fileLimits,
  plainPaint,
  wrapText,
  type Paint,
  type TextLimits,
} from './exchange-text';
import { clip, printable, printableLines } from './printable';
import { plural } from './quantity';
import { checkHeadline } from './reason';
import type { RequirementSummary } from '../summary/summary';

/** For a reader who has the reports beside it. */
export const briefLimits: TextLimits = {
  ...fileLimits,
  bytes: 32,
  exchanges: 4,
  lead: 0,
  fields: 8,
  text: 300,
  columns: 80,
};

export function evidenceLines(
  check: CheckRecord,
  limits: TextLimits,
  paint: Paint = plainPaint,
): readonly string[] {
  const records = joinConsoleChunks(check.evidence ?? []);
  if (records.length === 0) return [];
  const { due, measurement } = check;
  const start = failingExchange(records, measuredGap(records, measurement));
  const answer = due === undefined ? undefined : answerIndex(records, start, due);
  const first = Math.max(0, start - limits.lead, records.length - limits.exchanges);
  const dueOf = (record: BytesRecord, index: number): { readonly hex: string } | undefined => {
    if (index === answer) return due;
    const corrected = record.direction === 'rx' ? correctedHex(record) : undefined;
    return corrected === undefined ? undefined : { hex: corrected };
  };
  return [
    // Without a lead, only a cut within the failing exchange needs a line.
    ...(first > (limits.lead > 0 ? 0 : start)
      ? [paint.dim(`${plural(first, 'earlier exchange')} left out`)]
      : []),
    ...records.slice(first).flatMap((record, place) =>
      exchangeLines(record, limits, paint, {
        since: records[start],
        due: dueOf(record, first + place),
        changes: frameChanges(records, first + place),
      }),
    ),
    ...(due !== undefined && answer === undefined ? comparisonLines(due.hex, '', limits, paint) : []),
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

/** Without its headline: the expected and the seen, the bytes, the counterexample. */
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
  // The headline of a time has both.
  const isTime = check.measurement !== undefined;
  return [
    ...(isTime ? [] : [...labelled('expected', check.expected), ...labelled('seen', check.seen)]),
    ...labelled('undecided', check.doubt),
    ...evidenceLines(check, limits, paint),
    ...counterexampleLines(check, limits),
  ];
}

/** For a file: what decided a clause, each check below an empty line. */
export function decidingLines({ deciding, decidingLeftOut: left }: RequirementSummary): readonly string[] {
  return [
    ...deciding.flatMap((check) => [
      '',
      clip(printable(checkHeadline(check)), fileLimits.text),
      ...checkLines(check, fileLimits).map((line) => `  ${line}`),
    ]),
    ...(left > 0 ? ['', `at least ${left} more checks like these are left out`] : []),
  ];
}

/** Chunks with at most this gap, in microseconds, are joined, up to this many bytes. */
const MAX_GAP_US = 5000;
const MAX_BYTES = 512;
const SHOWN_TEXT = 400;

/** The records, oldest first, with text records in close sequence joined. */
export function joinConsoleChunks(records: readonly BytesRecord[]): readonly BytesRecord[] {
  const joined: BytesRecord[] = [];
  for (const record of records) {
    const last = joined.at(-1);
    if (last !== undefined && continues(last, record)) joined[joined.length - 1] = joinRecords(last, record);
    else joined.push(record);
  }
  return joined;
}

function isText({ fields = [], elided, reject }: BytesRecord): boolean {
  return fields.length === 1 && fields[0]?.name === 'text' && elided === undefined && reject === undefined;
}

function continues(last: BytesRecord, next: BytesRecord): boolean {
  return (
    last.link === next.link &&
    last.direction === next.direction &&
    isText(last) &&
    isText(next) &&
    next.notBefore - last.notAfter <= MAX_GAP_US &&
    (last.hex.length + next.hex.length) / 2 <= MAX_BYTES
  );
}

function joinRecords(last: BytesRecord, next: BytesRecord): BytesRecord {
  const hex = last.hex + next.hex;
  const length = hex.length / 2;
  const bytes = Uint8Array.from({ length: Math.min(length, SHOWN_TEXT) }, (_, i) =>
    parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  );
  const value = new TextDecoder().decode(bytes);
  return { ...last, notAfter: next.notAfter, hex, fields: [{ name: 'text', offset: 0, length, value }] };
}
