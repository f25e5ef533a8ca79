/** A campaign while it goes on, in parts of the live page: each by the functions that draw its report. */
import type { CampaignSummary } from '../../summary/campaign';
import { clip } from '../../text/printable';
import { formatCount, plural } from '../../text/quantity';
import { progressSection } from '../campaign/coverage';
import { findingsSection, unconfirmedSection } from '../campaign/findings';
import { pageHead } from '../components';
import { html, type Markup } from '../markup';
import { createLayout, type PageStore } from '../page';
import { campaignHead } from '../campaign/campaign-page';
import { exchangeSection, type RecentExchanges } from './recent-exchanges';
import type { PageParts } from './live-page';

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
    now: isOver ? campaignHead(campaign) : runningHead(campaign),
    exchange: isOver
      ? undefined
      : exchangeSection('A case on the wire', campaign.start.board.links, recent, store),
    timing: progressSection(campaign),
    failures: html`${findingsSection(layout, { ...campaign, findings, findingsLeftOut })}${unconfirmedSection(layout, campaign)}`,
  };
}

function runningHead({
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
