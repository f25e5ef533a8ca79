/** The clause matrix: an overview of every clause of every suite, and a table with the checks that decided each. */
import type { Page } from './page';
import {
  filterAttributes,
  hasOwnEntry,
  idLink,
  clauseText,
  scenarioTitle,
  levelAndOrigin,
  section,
  verdictChip,
  cellsOf,
  headOf,
  table,
  type Column,
} from './components';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { formatCount, formatSpan, plural } from '../text/quantity';
import { checkHeadline, reasonOf } from '../text/reason';
import type { RequirementSummary, SuiteSummary } from '../summary/summary';
import { verdictSign } from '../text/verdicts';

const NAMED_SCENARIOS = 2;

/** No scenario of this run covers it, or none made a check. */
function neverTried({ checks, scenarios }: RequirementSummary): boolean {
  return checks === 0 || scenarios.length === 0;
}

function groupsOf(suite: SuiteSummary): readonly { name: string; members: readonly RequirementSummary[] }[] {
  const groups = new Map<string, RequirementSummary[]>();
  for (const requirement of suite.requirements) {
    const members = groups.get(requirement.group) ?? [];
    groups.set(requirement.group, members);
    members.push(requirement);
  }
  return [...groups].map(([name, members]) => ({ name, members }));
}

/** The prefix of all ids of the suite: it is left out, as the page names the suite. */
function commonIdPrefix(suite: SuiteSummary): string {
  const [first, ...others] = suite.requirements.map(({ id }) => id);
  const start = /^[A-Z0-9]+-/.exec(first ?? '')?.[0] ?? '';
  return others.every((id) => id.startsWith(start)) ? start : '';
}

function cell(page: Page, requirement: RequirementSummary, start: string): Markup {
  const { sign, word, tone } = verdictSign(requirement.verdict, requirement.level);
  const name = clip(requirement.id.slice(start.length), 24);
  const never = neverTried(requirement) ? ' never' : '';
  const tried = never === '' ? word : `${word}, never tried`;
  return html`<li>
    <a
      class="cell ${tone}${never}"
      href="#${page.anchor(requirement.id)}"
      aria-label="${clip(requirement.id, 80)}: ${tried}"
      data-t="${clip(`${requirement.id} ${requirement.level} ${tried}: ${requirement.text}`, 400)}"
      ${filterAttributes(requirement)}
      ><span aria-hidden="true">${sign}</span> ${name}</a
    >
  </li>`;
}

function suiteOverview(page: Page, suite: SuiteSummary): Markup {
  const start = commonIdPrefix(suite);
  const groups = groupsOf(suite).map(
    ({ name, members }) =>
      html`<div>
        <h3>${name}</h3>
        <ul>
          ${members.map((each) => cell(page, each, start))}
        </ul>
      </div>`,
  );
  return html`<div class="glance">
    <h2>${suite.title}</h2>
    <div class="groups">${groups}</div>
  </div>`;
}

const SKIPPED = 'skipped';

interface VerdictColumn {
  readonly name: string;
  readonly sign: string;
  readonly tone: string;
  readonly fits: (clause: RequirementSummary) => boolean;
}

const VERDICT_COLUMNS: readonly VerdictColumn[] = [
  { name: 'passed', sign: '✓', tone: 'held', fits: ({ verdict }) => verdict === 'pass' },
  { name: 'failed', sign: '✗', tone: 'bad', fits: ({ verdict, warning }) => verdict === 'fail' && !warning },
  { name: 'warnings', sign: '!', tone: 'open', fits: ({ warning }) => warning },
  {
    name: 'not judged',
    sign: '?',
    tone: 'open',
    fits: ({ verdict }) => verdict === 'error' || verdict === 'inconclusive',
  },
  { name: SKIPPED, sign: '–', tone: '', fits: ({ verdict }) => verdict === 'skip' },
];
/** Shown also where no clause has the verdict. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['passed', 'failed']);

/** Suites down, verdicts across. A suite leads to its clauses in the matrix. */
function suiteVerdicts({ summary: { suites, requirements }, anchor }: Page, live?: string): Markup {
  const shown = VERDICT_COLUMNS.filter(({ name, fits }) => ALWAYS_SHOWN.has(name) || requirements.some(fits));
  const verdicts = shown.map(({ name, sign, tone, fits }): Column<SuiteSummary> => {
    const countOf = (suite: SuiteSummary): number => suite.requirements.filter(fits).length;
    return [
      name === SKIPPED ? (live ?? SKIPPED) : name,
      (suite) => (countOf(suite) === 0 ? '0' : `${sign} ${formatCount(countOf(suite))}`),
      (suite) => (countOf(suite) === 0 ? 'none' : tone),
    ];
  });
  const spanOf = ({ scenarios }: SuiteSummary): number => scenarios.reduce((sum, { span }) => sum + span, 0);
  const columns: readonly Column<SuiteSummary>[] = [
    [
      'suite',
      ({ id, title }) =>
        live === undefined
          ? html`<a href="#${anchor(`suite-${id}`)}">${clip(title, 120)}</a>`
          : clip(title, 120),
      'row',
    ],
    ...verdicts,
    ['time', (suite) => (spanOf(suite) === 0 ? '–' : formatSpan(spanOf(suite))), 'num'],
  ];
  return html`<div class="suite-verdicts">${table(columns, suites)}</div>`;
}

/**
 * Every clause as one cell, by suite and group. Of several suites their verdicts, and the cells of those that did not hold whole.
 * `live`: what clauses without a verdict are on a page that has no matrix.
 */
export function overviewSection(page: Page, live?: string): Markup {
  const { suites } = page.summary;
  const several = suites.length > 1;
  const shown = several ? suites.filter((suite) => !heldWhole(suite)) : suites;
  const legend = html`<p class="legend">
    ✓ pass, ✗ fail, ! warning (a SHOULD failed), ? not judged, – ${live ?? SKIPPED}; a dashed edge: not tried
  </p>`;
  return html`<section class="card">
    ${several ? suiteVerdicts(page, live) : undefined}${shown.map((suite) => suiteOverview(page, suite))}
    ${shown.length > 0 ? legend : undefined}
  </section>`;
}

function heldWhole({ requirements }: SuiteSummary): boolean {
  return requirements.every(({ verdict }) => verdict === 'pass');
}

/** One of several suites: folded if all its clauses held. */
function foldedSuite(page: Page, suite: SuiteSummary): Markup {
  const { id, title, requirements } = suite;
  const held = requirements.filter(({ verdict }) => verdict === 'pass').length;
  const open = heldWhole(suite) ? undefined : html` open`;
  return html`<details class="suite" id="${page.anchor(`suite-${id}`)}" ${open}>
    <summary>
      ${clip(title, 120)}: ${formatCount(held)} of ${plural(requirements.length, 'clause')} passed
    </summary>
    ${clauseTable(page, suite)}
  </details>`;
}

/** The check that decided, or the scenarios whose checks all held. */
function decidingText(page: Page, requirement: RequirementSummary): Markup {
  const [check] = requirement.deciding;
  if (neverTried(requirement)) {
    const why =
      requirement.scenarios.length === 0 ? 'no scenario of this run covers it' : 'no check was made';
    return html`<b class="never">never tried</b>: ${why}`;
  }
  if (check !== undefined) {
    return html`${clip(checkHeadline(check), 160)}
      <small>in ${scenarioTitle(page.summary, check.scenario)}</small>`;
  }
  const tried = requirement.scenarioJudgements.filter(({ checks }) => checks > 0);
  const most = tried.toSorted((one, other) => other.checks - one.checks).slice(0, NAMED_SCENARIOS);
  const left = tried.length - most.length;
  const parts = most.map(
    ({ scenario, checks }) => `${formatCount(checks)} in “${scenarioTitle(page.summary, scenario)}”`,
  );
  const more = left > 0 ? [`the rest in ${plural(left, 'more scenario')}`] : [];
  return html`${[...parts, ...more].join('; ')}`;
}

function clauseColumns(page: Page): readonly Column<RequirementSummary>[] {
  return [
    ['verdict', ({ verdict, level }) => verdictChip(verdict, level), 'verdict'],
    ['clause', (clause) => clauseCell(page, clause), 'text'],
    ['level, origin', levelAndOrigin, 'standing'],
    ['what decided it', (clause) => decidingText(page, clause), 'by'],
    [
      'checks',
      ({ checks }) =>
        html`<span>${formatCount(checks)}</span
          ><span class="unit"> ${checks === 1 ? 'check' : 'checks'}</span>`,
      'num',
    ],
  ];
}

function clauseCell(page: Page, requirement: RequirementSummary): Markup {
  const reason = requirement.deciding.length > 0 ? undefined : reasonOf(requirement, 400);
  return html`${idLink(page, requirement)}
    <span>${clauseText(requirement.text)}</span
    >${reason === undefined ? undefined : html`<p class="why">${reason}</p>`}`;
}

function clauseTable(page: Page, suite: SuiteSummary): Markup {
  const columns = clauseColumns(page);
  const row = (clause: RequirementSummary, index: number): Markup => {
    const anchor = hasOwnEntry(clause) ? undefined : html` id="${page.anchor(clause.id)}"`;
    return html`<tr class="clause" ${filterAttributes(clause)} ${anchor}>
      ${cellsOf(columns, clause, index)}
    </tr>`;
  };
  const bodies = groupsOf(suite).map(({ name, members }) => {
    const held = members.filter(({ verdict }) => verdict === 'pass').length;
    return html`<tbody>
      <tr class="group">
        <th colspan="${columns.length}" scope="rowgroup">
          ${name} <small>${held} of ${members.length} passed</small>
        </th>
      </tr>
      ${members.map(row)}
    </tbody>`;
  });
  return html`<table class="clauses">
    ${headOf(columns)} ${bodies}
  </table>`;
}

/** Clauses without a check come first: the run says nothing about them. */
function neverTriedNote(page: Page): Markup | undefined {
  const never = page.summary.requirements.filter(neverTried);
  if (never.length === 0) return undefined;
  const ids = never.slice(0, 60).map((each) => html`${idLink(page, each)} `);
  const left = never.length - ids.length;
  const more = left > 0 ? html`and ${formatCount(left)} more` : undefined;
  return html`<p class="untried">
    <b>– Never tried: ${plural(never.length, 'clause')}</b> about which this run says nothing. ${ids} ${more}
  </p>`;
}

export function matrixSection(page: Page): Markup {
  const suites = page.summary.suites.map((suite) =>
    page.summary.suites.length > 1
      ? foldedSuite(page, suite)
      : html`<h3>${suite.title}</h3>
          ${clauseTable(page, suite)}`,
  );
  return section(page.anchor('clauses'), 'Clause matrix', [neverTriedNote(page), suites]);
}
