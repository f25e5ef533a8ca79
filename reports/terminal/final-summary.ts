/** The last lines of a run on a terminal: its result. */
import { wrapText, type Paint } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { formatCount, formatQuantity, formatSpan, plural } from '../text/quantity';
import { groupByReason, reasonOf } from '../text/reason';
import type { RequirementSummary, RunSummary, TimingSummary } from '../summary/summary';
import { paintTone } from './paint';
import { verdictSign, type VerdictCounts } from '../text/verdicts';

interface Page {
  readonly columns: number;
  readonly paint: Paint;
}

const SHOWN_TIMING = 5;
const SHOWN_IDS = 40;

function countsText(counts: VerdictCounts, failed: string): string {
  const parts = [
    `${formatCount(counts.pass)} of ${formatCount(counts.total)} held`,
    ...(counts.fail > 0 ? [`${formatCount(counts.fail)} ${failed}`] : []),
    ...(counts.inconclusive > 0 ? [`${formatCount(counts.inconclusive)} inconclusive`] : []),
    ...(counts.error > 0 ? [`${formatCount(counts.error)} not judged`] : []),
    ...(counts.skip > 0 ? [`${formatCount(counts.skip)} skipped`] : []),
  ];
  return parts.join(', ');
}

function countLines(summary: RunSummary, { columns, paint }: Page): readonly string[] {
  const { MUST, SHOULD } = summary.counts;
  const exchanges = summary.exchanges === undefined ? [] : [plural(summary.exchanges, 'exchange')];
  const virtual = summary.start?.board.virtual === true ? ' of virtual time' : '';
  const work = [plural(summary.checks, 'check'), ...exchanges, `${formatSpan(summary.duration)}${virtual}`];
  const row = (label: string, text: string): readonly string[] =>
    wrapText(text, columns, 10).map((line, index) =>
      index === 0 ? `  ${paint.dim(label.padEnd(6))}  ${line}` : line,
    );
  return [
    ...(MUST.total > 0 ? row('MUST', countsText(MUST, 'failed')) : []),
    ...(SHOULD.total > 0
      ? row('SHOULD', countsText(SHOULD, SHOULD.fail === 1 ? 'warning' : 'warnings'))
      : []),
    ...row('work', work.join(', ')),
  ];
}

/** The clause, and beneath it the reason. */
function requirementLines(requirement: RequirementSummary, page: Page): readonly string[] {
  const { sign, tone } = verdictSign(requirement.verdict, requirement.level);
  const id = printable(requirement.id);
  const indent = id.length + 6;
  const clause = wrapText(clip(printable(requirement.text), 200), page.columns, indent);
  const reason = reasonOf(requirement, 300);
  return [
    ...clause.map((line, index) =>
      index === 0 ? `  ${paintTone(page.paint, tone)(sign)} ${page.paint.bold(id)}  ${line}` : line,
    ),
    ...(reason === undefined ? [] : wrapText(reason, page.columns, indent)).map(
      (line) => `${' '.repeat(indent)}${page.paint.dim(line.trimStart())}`,
    ),
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
    const tail = left > 0 ? ` and ${formatCount(left)} more` : '';
    return [
      ...wrapText(`${word}: ${reason}`, page.columns - 4, 4).map((line, index) =>
        index === 0 ? `  ${sign} ${line}` : line,
      ),
      ...wrapText(`${ids.join(' ')}${tail}`, page.columns, 4).map(
        (line) => `    ${page.paint.dim(line.trimStart())}`,
      ),
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

/** Verdict, counts, what failed and why, warnings, what was not judged, and the closest margins. */
export function finalSummaryLines(summary: RunSummary, page: Page): readonly string[] {
  const { headline } = summary;
  const word = page.paint.bold(paintTone(page.paint, headline.tone)(`${headline.sign} ${headline.word}`));
  const reason = summary.reason === undefined ? [] : [summary.reason];
  const text = wrapText([headline.text, ...reason.map(printable)].join(' '), page.columns, 2);
  return [
    ...section(
      'Failed MUST clauses',
      summary.failures.flatMap((each) => requirementLines(each, page)),
      page,
    ),
    ...section(
      'Warnings (SHOULD clauses that failed)',
      summary.warnings.flatMap((each) => requirementLines(each, page)),
      page,
    ),
    ...section('Not judged', notJudgedLines(summary, page), page),
    ...section('Closest to their limits', timingLines(summary, page), page),
    '',
    word,
    ...text.map((line) => `  ${line.trimStart()}`),
    ...countLines(summary, page),
  ];
}
