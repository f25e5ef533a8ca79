/**
 * `report.html`: one file that fetches nothing and needs no script to be read. All text that a board may have
 * influenced passes {@link html}, which escapes it. A content policy in the page also blocks foreign scripts.
 */
import { failureSections, notJudgedSection } from './failures';
import { overviewSection, matrixSection } from './clause-matrix';
import { PageStore, createPage, type Page } from './page';
import { headSection, runSection, repetitionSection } from './run-section';
import { htmlPage } from './document';
import { timingSection } from './timing';
import type { FrameReaders } from './evidence/wire-frames';
import { wireSection } from './evidence/wire-pack';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import type { RunSummary } from '../summary/summary';
import type { MoveRecord } from '../../scenarios/record';
import { section, fact, table, type Column } from './components';
import { formatInstant, plural } from '../text/quantity';

function navigation({ summary, anchor }: Page): Markup {
  const link = (id: string, name: string, count: number | undefined): Markup | undefined =>
    count === 0
      ? undefined
      : html`<a href="#${anchor(id)}">${name}${count === undefined ? undefined : html` <b>${count}</b>`}</a>`;
  const wire = summary.wire?.count ?? 0;
  return html`<nav aria-label="${`Sections ${anchor('')}`.trim()}">
    <div class="links">
      ${link('repetitions', 'Runs', summary.repetitions.length)}${link('failures', 'Failed', summary.failures.length)}${link('warnings', 'Warnings', summary.warnings.length)}
      ${link('not-judged', 'Not judged', summary.notJudged.length)}${link('game', 'The game', summary.moves.length)}
      ${link('timing', 'Timing', summary.timing.length)}${link('clauses', 'Clauses', summary.requirements.length)}
      ${link('wire', 'The wire', wire === 0 ? 0 : undefined)}${link('run', 'The run', undefined)}
    </div>
    <div class="filter" hidden>
      <input type="search" class="find" aria-label="Find clauses" placeholder="Find a clause ( / )" />
      <select class="only" aria-label="Verdict">
        <option value="">all verdicts</option>
        <option value="fail">✗ fail</option>
        <option value="warning">! warning</option>
        <option value="inconclusive">? inconclusive</option>
        <option value="error">? not judged</option>
        <option value="skip">– skipped</option>
        <option value="pass">✓ pass</option>
      </select>
      <span class="found" role="status"></span>
    </div>
  </nav>`;
}

/** The sections of one run, in the order in which a reader asks. */
export function runSections(page: Page, wire?: Markup): Markup {
  return html`${headSection(page)}${overviewSection(page)}${navigation(page)}${repetitionSection(page)}${failureSections(page)}
  ${notJudgedSection(page)}${movesSection(page)}${timingSection(page)}${matrixSection(page)}
  ${wire}${runSection(page)}`;
}

/** The text of `report.html`. `readers` name the frames on the wire. */
export function runReport(summary: RunSummary, readers: FrameReaders = () => undefined): string {
  const store = new PageStore();
  const page = createPage(summary, store);
  const title = `${summary.headline.word} ${clip(summary.start?.board.name ?? '', 200)} – wirejig`;
  return htmlPage(
    title,
    html`<main id="main">${runSections(page, wireSection(page, readers))}${GLOSSARY_SECTION}</main>
      ${store.data()}`,
  );
}

const MOVE_COLUMNS: readonly Column<MoveRecord>[] = [
  ['time', ({ at }) => formatInstant(at), 'num'],
  ['board', ({ link }) => clip(link, 60)],
  ['player', ({ player }) => `player ${player}`],
  ['move', ({ text }) => clip(text, 300)],
];

/** Undefined if no game was monitored. */
function movesSection({ summary, anchor }: Page): Markup | undefined {
  const { moves, movesLeftOut } = summary;
  if (moves.length === 0) return undefined;
  return section(
    anchor('game'),
    'The game, move by move',
    html`<div class="card">
      <details open>
        <summary>${plural(moves.length + movesLeftOut, 'move')}</summary>
        ${table(MOVE_COLUMNS, moves, { hidden: movesLeftOut, what: 'later move' })}
      </details>
    </div>`,
  );
}

const TERMS: readonly (readonly [string, string])[] = [
  ['MUST, SHOULD', 'A MUST that fails fails the run. A SHOULD that fails is a warning.'],
  ['documented', 'The board’s original document requires it: a failure breaks the specification.'],
  ['implied', 'The board’s published listing does it, and no document contradicts it.'],
  [
    'profile',
    'The original document is silent or contradicts itself, and this specification decides: a failure may be a different decision.',
  ],
  ['family', 'The family of protocols of this board requires it.'],
  [
    'inconclusive',
    'The measurement’s error bounds lie on both sides of the limit, so it decides nothing. A MUST that stays inconclusive leaves the run INCOMPLETE.',
  ],
  ['not judged', 'wirejig could not decide: no verdict on the board.'],
  [
    'exchanges judged',
    'An exchange is a request, or invalid bytes, with the answer. A pass needs nearly all of them judged.',
  ],
  ['never tried', 'The run did not check this clause.'],
];

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'find'],
  ['n, p', 'the next or previous clause that did not pass'],
  ['← → ↑ ↓', 'move between fields, between bars, along the wire'],
  ['+ −', 'zoom into a ladder or the wire'],
  ['Esc', 'close the pop-up'],
];

function list(words: readonly (readonly [string, string])[]): Markup {
  return html`<dl class="words">${words.map(([word, meaning]) => fact(word, meaning))}</dl>`;
}

export const GLOSSARY_SECTION: Markup = html`<section id="words">
  <h2>Words</h2>
  ${list(TERMS)}
  <div class="keys" hidden>
    <h2>Keys</h2>
    ${list(KEYS)}
  </div>
</section>`;
