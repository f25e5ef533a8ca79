/** The history of a bench as a page: clauses down, runs across, since when each clause fails, and times over the runs. */
import { folded, pageHead, section } from './components';
import { htmlPage } from './document';
import { axesAround, lineChart, type ChartSeries } from './charts';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { formatDate, formatQuantity, plural } from '../text/quantity';
import { verdictSign } from '../text/verdicts';
import { isSelected, type RequirementSummary, type RunSummary } from '../summary/summary';
import { boardName } from '../text/parameters';

/** More runs make a page that nobody reads: the youngest are shown. */
export const SHOWN_RUNS = 60;

/** Read from right to left, a region that scrolls begins at its right end: at the youngest run. */
const STYLE =
  '@media (min-width:700.1px){.history{direction:rtl}.history table{direction:ltr}.history tbody th,.history thead th:first-child{position:sticky;left:0;background:var(--card);text-align:left}}.history thead th:first-child{border-radius:10px 0 0}.history tbody tr:last-child th{border-radius:0 0 0 10px}.history th{white-space:nowrap;vertical-align:bottom}.history td{text-align:center}.history tbody th{white-space:normal;text-align:left;min-width:16rem;font-weight:400}@media (max-width:700px){.runs.history tbody td{display:inline-block}}';

/** Characters of a clause's text in its row. */
const TEXT = 100;

const isoOf = ({ at }: DatedRun): string => new Date(at).toISOString();
const dateOf = (run: DatedRun): string => formatDate(isoOf(run));

function verdictCell({ level }: ClauseHistory, verdict: ClauseHistory['verdicts'][number], run: string) {
  if (verdict === undefined) return html`<td class="none"></td>`;
  const { sign, word, tone } = verdictSign(verdict, level);
  return html`<td data-suite="${run}">
    <span class="chip ${tone}" role="img" aria-label="${word}" title="${word}">${sign}</span>
  </td>`;
}

/** Undefined: it does not fail now. */
export function failsText(
  { failsSince: since }: ClauseHistory,
  runs: readonly DatedRun[],
): string | undefined {
  const run = since === undefined ? undefined : runs[since];
  if (run === undefined) return undefined;
  return since === 0 ? 'fails in all runs' : `fails since ${clip(runLabel(run), 80)}, ${dateOf(run)}`;
}

function sinceText(clause: ClauseHistory, runs: readonly DatedRun[]): string {
  const flips = clause.changes > 1 ? [`changed ${plural(clause.changes, 'time')}`] : [];
  return [failsText(clause, runs) ?? [], flips].flat().join(', ');
}

function shortened(text: string): string {
  const plain = text.replaceAll('`', '');
  return plain.length > TEXT ? `${plain.slice(0, TEXT).replace(/\s+\S*$/, '')} …` : plain;
}

function matrix(clauses: readonly ClauseHistory[], runs: readonly DatedRun[]): Markup {
  const labels = runs.map((run) => clip(runLabel(run), 40));
  const heads = runs.map(
    (run, at) =>
      html`<th scope="col" title="${clip(run.place, 200)}">
        ${labels[at]}<br /><small>${isoOf(run).slice(0, 10)}<br />${isoOf(run).slice(11, 16)}</small>
      </th>`,
  );
  const rows = clauses.map(
    (clause) =>
      html`<tr>
        <th scope="row">
          <span class="id">${clause.id}</span> <small>${shortened(clause.text)}</small>
          <div class="since">${sinceText(clause, runs)}</div>
        </th>
        ${clause.verdicts.map((verdict, at) => verdictCell(clause, verdict, labels[at] ?? ''))}
      </tr>`,
  );
  return html`<div class="runs history" tabindex="0" role="region" aria-label="Clauses and runs">
    <table>
      <thead>
        <tr>
          <th scope="col">clause</th>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** To two digits, so that the axis ends at a round number. */
function roundedUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Math.ceil(value / step) * step;
}

function timeCard(time: TimeHistory, runs: readonly DatedRun[]): Markup | undefined {
  const { clause, name, unit, limit, worst, median } = time;
  const values = [...worst, limit].flatMap((value) => value ?? []);
  const [first, last] = [runs[0], runs.at(-1)];
  if (worst.filter((value) => value !== undefined).length < 2 || first === undefined || last === undefined)
    return undefined;
  const top = roundedUp(1.05 * Math.max(1, ...values));
  const curve = (label: string, all: TimeHistory['worst']): ChartSeries => ({
    name: label,
    points: all.flatMap((value, at) =>
      value === undefined ? [] : [[at / Math.max(1, runs.length - 1), value / top] as const],
    ),
  });
  const drawn = lineChart(
    `${clause}, ${name}: over ${plural(runs.length, 'run')}, up to ${formatQuantity(top, unit)}`,
    [curve('worst', worst), curve('median', median)],
    limit === undefined ? undefined : { name: `limit ${formatQuantity(limit, unit)}`, at: limit / top },
  );
  return html`<article class="card">
    <h3>${clip(name, 120)} <span class="id">${clause}</span></h3>
    ${axesAround(drawn, {
      y: { name: 'time', top: formatQuantity(top, unit) },
      x: { name: 'runs', from: clip(runLabel(first), 40), to: clip(runLabel(last), 40) },
    })}
  </article>`;
}

function failingText(count: number): string {
  if (count === 0) return 'No MUST clause fails now.';
  return `${plural(count, 'MUST clause')} ${count === 1 ? 'fails' : 'fail'} now.`;
}

export function historyPage({ runs, clauses, times }: History): string {
  const isSteady = ({ verdicts }: ClauseHistory): boolean =>
    verdicts.every((verdict) => verdict === undefined || verdict === 'pass');
  const moved = clauses.filter((clause) => !isSteady(clause));
  const steady = clauses.filter(isSteady);
  const failing = clauses.filter(({ failsSince, level }) => failsSince !== undefined && level === 'MUST');
  const cards = times.flatMap((time) => timeCard(time, runs) ?? []);
  const head = failing.length > 0 ? { tone: 'bad', sign: '✗' } : { tone: 'good', sign: '✓' };
  const matrices = [
    moved.length > 0 ? matrix(moved, runs) : html`<p>Each clause passed in each run that checked it.</p>`,
    steady.length > 0
      ? folded(`${plural(steady.length, 'clause')} passed in each run`, matrix(steady, runs))
      : undefined,
  ];
  return htmlPage(
    'History – wirejig',
    html`<main id="main">
      ${pageHead(head, 'history', plural(runs.length, 'run'), html`<p>${failingText(failing.length)}</p>`)}
      ${section('clauses', 'Clauses', matrices, 'those that failed or were not judged in a run')}
      ${cards.length > 0 ? section('times', 'Times over the runs', html`<div class="cards">${cards}</div>`) : undefined}
    </main>`,
    STYLE,
  );
}

/** A run, and when it was, in ms since 1970. */
export interface DatedRun {
  readonly at: number;
  /** Where its journal is. */
  readonly place: string;
  readonly summary: RunSummary;
}

export type History = ReturnType<typeof historyOf>;
type ClauseHistory = History['clauses'][number];
type TimeHistory = History['times'][number];

/** The firmware's version (or `--label`) where the run knows it, else the board. */
export function runLabel({ summary: { start } }: DatedRun): string {
  return start === undefined ? 'unknown board' : (start.board.identity ?? boardName(start.board));
}

/** The oldest run first. What was not asked, or not measured, in a run is undefined there. */
export function historyOf(all: readonly DatedRun[]) {
  const runs = all.toSorted((one, other) => one.at - other.at);
  const found = runs.map(
    ({ summary }) => new Map(summary.requirements.filter(isSelected).map((one) => [one.id, one])),
  );
  // A clause is told by its last run: its text may have changed.
  const ids = new Map(found.flatMap((clauses) => [...clauses]));
  const clauses = [...ids.values()].map((clause) => clauseHistory(clause, found));
  return { runs, clauses, times: [...ids.keys()].flatMap((id) => timesOf(id, found)) };
}

type Found = readonly ReadonlyMap<string, RequirementSummary>[];

function clauseHistory({ id, suite, level, text }: RequirementSummary, found: Found) {
  const verdicts = found.map((clauses) => clauses.get(id)?.verdict);
  const known = verdicts.flatMap((verdict, run) =>
    verdict === 'pass' || verdict === 'fail' ? [{ verdict, run }] : [],
  );
  const lastPass = known.findLastIndex(({ verdict }) => verdict === 'pass');
  /** None has passed since; undefined: it does not fail now. */
  const failsSince = known[lastPass + 1]?.run;
  const changes = known.filter(({ verdict }, at) => at > 0 && known[at - 1]?.verdict !== verdict).length;
  return { suite, id, level, text, verdicts, failsSince, changes };
}

function timesOf(clause: string, found: Found) {
  const all = found.map((clauses) => clauses.get(clause)?.histograms ?? []);
  const last = new Map(all.flat().map((histogram) => [histogram.name, histogram]));
  return [...last.values()].map(({ name, unit, limit }) => {
    const own = all.map((histograms) => histograms.find((one) => one.name === name));
    return {
      clause,
      name,
      unit,
      limit,
      worst: own.map((one) => one?.worst),
      median: own.map((one) => one?.p50),
    };
  });
}
