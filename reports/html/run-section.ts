/** The run itself: verdict, numbers, board, parameters, scenarios, repetitions, and the events of the links. */
import type { LineRecord, RepetitionRecord, RunStart } from '../../scenarios/record';
import type { Page } from './page';
import {
  commandLine,
  fact,
  folded,
  idLink,
  pageHead,
  section,
  tile,
  filterAttributes,
  table,
  type Column,
} from './components';
import { html, type Markup } from './markup';
import { accountingText, countExchanges } from '../text/accounting';
import { boardName, parameterText } from '../text/parameters';
import { clip } from '../text/printable';
import { formatCount, formatDate, formatInstant, formatSpan, plural } from '../text/quantity';
import { reasonOf } from '../text/reason';
import type { RunSummary, SuiteSummary } from '../summary/summary';
import {
  percentText,
  repeatedClauses,
  repetitionResult,
  worstTimeText,
  flakeRate,
} from '../summary/repetitions';
import type { VerdictCounts } from '../text/verdicts';

type RepeatedClause = ReturnType<typeof repeatedClauses>[number];

function tilesOf(summary: RunSummary): readonly Markup[] {
  const { MUST } = summary.counts;
  return [
    tile('✗ MUST failed', MUST.fail, 'bad', MUST.total),
    tile('✓ MUST passed', MUST.pass, undefined, MUST.total),
    tile('! warnings', summary.warnings.length, 'warn'),
    tile('? MUST not judged', MUST.error + MUST.inconclusive, 'warn', MUST.total),
    tile('– MUST not tried', MUST.skip, 'warn', MUST.total),
    tile('checks', summary.checks),
    ...exchangeTiles(summary),
  ];
}

function exchangeTiles({ accounting, exchanges }: RunSummary): readonly Markup[] {
  if (accounting === undefined) return exchanges === undefined ? [] : [tile('exchanges', exchanges)];
  const { judged } = accounting;
  const total = countExchanges(accounting);
  return [tile('exchanges judged', judged, judged < total ? 'warn' : undefined, total)];
}

/** Links by address. A virtual board's address is its name, which is shown beside it: it is left out. */
function linksText(links: RunStart['board']['links'], board: string): string {
  return linksByAddress(links)
    .map(([url, names]) => `${names.join(', ')}${url === board ? '' : ` ${clip(url, 120)}`}`)
    .join(', ');
}

function linksByAddress(
  links: RunStart['board']['links'],
): readonly (readonly [string, readonly string[]])[] {
  const urls = [...new Set(links.map(({ url }) => url))];
  return urls.map((url) => [url, links.filter((link) => link.url === url).map(({ name }) => name)]);
}

/** Each suite has a virtual board of its own, or more. */
function hasManyBoards({ board, suites }: RunStart): boolean {
  return suites.length > 1 && board.virtual;
}

function boardText({ board }: RunStart): string {
  return `${clip(board.name, 200)} (${board.kind}${board.virtual ? ', virtual' : ''})`;
}

/** The facts that a reader needs first: board, suites, seed, time. */
function headFacts(summary: RunSummary): Markup {
  const { start, accounting } = summary;
  const virtual = start?.board.virtual === true;
  const outcome = summary.outcome === 'done' ? undefined : OUTCOME_TEXTS[summary.outcome];
  const suites = summary.suites.map(({ id, title }) => (id === '' ? title : id)).join(', ');
  const firmware = start?.board.identity ?? (virtual ? 'the virtual board of this wirejig' : 'unknown');
  return html`<dl class="head-facts">
    ${start === undefined || hasManyBoards(start) ? fact('board', start && boardName(start.board)) : html`${fact('board', boardText(start))}${fact('firmware', clip(firmware, 300))}${fact('link', linksText(start.board.links, start.board.name))}${fact('suites', suites)}`}
    ${fact('seed', start && String(start.seed))}${fact('wirejig', start?.version)}
    ${fact('started', start?.startedAt && formatDate(start.startedAt))}
    ${fact(virtual ? 'virtual time' : 'duration', formatSpan(summary.duration))}${fact('the run', outcome)}
    ${fact('on the wire', accounting && accountingText(accounting))}
  </dl>`;
}

const LISTED_FAILURES = 6;
const FAILURE_LENGTH = 200;

/** Cut to its length: the whole text is further down the page. */
function shortened(text: string): string {
  return text.length > FAILURE_LENGTH ? `${text.slice(0, FAILURE_LENGTH)}…` : text;
}

function failureList(page: Page): Markup | undefined {
  const { failures } = page.summary;
  if (failures.length === 0) return undefined;
  const left = failures.length - LISTED_FAILURES;
  const more = left > 0 ? html`<li>and ${formatCount(left)} more</li>` : undefined;
  const lines = failures.slice(0, LISTED_FAILURES).map((failure) => {
    return html`<li>
      <span aria-hidden="true">✗</span> ${idLink(page, failure)}
      ${shortened(reasonOf(failure) ?? failure.text)}
    </li>`;
  });
  return html`<ul class="broke">
    ${lines}${more}
  </ul>`;
}

const OUTCOME_TEXTS: Readonly<Record<Exclude<RunSummary['outcome'], 'done'>, string>> = {
  lost: '! lost the board before its end',
  unreachable: '! did not reach the board',
  silent: '! ended when the board stopped answering',
  'never-quiet': '! ended, as the board never stopped sending',
  timeout: '! stopped at its time limit',
  bailed: '! ended at the first failed clause (--bail)',
  interrupted: '! was interrupted',
  'cut-off': '! its record stops before its end: it was killed, or is still going on',
};

/** What was tested: the board; of several suites their number, as their boards are listed beneath. */
function subject({ start, suites }: RunSummary): string {
  if (start === undefined) return 'unknown board';
  return hasManyBoards(start) ? plural(suites.length, 'suite') : clip(start.board.name, 300);
}

export function headSection(page: Page): Markup {
  const { summary } = page;
  const { headline } = summary;
  const reason =
    summary.reason === undefined ? undefined : html`<p class="reason">${clip(summary.reason, 2000)}</p>`;
  return html`${pageHead(
      headline,
      'conformance report',
      html`<b>${headline.word}</b> ${subject(summary)}`,
      html`<p>${headline.text}</p>
        ${headline.next === undefined ? undefined : html`<p class="reason">Next: ${headline.next}.</p>`}${reason}${failureList(page)}`,
      headFacts(summary),
    )}
    <dl class="tiles">${tilesOf(summary)}</dl>`;
}

function parameters({ id, parameters: values }: SuiteSummary): Markup | undefined {
  const entries = Object.entries(values);
  if (entries.length === 0) return undefined;
  const text = entries.map(
    ([name, value]) => html`<code>${name} = ${clip(parameterText(name, value), 200)}</code> `,
  );
  return fact(`parameters of ${id}`, html`${text}`);
}

/** The board and its links; of several boards each with its own. */
function boardFacts(start: RunStart): Markup {
  const { links, name, defects, identity } = start.board;
  if (hasManyBoards(start)) {
    const boards = linksByAddress(links).map(
      ([url, names]) => html`<code>${clip(url, 400)}</code> <small>${names.join(', ')}</small> `,
    );
    return html`${fact('boards and links', html`${boards}`)}`;
  }
  const addresses = links.map((link) => html`<code>${link.name} ${clip(link.url, 400)}</code> `);
  return html`${fact('board', boardText(start))}
  ${defects.length === 0 ? undefined : fact('defects switched on', defects.join(', '))}
  ${fact('identity', identity === undefined ? undefined : clip(identity, 1000))}
  ${links.length === 0 || links.every(({ url }) => url === name) ? undefined : fact('links', html`${addresses}`)}`;
}

function facts(summary: RunSummary): Markup {
  const { start } = summary;
  return html`<dl class="facts">
    ${start && boardFacts(start)}
    ${fact('seed', start && String(start.seed))}${summary.suites.map(parameters)}
    ${fact('started', start?.startedAt && formatDate(start.startedAt))}${fact('outcome', summary.outcome)}
    ${fact('wirejig', start && `${start.version} on ${start.platform}`)}
    ${start === undefined ? undefined : fact('the whole run again', commandLine(start.command))}
  </dl>`;
}

const STATES = { ended: '✓ ended', cut: '? cut short', 'not tried': '– not tried' } as const;

function scenarioTable({ summary, anchor }: Page): Markup | undefined {
  const all = summary.suites.flatMap(({ scenarios }) => scenarios);
  if (all.length === 0) return undefined;
  const columns: readonly Column<(typeof all)[number]>[] = [
    ['scenario', ({ title }) => clip(title, 200)],
    ['state', ({ state }) => STATES[state]],
    ['time', ({ span }) => formatSpan(span), 'num'],
    [
      'covers',
      ({ covers }) => covers.map((id) => html`<a class="id" href="#${anchor(id)}">${id}</a> `),
      'ids',
    ],
  ];
  return folded(plural(all.length, 'scenario'), table(columns, all));
}

const SHOWN_LINES = 200;

const LINE_COLUMNS: readonly Column<LineRecord>[] = [
  ['time', ({ at }) => formatInstant(at), 'num'],
  ['link', ({ link }) => clip(link, 60)],
  ['event', ({ event }) => clip(event, 60)],
  ['detail', ({ detail }) => detail && clip(detail, 300)],
];

function lineTable({ lines, linesLeftOut }: RunSummary): Markup | undefined {
  if (lines.length === 0) return undefined;
  const shown = lines.slice(0, SHOWN_LINES);
  const left = lines.length - shown.length + linesLeftOut;
  return folded(
    `${plural(lines.length + linesLeftOut, 'event')} on the links besides bytes`,
    table(LINE_COLUMNS, shown, { hidden: left, what: 'later event' }),
  );
}

export function runSection(page: Page): Markup {
  const { summary } = page;
  return section(
    page.anchor('run'),
    'The run',
    html`<div class="card">${facts(summary)}${scenarioTable(page)}${lineTable(summary)}</div>`,
  );
}

/** More are folded away. */
const UNFOLDED_CLAUSES = 12;

export function repetitionSection(page: Page): Markup | undefined {
  const { summary } = page;
  const { repetitions, requirements } = summary;
  if (repetitions.length === 0) return undefined;
  const columns: readonly Column<RepeatedClause>[] = [
    ['clause', ({ requirement }) => idLink(page, requirement)],
    ['✓ passed', ({ repetitions: { pass } }) => formatCount(pass), 'num'],
    ['✗ failed', ({ repetitions: { fail } }) => formatCount(fail), 'num'],
    ['? not judged', ({ repetitions: { inconclusive, error } }) => formatCount(inconclusive + error), 'num'],
    ['flake rate', ({ repetitions: counts }) => flakeText(counts), 'num'],
    ['worst time', ({ requirement }) => worstTimeText(requirement), 'num'],
  ];
  const clauses = repeatedClauses(summary);
  const clauseTable = (some: readonly RepeatedClause[]): Markup =>
    table(columns, some, { attributes: ({ requirement }) => filterAttributes(requirement) });
  const rest = clauses.slice(UNFOLDED_CLAUSES);
  const runColumns: readonly Column<RepetitionRecord>[] = [
    ['run', ({ number }) => number, 'num'],
    [
      'result',
      (one) => {
        const { sign } = repetitionResult(one, requirements);
        return `${sign.sign} ${sign.word}`;
      },
    ],
    ['seed', ({ seed }) => seed, 'num'],
    [
      'failed',
      (one) =>
        repetitionResult(one, requirements).failed.map(
          (id) => html`<a class="id" href="#${page.anchor(id)}">${id}</a> `,
        ),
      'ids',
    ],
    ['why it ended', ({ reason }) => reason && clip(reason, 300)],
  ];
  return html`<section id="${page.anchor('repetitions')}">
    <h2>Over ${plural(repetitions.length, 'run')}</h2>
    <div class="card">
      ${clauseTable(clauses.slice(0, UNFOLDED_CLAUSES))}
      ${rest.length === 0 ? undefined : folded(`${plural(rest.length, 'clause')} more`, clauseTable(rest))}
      ${folded(`${plural(repetitions.length, 'run')}, with their seeds`, table(runColumns, repetitions))}
    </div>
  </section>`;
}

function flakeText(counts: VerdictCounts): Markup | string | undefined {
  const rate = flakeRate(counts);
  if (rate > 0) return html`<b>${percentText(rate)}</b>`;
  return counts.pass + counts.fail === 0 ? undefined : '0 %';
}
