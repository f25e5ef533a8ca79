/** The findings of a campaign: the failure, its smallest bytes, its reproducibility, and the command that repeats it. */
import type { FuzzFinding } from '../../../scenarios/record';
import { reproductionText, type CampaignSummary } from '../../summary/campaign';
import { evidenceView, expectedAndSeen } from '../evidence/check';
import type { Layout } from '../page';
import { commandLine, fact } from '../components';
import { html, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { formatCount, plural } from '../../text/quantity';
import { shellWord } from '../../text/shell-word';

const TEXT = 2000;
const SHOWN_EXCHANGES = 12;
/** Findings shown unfolded. The others are unpacked when a reader unfolds them. */
const UNFOLDED_FINDINGS = 20;

/** The size of the minimised case, the size that it was found with, and the cases that it needs before it. */
function sizeOf({ bytes, foundBytes, history }: FuzzFinding): string {
  const needs = history === 0 ? '' : `; needs ${plural(history, 'case')} before it`;
  const from = bytes < foundBytes ? `, minimised from ${plural(foundBytes, 'byte')}` : '';
  return `${plural(bytes, 'byte')}${from}${needs}`;
}

/** Links to the files, which are in a folder beside the page. */
function files(file: string): Markup {
  const name = file.split(/[\\/]/).at(-1) ?? file;
  const base = name.replace(/\.json$/, '');
  const link = (each: string): Markup =>
    html`<a href="findings/${encodeURIComponent(each)}"><code>${clip(each, 120)}</code></a>`;
  return html`${link(name)} the finding, ${link(`${base}.c`)} C99 data, ${link(`${base}.py`)} Python script`;
}

function findingArticle(layout: Layout, campaign: CampaignSummary, finding: FuzzFinding): Markup {
  const { id, requirement, level, kind, title, cause, file, evidence } = finding;
  const must = level === 'MUST';
  const count = campaign.end?.findings[id];
  const sign = must ? '✗' : '!';
  return html`<article class="card failure ${must ? 'bad' : 'warn'}" id="${clip(id, 80)}">
    <header>
      <span class="chip ${must ? 'bad' : 'warn'}"
        ><span aria-hidden="true">${sign}</span> ${clip(kind, 40)}</span
      >
      <a class="id" href="#${clip(id, 80)}">${clip(requirement, 80)}</a>
      <span class="level">${level}</span>
      <span class="count">${count === undefined ? clip(id, 80) : plural(count, 'failure')}</span>
    </header>
    <h3>${clip(title, TEXT)}</h3>
    ${expectedAndSeen(finding)} ${evidenceView(layout, { evidence }, SHOWN_EXCHANGES)}
    <dl class="facts">
      ${fact('smallest case', sizeOf(finding))}${fact('shows again', reproductionText(finding))}
      ${fact('failures grouped by', clip(cause.replaceAll('|', ', '), 300))}${fact('found in', `case ${formatCount(finding.case)}`)}
      ${fact('files', files(file))}
    </dl>
    <div class="again">
      <h4>Show it again</h4>
      ${commandLine(`wirejig replay ${shellWord(file)}`)}${commandLine(`python3 ${shellWord(file.replace(/\.json$/, '.py'))} PORT`)}
    </div>
  </article>`;
}

export function findingsSection(layout: Layout, campaign: CampaignSummary): Markup | undefined {
  const { findings, findingsLeftOut } = campaign;
  if (findings.length === 0) return undefined;
  const left =
    findingsLeftOut > 0
      ? html`<p class="left">${plural(findingsLeftOut, 'finding')} left out</p>`
      : undefined;
  const open = findings.slice(0, UNFOLDED_FINDINGS).map((each) => findingArticle(layout, campaign, each));
  const folded = findings.slice(UNFOLDED_FINDINGS).map(
    (each) =>
      html`<details class="late">
        <summary>${each.requirement} ${clip(each.title, 200)}</summary>
        ${layout.defer(findingArticle(layout, campaign, each))}
      </details>`,
  );
  return html`<section id="found">
    <h2>Found <small>${formatCount(findings.length + findingsLeftOut)}</small></h2>
    ${open}${folded}${left}
  </section>`;
}
