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
 */
import type { CheckRecord } from '../../scenarios/record';
import type { RequirementSummary, RunSummary } from '../summary/summary';
import { briefLimits, checkLines } from '../text/check-text';
import { wrapText } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { plural } from '../text/quantity';
import { checkHeadline, reasonOf } from '../text/reason';
import { verdictSign } from '../text/verdicts';
import { paintTone, type Page, truncate } from './paint';

/** Clauses with evidence; the others have only their reason. */
const UNFOLDED = 5;
const INDENT = 4;
const CLAUSE_LINES = 3;

/** First the failed MUSTs, then the failed SHOULDs. */
export function failureBlocks(summary: RunSummary, page: Page): readonly string[] {
  const failed = [...summary.failures, ...summary.warnings];
  return failed.flatMap((requirement, index) => [
    '',
    ...headLines(requirement, page),
    ...(index < UNFOLDED ? evidenceLines(requirement, summary, page) : reasonLines(requirement, page)),
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
