/** `report.html` of a fuzzing campaign: found, resynchronisation, tried, never reached, over time, the campaign. */
import { neverReached, type CampaignSummary, resyncVerdict, unknownText } from '../../summary/campaign';
import { findingsSection, unconfirmedSection } from './findings';
import { neverReachedSection, progressSection, coverageSection } from './coverage';
import { PageStore, createLayout } from '../page';
import { commandLine, fact, pageHead, section, tile, table, type Column } from '../components';
import { htmlPage } from '../document';
import { html, type Content, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { parameterText } from '../../text/parameters';
import { formatDate, plural, formatCount, formatSpan } from '../../text/quantity';
import type { FuzzResync } from '../../../scenarios/record';
import { axesAround, lineChart } from '../charts';

function tiles(campaign: CampaignSummary): Markup {
  const { findings, findingsLeftOut, unconfirmed, end } = campaign;
  const count = findings.length + findingsLeftOut;
  const flaky = findings.filter(({ repeats }) => repeats.shown < repeats.tried).length;
  const never = neverReached(campaign).reduce((sum, [, names]) => sum + names.length, 0);
  return html`<dl class="tiles">
    ${tile('✗ findings', count, 'bad')}${tile('failures', campaign.failures)}${tile('cases', campaign.cases)}
    ${tile('steps sent', campaign.exchanges)}${tile('! flaky findings', flaky, 'warn')}
    ${tile('? unconfirmed', unconfirmed.length, 'warn')}
    ${end === undefined ? undefined : tile('– never reached', never, 'warn')}
  </dl>`;
}

const BROKE = 6;

export function campaignHead(campaign: CampaignSummary): Markup {
  const { headline, start, end, findings, boards } = campaign;
  const { board } = start;
  const reason =
    end?.reason === undefined ? undefined : html`<p class="reason">${clip(end.reason, 2000)}</p>`;
  const broke = findings.slice(0, BROKE).map(
    (one) =>
      html`<li>
        <span aria-hidden="true">✗</span>
        <a class="id" href="#${clip(one.id, 80)}">${clip(one.requirement, 80)}</a>
        ${clip(one.title, 140)}
      </li>`,
  );
  const list =
    broke.length === 0
      ? undefined
      : html`<ul class="broke">
          ${broke}
        </ul>`;
  return html`${pageHead(
    headline,
    'fuzzing report',
    html`<b>${headline.word}</b> ${clip(board.name, 300)}`,
    html`<p>${headline.text}</p>
      ${reason}${list}`,
    html`<dl class="head-facts">
      ${fact('board', `${clip(board.name, 200)} (${clip(board.kind, 80)}${board.virtual ? ', virtual' : ''})`)}
      ${boards === undefined ? undefined : fact('shared by', clip(boards.join(', '), 400))}${fact('suite', start.suite)}
      ${board.links.length === 0 ? undefined : fact('link', board.links.map(({ name, url }) => `${clip(name, 60)} ${clip(url, 120)}`).join(', '))}
      ${fact('seed', String(start.seed))}${fact('wirejig', start.version)}${fact('started', start.startedAt && formatDate(start.startedAt))}
    </dl>`,
  )}
  ${tiles(campaign)}`;
}

function navigation({ findings, unconfirmed, resync, end, boards }: CampaignSummary): Markup {
  const link = (id: string, name: string, there: boolean): Markup | undefined =>
    there ? html`<a href="#${id}">${name}</a>` : undefined;
  return html`<nav aria-label="Sections">
    <div class="links">
      ${link('found', 'Found', findings.length > 0)}${link('unconfirmed', 'Unconfirmed', unconfirmed.length > 0)}${link('resync', 'Resynchronisation', (resync?.rows.length ?? 0) > 0)}
      ${link('tried', 'Tried', end !== undefined)}${link('time', 'Over time', boards === undefined)}${link('campaign', 'The campaign', true)}
    </div>
  </nav>`;
}

function campaignSection({ start, outcome, resumed, end }: CampaignSummary): Markup {
  const parameters = Object.entries(start.parameters).map(
    ([name, value]) => html`<code>${clip(name, 60)} = ${clip(parameterText(name, value), 200)}</code> `,
  );
  const defects = start.board.defects.join(', ');
  const pace = end?.wireShare === undefined ? undefined : `${end.wireShare.toFixed(0)} %`;
  return section(
    'campaign',
    'The campaign',
    html`<div class="card">
      <dl class="facts">
        ${defects === '' ? undefined : fact('defects switched on', clip(defects, 400))}
        ${parameters.length === 0 ? undefined : fact('parameters', html`${parameters}`)}
        ${fact('outcome', outcome)}
        ${resumed > 0 ? fact('interrupted', `${plural(resumed, 'time')}, and went on`) : undefined}
        ${fact('of what wire and board allow', pace)}
        ${fact('wirejig', `${start.version} on ${clip(start.platform, 200)}`)}
        ${fact('the whole campaign again', commandLine(start.command))}
      </dl>
    </div>`,
  );
}

export function campaignReport(campaign: CampaignSummary): string {
  const store = new PageStore();
  const layout = createLayout(store);
  const title = `${campaign.headline.word} ${clip(campaign.start.board.name, 200)} – wirejig fuzz`;
  return htmlPage(
    title,
    html`<main id="main">
        ${campaignHead(campaign)}${navigation(campaign)}${findingsSection(layout, campaign)}${unconfirmedSection(layout, campaign)}${resyncSection(campaign)}
        ${coverageSection(campaign)}${neverReachedSection(campaign)}${campaign.boards === undefined ? progressSection(campaign) : undefined}${campaignSection(campaign)}
      </main>
      ${store.data()}`,
    CAMPAIGN_STYLE,
  );
}

const MOST_KINDS = 24;
const CURVES = 8;

type Row = FuzzResync['rows'][number];

function cell(row: Row | undefined): Content {
  if (row === undefined) return '–';
  const { frames, bytes, worstUs, never, tries, over } = row;
  if (tries === 0) return html`<span title="not known: this machine stalled the board">?</span>`;
  const tip = `${plural(frames, 'good frame')}, ${plural(bytes, 'byte')}, tried ${plural(tries, 'time')}`;
  const timeText =
    never > 0 || worstUs === undefined
      ? `never (${never} of ${tries})`
      : formatSpan(worstUs < 100_000 ? Math.round(worstUs / 100) * 100 : Math.round(worstUs / 1000) * 1000);
  return html`<span title="${tip}"
    >${over ? '✗ ' : ''}${timeText} <small>${formatCount(frames)}/${formatCount(bytes)}</small></span
  >`;
}

function kindOf(row: Row | undefined): string {
  if (row === undefined) return 'zero';
  return row.over && row.tries > 0 ? 'over' : '';
}

function resyncTable(kinds: readonly string[], lengths: readonly number[], rows: readonly Row[]): Markup {
  const at = new Map(rows.map((row) => [`${row.length} ${row.kind}`, row]));
  const columns = lengths.map((length): Column<string> => {
    const rowOf = (kind: string): Row | undefined => at.get(`${length} ${kind}`);
    return [plural(length, 'byte'), (kind) => cell(rowOf(kind)), (kind) => kindOf(rowOf(kind))];
  });
  return table([['garbage', (kind) => clip(kind, 60), 'row'], ...columns], kinds, {
    label: 'Resynchronisation by kind and length',
    kind: 'grid',
  });
}

function resyncChart(kinds: readonly string[], lengths: readonly number[], { rows, limitUs }: FuzzResync) {
  const top = 1.05 * Math.max(limitUs, ...rows.map(({ worstUs = 0 }) => worstUs));
  const [shortest = 1] = lengths;
  const longest = lengths.at(-1) ?? 1;
  const x = (length: number): number =>
    Math.log(length / shortest) / Math.max(1e-9, Math.log(longest / shortest));
  const all = kinds.slice(0, CURVES).map((kind) => ({
    name: kind,
    points: rows
      .filter((row) => row.kind === kind && row.worstUs !== undefined)
      .map(({ length, worstUs = 0 }) => [x(length), worstUs / top] as const),
  }));
  const label = `Time until the board answers again, by length of garbage, up to ${formatSpan(top)}`;
  const chart = lineChart(label, all, { name: `limit ${formatSpan(limitUs)}`, at: limitUs / top });
  return axesAround(chart, {
    y: { name: 'time', top: formatSpan(Math.round(top / 1000) * 1000) },
    x: { name: 'garbage', from: plural(shortest, 'byte'), to: plural(longest, 'byte') },
  });
}

function resyncSection({ resync }: CampaignSummary): Markup | undefined {
  if (resync === undefined || resync.rows.length === 0) return undefined;
  const kinds = [...new Set(resync.rows.map(({ kind }) => kind))].slice(0, MOST_KINDS);
  const lengths = [...new Set(resync.rows.map(({ length }) => length))]
    .sort((a, b) => a - b)
    .slice(0, MOST_KINDS);
  const slow = resync.rows.filter(({ over }) => over).length;
  const verdict = resyncVerdict(resync);
  const all = formatCount(resync.rows.length);
  const judged =
    verdict === 'fail'
      ? html`<b class="bad">✗ ${formatCount(slow)} of ${all} are over.</b>`
      : verdict === 'inconclusive'
        ? html`<b>? Inconclusive: ${unknownText(resync) ?? ''}.</b>`
        : html`<b>✓ All are within.</b>`;
  const limit = `${formatSpan(resync.limitUs)}${resync.asked ? ', asked for' : ` (${clip(resync.requirement, 40)})`}`;
  return section(
    'resync',
    'Resynchronisation',
    html`<div class="card">
      <p>
        From the last byte of garbage to the answer to a good frame, <code>${spaced(resync.ask)}</code>: the
        worst time; good frames / their bytes until then. At most two frames and ${limit}: ${judged}
      </p>
      ${resyncTable(kinds, lengths, resync.rows)}${resyncChart(kinds, lengths, resync)}
    </div>`,
  );
}

function spaced(hex: string): string {
  return clip((hex.toUpperCase().match(/../g) ?? []).join(' '), 120);
}

/** Style that only the page of a campaign needs. */
export const CAMPAIGN_STYLE = `
.share{display:block;height:7px;border-radius:4px;background:var(--shade);min-width:5rem;overflow:hidden}.share span{display:block;height:100%;background:var(--link)}
.plain td.zero{color:var(--warn)}.plain th[scope=row]{font-weight:400;color:var(--ink);font-size:.9rem;border-top:1px solid var(--line);white-space:nowrap}
.grid td,.grid th{padding:.25rem .6rem .25rem 0;white-space:nowrap}.plain td.over{color:var(--bad);font-weight:600}
.halves{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1rem}.halves .card{margin:0;min-width:0}.halves{margin-bottom:1rem}.grid thead th{white-space:normal;vertical-align:bottom;min-width:3.2rem}.grid td .share{margin-top:.45rem}
@media (max-width:700px){.grid th[scope=row]{white-space:normal;min-width:5.5rem}.grid thead th{min-width:2.4rem}.grid .share{min-width:2rem}}
`;
