/** How soon the board answers again after garbage: a table of kinds × lengths, and the times as curves. */
import type { FuzzResync } from '../../../scenarios/record';
import type { CampaignSummary } from '../../summary/campaign';
import { plainTable, section } from '../components';
import { axesAround, lineChart } from '../line-chart';
import { html, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { formatCount, formatSpan, plural } from '../../text/quantity';
import { resyncVerdict, unknownText } from '../../summary/resync-verdict';

const MOST_KINDS = 24;
const CURVES = 8;

type Row = FuzzResync['rows'][number];

function cell(row: Row | undefined): Markup {
  if (row === undefined) return html`<td class="num zero">–</td>`;
  const { frames, bytes, worstUs, never, tries, over } = row;
  if (tries === 0) return html`<td class="num" title="not known: this machine stalled the board">?</td>`;
  const tip = `${plural(frames, 'good frame')}, ${plural(bytes, 'byte')}, tried ${plural(tries, 'time')}`;
  const timeText =
    never > 0 || worstUs === undefined
      ? `never (${never} of ${tries})`
      : formatSpan(worstUs < 100_000 ? Math.round(worstUs / 100) * 100 : Math.round(worstUs / 1000) * 1000);
  return html`<td class="num ${over ? 'over' : ''}" title="${tip}">
    ${over ? '✗ ' : ''}${timeText} <small>${formatCount(frames)}/${formatCount(bytes)}</small>
  </td>`;
}

function table(kinds: readonly string[], lengths: readonly number[], rows: readonly Row[]): Markup {
  const at = new Map(rows.map((row) => [`${row.length} ${row.kind}`, row]));
  const heads = ['garbage', ...lengths.map((length) => ({ num: plural(length, 'byte') }))];
  const lines = kinds.map(
    (kind) =>
      html`<tr>
        <th scope="row">${clip(kind, 60)}</th>
        ${lengths.map((length) => cell(at.get(`${length} ${kind}`)))}
      </tr>`,
  );
  return plainTable(heads, lines, { label: 'Resynchronisation by kind and length', kind: 'grid' });
}

function resyncChart(
  kinds: readonly string[],
  lengths: readonly number[],
  { rows, limitUs }: FuzzResync,
): Markup {
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

export function resyncSection({ resync }: CampaignSummary): Markup | undefined {
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
      ${table(kinds, lengths, resync.rows)}${resyncChart(kinds, lengths, resync)}
    </div>`,
  );
}

function spaced(hex: string): string {
  return clip((hex.toUpperCase().match(/../g) ?? []).join(' '), 120);
}
