/**
 * `junit.xml`: one testsuite per suite, one testcase per requirement, for build servers.
 *
 * It is valid by the schemas of Ant's junit task and of Jenkins; where they differ, it follows the stricter one. A
 * failed MUST is a failure. An undecided MUST, and a clause that could not be judged, are errors. A failed SHOULD
 * passes, with a WARNING in the suite's system-out. The rest is skipped. Times are seconds on the run's clock.
 */
import { checkLines } from '../text/check-text';
import { fileLimits } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { reasonOf } from '../text/reason';
import type { RequirementSummary, RunSummary, SuiteSummary } from '../summary/summary';

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
]);

/** The file names its author, also if it has no suite. */
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- written by wirejig -->';

/** Text for XML 1.0, in an attribute or between tags. Characters that are illegal there are shown escaped. */
function xml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES.get(character) ?? '');
}

/** The same for lines that are printable already. */
function xmlLines(lines: readonly string[]): string {
  return lines.map(xml).join('\n');
}

const seconds = (micros: number): string => (micros / 1_000_000).toFixed(6);

function attributes(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(String(value))}"`)
    .join('');
}

function detailLines(requirement: RequirementSummary): readonly string[] {
  const left = requirement.decidingLeftOut;
  return [
    `${requirement.id} ${requirement.level} (${requirement.origin}): ${requirement.text}`,
    ...requirement.deciding.flatMap((check) => [
      '',
      clip(check.title, fileLimits.text),
      ...checkLines(check, fileLimits).map((line) => `  ${line}`),
    ]),
    ...(left > 0 ? ['', `at least ${left} more checks like these are left out`] : []),
  ];
}

function outcomeElement(requirement: RequirementSummary): string {
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
      return `<error${message} type="not judged">${xmlLines(detailLines(requirement))}</error>`;
    case 'inconclusive':
      return requirement.level === 'MUST'
        ? `<error${message} type="inconclusive">${xmlLines(detailLines(requirement))}</error>`
        : `<skipped${attributes({ message: `inconclusive: ${why}` })}/>`;
    case 'skip':
      return `<skipped${message}/>`;
  }
}

function testcase(requirement: RequirementSummary): string {
  const head = attributes({
    classname: `${requirement.suite}.${requirement.group}`,
    // Only the id: a server follows a test by its name, and the text of a clause may change.
    name: requirement.id,
    time: seconds(requirement.share),
  });
  const inner = outcomeElement(requirement);
  return inner === '' ? `    <testcase${head}/>` : `    <testcase${head}>${inner}</testcase>`;
}

interface Tally {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

function tally(requirements: readonly RequirementSummary[]): Tally {
  const count = (test: (requirement: RequirementSummary) => boolean): number =>
    requirements.filter(test).length;
  return {
    tests: requirements.length,
    failures: count(({ verdict, warning }) => verdict === 'fail' && !warning),
    errors: count((requirement) => isUndecided(requirement)),
    skipped: count(
      (requirement) => !isUndecided(requirement) && ['skip', 'inconclusive'].includes(requirement.verdict),
    ),
  };
}

function isUndecided({ verdict, level }: RequirementSummary): boolean {
  return verdict === 'error' || (verdict === 'inconclusive' && level === 'MUST');
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
    ...Object.entries(suite.parameters),
  ];
  const lines = entries.map(([name, value]) => {
    return `      <property${attributes({ name, value: clip(String(value), fileLimits.text) })}/>`;
  });
  return ['    <properties>', ...lines, '    </properties>'].join('\n');
}

/** A virtual run has no date, but the schema requires one. */
const NO_DATE = '1970-01-01T00:00:00';

function testsuite(summary: RunSummary, suite: SuiteSummary, index: number): string {
  const head = attributes({
    name: suite.id === '' ? suite.title : suite.id,
    package: 'wirejig',
    id: index,
    hostname: 'localhost',
    timestamp: summary.start?.startedAt?.slice(0, NO_DATE.length) ?? NO_DATE,
    ...tally(suite.requirements),
    time: seconds(suite.scenarios.reduce((sum, { span }) => sum + span, 0)),
  });
  const cases = suite.requirements.map(testcase);
  const warnings = suite.requirements
    .filter(({ warning }) => warning)
    .flatMap((one) => [`WARNING ${reasonOf(one) ?? one.verdict}`, ...detailLines(one), '']);
  return [
    `  <testsuite${head}>`,
    properties(summary, suite),
    ...cases,
    `    <system-out>${xmlLines(warnings)}</system-out>`,
    '    <system-err/>',
    '  </testsuite>',
  ].join('\n');
}

/** The text of `junit.xml`. */
export function junitReport(summary: RunSummary): string {
  const suites = summary.suites.map((suite, index) => testsuite(summary, suite, index));
  return [HEAD, '<testsuites>', ...suites, '</testsuites>', ''].join('\n');
}
