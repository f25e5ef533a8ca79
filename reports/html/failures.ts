/** The failures: each clause with expected and seen, the bytes, and the command that shows it again. */
import type { CheckRecord } from '../../scenarios/record';
import { checkBlock, checkEvidence, checkHeading, expectedAndSeen } from './evidence/check';
import type { Page } from './page';
import {
  commandLine,
  rerunCommand,
  filterAttributes,
  idLink,
  clauseText,
  levelAndOrigin,
  verdictChip,
} from './components';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { plural } from '../text/quantity';
import type { RequirementSummary } from '../summary/summary';

const TEXT = 4000;
/** Exchanges shown of a clause's first check, and of each of the few others, which are folded. */
const FIRST_EXCHANGES = 24;
const OTHER_EXCHANGES = 6;
const OTHER_CHECKS = 4;
/** Clauses whose evidence is unfolded; that of later clauses is packed until a reader unfolds it. */
const OPEN_CLAUSES = 24;
/** Clauses that have their evidence in the page, unfolded or packed. */
const SHOWN_CLAUSES = 400;

type EvidencePlace = 'open' | 'folded' | 'not';

function evidencePlace(index: number): EvidencePlace {
  if (index < OPEN_CLAUSES) return 'open';
  return index < SHOWN_CLAUSES ? 'folded' : 'not';
}

function moreChecks(page: Page, others: readonly CheckRecord[]): Markup {
  const blocks = others.map((check) => checkBlock(page, check, OTHER_EXCHANGES));
  const titles = others.map(({ title }) => html`<li>${clip(title, 400)}</li>`);
  return html`<details class="more">
    <summary>${plural(others.length, 'more check')} like this</summary>
    ${page.defer(
      html`${blocks}`,
      html`<ul>
        ${titles}
      </ul>`,
    )}
  </details>`;
}

function firstCheck(page: Page, check: CheckRecord, shown: EvidencePlace): Markup {
  const head = html`${checkHeading(page, check)}${expectedAndSeen(check)}`;
  if (shown === 'not')
    return html`<div class="check">
      ${head}
      <p class="left">
        The bytes are left out here, because ${SHOWN_CLAUSES} clauses have theirs: run this one alone.
      </p>
    </div>`;
  const evidence = checkEvidence(page, check, FIRST_EXCHANGES);
  if (shown === 'open') return html`<div class="check">${head}${evidence}</div>`;
  return html`<div class="check">
    ${head}
    <details>
      <summary>What was on the wire</summary>
      ${page.defer(evidence)}
    </details>
  </div>`;
}

/** The first check unfolded, others folded, and the number of those that were not kept. */
function checkBlocks(
  page: Page,
  { deciding, decidingLeftOut }: RequirementSummary,
  shown: EvidencePlace,
): Markup {
  const [first, ...rest] = deciding;
  const others = shown === 'not' ? [] : rest.slice(0, OTHER_CHECKS);
  const leftOut = decidingLeftOut + rest.length - others.length;
  const left =
    leftOut > 0
      ? html`<p class="left">At least ${plural(leftOut, 'more check')} like these left out.</p>`
      : undefined;
  const more = others.length > 0 ? moreChecks(page, others) : undefined;
  return html`${first === undefined ? undefined : firstCheck(page, first, shown)}${more}${left}`;
}

function reasonParagraph({ reason, deciding }: RequirementSummary): Markup | undefined {
  return reason === undefined || deciding.length > 0 ? undefined : html`<p>${clip(reason, TEXT)}</p>`;
}

/** The command that runs only this clause again. */
function rerunBlock(page: Page, { id }: RequirementSummary): Markup | undefined {
  const text = rerunCommand(page.summary, id);
  return text === undefined
    ? undefined
    : html`<div class="again">
        <h5>Show it again</h5>
        ${commandLine(text)}
      </div>`;
}

/** The article of one clause; links to the clause lead here. */
function clauseArticle(page: Page, requirement: RequirementSummary, shown: EvidencePlace): Markup {
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
    ${reasonParagraph(requirement)}${checkBlocks(page, requirement, shown)}${rerunBlock(page, requirement)}
  </article>`;
}

/** MUSTs that failed, then SHOULDs that failed. */
export function failureSections(page: Page): Markup {
  const { failures, warnings } = page.summary;
  const list = (id: string, title: string, members: readonly RequirementSummary[]): Markup | undefined =>
    members.length === 0
      ? undefined
      : html`<section id="${page.anchor(id)}">
          <h2>${title} <small>${members.length}</small></h2>
          ${members.map((each, index) => clauseArticle(page, each, evidencePlace(index)))}
        </section>`;
  return html`${list('failures', 'Failed', failures)}${list('warnings', 'Warnings', warnings)}`;
}
