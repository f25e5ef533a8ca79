/**
 * The page that a server of this machine shows: its parts are replaced as the run goes on. Below them the runs of the folder, to
 * open and to compare.
 */
import { htmlPage } from '../document';
import { CAMPAIGN_STYLE } from '../campaign/campaign-page';
import { table, type Column } from '../components';
import { html, markupText, type Markup } from '../markup';
import { clip } from '../../text/printable';

/** In their order on the page. */
const PARTS = ['now', 'tools', 'clauses', 'failures', 'exchange', 'timing', 'runs'] as const;

export type PageParts = Readonly<Partial<Record<(typeof PARTS)[number], Markup | undefined>>>;

/** Each part as text; empty where there is none. */
export function partTexts(parts: PageParts): ReadonlyMap<string, string> {
  return new Map(PARTS.map((name) => [name, parts[name] === undefined ? '' : markupText(parts[name])]));
}

const STYLE = `progress{width:100%;height:.6rem;accent-color:var(--link);display:block;margin:.3rem 0}.tools{display:flex;flex-wrap:wrap;gap:.5rem .8rem;align-items:center;margin:.8rem 0;font-size:.9rem}
.past td,.past th{padding-right:.7rem}.past td{overflow-wrap:normal;white-space:nowrap}#gone{color:var(--warn);font-weight:600;margin:.6rem 0}#exchange .ladder{margin-top:0}
@media (max-width:700px){.past thead{display:none}.past tr{display:flex;flex-wrap:wrap;gap:.1rem .9rem;padding:.45rem 0;border-top:1px solid var(--line)}.past td{border:0;padding:0;white-space:normal}.past input{margin:0}.past .before::before,.past .now::before{color:var(--soft)}.past .before::before{content:'before '}.past .now::before{content:'now '}}`;

export function liveDocument(title: string): string {
  return htmlPage(
    title,
    html`<main id="main" data-live>
      <p id="gone" role="status" hidden></p>
      ${PARTS.map((name) => html`<div id="${name}"></div>`)}
    </main>`,
    `${CAMPAIGN_STYLE}${STYLE}`,
    { live: true },
  );
}

/** What a person can do now: stop the run, or run one of these clauses again. */
export function toolsPart(
  state: 'running' | 'stopping' | 'ended',
  clauses: readonly string[],
): Markup | undefined {
  if (state !== 'ended')
    return html`<div class="tools">
      <button type="button" data-act="stop">Stop</button>
      ${state === 'stopping' ? 'It stops, and writes its report.' : undefined}
    </div>`;
  if (clauses.length === 0) return undefined;
  return html`<div class="tools">
    <label
      >One clause again:
      <select id="clause">
        ${clauses.map((id) => html`<option>${id}</option>`)}
      </select></label
    >
    <button type="button" data-act="again">Run</button>
  </div>`;
}

export interface PastRun {
  /** Its folder in the folder that is shown. */
  readonly name: string;
  readonly headline: string;
  readonly board: string;
  readonly date: string;
}

export function runsPart(runs: readonly PastRun[], left: number): Markup | undefined {
  if (runs.length === 0) return undefined;
  const choice = (which: string, chosen: number): Column<PastRun> => [
    which,
    ({ name }, index) =>
      html`<input
        type="radio"
        name="${which}"
        value="${name}"
        aria-label="${which}: ${name}"
        ${index === chosen ? html`checked` : undefined}
      />`,
    which,
  ];
  const columns: readonly Column<PastRun>[] = [
    ['run', ({ name }) => html`<a href="run?name=${encodeURIComponent(name)}">${clip(name, 120)}</a>`],
    ['verdict', ({ headline }) => clip(headline, 40)],
    choice('before', Math.min(1, runs.length - 1)),
    choice('now', 0),
    ['board', ({ board }) => clip(board, 120)],
    ['date', ({ date }) => clip(date, 60)],
  ];
  return html`<section>
    <h2>Runs <small>of this folder</small></h2>
    <form class="card" action="compare" method="get">
      ${table(columns, runs, { label: 'Runs of this folder', kind: 'past' })}
      ${left > 0 ? html`<p class="left">${left} older ones are left out</p>` : undefined}
      ${runs.length > 1 ? html`<p class="tools"><button>Compare before and now</button></p>` : undefined}
    </form>
  </section>`;
}
