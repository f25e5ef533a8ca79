/** A run or a campaign while it goes on, in parts of the live page: each by the functions that draw its report. */
import type { Progress } from '../../../scenarios/record';
import { stretchesOf } from '../../summary/wire-trace';
import type { RunSummary, RequirementSummary } from '../../summary/summary';
import { accountingText } from '../../text/accounting';
import { boardName } from '../../text/parameters';
import { clip } from '../../text/printable';
import { formatCount, plural } from '../../text/quantity';
import { overviewSection } from '../clause-matrix';
import { failureSections } from '../failures';
import { pageHead } from '../components';
import { html, type Markup } from '../markup';
import { createPage, type Page, type PageStore, createLayout } from '../page';
import { headSection } from '../run-section';
import { driftCard, timingSection } from '../timing';
import { exchangeSection, type RecentExchanges } from './recent-exchanges';
import type { PageParts } from './live-page';
import { countVerdicts, mergeJudgements } from '../../text/verdicts';
import type { CampaignSummary } from '../../summary/campaign';
import { progressSection } from '../campaign/coverage';
import { findingsSection, unconfirmedSection } from '../campaign/findings';
import { campaignHead } from '../campaign/campaign-page';

/** Failed clauses that are shown with their bytes while the run goes on; the report has all. */
const SHOWN_FAILURES = 8;
const SHOWN_TIMES = 6;

/** A page without a script's packed parts: what is folded is in it at once. */
function livePage(summary: RunSummary, store: PageStore, prefix = ''): Page {
  return { ...createPage(summary, store, prefix), defer: (markup) => markup };
}

export function runParts(
  run: RunSummary,
  recent: RecentExchanges,
  progress: Progress | undefined,
  store: PageStore,
): PageParts {
  const summary = soFar(run);
  const { failures, warnings, timing } = summary;
  const page = livePage({ ...summary, failures: failures.slice(0, SHOWN_FAILURES), warnings: [] }, store);
  const hidden = failures.length - SHOWN_FAILURES + warnings.length;
  const ended = run.end !== undefined;
  return {
    now: ended ? headSection(page) : runningHead(summary, progress),
    clauses: overviewSection(page, ended ? 'skipped' : 'not yet judged'),
    exchange: ended
      ? undefined
      : exchangeSection('On the wire now', summary.start?.board.links, recent, store),
    failures: html`${failureSections(page)}${hidden > 0 ? html`<p class="left">${plural(hidden, 'more clause')} in the report</p>` : undefined}`,
    timing: timingPart(livePage({ ...summary, timing: timing.slice(0, SHOWN_TIMES) }, store), recent),
  };
}

function runningHead(
  { start, judged, requirements, failures, accounting }: SoFar,
  progress: Progress | undefined,
): Markup {
  const failed = failures.length > 0;
  const { done = 0, total = 1, scenario = '', note = '' } = progress ?? {};
  const seed = start === undefined ? undefined : `, seed ${start.seed}`;
  return pageHead(
    failed ? { tone: 'bad', sign: '✗' } : { tone: 'good', sign: '▸' },
    'live',
    html`<b>RUNNING</b> ${start === undefined ? '' : clip(boardName(start.board), 300)}`,
    html`<p>
        ${formatCount(judged)} of ${plural(requirements.length, 'clause')} judged,
        ${failed ? html`<b class="bad">${formatCount(failures.length)} failed</b>` : 'none failed'}.
      </p>
      <p class="reason">
        <progress value="${done}" max="${Math.max(1, total)}" aria-label="Scenarios done"></progress>
        ${formatCount(done)} of ${plural(total, 'scenario')}${seed}: ${clip(scenario, 200)}
      </p>
      ${accounting && html`<p class="reason">So far ${accountingText(accounting)}.</p>`}
      ${note === '' ? undefined : html`<p class="reason">${clip(note, 300)}</p>`}`,
  );
}

/** While the run goes on there are no histograms yet: the answer times so far. */
function timingPart(page: Page, { answers }: RecentExchanges): Markup | undefined {
  const drift = driftCard(stretchesOf(answers));
  const cards = timingSection(page);
  if (drift === undefined) return cards;
  return html`${cards}
    <section>${cards === undefined ? html`<h2>Timing</h2>` : undefined}${drift}</section>`;
}

interface SoFar extends RunSummary {
  readonly judged: number;
}

function soFar(summary: RunSummary): SoFar {
  const judge = (each: RequirementSummary): RequirementSummary => {
    if (summary.end !== undefined || each.verdict === 'fail') return each;
    const { scenarioJudgements: parts, reason: _reason, ...rest } = each;
    if (parts.length === 0)
      return { ...rest, scenarioJudgements: parts, verdict: 'skip', checks: 0, reason: 'not judged yet' };
    return { ...rest, scenarioJudgements: parts, ...mergeJudgements(parts) };
  };
  const suites = summary.suites.map((suite) => {
    const requirements = suite.requirements.map(judge);
    return { ...suite, requirements, counts: countVerdicts(requirements) };
  });
  const requirements = suites.flatMap((suite) => suite.requirements);
  const judged = requirements.filter(({ checks, verdict }) => checks > 0 || verdict === 'fail').length;
  return { ...summary, suites, requirements, counts: countVerdicts(requirements), judged };
}

/** Findings with their bytes; the report has all. */
const SHOWN_FINDINGS = 10;

export function campaignParts(
  campaign: CampaignSummary,
  recent: RecentExchanges,
  store: PageStore,
): PageParts {
  const isOver = campaign.end !== undefined;
  const layout = { ...createLayout(store), defer: (markup: Markup) => markup };
  const findings = campaign.findings.slice(0, SHOWN_FINDINGS);
  const findingsLeftOut = campaign.findingsLeftOut + campaign.findings.length - findings.length;
  return {
    now: isOver ? campaignHead(campaign) : runningCampaignHead(campaign),
    exchange: isOver
      ? undefined
      : exchangeSection('A case on the wire', campaign.start.board.links, recent, store),
    timing: progressSection(campaign),
    failures: html`${findingsSection(layout, { ...campaign, findings, findingsLeftOut })}${unconfirmedSection(layout, campaign)}`,
  };
}

function runningCampaignHead({
  start,
  cases,
  exchanges,
  progress,
  findings,
  findingsLeftOut,
  unconfirmed,
}: CampaignSummary): Markup {
  const found = findings.length + findingsLeftOut;
  const last = progress.at(-1);
  const seconds = last?.seconds;
  const done = Math.max(cases / (start.cases ?? Infinity), (seconds ?? 0) / (start.seconds ?? Infinity));
  const reached = plural(last?.reached ?? 0, 'situation');
  return pageHead(
    found > 0 ? { tone: 'bad', sign: '✗' } : { tone: 'good', sign: '▸' },
    'fuzzing, live',
    html`<b>FUZZING</b> ${clip(start.board.name, 300)}`,
    html`<p>
        ${found > 0 ? html`<b class="bad">${plural(found, 'finding')}</b>` : 'No finding'}${unconfirmed.length > 0 ? ` and ${plural(unconfirmed.length, 'unconfirmed failure')}` : ''}
        in ${plural(cases, 'case')}.
      </p>
      <p class="reason">
        <progress value="${Math.min(1, done).toFixed(3)}" max="1" aria-label="Done"></progress>
        ${formatCount(exchanges)} steps sent, ${reached} reached, seed ${start.seed}
      </p>`,
  );
}
