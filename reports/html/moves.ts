/** The monitored game, move by move. */
import type { MoveRecord } from '../../scenarios/record';
import { plainTable } from './components';
import type { Page } from './page';
import { html, type Markup } from './markup';
import { clip } from '../text/printable';
import { formatInstant, plural } from '../text/quantity';

function moveRow({ at, link, player, text }: MoveRecord): Markup {
  return html`<tr>
    <td class="num">${formatInstant(at)}</td>
    <td>${clip(link, 60)}</td>
    <td>player ${String(player)}</td>
    <td>${clip(text, 300)}</td>
  </tr>`;
}

/** Undefined if no game was monitored. */
export function movesSection({ summary, anchor }: Page): Markup | undefined {
  const { moves, movesLeftOut } = summary;
  if (moves.length === 0) return undefined;
  return html`<section id="${anchor('game')}">
    <h2>The game, move by move</h2>
    <div class="card">
      <details open>
        <summary>${plural(moves.length + movesLeftOut, 'move')}</summary>
        ${plainTable([{ num: 'time' }, 'board', 'player', 'move'], moves.map(moveRow), movesLeftOut, 'later move')}
      </details>
    </div>
  </section>`;
}
