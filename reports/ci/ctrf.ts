/**
 * `results.json`: the Common Test Report Format (ctrf.io), one test per requirement.
 *
 * `results.extra.requirements` maps each id to its verdict word, for scripts. A failed SHOULD is `fail` there, while
 * its CTRF status is `other` with the tag `warning`: viewers turn red at `failed`, but the run did not fail. A clause
 * that could not be judged (error, inconclusive) is `other` too, an untried one `skipped`; `rawStatus` holds the
 * verdict. Times are whole milliseconds; a virtual run has no wall time: its date is that of its journal.
 */
import { decidingLines } from '../text/check-text';
import { fileLimits } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { reasonOf } from '../text/reason';
import { repetitionFacts, runFacts } from '../summary/repetitions';
import type { RepetitionRecord, Verdict } from '../../scenarios/record';
import type { RequirementSummary, RunSummary } from '../summary/summary';

/** Text of any length that a board may have influenced. */
const boundedText = (text: string): string => clip(printable(text), fileLimits.text);

type Status = 'passed' | 'failed' | 'skipped' | 'pending' | 'other';

const milliseconds = (micros: number): number => Math.round(micros / 1000);

function statusOf(requirement: RequirementSummary): Status {
  switch (requirement.verdict) {
    case 'pass':
      return 'passed';
    case 'fail':
      return requirement.warning ? 'other' : 'failed';
    case 'skip':
      return 'skipped';
    case 'error':
    case 'inconclusive':
      return 'other';
  }
}

function tagsOf(requirement: RequirementSummary): readonly string[] {
  const tags = [requirement.level, requirement.origin];
  return requirement.warning ? [...tags, 'warning'] : tags;
}

function traceOf(requirement: RequirementSummary): string | undefined {
  const lines = decidingLines(requirement).slice(1);
  return lines.length === 0 ? undefined : lines.join('\n');
}

function testOf(requirement: RequirementSummary): object {
  const { id, level, origin, group, text, verdict, warning, checks, scenarios } = requirement;
  const repetitions = repetitionFacts(requirement);
  return {
    name: printable(`${id} ${text}`),
    status: statusOf(requirement),
    duration: milliseconds(requirement.share),
    suite: [requirement.suite, group].map(printable),
    message: reasonOf(requirement),
    trace: traceOf(requirement),
    rawStatus: verdict,
    tags: tagsOf(requirement),
    flaky: repetitions === undefined ? undefined : repetitions.flakeRate > 0,
    extra: { id, level, origin, group, text, verdict, warning, checks, scenarios, repetitions },
  };
}

function boardOf({ start }: RunSummary): object | undefined {
  if (start === undefined) return undefined;
  const { identity, links, ...board } = start.board;
  return {
    ...board,
    links: links.map(({ name, url }) => ({ name, url: boundedText(url) })),
    ...(identity === undefined ? {} : { identity: boundedText(identity) }),
  };
}

function repetitionOf({ number, seed, outcome, reason, verdicts }: RepetitionRecord): object {
  const requirements: Record<string, Verdict> = {};
  for (const [id, { verdict }] of Object.entries(verdicts)) requirements[id] = verdict;
  return { number, seed, outcome, reason, requirements };
}

/** Facts about the whole run that have no place in the format. */
function extraOf(summary: RunSummary): object {
  const { start, reason } = summary;
  return {
    ...runFacts(summary),
    run: start?.id,
    warnings: summary.warnings.map(({ id }) => id),
    reason: reason === undefined ? undefined : boundedText(reason),
    board: boardOf(summary),
    startedAt: start?.startedAt,
    parameters: Object.fromEntries(summary.suites.map(({ id, parameters }) => [id, parameters])),
    repetitions: start?.repeat === undefined ? undefined : summary.repetitions.map(repetitionOf),
  };
}

/** The wall time of the start in ms since 1970. */
function startOf(summary: RunSummary, date: Date): number {
  const parsed = Date.parse(summary.start?.startedAt ?? '');
  return Number.isNaN(parsed) ? date.getTime() : parsed;
}

export function ctrfReport(summary: RunSummary, date: Date): string {
  const count = (status: Status): number =>
    summary.requirements.filter((requirement) => statusOf(requirement) === status).length;
  const start = startOf(summary, date);
  const report = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    generatedBy: 'wirejig',
    results: {
      tool: { name: 'wirejig', version: summary.start?.version ?? 'unknown' },
      summary: {
        tests: summary.requirements.length,
        passed: count('passed'),
        failed: count('failed'),
        pending: count('pending'),
        skipped: count('skipped'),
        other: count('other'),
        suites: summary.suites.length,
        start,
        stop: start + milliseconds(summary.duration),
        duration: milliseconds(summary.duration),
      },
      tests: summary.requirements.map(testOf),
      environment: { osPlatform: summary.start?.platform, testEnvironment: summary.start?.board.name },
      extra: extraOf(summary),
    },
  };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
