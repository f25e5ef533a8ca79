/**
 * `junit.xml`: one testsuite per suite, one testcase per requirement, for build servers.
 *
 * It is valid by the schemas of Ant's junit task and of Jenkins; where they differ, it follows the stricter one. A
 * failed MUST is a failure. What was not decided is skipped where the run passes, and an error where it does not: the file is
 * green where the exit code is 0. A run that is INCOMPLETE for another reason has a testcase that says why. A failed SHOULD
 * passes, with a WARNING in the suite's system-out. The rest is skipped. Times are seconds on the run's clock.
 */
import { accountingText } from '../text/accounting';
import { decidingLines } from '../text/check-text';
import { fileLimits } from '../text/exchange-text';
import { escaped } from '../html/markup';
import { clip } from '../text/printable';
import { reasonOf } from '../text/reason';
import { repetitionText, worstTimeText } from '../summary/repetitions';
import type { VerdictCounts } from '../text/verdicts';
import { isSelected, type RequirementSummary, type RunSummary, type SuiteSummary } from '../summary/summary';

/** The file names its author, also if it has no suite. */
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- written by wirejig -->';

function xmlLines(lines: readonly string[]): string {
  return lines.map(escaped).join('\n');
}

const seconds = (micros: number): string => (micros / 1_000_000).toFixed(6);

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');
}

function detailLines(requirement: RequirementSummary): readonly string[] {
  const { repetitions } = requirement;
  return [
    `${requirement.id} ${requirement.level} (${requirement.origin}): ${requirement.text}`,
    ...(repetitions === undefined ? [] : [repetitionLine(requirement, repetitions)]),
    ...decidingLines(requirement),
  ];
}

function repetitionLine(requirement: RequirementSummary, counts: VerdictCounts): string {
  const worst = worstTimeText(requirement);
  return `${requirement.id} ${repetitionText(counts)}${worst === undefined ? '' : `, worst time ${worst}`}`;
}

function outcomeElement(requirement: RequirementSummary, summary: RunSummary): string {
  const why = reasonOf(requirement) ?? requirement.verdict;
  const message = attributes({ message: why });
  switch (requirement.verdict) {
    case 'pass':
      return '';
    case 'fail':
      return requirement.warning
        ? ''
        : `<failure${message} type="MUST">${xmlLines(detailLines(requirement))}</failure>`;
    case 'error':
    case 'inconclusive': {
      const type = requirement.verdict === 'error' ? 'not judged' : 'inconclusive';
      return isError(requirement, summary)
        ? `<error${message} type="${type}">${xmlLines(detailLines(requirement))}</error>`
        : `<skipped${attributes({ message: `${type}: ${why}` })}/>`;
    }
    case 'skip':
      return `<skipped${message}/>`;
  }
}

function testcase(requirement: RequirementSummary, summary: RunSummary): string {
  const head = attributes({
    classname: `${requirement.suite}.${requirement.group}`,
    // Only the id: a server follows a test by its name, and the text of a clause may change.
    name: requirement.id,
    time: seconds(requirement.share),
  });
  const inner = outcomeElement(requirement, summary);
  return inner === '' ? `    <testcase${head}/>` : `    <testcase${head}>${inner}</testcase>`;
}

interface Tally {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function tally(requirements: readonly RequirementSummary[], summary: RunSummary, unknown: string): Tally {
  const count = (test: (requirement: RequirementSummary) => boolean): number =>
    requirements.filter(test).length;
  return {
    tests: requirements.length + (unknown === '' ? 0 : 1),
    failures: count(({ verdict, warning }) => verdict === 'fail' && !warning),
    errors: count((one) => isError(one, summary)) + (unknown === '' ? 0 : 1),
    skipped: count((one) => one.verdict === 'skip' || (isUndecided(one) && !isError(one, summary))),
  };
}

function isUndecided({ verdict }: RequirementSummary): boolean {
  return verdict === 'error' || verdict === 'inconclusive';
}

/** The exit code agrees: 0 has no error. In a run that fails, what only a SHOULD or `--bail` leaves open is none. */
function isError(requirement: RequirementSummary, { headline: { word }, outcome }: RunSummary): boolean {
  const isOpen = word !== 'FAIL' || (requirement.level === 'MUST' && outcome !== 'bailed');
  return isUndecided(requirement) && word !== 'PASS' && isOpen;
}

/** Why it is not known whether the board keeps its page, where no clause says so; empty: a clause does. */
function unknownCase({ headline, requirements }: RunSummary, suite: SuiteSummary): string {
  const { word, text, next } = headline;
  if (word === 'PASS' || word === 'FAIL' || requirements.some(isUndecided)) return '';
  const name = suite.id === '' ? suite.title : suite.id;
  const head = attributes({ classname: `${name}.verdict`, name: 'enough was judged', time: seconds(0) });
  const message = next === undefined ? text : `${text} Next: ${next}.`;
  return `    <testcase${head}><error${attributes({ message, type: word })}/></testcase>`;
}

function properties(summary: RunSummary, suite: SuiteSummary): string {
  const { start } = summary;
  const links = (start?.board.links ?? []).map(({ name, url }) => [`link.${name}`, url] as const);
  const entries: readonly (readonly [string, string | number])[] = [
    ...(start === undefined
      ? []
      : ([
          ['seed', start.seed],
          ['board', start.board.name],
          ['version', start.version],
          ['command', start.command],
        ] as const)),
    ...links,
    ['outcome', summary.outcome],
    ...(start?.repeat === undefined ? [] : [['runs', summary.repetitions.length] as const]),
    ...(suite.accounting === undefined
      ? []
      : [
          ['exchanges', accountingText(suite.accounting)] as const,
          ['leastJudged', summary.leastJudged] as const,
        ]),
    ...Object.entries(suite.parameters),
  ];
  const lines = entries.map(([name, value]) => {
    return `      <property${attributes({ name, value: clip(String(value), fileLimits.text) })}/>`;
  });
  return ['    <properties>', ...lines, '    </properties>'].join('\n');
}

function testsuite(summary: RunSummary, suite: SuiteSummary, index: number, date: Date): string {
  const unknown = index === 0 ? unknownCase(summary, suite) : '';
  const head = attributes({
    name: suite.id === '' ? suite.title : suite.id,
    package: 'wirejig',
    id: index,
    hostname: 'localhost',
    timestamp: (summary.start?.startedAt ?? date.toISOString()).slice(0, 'yyyy-mm-ddThh:mm:ss'.length),
    ...tally(suite.requirements, summary, unknown),
    time: seconds(suite.scenarios.reduce((sum, { span }) => sum + span, 0)),
  });
  const cases = suite.requirements.map((one) => testcase(one, summary));
  const warnings = suite.requirements
    .filter(({ warning }) => warning)
    .flatMap((one) => [`WARNING ${reasonOf(one) ?? one.verdict}`, ...detailLines(one), '']);
  const repeated = suite.requirements.flatMap((one) =>
    one.repetitions === undefined || !isSelected(one) ? [] : [repetitionLine(one, one.repetitions)],
  );
  return [
    `  <testsuite${head}>`,
    properties(summary, suite),
    ...cases,
    ...(unknown === '' ? [] : [unknown]),
    `    <system-out>${xmlLines([...warnings, ...repeated])}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ].join('\n');
}

export function junitReport(summary: RunSummary, date: Date): string {
  const suites = summary.suites.map((suite, index) => testsuite(summary, suite, index, date));
  return [HEAD, '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}
