/** The last lines of a run on a terminal: its result. */
import { accountingText } from '../text/accounting';
import { wrapText } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { formatCount, formatQuantity, formatSpan, formatWallTime, plural } from '../text/quantity';
import { groupByReason, reasonOf, checkHeadline } from '../text/reason';
import type { RequirementSummary, RunSummary, TimingSummary } from '../summary/summary';
import { repeatedClauses, repetitionText } from '../summary/repetitions';
import { paintTone, type Page, truncate } from './paint';
import { verdictSign, type VerdictCounts } from '../text/verdicts';
import type { CheckRecord } from '../../scenarios/record';
import { briefLimits, checkLines } from '../text/check-text';

interface SummaryPage extends Page {
  /** The scenarios were shown with their evidence before. */
  readonly verbose: boolean;
  /** The duration of the run in milliseconds of the reader's clock; undefined: it was not live. */
  readonly took?: number | undefined;
}

const SHOWN_TIMING = 5;
const SHOWN_IDS = 40;

function countsText(counts: VerdictCounts, failed: string): string {
  const parts = [
    `${formatCount(counts.pass)} of ${formatCount(counts.total)} passed`,
    ...(counts.fail > 0 ? [`${formatCount(counts.fail)} ${failed}`] : []),
    ...(counts.inconclusive > 0 ? [`${formatCount(counts.inconclusive)} inconclusive`] : []),
    ...(counts.error > 0 ? [`${formatCount(counts.error)} not judged`] : []),
    ...(counts.skip > 0 ? [`${formatCount(counts.skip)} skipped`] : []),
  ];
  return parts.join(', ');
}

function countLines(summary: RunSummary, { columns, paint, took }: SummaryPage): readonly string[] {
  const { MUST, SHOULD } = summary.counts;
  const { accounting } = summary;
  const isCounted = accounting !== undefined || summary.exchanges === undefined;
  const exchanges = isCounted ? [] : [plural(summary.exchanges, 'exchange')];
  const virtual = summary.start?.board.virtual === true;
  const onBoard = virtual ? [`${formatSpan(summary.duration)} of virtual time`] : [];
  const time =
    took === undefined
      ? [virtual ? onBoard : formatSpan(summary.duration)].flat()
      : [formatWallTime(took), ...onBoard];
  const work = [...time, plural(summary.checks, 'check'), ...exchanges];
  const row = (label: string, text: string): readonly string[] =>
    wrapText(text, columns, 10).map((line, index) =>
      index === 0 ? `  ${paint.dim(label.padEnd(6))}  ${line}` : line,
    );
  return [
    ...(MUST.total > 0 ? row('MUST', countsText(MUST, 'failed')) : []),
    ...(SHOULD.total > 0
      ? row('SHOULD', countsText(SHOULD, SHOULD.fail === 1 ? 'warning' : 'warnings'))
      : []),
    ...(accounting === undefined ? [] : row('wire', accountingText(accounting))),
    ...row('time', work.join(', ')),
  ];
}

function section(title: string, lines: readonly string[], { paint }: Page): readonly string[] {
  return lines.length > 0 ? ['', paint.bold(title), ...lines] : [];
}

function notJudgedLines(summary: RunSummary, page: Page): readonly string[] {
  return groupByReason(summary.notJudged).flatMap(({ reason, requirements }) => {
    const ids = requirements.slice(0, SHOWN_IDS).map(({ id }) => printable(id));
    const left = requirements.length - ids.length;
    const [first] = requirements;
    const { sign, word } = verdictSign(first?.verdict ?? 'skip');
    const names = `${ids.join(' ')}${left > 0 ? ` and ${formatCount(left)} more` : ''}`;
    const line = (text: string): readonly string[] => wrapText(text, page.columns, 4);
    if (ids.length === 1) return line(`  ${sign} ${names}  ${word}: ${reason}`);
    return [
      ...line(`  ${sign} ${word}: ${reason}`),
      ...line(`    ${names}`).map((row) => page.paint.dim(row)),
    ];
  });
}

function timingLine({ requirement, histogram, used }: TimingSummary): string {
  const worst = formatQuantity(histogram.worst, histogram.unit);
  const limit = histogram.limit === undefined ? '' : ` of ${formatQuantity(histogram.limit, histogram.unit)}`;
  const share = used === undefined ? '' : ` (${(100 * used).toFixed(used < 0.1 ? 1 : 0)} %)`;
  const median = formatQuantity(histogram.p50, histogram.unit);
  return printable(
    `${requirement.id}  ${histogram.name}: worst ${worst}${limit}${share}, median ${median}, n=${histogram.count}`,
  );
}

function timingLines(summary: RunSummary, page: Page): readonly string[] {
  const limited = summary.timing.filter(({ used }) => used !== undefined).slice(0, SHOWN_TIMING);
  return limited.flatMap((timing) =>
    wrapText(timingLine(timing), page.columns - 2, 4).map((line) => `  ${line}`),
  );
}

/** Of several runs: the clauses that did not hold in each, and the worst times. */
function repetitionLines(summary: RunSummary, page: Page): readonly string[] {
  const clauses = repeatedClauses(summary);
  const broken = clauses.filter(({ repetitions: { pass, total } }) => pass < total);
  const left = clauses.length - broken.length;
  return [
    ...broken.map(
      ({ requirement: { id }, repetitions }) => `${printable(id)}  ${repetitionText(repetitions)}`,
    ),
    ...(left > 0 ? [`${plural(left, 'clause')} passed in all runs`] : []),
  ].flatMap((text) => wrapText(text, page.columns - 2, 4).map((line) => `  ${line}`));
}

function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;
}

/** Failed clauses with reasons, clauses that were not judged, the verdict and its counts. */
export function finalSummaryLines(summary: RunSummary, page: SummaryPage): readonly string[] {
  const { headline } = summary;
  const word = page.paint.bold(paintTone(page.paint, headline.tone)(`${headline.sign} ${headline.word}`));
  // The headline says of the time limit all that there is to say.
  const { reason: cause } = summary;
  const reason = cause === undefined || summary.outcome === 'timeout' ? [] : [sentenceOf(printable(cause))];
  const text = [headline.text, ...reason].join(' ');
  const besideWord = `${headline.sign} ${headline.word}  ${text}`.length <= page.columns;
  return [
    ...failureBlocks(summary, page),
    ...section('Not judged', notJudgedLines(summary, page), page),
    ...(summary.repetitions.length === 0
      ? []
      : section(`Over ${plural(summary.repetitions.length, 'run')}`, repetitionLines(summary, page), page)),
    ...(page.verbose || summary.repetitions.length > 0
      ? section('Closest to their limits', timingLines(summary, page), page)
      : []),
    '',
    ...(besideWord
      ? [`${word}  ${text}`]
      : [word, ...wrapText(text, page.columns, 2).map((line) => `  ${line.trimStart()}`)]),
    ...countLines(summary, page),
  ];
}

/** Clauses with evidence; the others have only their reason. */
const UNFOLDED = 5;
const INDENT = 4;
const CLAUSE_LINES = 3;

/**
 * A failed clause with the evidence of one check:
 *
 *     ✗ OV-FR-02 MUST  a complete frame with a wrong CRC is discarded: …
 *         in: a wrong CRC, whatever its value, is refused and changes nothing
 *         Start with a wrong CRC
 *         expected  Error 01 (bad CRC)
 *         seen      Start
 *         24 006.806–24 007.066 ms  sent
 *             01 FF AB
 *
 * First the failed MUSTs, then the failed SHOULDs.
 */
function failureBlocks(summary: RunSummary, page: SummaryPage): readonly string[] {
  const failed = [...summary.failures, ...summary.warnings];
  const unfolded = page.verbose ? 0 : UNFOLDED;
  return failed.flatMap((requirement, index) => [
    '',
    ...headLines(requirement, page),
    ...(index < unfolded ? evidenceLines(requirement, summary, page) : reasonLines(requirement, page)),
  ]);
}

function headLines({ id, text, level, verdict }: RequirementSummary, page: Page): readonly string[] {
  const { paint, columns } = page;
  const { sign, tone } = verdictSign(verdict, level);
  const head = `${printable(id)} ${level}`;
  const lines = wrapText(`${head}  ${printable(text.replaceAll('`', ''))}`, columns - 2, INDENT);
  const [first = '', ...rest] = lines.slice(0, CLAUSE_LINES);
  const cut = lines.length > CLAUSE_LINES ? [truncate(`${rest.pop() ?? ''} …`, columns)] : [];
  return [`${paintTone(paint, tone)(sign)} ${paint.bold(head)}${first.slice(head.length)}`, ...rest, ...cut];
}

function evidenceLines(requirement: RequirementSummary, summary: RunSummary, page: Page): readonly string[] {
  const [check] = requirement.deciding;
  if (check === undefined) return reasonLines(requirement, page);
  const { paint } = page;
  const limits = { ...briefLimits, columns: page.columns - INDENT };
  const more = requirement.deciding.length + requirement.decidingLeftOut - 1;
  const title = scenarioTitle(check, requirement, summary);
  return indented([
    ...(title === undefined
      ? []
      : wrapText(`in: ${title}`, limits.columns, 4).map((line) => paint.dim(line))),
    ...wrapText(printable(clip(checkHeadline(check), limits.text)), limits.columns, 0),
    ...checkLines(check, limits, paint),
    ...(more > 0 ? [paint.dim(`and ${plural(more, 'more check')} like this`)] : []),
  ]);
}

function reasonLines(requirement: RequirementSummary, { columns, paint }: Page): readonly string[] {
  const reason = reasonOf(requirement, 300);
  return reason === undefined
    ? []
    : indented(wrapText(reason, columns - INDENT, 0).map((line) => paint.dim(line)));
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `${' '.repeat(INDENT)}${line}`);
}

function scenarioTitle({ scenario }: CheckRecord, { suite }: RequirementSummary, { suites }: RunSummary) {
  const scenarios = suites.find(({ id }) => id === suite)?.scenarios ?? [];
  const title = scenarios.find(({ id }) => id === scenario)?.title;
  return title === undefined ? undefined : printable(clip(title, 120));
}
