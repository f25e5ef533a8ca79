/** A comparison of two runs as a separate page. */
import { comparisonWord, type ClauseChange, type Comparison } from './comparison';
import {
  ANSWERS_SHOWN,
  differingBytes,
  latencyText,
  onlyTexts,
  sentText,
  type AnswerBytes,
} from './comparison-text';
import type { AnswerChange } from './answer-changes';
import { clauseText, fact, section, verdictChip } from '../html/components';
import { htmlPage } from '../html/document';
import { html, type Markup } from '../html/markup';
import { clip } from '../text/printable';
import { formatCount, plural } from '../text/quantity';
import type { RunSummary } from '../summary/summary';

function clauses(id: string, title: string, list: readonly ClauseChange[]): Markup | undefined {
  if (list.length === 0) return undefined;
  const row = (change: ClauseChange): Markup =>
    html`<article class="card">
      <h3>
        <span class="id">${change.id}</span>
        <span class="level">${change.level}</span> ${verdictChip(change.before, change.level)} →
        ${verdictChip(change.after, change.level)}
      </h3>
      <p>${clauseText(clip(change.text, 600))}</p>
      <dl class="said">
        ${fact('before', change.beforeText ?? 'passed')}${fact('now', change.afterText ?? 'passes')}
      </dl>
    </article>`;
  return section(id, title, list.map(row), String(list.length));
}

function texts(id: string, title: string, list: readonly string[]): Markup | undefined {
  if (list.length === 0) return undefined;
  const items = list.map((text) => html`<li>${text}</li>`);
  return section(
    id,
    title,
    html`<div class="card">
      <ul>
        ${items}
      </ul>
    </div>`,
  );
}

const STYLE =
  '.head>p{margin-top:.6rem}.card>h3{margin-bottom:.35rem}.answer{border-top:1px solid var(--line);padding:.6rem 0}.answer:first-child{border:0;padding-top:0}.answer code{overflow-wrap:anywhere}.answer mark{background:var(--bad-bg);color:var(--bad);font-weight:700;border-radius:3px;padding:0 .15em}';

/** Sent bytes, and the answers of both runs below each other: they fit on a phone. */
function answerList(answers: readonly AnswerChange[]): Markup | undefined {
  if (answers.length === 0) return undefined;
  const item = (change: AnswerChange): Markup => {
    const [before, now] = differingBytes(change);
    return html`<li class="answer">
      <p>
        <b>${clip(change.scenario, 100)}</b>
        <small>exchange ${formatCount(change.alike + 1)} on ${clip(change.link, 60)}, sent</small>
        <code>${sentText(change)}</code>
      </p>
      <dl class="said">${fact('before', markedBytes(before))}${fact('now', markedBytes(now))}</dl>
    </li>`;
  };
  const left = answers.length - ANSWERS_SHOWN;
  const more = left > 0 ? html`<p class="left">and in ${plural(left, 'scenario')} more</p>` : undefined;
  return section(
    'answers',
    'Answers that changed for the same sent bytes',
    html`<div class="card">
      <ol>
        ${answers.slice(0, ANSWERS_SHOWN).map(item)}
      </ol>
      ${more}
    </div>`,
  );
}

function markedBytes({ from, bytes, isCut }: AnswerBytes): Markup {
  if (bytes.length === 0) return html`nothing`;
  const shown = bytes.map(({ text, differs }) => (differs ? html`<mark>${text}</mark> ` : html`${text} `));
  return html`<code
    >${from > 0 ? `… (from byte ${formatCount(from)}) ` : ''}${shown}${isCut ? '…' : ''}</code
  >`;
}

function runLine(which: string, { start, headline }: RunSummary): Markup {
  return html`<p>
    ${which}: <b>${headline.sign} ${headline.word}</b> ${start?.board.name ?? 'unknown board'}, seed
    ${start?.seed ?? 'unknown'}<br /><code>${start?.command ?? ''}</code>
  </p>`;
}

export function comparisonHtml(
  before: RunSummary,
  after: RunSummary,
  comparison: Comparison,
  answers: readonly AnswerChange[] | undefined,
): string {
  const { newlyFailing, lost, fixed, stillFailing, notComparable, latency, cautions } = comparison;
  const { word, sign, tone } = comparisonWord(comparison);
  const changed = latency.filter((one) => one.changed).map(latencyText);
  return htmlPage(
    `${word} – wirejig compare`,
    html`<main id="main">
      <header class="head ${tone}">
        <div class="brand">wirejig <span>compare</span></div>
        <h1>${sign} <b>${word}</b></h1>
        ${runLine('before', before)}${runLine('now', after)}
      </header>
      ${clauses('newly-failing', 'Newly failing', newlyFailing)}
      ${clauses('lost', 'Passed before, could not be judged now', lost)}
      ${clauses('fixed', 'Fixed', fixed)}${clauses('still-failing', 'Still failing', stillFailing)}
      ${texts('latency', 'Latency that changed (99 % interval of the shift)', changed)}
      ${answerList(answers ?? [])}
      ${clauses('not-comparable', 'Not comparable: one of the runs did not judge it', notComparable)}
      ${texts('only', 'Only in one run', onlyTexts(comparison))}${texts('cautions', 'Cautions', cautions)}
    </main>`,
    STYLE,
  );
}
