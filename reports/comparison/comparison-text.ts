/** A comparison of two runs for a terminal. */
import type { AnswerChange } from './answer-changes';
import type { ClauseChange, Comparison, LatencyChange } from './comparison';
import { wrapText, hexRows, type Paint } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { formatQuantity, plural } from '../text/quantity';

export interface TextOptions {
  readonly paint: Paint;
  readonly columns: number;
}

/** The number of answers that are shown. */
export const ANSWERS_SHOWN = 8;

export function comparisonText(
  comparison: Comparison,
  answers: readonly AnswerChange[] | undefined,
  { paint, columns }: TextOptions,
): string {
  const { newlyFailing, lost, fixed, stillFailing, notComparable, cautions, latency } = comparison;
  const lines = (text: string, indent: number): readonly string[] =>
    wrapText(printable(text), columns, indent);
  const clauses = (title: string, list: readonly ClauseChange[]): string[] =>
    list.length === 0
      ? []
      : [
          '',
          paint.bold(title),
          ...list.flatMap((change) => clauseLines(change).flatMap((text) => lines(text, 6))),
        ];
  const changed = latency.filter((one) => one.changed);
  return [
    headline(comparison, paint),
    ...clauses('Newly failing', newlyFailing),
    ...clauses('Passed before, could not be judged now', lost),
    ...clauses('Fixed', fixed),
    ...clauses('Still failing', stillFailing),
    ...section(paint, 'Latency that changed (99 % interval of the shift)', changed.map(latencyText)),
    ...section(paint, 'Answers that changed for the same sent bytes', answerTexts(answers)),
    ...section(paint, 'Not comparable: one of the runs did not judge it', notComparableTexts(notComparable)),
    ...section(paint, 'Only in one run', onlyTexts(comparison)),
    ...(cautions.length === 0
      ? []
      : ['', paint.yellow('Cautions'), ...cautions.flatMap((text) => lines(`  ${text}`, 4))]),
    '',
  ].join('\n');
}

function section(paint: Paint, title: string, texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ['', paint.bold(title), ...texts.map((text) => `  ${printable(text)}`)];
}

function headline(
  { newlyFailing, lost, fixed, stillFailing, unchanged, worse }: Comparison,
  paint: Paint,
): string {
  const parts = [
    `${newlyFailing.length} newly failing`,
    `${fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    ...(lost.length > 0 ? [`${lost.length} no longer judged`] : []),
    `${unchanged} unchanged`,
  ];
  const text = `${worse ? '✗ WORSE' : '✓ NOTHING WORSE'}  ${parts.join(', ')}`;
  return worse ? paint.red(text) : paint.green(text);
}

function clauseLines({ id, level, before, after, beforeText, afterText }: ClauseChange): readonly string[] {
  const labelledText = (when: string, text: string | undefined): string[] =>
    text === undefined ? [] : [`      ${when} ${clip(text, 300)}`];
  const differs = before === after && beforeText !== afterText;
  return [
    `  ${id} ${level}  ${before} → ${after}${differs ? ', in another way' : ''}`,
    ...(before === 'fail' && (after !== 'fail' || differs) ? labelledText('before:', beforeText) : []),
    ...(after === 'pass' ? [] : labelledText('now:   ', afterText)),
  ];
}

export function latencyText({ requirement, name, unit, before, after, shift }: LatencyChange): string {
  const q = (value: number): string => `${value > 0 ? '+' : ''}${formatQuantity(value, unit)}`;
  const word = shift.shift > 0 ? 'higher' : 'lower';
  return (
    `${requirement} ${name}: ${word} by ${q(shift.shift)} (${q(shift.low)} to ${q(shift.high)}), median ` +
    `${formatQuantity(before.p50, unit)} → ${formatQuantity(after.p50, unit)}, n ${shift.n[0]} and ${shift.n[1]}`
  );
}

/** Shown bytes of an answer, and how many of them come before the first difference. */
const SHOWN_BYTES = 12;
const LEADING_BYTES = 4;

/** The sent bytes, and the answers before and now: their first bytes, or those around the first difference. */
export function bytesTexts({ sent, before, after }: AnswerChange): readonly [string, string, string] {
  const firstDifference = [...before].findIndex((digit, at) => digit !== after[at]);
  const differs = Math.floor((firstDifference < 0 ? before.length : firstDifference) / 2);
  const from = differs < SHOWN_BYTES ? 0 : differs - LEADING_BYTES;
  return [bytesText(sent, 0), bytesText(before, from), bytesText(after, from)];
}

function bytesText(hex: string, from: number): string {
  if (hex === '') return 'nothing';
  const rest = hex.slice(2 * from);
  const shown = hexRows(rest, SHOWN_BYTES, SHOWN_BYTES)[0] ?? '';
  return `${from > 0 ? `from byte ${from} on: ` : ''}${shown}${rest.length > 2 * SHOWN_BYTES ? ' …' : ''}`;
}

function answerTexts(answers: readonly AnswerChange[] | undefined): readonly string[] {
  if (answers === undefined) return [];
  const shown = answers.slice(0, ANSWERS_SHOWN).map((change) => {
    const [sent, before, after] = bytesTexts(change);
    return `${change.scenario}, exchange ${change.alike + 1}: ${sent}: ${before} → ${after}`;
  });
  const left = answers.length - ANSWERS_SHOWN;
  return left > 0 ? [...shown, `and in ${plural(left, 'scenario')} more`] : shown;
}

function notComparableTexts(changes: readonly ClauseChange[]): readonly string[] {
  return changes.map(
    ({ id, before, after, beforeText, afterText }) =>
      `${id}  ${before} → ${after}${[beforeText, afterText].some(Boolean) ? `: ${clip(afterText ?? beforeText ?? '', 160)}` : ''}`,
  );
}

export function onlyTexts({ onlyBefore, onlyAfter, tooFew }: Comparison): readonly string[] {
  return [
    ...(onlyBefore.length > 0 ? [`only in the first: ${onlyBefore.join(', ')}`] : []),
    ...(onlyAfter.length > 0 ? [`only in the second: ${onlyAfter.join(', ')}`] : []),
    ...tooFew.map((text) => `too few values to compare: ${text}`),
  ];
}
