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
} from '../../../protocols/set/card';
import { html, markupText, ownMarkup, type Markup } from '../../../reports/html/markup';
import { cardDrawing, stripes } from './card-drawing';
import { CARD_MM, PAPERS, sheetStyle, type Paper } from './card-sheet-style';
import { codePicture, codeSvg } from '../../shared/stimulus/code-picture';

export interface SheetOptions {
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
