/**
 * Runs of many boards in one page: boards down, suites across, each cell a way into its run.
 *
 *               oven              durak
 *     bench 3   ✗ 1 of 24 failed   –          and what changed since the same board's run before
 *     bench 4   ✓ 24 passed        ✓ 34 passed
 */
import { runSections, GLOSSARY_SECTION } from './run-page';
import { PageStore, createPage, type Page } from './page';
import { pageHead, section } from './components';
import { htmlPage } from './document';
import { html, type Markup } from './markup';
import { countExchanges, isTooLittle } from '../text/accounting';
import { boardName } from '../text/parameters';
import { clip } from '../text/printable';
import { formatCount, formatDate, plural } from '../text/quantity';
import type { RunSummary, SuiteSummary, RequirementSummary } from '../summary/summary';

/** More runs than this are packed until a reader unfolds them. */
const UNPACKED_RUNS = 8;
const NAMED_CLAUSES = 4;

interface BoardRun {
  readonly page: Page;
  readonly previous: RunSummary | undefined;
}

const nameOf = ({ start }: RunSummary): string =>
  start === undefined ? 'unknown board' : clip(boardName(start.board), 120);

function clauseLinks(ids: readonly string[], page: Page): Markup {
  const left = ids.length - NAMED_CLAUSES;
  const links = ids
    .slice(0, NAMED_CLAUSES)
    .map((id) => html`<a class="id" href="#${page.anchor(id)}">${id}</a> `);
  return html`${links}${left > 0 ? `and ${formatCount(left)} more` : undefined}`;
}

function changeText({ page, previous: before }: BoardRun, suite: string): Markup | undefined {
  if (before === undefined || !before.suites.some(({ id }) => id === suite)) return undefined;
  const { worse, better } = verdictChanges(before, page.summary, suite);
  const parts = [
    worse.length > 0 ? html`<span class="change bad">▼ worse: ${clauseLinks(worse, page)}</span>` : undefined,
    better.length > 0 ? html`<span class="change">▲ better: ${clauseLinks(better, page)}</span>` : undefined,
  ];
  const same = worse.length + better.length === 0;
  return html`${parts}${same ? html`<span class="change">as before</span>` : undefined}`;
}

/** The worst of a suite in a sign and a word, leading to it. */
function suiteVerdict({ counts, requirements, accounting }: SuiteSummary, leastJudged: number) {
  const { MUST } = counts;
  const first = (verdict: string): string | undefined =>
    requirements.find((each) => each.verdict === verdict && each.level === 'MUST')?.id;
  if (MUST.fail > 0) {
    const text = `${formatCount(MUST.fail)} of ${formatCount(MUST.total)} failed`;
    return { sign: '✗', tone: 'bad', text, to: first('fail') };
  }
  const open = MUST.error + MUST.inconclusive;
  const to = first('error') ?? first('inconclusive');
  if (open > 0) return { sign: '?', tone: 'warn', text: `${formatCount(open)} not judged`, to };
  if (accounting !== undefined && isTooLittle(accounting, leastJudged)) {
    const text = `${formatCount(accounting.judged)} of ${plural(countExchanges(accounting), 'exchange')} judged`;
    return { sign: '?', tone: 'warn', text, to: undefined };
  }
  if (MUST.pass === 0) return { sign: '–', tone: 'dim', text: 'not tried', to: undefined };
  return { sign: '✓', tone: 'good', text: `${formatCount(MUST.pass)} passed`, to: undefined };
}

function cell(board: BoardRun, id: string): Markup {
  const { page } = board;
  const suite = page.summary.suites.find((each) => each.id === id);
  if (suite === undefined) return html`<td class="none"><span class="left">–</span></td>`;
  const { sign, tone, text, to } = suiteVerdict(suite, page.summary.leastJudged);
  const href = page.anchor(to ?? 'top');
  const failing = suite.requirements.filter(({ verdict }) => verdict === 'fail').map((each) => each.id);
  return html`<td data-suite="${id}">
    <a class="chip ${tone}" href="#${href}"><span aria-hidden="true">${sign}</span> ${text}</a>
    ${failing.length > 0 ? html`<span class="change">${clauseLinks(failing, page)}</span>` : undefined}
    ${changeText(board, id)}
  </td>`;
}

function boardRow(board: BoardRun, suites: readonly string[]): Markup {
  const { summary, anchor } = board.page;
  const { start, headline } = summary;
  const firmware = start?.board.identity ?? (start?.board.virtual === true ? 'virtual' : 'firmware unknown');
  const date = start?.startedAt === undefined ? undefined : formatDate(start.startedAt);
  const about = [firmware, date, start && `seed ${start.seed}`]
    .filter((part) => part !== undefined)
    .map((part) => clip(part, 120))
    .join(', ');
  return html`<tr>
    <th scope="row"><a href="#${anchor('top')}">${nameOf(summary)}</a><br /><small>${about}</small></th>
    <td><b class="${headline.tone}">${headline.sign} ${headline.word}</b></td>
    ${suites.map((suite) => cell(board, suite))}
  </tr>`;
}

function boardRuns(summaries: readonly RunSummary[], store: PageStore): readonly BoardRun[] {
  return summaries.map(({ wire: _wire, ...summary }, index) => ({
    page: createPage(summary, store, `r${index + 1}-`),
    previous: summaries
      .slice(0, index)
      .findLast((other) => other.start?.board.name === summary.start?.board.name),
  }));
}

function runBlock({ page }: BoardRun, folded: boolean): Markup {
  const { headline } = page.summary;
  const body = runSections(page);
  return html`<details class="run" id="${page.anchor('top')}">
    <summary>
      <b class="${headline.tone}">${headline.sign} ${headline.word}</b> ${nameOf(page.summary)} –
      ${headline.text}
    </summary>
    <div class="run-body">${folded ? page.defer(body) : body}</div>
  </details>`;
}

function pageHeader(summaries: readonly RunSummary[]): Markup {
  const failed = summaries.filter(({ headline }) => headline.word === 'FAIL').length;
  const passed = summaries.filter(({ headline }) => headline.word === 'PASS').length;
  const open = summaries.length - failed - passed;
  const [tone, sign] =
    failed > 0 ? (['bad', '✗'] as const) : open > 0 ? (['warn', '?'] as const) : (['good', '✓'] as const);
  const parts = [
    `${formatCount(failed)} of ${plural(summaries.length, 'run')} failed`,
    `${formatCount(passed)} passed`,
    ...(open > 0 ? [`${formatCount(open)} without a verdict`] : []),
  ];
  const title = plural(summaries.length, 'run');
  return pageHead({ tone, sign }, 'conformance report', title, html`<p>${parts.join(', ')}.</p>`);
}

/** One page of many runs, in the order given. A board's earlier run must come before its later one. */
export function multiRunReport(summaries: readonly RunSummary[]): string {
  const store = new PageStore();
  const boards = boardRuns(summaries, store);
  const suites = [...new Set(summaries.flatMap((summary) => summary.suites.map(({ id }) => id)))];
  const folded = summaries.length > UNPACKED_RUNS;
  const blocks = boards.map((board) => runBlock(board, folded));
  return htmlPage(
    `${plural(summaries.length, 'run')} – wirejig`,
    html`<main id="main">
        ${pageHeader(summaries)}
        <section id="boards">
          <h2>Boards and suites</h2>
          <div class="runs" tabindex="0" role="region" aria-label="Boards and suites">
            <table>
              <thead>
                <tr>
                  <th scope="col">board</th>
                  <th scope="col">run</th>
                  ${suites.map((suite) => html`<th scope="col">${suite === '' ? 'in no catalogue' : suite}</th>`)}
                </tr>
              </thead>
              <tbody>
                ${boards.map((board) => boardRow(board, suites))}
              </tbody>
            </table>
          </div>
          ${suites.length > 1 ? html`<p class="left">–: not run</p>` : undefined}
        </section>
        ${section('runs', 'The runs', blocks)}${GLOSSARY_SECTION}
      </main>
      ${store.data()}`,
  );
}

/** Which clauses of a suite began to fail from `before` to `now`, and which hold now. What one of them did not judge is in neither. */
export function verdictChanges(before: RunSummary, now: RunSummary, suite: string) {
  const of = (summary: RunSummary): ReadonlyMap<string, RequirementSummary> =>
    new Map(summary.requirements.filter((each) => each.suite === suite).map((each) => [each.id, each]));
  const earlier = of(before);
  const ids = (was: string, is: string): readonly string[] =>
    [...of(now).values()]
      .filter(({ id, verdict }) => verdict === is && earlier.get(id)?.verdict === was)
      .map(({ id }) => id);
  return { worse: ids('pass', 'fail'), better: ids('fail', 'pass') };
}
