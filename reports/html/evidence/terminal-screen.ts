/**
 * A board's terminal as a picture in HTML: its characters, its colours, nothing else of it.
 *
 * Characters are escaped like all text; a colour is one of sixteen class names that this file knows.
 */
import type { ScreenRecord, ScreenRunRecord } from '../../../scenarios/record';
import { html, type Markup } from '../markup';

/** The colours of xterm: eight, then eight bright ones. */
const PALETTE: readonly string[] = [
  '#000000 #cd3131 #0b7a3c #8a7400 #2458c7 #a626a4 #0a7e8c #d5d5d5',
  '#6f6f6f #ff6b6b #3fd07f #f0d24c #7aa2ff #e68ae4 #53d6e4 #ffffff',
]
  .join(' ')
  .split(' ');

const SCREEN = { foreground: '#e4e6ea', background: '#1b1d21' } as const;

/** The least contrast of text by WCAG, level AA. */
const CONTRAST = 4.5;

/** A board's colour is kept where it is readable on its background; otherwise it is made lighter or darker. */
const COLOUR_RULES = colourRules();

function colourRules(): string {
  const behind = PALETTE.map(
    (colour, b) => `.term .b${b}{background:${colour};color:${readableColour(SCREEN.foreground, colour)}}`,
  );
  const alone = PALETTE.map(
    (colour, f) => `.term .f${f}{color:${readableColour(colour, SCREEN.background)}}`,
  );
  const both = PALETTE.flatMap((colour, f) =>
    PALETTE.map((back, b) => `.term .f${f}.b${b}{color:${readableColour(colour, back)}}`),
  );
  return [...behind, ...alone, ...both].join('');
}

/** `colour`, moved towards black or white as far as it must be to be read on `back`. */
function readableColour(colour: string, back: string): string {
  const end = luminance(back) > 0.18 ? 0 : 255;
  for (let share = 0; share < 1; share += 0.05) {
    const channels = channelsOfText(colour).map((channel) => Math.round(channel + (end - channel) * share));
    const text = `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
    if (contrast(text, back) >= CONTRAST) return text;
  }
  return end === 0 ? '#000000' : '#ffffff';
}

/** From 1 to 21, by WCAG 2. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOfText(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOfText(colour: string): readonly number[] {
  return channelsOf(0x1000000 + parseInt(colour.slice(1), 16));
}

export const TERMINAL_STYLE = `.term{margin:.7rem 0}.term figcaption{font-size:.8rem;color:var(--soft);margin-bottom:.25rem}
.term pre{margin:0;padding:.6rem .8rem;border-radius:8px;background:${SCREEN.background};color:${SCREEN.foreground};font-size:.85rem;line-height:1.3;overflow-x:auto;white-space:pre;overflow-wrap:normal;print-color-adjust:exact;-webkit-print-color-adjust:exact}
.term .bold{font-weight:700}${COLOUR_RULES}`;

const SHOWN_ROWS = 60;
const SHOWN_CHARACTERS = 1000;

/** The screen at the time of a check: its last rows, bounded. */
export function terminalScreen(screen: ScreenRecord | undefined): Markup | undefined {
  if (screen === undefined) return undefined;
  const rows = screen.rows.slice(-SHOWN_ROWS).map((row) => html`${runs(row)}`);
  const lines = rows.flatMap((row, i) => (i === 0 ? [row] : [BREAK, row]));
  const place = `cursor in row ${screen.cursor.row + 1}, column ${screen.cursor.column + 1}`;
  const shown =
    screen.rows.length === 0
      ? html`<p>The terminal showed nothing.</p>`
      : html`<pre tabindex="0" role="group" aria-label="what the terminal showed">${lines}</pre>`;
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

function nearestColour(colour: number): number {
  if (colour < PALETTE.length) return colour;
  const wanted = channelsOf(colour);
  const distances = PALETTE.map((text) =>
    channelsOfText(text).reduce((sum, channel, i) => sum + (channel - (wanted[i] ?? 0)) ** 2, 0),
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
