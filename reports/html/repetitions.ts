/** A run that was repeated: its repetitions, and the verdicts of each clause over all of them. */
import type { Page } from './page';
import { filterAttributes, folded, idLink, plainTable } from './components';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { formatCount, plural } from '../text/quantity';
import { percentText, repeatedClauses, repetitionResult, worstTimeText } from '../text/repetitions';
import { flakeRate } from '../summary/repetitions';

/** More are folded away. */
const UNFOLDED_CLAUSES = 12;

export function repetitionSection(page: Page): Markup | undefined {
  const { summary } = page;
  const { repetitions, requirements } = summary;
  if (repetitions.length === 0) return undefined;
  const clauses = repeatedClauses(summary).map(({ requirement, repetitions: counts }) => {
    const rate = flakeRate(counts);
    const steady = counts.pass + counts.fail === 0 ? undefined : '0 %';
    return html`<tr ${filterAttributes(requirement)}>
      <td>${idLink(page, requirement)}</td>
      <td class="num">${formatCount(counts.pass)}</td>
      <td class="num">${formatCount(counts.fail)}</td>
      <td class="num">${formatCount(counts.inconclusive + counts.error)}</td>
      <td class="num">${rate === 0 ? steady : html`<b>${percentText(rate)}</b>`}</td>
      <td class="num">${worstTimeText(requirement)}</td>
    </tr>`;
  });
  const heads = ['clause', { num: '✓ passed' }, { num: '✗ failed' }, { num: '? not judged' }];
  const table = (rows: readonly Markup[]): Markup =>
    plainTable([...heads, { num: 'flake rate' }, { num: 'worst time' }], rows);
  const rest = clauses.slice(UNFOLDED_CLAUSES);
  const runs = repetitions.map((one) => {
    const { sign, failed } = repetitionResult(one, requirements);
    return html`<tr>
      <td class="num">${one.number}</td>
      <td>${sign.sign} ${sign.word}</td>
      <td class="num">${one.seed}</td>
      <td class="ids">${failed.map((id) => html`<a class="id" href="#${page.anchor(id)}">${id}</a> `)}</td>
      <td>${one.reason === undefined ? undefined : clip(one.reason, 300)}</td>
    </tr>`;
  });
  return html`<section id="${page.anchor('repetitions')}">
    <h2>Over ${plural(repetitions.length, 'run')}</h2>
    <div class="card">
      ${table(clauses.slice(0, UNFOLDED_CLAUSES))}
      ${rest.length === 0 ? undefined : folded(`${plural(rest.length, 'clause')} more`, table(rest))}
      ${folded(`${plural(runs.length, 'run')}, with their seeds`, plainTable([{ num: 'run' }, 'result', { num: 'seed' }, 'failed', 'why it ended'], runs))}
    </div>
  </section>`;
}
