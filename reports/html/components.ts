/** Small parts that every section of the HTML report uses. */
import type { CheckRecord, Verdict } from '../../scenarios/record';
import type { Page } from './page';
import { html, type Content, type Markup } from './markup';
import { clip, shellWord } from '../text/printable';
import { formatCount, plural } from '../text/quantity';
import { rerunSelection, type RequirementSummary, type RunSummary } from '../summary/summary';
import { verdictSign, type Level } from '../text/verdicts';

export function verdictChip(verdict: Verdict, level: Level): Markup {
  const { sign, word, tone } = verdictSign(verdict, level);
  return html`<span class="chip ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

export function idLink(page: Page, { id }: RequirementSummary): Markup {
  return html`<a class="id" href="#${page.anchor(id)}">${clip(id, 80)}</a>`;
}

const ORIGINS: Readonly<Record<string, string>> = {
  documented: 'The board’s original document requires it',
  implied: 'The published listing does it',
  profile: 'The original document is silent: this specification decides',
  family: 'The family of protocols requires it',
};

/** Level and origin, each in its word. */
export function levelAndOrigin({ level, origin }: RequirementSummary): Markup {
  return html`<span class="level">${level}</span>
    <span class="origin" title="${ORIGINS[origin]}">${origin}</span>`;
}

/** A name and its value, for a `dl`; nothing where there is no value. */
export function fact(name: string, value: Content): Markup | undefined {
  return value === undefined
    ? undefined
    : html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`;
}

/**
 * The top of a page: which report it is, the sign in its tone, the title, and what is said below that. `beneath`: the facts that a reader
 * needs first.
 */
export function pageHead(
  { tone, sign }: { readonly tone: string; readonly sign: string },
  report: string,
  title: Content,
  text: Content,
  beneath?: Content,
): Markup {
  return html`<header class="head ${tone}">
    <p class="brand">wirejig <span>${report}</span></p>
    <div class="headline">
      <span class="sign" aria-hidden="true">${sign}</span>
      <div>
        <h1>${title}</h1>
        ${text}
      </div>
    </div>
    ${beneath}
  </header>`;
}

/** A number of the report; `of`: how many there are in all. It has the tone where it is not 0. */
export function tile(name: string, number: number, tone?: 'bad' | 'warn', of?: number): Markup {
  return html`<div class="tile ${number > 0 ? tone : undefined}">
    <dt>${name}</dt>
    <dd>${formatCount(number)} <small>${of === undefined ? undefined : `of ${formatCount(of)}`}</small></dd>
  </div>`;
}

/** A section below its heading; `note` stands beside that. */
export function section(id: string, title: string, content: Content, note?: string): Markup {
  return html`<section id="${id}">
    <h2>${title} ${note === undefined ? undefined : html`<small>${note}</small>`}</h2>
    ${content}
  </section>`;
}

/** What a reader unfolds. `kind`: its style. */
export function folded(summary: Content, content: Content, kind = ''): Markup {
  return html`<details class="${kind}">
    <summary>${summary}</summary>
    ${content}
  </details>`;
}

/** How many are not shown; nothing where all are. */
export function leftOut(count: number, what: string): Markup | undefined {
  return count > 0 ? html`<p class="left">${plural(count, what)} left out</p>` : undefined;
}

/** What scrolls by itself where it is wider than the page, also by keys. */
export function scrollRegion(label: string, content: Content, kind = ''): Markup {
  return html`<div class="scroll ${kind}" tabindex="0" role="region" aria-label="${label}">${content}</div>`;
}

/** A command to copy; the button appears where scripts run. */
export function commandLine(text: string): Markup {
  return html`<div class="command">
    <code>${text}</code><button type="button" class="copy" hidden>Copy</button>
  </div>`;
}

/** A clause's text: text in backquotes is code. */
export function clauseText(text: string): Markup {
  const parts = clip(text, 2000).split('`');
  const closed = parts.length % 2 === 1;
  return closed
    ? html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`
    : html`${text}`;
}

/** The command that makes the deciding check again; for a trace or a tap, which run no scenarios, the whole command. */
export function rerunCommand(summary: RunSummary, requirement: RequirementSummary): string | undefined {
  const text = summary.start?.command;
  if (text === undefined || !/^(?:(?:npx )?wirejig|node \S+) run\b/.test(text)) return text;
  return `${text.replaceAll(/ --(?:only|match|shard) ('[^']*'|\S+)/g, '')} --only ${shellWord(rerunSelection(requirement).join(','))}`;
}

/** Whether a requirement has an entry above the matrix; then links lead there. */
export function hasOwnEntry({ verdict }: RequirementSummary): boolean {
  return verdict !== 'pass';
}

/** The attributes that the filter reads: the clause and its verdict. */
export function filterAttributes(requirement: RequirementSummary): Markup {
  const word = requirement.warning ? 'warning' : requirement.verdict;
  return html`data-clause="${requirement.id}" data-verdict="${word}"`;
}

/** The title of a scenario, or its id where the catalogue does not know it. */
export function scenarioTitle({ suites }: RunSummary, id: string): string {
  const all = suites.flatMap(({ scenarios }) => scenarios);
  return clip(all.find((scenario) => scenario.id === id)?.title ?? id, 160);
}

/** A button that shows a time on the wire. It works where scripts run. */
export function wireButton({ summary }: Page, { at }: CheckRecord): Markup | undefined {
  return summary.wire === undefined || summary.wire.count === 0
    ? undefined
    : html`<button type="button" class="to-wire" data-at="${at}" hidden>See it on the wire</button>`;
}

/** `kind`: the class of its cells. `num`, and what a function says, is of numbers; the cells of `row` name their rows. */
export type Column<T> = readonly [
  head: string,
  cell: (item: T, index: number) => Content,
  kind?: string | ((item: T) => string),
];

interface TableOptions<T> {
  /** What it is. Default: its heads. */
  readonly label?: string;
  /** Its style. */
  readonly kind?: string;
  /** How many rows are not shown, and what they are. */
  readonly hidden?: number;
  readonly what?: string;
  /** Of a row. */
  readonly attributes?: (item: T) => Markup;
}

/** A table that scrolls where it is wider than the page. */
export function table<T>(
  columns: readonly Column<T>[],
  items: readonly T[],
  { label, kind = '', hidden = 0, what = 'row', attributes }: TableOptions<T> = {},
): Markup {
  const rows = items.map(
    (item, index) =>
      html`<tr ${attributes?.(item)}>
        ${cellsOf(columns, item, index)}
      </tr>`,
  );
  const drawn = html`<table class="plain ${kind}">
    ${headOf(columns)}
    <tbody>
      ${rows}
    </tbody>
  </table>`;
  return html`${scrollRegion(label ?? columns.map(([head]) => head).join(', '), drawn)}
  ${leftOut(hidden, what)}`;
}

export function headOf<T>(columns: readonly Column<T>[]): Markup {
  const isNumber = (kind: Column<T>[2]): boolean => typeof kind === 'function' || kind === 'num';
  const heads = columns.map(
    ([head, , kind]) => html`<th scope="col" class="${isNumber(kind) ? 'num' : ''}">${head}</th>`,
  );
  return html`<thead>
    <tr>
      ${heads}
    </tr>
  </thead>`;
}

export function cellsOf<T>(columns: readonly Column<T>[], item: T, index: number): readonly Markup[] {
  return columns.map(([, cell, kind = '']) =>
    kind === 'row'
      ? html`<th scope="row">${cell(item, index)}</th>`
      : html`<td class="${typeof kind === 'string' ? kind : `num ${kind(item)}`}">${cell(item, index)}</td>`,
  );
}
