/**
 * `report.html`: one file that fetches nothing and needs no script to be read. Everything a board may have had
 * a hand in passes {@link html}, which escapes it; a policy in the page forbids what escaping should have caught.
 */
import { clauseSection, notJudgedSection } from './html-clauses';
import { failureSections } from './html-failures';
import { gameSection } from './html-game';
import { headSection, runSection } from './html-run';
import { SCRIPT } from './html-script';
import { STYLE } from './html-style';
import { TERMINAL_STYLE } from './html-terminal';
import { timingSection } from './html-timing';
import { html, markupText, ownMarkup, type Markup } from './markup';
import type { RunSummary } from './summary';

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

function navigation(summary: RunSummary): Markup {
  const link = (id: string, name: string, count: number | undefined): Markup | undefined =>
    count === 0
      ? undefined
      : html`<a href="#${id}">${name}${count === undefined ? undefined : html` <b>${count}</b>`}</a>`;
  return html`<nav aria-label="Sections">
    ${link('failures', 'Failed', summary.failures.length)}
    ${link('warnings', 'Warnings', summary.warnings.length)}${link('not-judged', 'Not judged', summary.notJudged.length)}
    ${link('game', 'The game', summary.moves.length)}
    ${link('timing', 'Timing', summary.timing.length)}${link('clauses', 'All clauses', summary.requirements.length)}${link('run', 'The run', undefined)}
  </nav>`;
}

/** The words a reader may not know. */
const WORDS: Markup = html`<section id="words">
  <h2>Words</h2>
  <dl class="words">
    <div>
      <dt>MUST, SHOULD</dt>
      <dd>A MUST that fails fails the run. A SHOULD that fails is a warning.</dd>
    </div>
    <div>
      <dt>documented</dt>
      <dd>The board’s original document says it: a failure is a broken promise.</dd>
    </div>
    <div>
      <dt>implied</dt>
      <dd>Its published listing does it, and nothing contradicts it.</dd>
    </div>
    <div>
      <dt>profile</dt>
      <dd>
        The document is silent or contradicts itself, and the wire page decides: a failure may be a different
        decision.
      </dd>
    </div>
    <div>
      <dt>family</dt>
      <dd>The family of protocols the board belongs to says it.</dd>
    </div>
    <div>
      <dt>inconclusive</dt>
      <dd>What was seen lies on both sides of the limit: it decides nothing.</dd>
    </div>
    <div>
      <dt>not judged</dt>
      <dd>The harness could not tell; it is no verdict on the board.</dd>
    </div>
  </dl>
</section>`;

/** The text of `report.html`. */
export function htmlReport(summary: RunSummary): string {
  const title = `${summary.headline.word} ${summary.start?.board.name ?? ''} – wirejig`;
  return `<!doctype html>\n${markupText(
    html`<html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${ownMarkup(POLICY)}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <style>
          ${ownMarkup(STYLE + TERMINAL_STYLE)}
        </style>
      </head>
      <body>
        <main>
          ${headSection(summary)}${navigation(summary)}${failureSections(summary)}${notJudgedSection(summary)}
          ${gameSection(summary)}${timingSection(summary.timing)}${clauseSection(summary)}${runSection(summary)}${WORDS}
        </main>
        <script>
          ${ownMarkup(SCRIPT)};
        </script>
      </body>
    </html>`,
  )}\n`;
}
