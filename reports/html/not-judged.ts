/** Clauses that were not judged (inconclusive, error, skip), grouped by reason, with what was seen. */
import { evidenceView, expectedAndSeen } from './evidence/check';
import type { Page } from './page';
import { clauseText, filterAttributes, folded, idLink, section, verdictChip } from './components';
import { terminalScreen } from './evidence/terminal-screen';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { plural } from '../text/quantity';
import { groupByReason } from '../text/reason';
import type { RequirementSummary } from '../summary/summary';

const EXCHANGES = 8;
/** More clauses that share a reason are folded away. */
const UNFOLDED_CLAUSES = 6;

/** What was seen where it decided nothing. */
function evidenceBlock(page: Page, requirement: RequirementSummary, reason: string): Markup | undefined {
  const [check] = requirement.deciding;
  if (check === undefined || requirement.verdict === 'skip') return undefined;
  const evidence = evidenceView(page, check, EXCHANGES);
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
