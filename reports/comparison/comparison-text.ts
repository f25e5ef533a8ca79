/** A comparison of two runs for a terminal. */
import { compareBytes, type ComparedByte } from '../fault/wrong-fields';
import type { AnswerChange } from './answer-changes';
import { comparisonWord, type ClauseChange, type Comparison, type LatencyChange } from './comparison';
import { paintTone, type Page } from '../terminal/paint';
import { wrapText, hexRows, type Paint } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { formatQuantity, plural } from '../text/quantity';

export const ANSWERS_SHOWN = 8;

export function comparisonText(
  comparison: Comparison,
  answers: readonly AnswerChange[] | undefined,
  { paint, columns }: Page,
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
    ...answerLines(answers, paint),
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

function headline(comparison: Comparison, paint: Paint): string {
  const { newlyFailing, lost, fixed, stillFailing, unchanged } = comparison;
  const { word, sign, tone } = comparisonWord(comparison);
  const parts = [
    `${newlyFailing.length} newly failing`,
    `${fixed.length} fixed`,
    `${stillFailing.length} still failing`,
    ...(lost.length > 0 ? [`${lost.length} no longer judged`] : []),
    `${unchanged} unchanged`,
  ];
  const text = `${sign} ${word.toUpperCase()}  ${parts.join(', ')}`;
  return paintTone(paint, tone)(text);
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

/** Shown bytes of an answer. */
const SHOWN_BYTES = 12;

/** A byte of an answer, and whether it is another one in the other answer. */
export interface AnswerByte {
  readonly text: string;
  readonly differs: boolean;
}

/** A part of an answer, from byte `from` on. */
export interface AnswerBytes {
  readonly from: number;
  readonly bytes: readonly AnswerByte[];
  readonly isCut: boolean;
}

/** The bytes of two answers around their first difference. */
export function differingBytes({ before, after }: AnswerChange): readonly [AnswerBytes, AnswerBytes] {
  const { bytes, offset } = compareBytes(before, after, SHOWN_BYTES);
  const part = (hex: string, one: (byte: ComparedByte) => string | undefined): AnswerBytes => ({
    from: offset,
    bytes: bytes.flatMap((byte) => {
      const text = one(byte);
      return text === undefined ? [] : [{ text, differs: byte.differs }];
    }),
    isCut: hex.length > 2 * (offset + SHOWN_BYTES),
  });
  return [part(before, ({ due }) => due), part(after, ({ seen }) => seen)];
}

/** The sent bytes, the first of them. */
export function sentText({ sent }: AnswerChange): string {
  const shown = hexRows(sent, SHOWN_BYTES, SHOWN_BYTES)[0] ?? '';
  return sent.length > 2 * SHOWN_BYTES ? `${shown} …` : shown;
}

function bytesText({ from, bytes, isCut }: AnswerBytes, paint: Paint): string {
  if (bytes.length === 0) return 'nothing';
  const shown = bytes.map(({ text, differs }) => (differs ? paint.bold(text) : text)).join(' ');
  return `${from > 0 ? `… (from byte ${from}) ` : ''}${shown}${isCut ? ' …' : ''}`;
}

function answerLines(answers: readonly AnswerChange[] | undefined, paint: Paint): readonly string[] {
  if (answers === undefined || answers.length === 0) return [];
  const left = answers.length - ANSWERS_SHOWN;
  return [
    '',
    paint.bold('Answers that changed for the same sent bytes'),
    ...answers.slice(0, ANSWERS_SHOWN).flatMap((change) => {
      const [before, after] = differingBytes(change);
      return [
        `  ${printable(clip(change.scenario, 60))}, exchange ${change.alike + 1}`,
        `    sent    ${sentText(change)}`,
        `    before  ${bytesText(before, paint)}`,
        `    now     ${bytesText(after, paint)}`,
      ];
    }),
    ...(left > 0 ? [`  and in ${plural(left, 'scenario')} more`] : []),
  ];
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
