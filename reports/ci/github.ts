/**
 * A run for GitHub Actions: annotations as workflow commands, and a job summary in Markdown.
 *
 *     ::error title=OV-FR-02 MUST failed::a wrong CRC is refused: expected Error 01, saw Start%0A…
 *
 * Percent signs and line ends are escaped in the text, in properties also colons and commas, so that text from a board
 * is never a command. Source: GitHub Docs, "Workflow commands for GitHub Actions".
 */
import { accountingText } from '../text/accounting';
import { briefLimits, checkLines, evidenceLines } from '../text/check-text';
import { fileLimits } from '../text/exchange-text';
import type { Headline } from '../text/headline';
import { clip, printable } from '../text/printable';
import { plural } from '../text/quantity';
import { checkHeadline, groupByReason, reasonOf } from '../text/reason';
import type { RequirementSummary, RunSummary } from '../summary/summary';
import { verdictSign } from '../text/verdicts';

/** GitHub shows this many annotations of a kind for one step. */
const MAX_ANNOTATIONS = 10;
const TEXT = 1500;
/** The failures that the summary shows in full, and the length of each: a step's summary can have 1 MiB. */
const DETAILED_FAILURES = 40;
const DETAIL_LENGTH = 8000;

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

type Kind = 'error' | 'warning' | 'notice';

function annotation(kind: Kind, title: string, lines: readonly string[]): string {
  return `::${kind} title=${escapeProperty(printable(title))}::${escapeData(lines.join('\n'))}`;
}

function requirementAnnotation(requirement: RequirementSummary, kind: Kind, word: string): string {
  const { id, level, text } = requirement;
  const why = reasonOf(requirement, TEXT) ?? requirement.verdict;
  const [check] = requirement.deciding;
  const bytes = check === undefined ? [] : evidenceLines(check, briefLimits);
  return annotation(kind, `${id} ${level} ${word}`, [why, ...bytes, clip(printable(text), TEXT)]);
}

function annotationsOf(list: readonly RequirementSummary[], kind: Kind, word: string): readonly string[] {
  const left = list.length - MAX_ANNOTATIONS;
  const shown = left > 0 ? list.slice(0, MAX_ANNOTATIONS - 1) : list;
  const rest = list.slice(shown.length).map(({ id }) => id);
  return [
    ...shown.map((requirement) => requirementAnnotation(requirement, kind, word)),
    ...(rest.length > 0
      ? [annotation(kind, `${plural(rest.length, 'clause')} more ${word}`, [rest.join(', ')])]
      : []),
  ];
}

/** What the run came to, and what to do where it is not known. */
function openLines({ text, next }: Headline): readonly string[] {
  return next === undefined ? [text] : [text, `Next: ${next}.`];
}

function openAnnotations(open: readonly RequirementSummary[]): readonly string[] {
  return groupByReason(open).map(({ reason, requirements }) => {
    const [first] = requirements;
    return requirements.length === 1 && first !== undefined
      ? requirementAnnotation(first, 'notice', 'not judged')
      : annotation('notice', `${plural(requirements.length, 'clause')} not judged`, [
          clip(reason, TEXT),
          requirements.map(({ id }) => id).join(', '),
        ]);
  });
}

/** Workflow commands, one a line. A failed MUST is an error, so is a run that ended early or did not judge enough; a failed SHOULD a warning, what was not judged a notice. */
export function githubAnnotations(summary: RunSummary): string {
  const { headline, failures, warnings, notJudged, outcome, reason } = summary;
  const open = notJudged.filter(({ verdict }) => verdict !== 'skip');
  const isOpen = outcome !== 'done' || ['INCOMPLETE', 'NOT JUDGED'].includes(headline.word);
  const cause = reason === undefined ? [] : [printable(reason)];
  const lines = [
    ...(isOpen ? [annotation('error', headline.word, [...openLines(headline), ...cause])] : []),
    ...annotationsOf(failures, 'error', 'failed'),
    ...annotationsOf(warnings, 'warning', 'failed'),
    ...openAnnotations(open),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Text for Markdown, also in a table's cell, without any markup in it. */
function markdown(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]#.|~@:]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Lines in a fence that is longer than any fence in them. */
function fenced(lines: readonly string[]): readonly string[] {
  const longest = Math.max(2, ...lines.map((line) => /`+/.exec(line)?.[0].length ?? 0));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}text`, ...lines, fence];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(head), row(head.map(() => '---')), ...rows.map(row), ''];
}

function counts(summary: RunSummary): readonly string[] {
  const rows = (['MUST', 'SHOULD'] as const)
    .filter((level) => summary.counts[level].total > 0)
    .map((level) => {
      const { total, pass, fail, inconclusive, error, skip } = summary.counts[level];
      return [level, ...[pass, fail, inconclusive + error, skip, total].map(String)];
    });
  return table(['', 'passed', 'failed', 'not judged', 'not tried', 'all'], rows);
}

function failure(requirement: RequirementSummary): readonly string[] {
  const { id, level, origin, text } = requirement;
  const { sign, word } = verdictSign('fail', level);
  const [check] = requirement.deciding;
  const lines =
    check === undefined ? [] : [printable(checkHeadline(check)), ...checkLines(check, fileLimits)];
  const shown = clip(lines.join('\n'), DETAIL_LENGTH).split('\n');
  return [
    `<details><summary>${sign} <b>${markdown(id)}</b> ${level} ${word}: ${markdown(reasonOf(requirement, 300) ?? '')}</summary>`,
    '',
    `${markdown(text)} (${origin})`,
    '',
    ...(lines.length > 0 ? [...fenced(shown), ''] : []),
    '</details>',
    '',
  ];
}

export function githubSummary(summary: RunSummary): string {
  const { headline, start, failures, warnings, notJudged } = summary;
  const broken = [...failures, ...warnings];
  const left = broken.slice(DETAILED_FAILURES).map(({ id }) => id);
  const open = groupByReason(notJudged).map(({ reason, requirements }) => [
    requirements.map(({ id }) => markdown(id)).join(', '),
    markdown(clip(reason, 300)),
  ]);
  const lines = [
    `## ${headline.sign} wirejig: ${headline.word}`,
    '',
    ...openLines(headline).flatMap((line) => [markdown(line), '']),
    ...(start === undefined ? [] : [`Board ${markdown(start.board.name)}, seed ${start.seed}.`, '']),
    ...(summary.reason === undefined ? [] : [markdown(summary.reason), '']),
    ...counts(summary),
    ...(summary.accounting === undefined ? [] : [`${markdown(accountingText(summary.accounting))}.`, '']),
    ...(broken.length > 0
      ? ['### What broke', '', ...broken.slice(0, DETAILED_FAILURES).flatMap(failure)]
      : []),
    ...(left.length > 0
      ? [`${plural(left.length, 'clause')} more: ${left.map(markdown).join(', ')}`, '']
      : []),
    ...(open.length > 0 ? ['### Not judged', '', ...table(['clauses', 'why'], open)] : []),
    ...(start === undefined ? [] : ['### Again', '', ...fenced([printable(start.command)]), '']),
  ];
  return lines.join('\n');
}
