/** Every clause with its verdict, by group; and what was not judged, by reason. */
import { exchangeList } from './html-bytes';
import { hasArticle, idLink, prose, standing, verdictChip } from './html-parts';
import { terminalPicture } from './html-terminal';
import { html, type Content, type Markup } from './markup';
import { clip } from './printable';
import { formatCount, formatMeasurement, plural } from './quantity';
import { byReason, reasonOf } from './reason';
import type { RequirementSummary, RunSummary, SuiteSummary } from './summary';

function row(requirement: RequirementSummary): Markup {
  const reason = reasonOf(requirement, 400);
  const anchor: Content = hasArticle(requirement) ? undefined : html` id="${requirement.id}"`;
  const why = reason === undefined ? undefined : html`<p class="why">${reason}</p>`;
  return html`<tr
    class="clause"
    data-verdict="${requirement.warning ? 'warning' : requirement.verdict}"
    ${anchor}
  >
    <td class="verdict">${verdictChip(requirement.verdict, requirement.level)}</td>
    <td class="text">${idLink(requirement)} <span>${prose(requirement.text)}</span>${why}</td>
    <td class="standing">${standing(requirement)}</td>
    <td class="num"><span>${formatCount(requirement.checks)}</span><span class="unit"> checks</span></td>
  </tr>`;
}

function groups(suite: SuiteSummary): readonly Markup[] {
  const names = [...new Set(suite.requirements.map(({ group }) => group))];
  return names.map((name) => {
    const members = suite.requirements.filter(({ group }) => group === name);
    const held = members.filter(({ verdict }) => verdict === 'pass').length;
    return html`<tbody>
      <tr class="group">
        <th colspan="4" scope="rowgroup">${name} <small>${held} of ${members.length} held</small></th>
      </tr>
      ${members.map(row)}
    </tbody>`;
  });
}

function suiteTable(suite: SuiteSummary): Markup {
  return html`<h3>${suite.title}</h3>
    <table class="clauses">
      <thead>
        <tr>
          <th>verdict</th>
          <th>clause</th>
          <th>level, origin</th>
          <th class="num">checks</th>
        </tr>
      </thead>
      ${groups(suite)}
    </table>`;
}

export function clauseSection({ suites }: RunSummary): Markup {
  return html`<section id="clauses">
    <h2>All clauses</h2>
    <div class="filter" hidden>
      <label>Find <input type="search" id="find" placeholder="STM-FR, checksum, …" /></label>
      <label
        >Verdict
        <select id="only">
          <option value="">all</option>
          <option value="fail">fail</option>
          <option value="warning">warning</option>
          <option value="inconclusive">inconclusive</option>
          <option value="error">not judged</option>
          <option value="skip">skipped</option>
          <option value="pass">pass</option>
        </select></label
      >
      <span id="found" role="status"></span>
    </div>
    ${suites.map(suiteTable)}
  </section>`;
}

/** Of what could not be told, what was seen. */
function openQuestion(requirement: RequirementSummary): Markup | undefined {
  const [check] = requirement.deciding;
  if (check === undefined || requirement.verdict === 'skip') return undefined;
  const measured = check.measurement === undefined ? undefined : formatMeasurement(check.measurement);
  const parts = [
    check.expected && `expected ${check.expected}`,
    check.seen && `seen ${check.seen}`,
    measured,
  ];
  const text = parts.filter((part) => part !== undefined && part !== '').join('; ');
  return html`<p class="why">
      ${clip(check.title, 1000)}${text === '' ? undefined : html`: ${clip(text, 2000)}`}
    </p>
    ${terminalPicture(check.screen)}${exchangeList(check.evidence ?? [], 8)}`;
}

function unjudged(requirement: RequirementSummary): Markup {
  return html`<li>
    ${idLink(requirement)}
    <span class="level">${requirement.level}</span> ${prose(requirement.text)}${openQuestion(requirement)}
  </li>`;
}

export function notJudgedSection({ notJudged }: RunSummary): Markup | undefined {
  if (notJudged.length === 0) return undefined;
  const blocks = byReason(notJudged).map(({ reason, requirements }) => {
    const [first] = requirements;
    const chip = first === undefined ? undefined : verdictChip(first.verdict, first.level);
    const list = html`<ul>
      ${requirements.map(unjudged)}
    </ul>`;
    const body =
      requirements.length > 6
        ? html`<details>
            <summary>${plural(requirements.length, 'clause')}</summary>
            ${list}
          </details>`
        : list;
    return html`<div class="card">
      <h3>${chip} ${clip(reason, 1000)}</h3>
      ${body}
    </div>`;
  });
  return html`<section id="not-judged">
    <h2>Not judged <small>${notJudged.length}</small></h2>
    ${blocks}
  </section>`;
}
