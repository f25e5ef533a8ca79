/**
 * A board's terminal as a picture in HTML: its characters, its colours, nothing else of it.
 *
 * Characters are escaped like all text; a colour is one of sixteen class names that this file knows.
 */
import type { ScreenRecord, ScreenRunRecord } from '../scenarios/record';
import { html, type Markup } from './markup';

/** xterm's: eight colours, then the bright ones. */
const PALETTE: readonly string[] = [
  '#000000 #cd3131 #0b7a3c #8a7400 #2458c7 #a626a4 #0a7e8c #d5d5d5',
  '#6f6f6f #ff6b6b #3fd07f #f0d24c #7aa2ff #e68ae4 #53d6e4 #ffffff',
]
  .join(' ')
  .split(' ');

const COLOUR_RULES = PALETTE.map(
  (colour, i) => `.term .f${i}{color:${colour}}.term .b${i}{background:${colour}}`,
).join('');

export const TERMINAL_STYLE = `.term{margin:.7rem 0}.term figcaption{font-size:.8rem;color:var(--soft);margin-bottom:.25rem}
.term pre{margin:0;padding:.6rem .8rem;border-radius:8px;background:#1b1d21;color:#e4e6ea;font-size:.85rem;line-height:1.3;overflow-x:auto;white-space:pre;overflow-wrap:normal;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.term .bold{font-weight:700}${COLOUR_RULES}`;

const SHOWN_ROWS = 60;
const SHOWN_CHARACTERS = 1000;

/** What the screen showed; nothing where there is none. Of more rows than a screen has, the last. */
export function terminalPicture(screen: ScreenRecord | undefined): Markup | undefined {
  if (screen === undefined) return undefined;
  const rows = screen.rows.slice(-SHOWN_ROWS).map((row) => html`${runs(row)}`);
  const lines = rows.flatMap((row, i) => (i === 0 ? [row] : [BREAK, row]));
  const place = `cursor in row ${screen.cursor.row + 1}, column ${screen.cursor.column + 1}`;
  const shown =
    screen.rows.length === 0 ? html`<p>The terminal showed nothing.</p>` : html`<pre>${lines}</pre>`;
  return html`<figure class="term">
    <figcaption>the terminal then, ${place}</figcaption>
    ${shown}
  </figure>`;
}

const BREAK = html`<br />`;

function runs(row: readonly ScreenRunRecord[]): readonly Markup[] {
  let left = SHOWN_CHARACTERS;
  return row.map(({ text, bold, foreground, background }) => {
    const shown = text.slice(0, Math.max(0, left));
    left -= shown.length;
    const classes = [
      bold === true ? 'bold' : '',
      foreground === undefined ? '' : `f${nearestColour(foreground)}`,
      background === undefined ? '' : `b${nearestColour(background)}`,
    ].filter((name) => name !== '');
    return classes.length === 0 ? html`${shown}` : html`<span class="${classes.join(' ')}">${shown}</span>`;
  });
}

/** The place in the palette of what comes closest. */
function nearestColour(colour: number): number {
  if (colour < PALETTE.length) return colour;
  const wanted = channelsOf(colour);
  const distances = PALETTE.map((text) =>
    channelsOf(0x1000000 + parseInt(text.slice(1), 16)).reduce(
      (sum, channel, i) => sum + (channel - (wanted[i] ?? 0)) ** 2,
      0,
    ),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Red, green and blue of a colour of the cube 16..231, of the greys 232..255, or of RGB. */
function channelsOf(colour: number): readonly number[] {
  if (colour >= 0x1000000) return [(colour >> 16) & 0xff, (colour >> 8) & 0xff, colour & 0xff];
  if (colour >= 232) return Array<number>(3).fill(8 + 10 * (colour - 232));
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  const cube = colour - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}
