/**
 * The 81 Set cards to print and cut: nine pages, one for each shape and colour; fillings down, quantities across.
 *
 *     ┼ 1 open   ┼ 2 open   ┼ 3 open   ┼
 *     ┼ 1 solid  ┼ 2 solid  ┼ 3 solid  ┼        ┼ cut here, from edge to edge
 *     ┼ 1 striped┼ 2 striped┼ 3 striped┼
 */
import {
  attributes,
  cardByte,
  cardName,
  CARDS,
  type Card,
  type CardEncoding,
  type Attributes,
} from '../../../protocols/set/card';
import { html, markupText, ownMarkup, type Markup } from '../../../reports/html/markup';
import { codePicture, codeSvg } from '../../shared/stimulus/code-picture';

interface SheetOptions {
  readonly encoding: CardEncoding;
  readonly paper: Paper;
}

const ACROSS = 3;
const ON_PAGE = 9;
const PAGES = CARDS / ON_PAGE;

/** One HTML file that needs no other, printed at 100 %. */
export function cardSheet({ encoding, paper }: SheetOptions): string {
  const pages = Array.from({ length: PAGES }, (_, at) => page(at, encoding, paper));
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>Set cards, card bytes ${encoding}</title>
      <style>
        ${ownMarkup(sheetStyle(paper))}
      </style>
    </head>
    <body>
      ${stripes()}
      <p class="advice">
        <b>81 Set cards, card bytes ${encoding}.</b> Print them on ${PAPERS[paper].title} at 100 % (no “fit to
        page”), cut along the marks, and hold one card at a time before the scanner. Each DataMatrix is the
        one byte under the drawing.
      </p>
      ${pages}
    </body>
  </html>`;
  return `<!doctype html>\n${markupText(document)}\n`;
}

function page(at: number, encoding: CardEncoding, paper: Paper): Markup {
  const cards = Array.from({ length: ON_PAGE }, (_, place) => at * ON_PAGE + place);
  const { colour, shape } = attributes(at * ON_PAGE);
  return html`<section>
    <header>
      <h1>${colour} ${shape}s</h1>
      <p>card bytes ${encoding} · ${PAPERS[paper].title} · page ${at + 1} of ${PAGES}</p>
    </header>
    <div class="cards">${cards.map((card) => cardFace(card, encoding))} ${cutMarks()}</div>
    <footer>
      <span class="ruler"></span>
      <p>50 mm when printed at 100 %</p>
    </footer>
  </section>`;
}

function cardFace(card: Card, encoding: CardEncoding): Markup {
  const properties = attributes(card);
  const { quantity, filling, colour } = properties;
  const byte = cardByte(card, encoding);
  const code = byte.toString(16).toUpperCase().padStart(2, '0');
  const things = cardName(card).split(' ').at(-1);
  return html`<article data-byte="${code}">
    ${cardDrawing(properties)}
    <h2><b>${quantity}</b> ${filling} <b>${colour}</b> ${things}</h2>
    ${codeSvg(codePicture('datamatrix', Uint8Array.of(byte)), `DataMatrix of the byte ${code}`)}
    <p class="byte">${code} <small>hex</small></p>
  </article>`;
}

/** Marks outside the cards at each cut, and a small cross where two cuts meet. */
function cutMarks(): Markup {
  const { width, height, mark } = CARD_MM;
  const across = [0, 1, 2, 3].map((n) => n * width);
  const down = [0, 1, 2, 3].map((n) => n * height);
  const right = ACROSS * width;
  const bottom = ACROSS * height;
  const lines = [
    ...across.map((x) => `M${x} ${-mark}v${mark - 1}M${x} ${bottom + 1}v${mark - 1}`),
    ...down.map((y) => `M${-mark} ${y}h${mark - 1}M${right + 1} ${y}h${mark - 1}`),
  ];
  const crosses = across.flatMap((x) => down.map((y) => `M${x - 1.5} ${y}h3M${x} ${y - 1.5}v3`));
  const box = `${-mark} ${-mark} ${right + 2 * mark} ${bottom + 2 * mark}`;
  return html`<svg class="cuts" aria-hidden="true" viewBox="${box}">
    <path class="mark" d="${lines.join('')}" />
    <path class="cross" d="${crosses.join('')}" />
  </svg>`;
}

/** In mm: nine cards with their marks fit on A4 and on Letter. */
const CARD_MM = { width: 60, height: 76, mark: 5 } as const;

export const PAPERS = {
  a4: { title: 'A4', width: 210, height: 297 },
  letter: { title: 'Letter', width: 215.9, height: 279.4 },
} as const;

export type Paper = keyof typeof PAPERS;

/** A page is this much shorter than the paper: with the full height it may spill onto the next one. */
const SPARE_MM = 1;

function sheetStyle(paper: Paper): string {
  const { title, width, height } = PAPERS[paper];
  const { width: across, height: down, mark } = CARD_MM;
  return `@page { size: ${title} portrait; margin: 0; }
* { box-sizing: border-box; margin: 0; }
:root { color: #000; background: #fff; font: 3.4mm/1.35 system-ui, 'Helvetica Neue', Arial, sans-serif; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.inks { position: absolute; }
.advice { max-width: ${width}mm; margin: 0 auto; padding: 6mm 10mm; font-size: 4mm; }
section { width: ${width}mm; height: ${height - SPARE_MM}mm; margin: 0 auto; padding: 8mm 0; display: flex; flex-direction: column; align-items: center; justify-content: space-between; break-after: page; break-inside: avoid; overflow: hidden; }
section:last-of-type { break-after: auto; }
header, footer { width: ${3 * across}mm; display: flex; align-items: baseline; justify-content: space-between; color: #444; }
header h1 { font-size: 4.6mm; font-weight: 600; color: #000; }
header h1::first-letter { text-transform: uppercase; }
footer { align-items: center; justify-content: flex-start; gap: 3mm; }
.ruler { width: 50mm; height: 2.4mm; border: solid #444; border-width: 0 0.2mm 0.2mm; }
.cards { position: relative; display: grid; grid-template: repeat(3, ${down}mm) / repeat(3, ${across}mm); }
.cuts { position: absolute; left: -${mark}mm; top: -${mark}mm; width: ${3 * across + 2 * mark}mm; height: ${3 * down + 2 * mark}mm; pointer-events: none; fill: none; stroke-width: 0.2; }
.mark { stroke: #000; }
.cross { stroke: #999; }
article { display: flex; flex-direction: column; align-items: center; justify-content: space-between; padding: 5mm 4mm 4mm; break-inside: avoid; }
.shapes { height: 19mm; }
article h2 { font-size: 3.9mm; font-weight: 400; text-align: center; white-space: nowrap; }
article h2 b { font-weight: 700; }
article .code { width: 30mm; height: 30mm; }
.byte { font: 700 4.6mm/1 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.byte small { margin-left: -0.08em; font-size: 3mm; font-weight: 400; color: #444; }
@media print { .advice { display: none; } }
@media screen { :root { background: #e7e7e7; } section { background: #fff; margin-bottom: 8mm; box-shadow: 0 0.5mm 2mm #0004; } }`;
}

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
function stripes(): Markup {
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

/**
 * The shapes of a card, one to three side by side. Shapes and fillings differ by form, so that a grey print shows them too. The page must
 * have {@link stripes}.
 */
function cardDrawing({ quantity, filling, colour, shape }: Attributes): Markup {
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
