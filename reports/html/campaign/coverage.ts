/** What a campaign tried, by kind, field and state; what it never reached; and its progress over time. */
import type { FuzzEnd, FuzzProgress } from '../../../scenarios/record';
import { neverReached, type CampaignSummary, type Counts } from '../../summary/campaign';
import { fact, section, table, type Column } from '../components';
import { axesAround, lineChart, type ChartAxes } from '../charts';
import { html, type Markup } from '../markup';
import { clip } from '../../text/printable';
import { formatCount, formatSpan } from '../../text/quantity';

/** Rows of a table, and names of a list, at most. */
const ROWS = 120;
const COLUMNS = 24;

const zero = (count: number): string => (count === 0 ? 'zero' : '');
const orNever = (count: number, never: string): string => (count === 0 ? never : formatCount(count));

function shareBar(count: number, most: number): Markup {
  const filled = most === 0 ? 0 : (100 * count) / most;
  return html`<span class="share"><span style="width:${filled.toFixed(1)}%"></span></span>`;
}

/** Generators with their groups, the most used first. */
function generatorTable({ start }: CampaignSummary, end: FuzzEnd): Markup {
  const group = new Map(start.generators.map((one) => [one.name, one.group]));
  const tried = Object.entries(end.kinds).sort(([, [a]], [, [b]]) => b - a);
  const most = tried[0]?.[1][0] ?? 0;
  const rows = tried.slice(0, ROWS);
  const columns: readonly Column<(typeof rows)[number]>[] = [
    ['kind', ([name]) => clip(name, 80), 'row'],
    ['group', ([name]) => group.get(name) ?? 'corpus'],
    ['cases', ([, [cases]]) => formatCount(cases), 'num'],
    [
      'failures',
      ([, [, failures]]) => formatCount(failures),
      ([, [, failures]]) => (failures > 0 ? 'over' : ''),
    ],
    ['share', ([, [cases]]) => shareBar(cases, most)],
  ];
  return html`<div class="card">
    <h3>By kind</h3>
    ${table(columns, rows, { label: 'Cases by kind', kind: 'grid', hidden: tried.length - rows.length })}
  </div>`;
}

function countTable(title: string, what: string, all: readonly string[], counts: Counts): Markup {
  const names = [...new Set([...all, ...Object.keys(counts)])].sort(
    (a, b) => (counts[b] ?? 0) - (counts[a] ?? 0),
  );
  const most = counts[names[0] ?? ''] ?? 0;
  const countOf = (name: string): number => counts[name] ?? 0;
  const columns: readonly Column<string>[] = [
    ['name', (name) => clip(name, 60), 'row'],
    [what, (name) => orNever(countOf(name), '– never'), (name) => zero(countOf(name))],
    ['share', (name) => shareBar(countOf(name), most)],
  ];
  return html`<div class="card">
    <h3>${title}</h3>
    ${table(columns, names.slice(0, ROWS), { label: title, kind: 'grid', hidden: names.length - ROWS })}
  </div>`;
}

/** States down, inputs across: the number of exchanges of each pair. */
function stateInputTable({ start }: CampaignSummary, end: FuzzEnd): Markup {
  const sums = new Map<string, number>();
  for (const [point, count] of Object.entries(end.reached)) {
    const [state = '', trigger = ''] = point.split(' | ');
    const key = `${state} | ${trigger}`;
    sums.set(key, (sums.get(key) ?? 0) + count);
  }
  const states = [...new Set([...start.states, ...Object.keys(end.states)])].slice(0, ROWS);
  const inputs = [...new Set([...start.triggers, ...Object.keys(end.triggers)])].slice(0, COLUMNS);
  const countOf = (state: string, input: string): number => sums.get(`${state} | ${input}`) ?? 0;
  const columns = inputs.map((input): Column<string> => [
    clip(input, 30),
    (state) => orNever(countOf(state, input), '–'),
    (state) => zero(countOf(state, input)),
  ]);
  return html`<div class="card">
    <h3>By state and input <small>exchanges; – never</small></h3>
    ${table([['state', (state) => clip(state, 60), 'row'], ...columns], states, { label: 'Exchanges by state and input', kind: 'grid' })}
  </div>`;
}

export function coverageSection(campaign: CampaignSummary): Markup | undefined {
  const { end, start } = campaign;
  if (end === undefined) return undefined;
  return section(
    'tried',
    'Tried',
    html`${generatorTable(campaign, end)}
      <div class="halves">
        ${countTable('By field', 'cases', start.fields, end.fields)}${countTable('By response', 'exchanges', start.responses, end.responses)}
      </div>
      ${stateInputTable(campaign, end)}`,
  );
}

export function neverReachedSection(campaign: CampaignSummary): Markup | undefined {
  const never = neverReached(campaign);
  if (never.length === 0) return undefined;
  const rows = never.map(([what, names]) =>
    fact(what, html`${names.slice(0, ROWS).map((name) => html`<code>${clip(name, 60)}</code> `)}`),
  );
  return section(
    'never',
    'Never reached',
    html`<div class="card"><dl class="facts">${rows}</dl></div>`,
    formatCount(never.reduce((sum, [, names]) => sum + names.length, 0)),
  );
}

interface Point {
  readonly at: number;
  readonly value: number;
}

/** Points of the curve of the speed. */
const RATES = 100;

/** Cases a second between one point and the next; none where the record has no times. */
function rates(progress: readonly FuzzProgress[]): readonly Point[] {
  const end = progress.at(-1)?.seconds ?? 0;
  const points: Point[] = [];
  let from = { cases: 0, seconds: 0 };
  for (const { cases, seconds } of progress) {
    // At the beginning the points are close.
    if (seconds === undefined || seconds <= from.seconds || seconds - from.seconds < end / RATES) continue;
    points.push({ at: seconds, value: Math.max(0, cases - from.cases) / (seconds - from.seconds) });
    from = { cases, seconds };
  }
  return points;
}

interface Plot {
  readonly title: string;
  readonly name: string;
  readonly points: readonly Point[];
  readonly steps: boolean;
  readonly x: ChartAxes['x'];
}

function plot({ title, name, points, steps, x }: Plot): Markup {
  const right = Math.max(1e-9, points.at(-1)?.at ?? 1);
  const top = Math.max(...points.map(({ value }) => value), 1e-9);
  const peak = formatCount(Math.round(top));
  const curve = points.map(({ at, value }) => [at / right, value / top] as const);
  const chart = lineChart(`${title}: up to ${peak}`, [{ name, points: curve, steps }]);
  return html`<div class="card">
    <h3>${title}</h3>
    ${axesAround(chart, { x, y: { name, top: peak } })}
  </div>`;
}

/** The number of findings, each from the case in which it was found. */
function findingSteps({ findings, cases }: CampaignSummary): readonly Point[] {
  const found = findings.map((one) => one.case).sort((a, b) => a - b);
  const steps = found.map((at, index) => ({ at, value: index + 1 }));
  return [{ at: 0, value: 0 }, ...steps, { at: Math.max(cases, found.at(-1) ?? 0), value: found.length }];
}

export function progressSection(campaign: CampaignSummary): Markup {
  const { progress, end, cases } = campaign;
  const last = end === undefined ? [] : [{ at: cases, value: Object.keys(end.reached).length }];
  const reached = [
    { at: 0, value: 0 },
    ...progress.map((one) => ({ at: one.cases, value: one.reached })),
    ...last,
  ];
  const rate = rates(progress);
  const byCase = { name: 'cases', from: '0', to: formatCount(cases) };
  const byTime = { name: 'time', from: '0 s', to: formatSpan((rate.at(-1)?.at ?? 0) * 1e6) };
  return section(
    'time',
    'Over time',
    html`<div class="halves">
      ${
        rate.length > 1
          ? plot({ title: 'Speed', name: 'cases a second', points: rate, steps: false, x: byTime })
          : undefined
      }
      ${
        progress.length > 0
          ? plot({
              title: 'Reached',
              name: 'state, input, response',
              points: reached,
              steps: true,
              x: byCase,
            })
          : undefined
      }
      ${plot({ title: 'Found', name: 'findings', points: findingSteps(campaign), steps: true, x: byCase })}
    </div>`,
  );
}
