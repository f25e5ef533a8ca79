/** What failed, and what could not be told: the clause, what was expected and seen, the bytes, the way back. */
import type { CheckRecord } from '../scenarios/record';
import { exchangeList } from './html-bytes';
import { command, commandFor, idLink, prose, standing, verdictChip } from './html-parts';
import { terminalPicture } from './html-terminal';
import { html, textLines, type Markup } from './markup';
import { clip, printableLines } from './printable';
import { formatInstant, formatMeasurement, plural } from './quantity';
import type { RequirementSummary, RunSummary } from './summary';

const TEXT = 4000;
/** Exchanges shown of a clause's first check, and of each of the few others that are shown folded away. */
const FIRST_EXCHANGES = 24;
const OTHER_EXCHANGES = 6;
const OTHER_CHECKS = 4;

function said(label: string, text: string | undefined): Markup | undefined {
  return text === undefined
    ? undefined
    : html`<div class="${label}">
        <dt>${label}</dt>
        <dd>${clip(text, TEXT)}</dd>
      </div>`;
}

function counterexample(check: CheckRecord): Markup | undefined {
  const found = check.counterexample;
  if (found === undefined) return undefined;
  const lines = textLines(printableLines(clip(found.text, TEXT)));
  const how = `found after ${plural(found.cases, 'case')}, made smaller in ${plural(found.shrinks, 'step')}, seed ${found.seed}`;
  return html`<div class="counterexample">
    <h5>Smallest input that shows it <small>${how}</small></h5>
    <pre>${lines}</pre>
  </div>`;
}

function checkBody(check: CheckRecord, exchanges: number): Markup {
  const { measurement } = check;
  const measured =
    measurement === undefined ? undefined : `${measurement.name}: ${formatMeasurement(measurement)}`;
  return html`<dl class="said">
      ${said('expected', check.expected)}${said('seen', check.seen)}${said('measured', measured)}
    </dl>
    ${terminalPicture(check.screen)}${exchangeList(check.evidence ?? [], exchanges)}${counterexample(check)}`;
}

function checkBlock(check: CheckRecord, exchanges: number): Markup {
  return html`<div class="check">
    <h4>${clip(check.title, TEXT)} <small>${check.scenario}, at ${formatInstant(check.at)}</small></h4>
    ${checkBody(check, exchanges)}
  </div>`;
}

/** The first check unfolded, the others folded away, those that were not kept counted. */
function checkBlocks({ deciding, decidingLeftOut }: RequirementSummary): Markup {
  const [first, ...rest] = deciding;
  const others = rest.slice(0, OTHER_CHECKS);
  const leftOut = decidingLeftOut + rest.length - others.length;
  const left =
    leftOut > 0
      ? html`<p class="left">At least ${plural(leftOut, 'more check')} like these left out.</p>`
      : undefined;
  const more = html`<details class="more">
    <summary>${plural(others.length, 'more check')} like this</summary>
    ${others.map((check) => checkBlock(check, OTHER_EXCHANGES))}
  </details>`;
  return html`${first === undefined ? undefined : checkBlock(first, FIRST_EXCHANGES)}${others.length > 0 ? more : undefined}${left}`;
}

function reasonParagraph({ reason, deciding }: RequirementSummary): Markup | undefined {
  return reason === undefined || deciding.length > 0 ? undefined : html`<p>${clip(reason, TEXT)}</p>`;
}

/** The article of one clause; links to the clause lead here. */
function clauseArticle(summary: RunSummary, requirement: RequirementSummary): Markup {
  const again = commandFor(summary, requirement.id);
  return html`<article class="card failure ${requirement.warning ? 'warn' : 'bad'}" id="${requirement.id}">
    <header>
      ${verdictChip(requirement.verdict, requirement.level)} ${idLink(requirement)} ${standing(requirement)}
      <span class="count">${plural(requirement.checks, 'check')}</span>
    </header>
    <h3>${prose(requirement.text)}</h3>
    ${reasonParagraph(requirement)}${checkBlocks(requirement)}
    ${
      again === undefined
        ? undefined
        : html`<div class="again">
            <h5>Show it again</h5>
            ${command(again)}
          </div>`
    }
  </article>`;
}

/** MUSTs that failed, then SHOULDs that failed. */
export function failureSections(summary: RunSummary): Markup {
  const list = (id: string, title: string, members: readonly RequirementSummary[]): Markup | undefined =>
    members.length === 0
      ? undefined
      : html`<section id="${id}">
          <h2>${title} <small>${members.length}</small></h2>
          ${members.map((each) => clauseArticle(summary, each))}
        </section>`;
  return html`${list('failures', 'Failed', summary.failures)}${list('warnings', 'Warnings', summary.warnings)}`;
}
