/** What changed in a long frame since the one before it, in words. */
import type { FrameChanges, GroupChange } from '../../fault/frame-changes';
import { clip } from '../../text/printable';
import { plural } from '../../text/quantity';
import { html, type Markup } from '../markup';

const SHOWN_GROUPS = 12;
const TEXT = 60;

export function frameChangeTable({ kind, groups, same }: FrameChanges): Markup {
  if (groups.length === 0) return html`<p class="changed">The same as the ${clip(kind, 40)} before it.</p>`;
  const left = groups.length - SHOWN_GROUPS;
  const rest = [
    ...(left > 0 ? [`${plural(left, 'more change')} left out`] : []),
    ...(same > 0 ? [`${plural(same, 'other')} unchanged`] : []),
  ].join(', ');
  return html`<table class="changed">
    <caption>
      Changed since the ${clip(kind, 40)} before it
      <small>${rest}</small>
    </caption>
    <tbody>
      ${groups.slice(0, SHOWN_GROUPS).map(groupRow)}
    </tbody>
  </table>`;
}

function groupRow({ label, changes }: GroupChange): Markup {
  const lines = changes.map(
    ({ name, was, is }) =>
      html`<li>
        ${clip(name, TEXT)}: <span class="was">${clip(was, TEXT)}</span> → <b>${clip(is, TEXT)}</b>
      </li>`,
  );
  return html`<tr>
    <th scope="row">${clip(label, TEXT)}</th>
    <td>
      <ul>
        ${lines}
      </ul>
    </td>
  </tr>`;
}
