/**
 * An audit as a page: the kill rate, what got away, and defects × clauses.
 *
 *     defect          breaks  FR-01  FR-02  FR-03 …
 *     ✓ crc-ignored   FR-02     ·      ✗      ·      ✗: the clause that must fail, and did; •: another one failed, too
 *     ✗ sixth-…       GM-05     ·      ·      ·      MISSED
 */
import { fact, pageHead, scrollRegion, section } from './components';
import { htmlPage } from './document';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { formatCount, plural } from '../text/quantity';

export interface AuditedDefect {
  readonly name: string;
  readonly text: string;
  readonly breaks: string;
  readonly caught: boolean;
  /** The verdict on the clause that it breaks. */
  readonly verdict: string | undefined;
  readonly alsoFailed: readonly string[];
}

export interface AuditedBoard {
  readonly name: string;
  readonly conformantPassed: boolean;
  /** What did not hold on the conformant board. */
  readonly conformantFailed: readonly string[];
  readonly clauses: readonly string[];
  readonly defects: readonly AuditedDefect[];
}

const STYLE = `
.kills{border-collapse:separate;border-spacing:0;width:auto;font-size:.8rem}.kills th,.kills td{padding:.12rem .3rem;border-top:1px solid var(--line);text-align:center}.kills th[scope=row]{text-align:left;white-space:nowrap;font-weight:400;color:var(--ink);position:sticky;left:0;background:var(--card)}
.kills thead th{border:0;writing-mode:vertical-rl;transform:rotate(180deg);font-family:var(--mono);vertical-align:bottom;text-align:left}.kills thead th:first-child{writing-mode:horizontal-tb;transform:none}.kills .kill{background:var(--good-bg);color:var(--good);font-weight:700}.kills .away{background:var(--bad-bg);color:var(--bad);font-weight:700;outline:2px solid var(--bad);outline-offset:-2px}.kills .too{color:var(--warn)}
`;

export function auditPage(boards: readonly AuditedBoard[], seed: number): string {
  const all = boards.flatMap(({ defects }) => defects);
  const away = all.filter(({ caught }) => !caught).length;
  const nonconformant = boards.filter(({ conformantPassed }) => !conformantPassed);
  const good = away === 0 && nonconformant.length === 0;
  const rate = all.length === 0 ? 'no defect' : `${((100 * (all.length - away)) / all.length).toFixed(1)} %`;
  const caught = `${formatCount(all.length - away)} of ${plural(all.length, 'defect')} caught`;
  return htmlPage(
    `${rate} – wirejig audit`,
    html`<main id="main">
      ${pageHead(
        good ? { tone: 'good', sign: '✓' } : { tone: 'bad', sign: '✗' },
        'audit',
        html`<b>${rate}</b> kill rate`,
        html`<p>${caught}, ${away === 0 ? 'none got away' : `${formatCount(away)} got away`}.</p>`,
        html`<dl class="head-facts">
          ${fact('boards', boards.map(({ name }) => name).join(', '))}${fact('seed', String(seed))}
        </dl>`,
      )}
      ${nonconformant.map(nonconformantBoard)}${awaySection(boards, away)}${boards.map(matrix)}
    </main>`,
    STYLE,
  );
}

function nonconformantBoard({ name, conformantFailed }: AuditedBoard): Markup {
  return html`<section class="card">
    <p class="bad">
      <b>✗ The conformant board ${clip(name, 80)} did not pass:</b> ${clip(conformantFailed.join(', '), 400)}
    </p>
  </section>`;
}

function awaySection(boards: readonly AuditedBoard[], count: number): Markup | undefined {
  if (count === 0) return undefined;
  const items = boards.flatMap((board) =>
    board.defects
      .filter(({ caught }) => !caught)
      .map(
        ({ name, text, breaks, verdict, alsoFailed }) =>
          html`<article class="card failure bad">
            <h3>✗ ${clip(`${board.name}+${name}`, 120)} <span class="id">${breaks}</span></h3>
            <p>${clip(text, 600)}</p>
            <p class="why">
              The verdict on ${breaks} was
              ${verdict ?? 'none'}${alsoFailed.length > 0 ? `; failed: ${alsoFailed.join(', ')}` : ''}.
            </p>
          </article>`,
      ),
  );
  return section('away', 'Got away', items, formatCount(count));
}

function matrix({ name, clauses, defects }: AuditedBoard): Markup {
  const start = /^[A-Z0-9]+-/.exec(clauses[0] ?? '')?.[0] ?? '';
  const short = (id: string): string => (id.startsWith(start) ? id.slice(start.length) : id);
  const rows = defects.map((defect) => {
    const { caught, breaks, alsoFailed, text } = defect;
    const cells = clauses.map((id) => {
      if (id === breaks) return caught ? html`<td class="kill">✗</td>` : html`<td class="away">–</td>`;
      return alsoFailed.includes(id) ? html`<td class="too">•</td>` : html`<td></td>`;
    });
    return html`<tr>
      <th scope="row" title="${clip(text, 300)}">${caught ? '✓' : '✗'} ${clip(defect.name, 60)}</th>
      ${cells}
    </tr>`;
  });
  const caught = defects.filter((each) => each.caught).length;
  return html`<section>
    <h2>
      ${clip(name, 80)} <small>${formatCount(caught)} of ${plural(defects.length, 'defect')} caught</small>
    </h2>
    <p class="legend">
      ✗ the clause that the defect breaks failed, as it must; – it did not: the defect got away; • another
      clause failed, too
    </p>
    ${scrollRegion(
      `Defects of ${clip(name, 80)} and clauses`,
      html`<table class="kills">
        <thead>
          <tr>
            <th scope="col">defect</th>
            ${clauses.map((id) => html`<th scope="col">${short(id)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>`,
      'card',
    )}
  </section>`;
}
