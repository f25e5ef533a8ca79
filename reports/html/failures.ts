/** Clauses that did not pass: with expected and seen, the bytes, and the command that reproduces it; those not judged by their reasons. */
import type { CheckRecord } from '../../scenarios/record';
import { checkEvidence, checkHeading, expectedAndSeen, evidenceView } from './evidence/check';
import type { Page } from './page';
import {
  commandLine,
  rerunCommand,
  filterAttributes,
  idLink,
  clauseText,
  folded,
  levelAndOrigin,
  scenarioTitle,
  section,
  verdictChip,
} from './components';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { plural } from '../text/quantity';
import type { RequirementSummary } from '../summary/summary';
import { terminalScreen } from './evidence/terminal-screen';
import { groupByReason } from '../text/reason';

const TEXT = 4000;
/** Exchanges of a clause's check: the failing one, and folded those before it. */
const EXCHANGES = 24;
/** Scenarios named of a clause that failed in several. */
const NAMED_SCENARIOS = 12;
/** Clauses whose evidence is unfolded; that of later clauses is packed until a reader unfolds it. */
const OPEN_CLAUSES = 24;
/** Clauses that have their evidence in the page, unfolded or packed. */
const SHOWN_CLAUSES = 400;

type EvidencePlace = 'open' | 'folded' | 'not';

function evidencePlace(index: number): EvidencePlace {
  if (index < OPEN_CLAUSES) return 'open';
  return index < SHOWN_CLAUSES ? 'folded' : 'not';
}

function checkBlock(page: Page, check: CheckRecord, shown: EvidencePlace): Markup {
  const head = html`${checkHeading(page, check)}${expectedAndSeen(check)}`;
  if (shown === 'not')
    return html`<div class="check">
      ${head}
      <p class="left">
        The bytes are left out here, because ${SHOWN_CLAUSES} clauses have theirs: run this one alone.
      </p>
    </div>`;
  const evidence = checkEvidence(page, check, EXCHANGES);
  if (shown === 'open') return html`<div class="check">${head}${evidence}</div>`;
  return html`<div class="check">${head} ${folded('What was on the wire', page.defer(evidence))}</div>`;
}

function otherScenarios(page: Page, requirement: RequirementSummary): Markup | undefined {
  const shown = requirement.deciding[0]?.scenario;
  const others = requirement.scenarioJudgements.filter(
    ({ scenario, verdict }) => verdict === requirement.verdict && scenario !== shown,
  );
  if (shown === undefined || others.length === 0) return undefined;
  const lines = others.slice(0, NAMED_SCENARIOS).map(({ scenario, reason }) => {
    const why = reason === undefined ? undefined : html` <small>${clip(reason, 200)}</small>`;
    return html`<li>${scenarioTitle(page.summary, scenario)}${why}</li>`;
  });
  const left = others.length - lines.length;
  return html`<details class="more">
    <summary>also in ${plural(others.length, 'scenario')}</summary>
    <ul>
      ${lines}${left > 0 ? html`<li class="left">and ${plural(left, 'more')}</li>` : undefined}
    </ul>
  </details>`;
}

function reasonParagraph({ reason, deciding }: RequirementSummary): Markup | undefined {
  return reason === undefined || deciding.length > 0 ? undefined : html`<p>${clip(reason, TEXT)}</p>`;
}

function rerunBlock(page: Page, requirement: RequirementSummary): Markup | undefined {
  const text = rerunCommand(page.summary, requirement);
  return text === undefined
    ? undefined
    : html`<div class="again">
        <h5>Reproduce it</h5>
        ${commandLine(text)}
      </div>`;
}

/** The article of one clause; links to the clause lead here. */
function clauseArticle(page: Page, requirement: RequirementSummary, shown: EvidencePlace): Markup {
  const [check] = requirement.deciding;
  return html`<article
    class="card failure ${requirement.warning ? 'warn' : 'bad'}${shown === 'open' ? '' : ' late'}"
    id="${page.anchor(requirement.id)}"
    ${filterAttributes(requirement)}
  >
    <header>
      ${verdictChip(requirement.verdict, requirement.level)} ${idLink(page, requirement)}
      ${levelAndOrigin(requirement)}
      <span class="count">${plural(requirement.checks, 'check')}</span>
    </header>
    <h3>${clauseText(requirement.text)}</h3>
    ${reasonParagraph(requirement)}${check === undefined ? undefined : checkBlock(page, check, shown)}${otherScenarios(page, requirement)}${rerunBlock(page, requirement)}
  </article>`;
}

export function failureSections(page: Page): Markup {
  const { failures, warnings } = page.summary;
  const list = (id: string, title: string, members: readonly RequirementSummary[]): Markup | undefined =>
    members.length === 0
      ? undefined
      : section(
          page.anchor(id),
          title,
          members.map((each, index) => clauseArticle(page, each, evidencePlace(index))),
          String(members.length),
        );
  return html`${list('failures', 'Failed', failures)}${list('warnings', 'Warnings', warnings)}`;
}

const OPEN_EXCHANGES = 8;
/** More clauses that share a reason are folded away. */
const UNFOLDED_CLAUSES = 6;

/** What was seen where it decided nothing. */
function evidenceBlock(page: Page, requirement: RequirementSummary, reason: string): Markup | undefined {
  const [check] = requirement.deciding;
  if (check === undefined || requirement.verdict === 'skip') return undefined;
  const evidence = evidenceView(page, check, OPEN_EXCHANGES);
  const shown = evidence && folded('What was on the wire', page.defer(evidence));
  const why = check.title === reason ? undefined : html`<p class="why">${clip(check.title, 1000)}</p>`;
  return html`${why} ${expectedAndSeen(check)}${terminalScreen(check.screen)}${shown}`;
}

function clauseItem(page: Page, requirement: RequirementSummary, reason: string): Markup {
  return html`<li id="${page.anchor(requirement.id)}" ${filterAttributes(requirement)}>
    ${idLink(page, requirement)} <span class="level">${requirement.level}</span>
    ${clauseText(requirement.text)}${evidenceBlock(page, requirement, reason)}
  </li>`;
}

export function notJudgedSection(page: Page): Markup | undefined {
  const { notJudged } = page.summary;
  if (notJudged.length === 0) return undefined;
  const blocks = groupByReason(notJudged).map(({ reason, requirements }) => {
    const [first] = requirements;
    const chip = first === undefined ? undefined : verdictChip(first.verdict, first.level);
    const list = html`<ul>
      ${requirements.map((each) => clauseItem(page, each, reason))}
    </ul>`;
    const body =
      requirements.length > UNFOLDED_CLAUSES ? folded(plural(requirements.length, 'clause'), list) : list;
    return html`<div class="card open">
      <h3>${chip} ${clip(reason, 1000)}</h3>
      ${body}
    </div>`;
  });
  return section(page.anchor('not-judged'), 'Not judged', blocks, String(notJudged.length));
}
