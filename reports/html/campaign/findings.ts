/** The findings of a campaign: the failure, its smallest bytes, its reproducibility, and the command that repeats it. */
import type { FuzzFinding } from '../../../scenarios/record';
import { reproductionText, type CampaignSummary } from '../../summary/campaign';
import { evidenceView, expectedAndSeen } from '../evidence/check';
import type { Layout } from '../page';
import { commandLine, fact, folded, leftOut, section } from '../components';
import { html, type Markup } from '../markup';
import { clip, shellWord } from '../../text/printable';
import { formatCount, plural } from '../../text/quantity';

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
  const isOpen = finding.repeats.shown === 0;
  const must = level === 'MUST' && !isOpen;
  const count = campaign.end?.findings[id] ?? campaign.end?.unconfirmed?.[id];
  const sign = isOpen ? '?' : must ? '✗' : '!';
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
      ${fact('smallest case', sizeOf(finding))}${fact('reproduces', reproductionText(finding))}
      ${fact('failures grouped by', clip(cause.replaceAll('|', ', '), 300))}${fact('found in', `case ${formatCount(finding.case)}`)}
      ${fact('files', files(file))}
    </dl>
    <div class="again">
      <h4>Reproduce it</h4>
      ${commandLine(`wirejig replay ${shellWord(file)}`)}${commandLine(`python3 ${shellWord(file.replace(/\.json$/, '.py'))} PORT`)}
    </div>
  </article>`;
}

/** The failures that did not reproduce, apart from the findings. */
export function unconfirmedSection(layout: Layout, campaign: CampaignSummary): Markup | undefined {
  const { unconfirmed } = campaign;
  if (unconfirmed.length === 0) return undefined;
  return section(
    'unconfirmed',
    'Unconfirmed',
    html`<p>
        The board failed once, and did not fail in a replay from the known state: its own chance, a lost byte
        or this host may be the cause. They are no findings.
      </p>
      ${articlesOf(layout, campaign, unconfirmed)}`,
    formatCount(unconfirmed.length),
  );
}

export function findingsSection(layout: Layout, campaign: CampaignSummary): Markup | undefined {
  const { findings, findingsLeftOut } = campaign;
  if (findings.length === 0) return undefined;
  return section(
    'found',
    'Found',
    [articlesOf(layout, campaign, findings), leftOut(findingsLeftOut, 'finding')],
    formatCount(findings.length + findingsLeftOut),
  );
}

function articlesOf(layout: Layout, campaign: CampaignSummary, findings: readonly FuzzFinding[]) {
  return findings.map((each, at) =>
    at < UNFOLDED_FINDINGS
      ? findingArticle(layout, campaign, each)
      : folded(
          `${each.requirement} ${clip(each.title, 200)}`,
          layout.defer(findingArticle(layout, campaign, each)),
          'late',
        ),
  );
}
