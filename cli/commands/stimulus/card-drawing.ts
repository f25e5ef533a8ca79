/**
 * The drawing of a Set card: one to three shapes side by side. Shapes and fillings differ by form, so that a grey print
 * shows them too. The colour is also written below the drawing.
 */
import type { Attributes } from '../../../protocols/set/card';
import { html, type Markup } from '../../../reports/html/markup';

/** Dark enough on white for thin lines: at least 4.5 to 1. */
const INKS: Readonly<Record<Attributes['colour'], string>> = {
  purple: '#6a1b9a',
  red: '#c62828',
  green: '#1b7a34',
};

/** In a box of 40 by 72. */
const OUTLINES: Readonly<Record<Attributes['shape'], string>> = {
  wave: 'M32 6C40 16 38 27 33 35C28 42 28 47 32 54C36 63 31 69 23 70C17 70 12 71 8 66C0 56 2 45 7 37C12 30 12 25 8 18C4 9 9 3 17 2C23 2 28 1 32 6Z',
  diamond: 'M20 3L36 36L20 69L4 36Z',
  oval: 'M20 3A16 16 0 0 1 36 19V53A16 16 0 0 1 4 53V19A16 16 0 0 1 20 3Z',
};

const SHAPE = { width: 40, height: 72, gap: 8 } as const;
const WIDEST = 3 * SHAPE.width + 2 * SHAPE.gap;
const COLOURS = ['purple', 'red', 'green'] as const;

/** The stripes that all cards of a page refer to: once on each page. */
export function stripes(): Markup {
  return html`<svg class="inks" width="0" height="0" aria-hidden="true">
    <defs>
      ${COLOURS.map(
        (colour) =>
          html`<pattern id="striped-${colour}" width="40" height="5" patternUnits="userSpaceOnUse">
            <path d="M0 2.5H40" stroke="${INKS[colour]}" stroke-width="1.5" />
          </pattern>`,
      )}
    </defs>
  </svg>`;
}

/** The shapes of a card. The page must have {@link stripes}. */
export function cardDrawing({ quantity, filling, colour, shape }: Attributes): Markup {
  const ink = INKS[colour];
  const fill = { open: 'none', solid: ink, striped: `url(#striped-${colour})` }[filling];
  const used = quantity * SHAPE.width + (quantity - 1) * SHAPE.gap;
  const places = Array.from(
    { length: quantity },
    (_, at) => (WIDEST - used) / 2 + at * (SHAPE.width + SHAPE.gap),
  );
  return html`<svg class="shapes" aria-hidden="true" viewBox="0 0 ${WIDEST} ${SHAPE.height}">
    ${places.map(
      (x) =>
        html`<path
          transform="translate(${x} 0)"
          d="${OUTLINES[shape]}"
          fill="${fill}"
          stroke="${ink}"
          stroke-width="2.5"
          stroke-linejoin="round"
        />`,
    )}
  </svg>`;
}
