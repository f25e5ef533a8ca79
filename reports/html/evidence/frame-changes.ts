/** What matters in a long frame, in words: what changed since the one before it, and what is wrong. */
import { valueNow, type FrameChanges, type GroupChange } from '../../fault/frame-changes';
import { clip } from '../../text/printable';
import { plural } from '../../text/quantity';
import { html, type Markup } from '../markup';

const SHOWN_GROUPS = 12;
const TEXT = 60;

export function frameChangeTable({ title, groups, rest }: FrameChanges): Markup {
  if (groups.length === 0) return html`<p class="changed">${title}.</p>`;
  const left = groups.length - SHOWN_GROUPS;
  const cut = left > 0 ? `${plural(left, 'more change')} left out` : undefined;
  return html`<table class="changed">
    <caption>
      ${title}
      <small>${[cut, rest].filter((each) => each !== undefined).join(', ')}</small>
    </caption>
    <tbody>
      ${groups.slice(0, SHOWN_GROUPS).map(groupRow)}
    </tbody>
  </table>`;
}

function groupRow({ label, changes }: GroupChange): Markup {
  const lines = changes.map((change) => {
    const { name, was, due } = change;
    const before = was === undefined ? undefined : html`<span class="was">${clip(was, TEXT)}</span> → `;
    return html`<li>
      ${clip(name, TEXT)}: ${before}<b class="${due === undefined ? '' : 'bad'}">${valueNow(change)}</b>
    </li>`;
  });
  return html`<tr>
    <th scope="row">${clip(label, TEXT)}</th>
    <td>
      <ul>
        ${lines}
      </ul>
    </td>
  </tr>`;
}
