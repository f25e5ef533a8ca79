/**
 * A code as a picture: dark rectangles on a grid of modules, the quiet zone around them included.
 *
 *     quiet | modules of the code | quiet        one unit is one module; paper and screen scale it
 */
import { raw } from 'bwip-js/node';
import type { Symbology } from '../../../protocols/gm67/wire/message';
import { html, type Markup } from '../../../reports/html/markup';
import { CodeError, symbologyTitle } from './symbology';

export interface CodePicture {
  /** Modules across and down, with the quiet zone. */
  readonly columns: number;
  readonly rows: number;
  /** The dark modules as the path of an SVG: digits and the letters M, h, v and z. */
  readonly path: string;
}

interface Kind {
  readonly bcid: string;
  /** Light modules around the code: at the sides, above and below. Twice what the symbology's standard requires. */
  readonly quiet: readonly [sides: number, ends: number];
}

const KINDS: Readonly<Record<Symbology, Kind>> = {
  datamatrix: { bcid: 'datamatrix', quiet: [2, 2] },
  qr: { bcid: 'qrcode', quiet: [8, 8] },
  ean13: { bcid: 'ean13', quiet: [22, 4] },
  code128: { bcid: 'code128', quiet: [20, 4] },
};

/** A grid of modules by rows, or widths of bars and spaces by turns. */
type Drawn =
  | { readonly pixs: readonly number[]; readonly pixx: number; readonly pixy: number }
  | { readonly sbs: readonly number[] };

/** Modules: bars of a length that a hand-held scanner finds at any tilt. */
const BAR_HEIGHT = 48;

export function codePicture(symbology: Symbology, payload: Uint8Array): CodePicture {
  const { bcid, quiet } = KINDS[symbology];
  const [drawn] = rawCode(symbology, bcid, payload);
  if (drawn === undefined) throw new CodeError(`the payload gives no ${symbologyTitle(symbology)}`);
  const [sides, ends] = quiet;
  if ('pixs' in drawn) {
    const { pixs, pixx, pixy } = drawn;
    return {
      columns: pixx + 2 * sides,
      rows: pixy + 2 * ends,
      path: matrixPath(pixs, pixx, sides, ends),
    };
  }
  const width = drawn.sbs.reduce((sum, one) => sum + one, 0);
  return {
    columns: width + 2 * sides,
    rows: BAR_HEIGHT + 2 * ends,
    path: barsPath(drawn.sbs, sides, ends),
  };
}

function rawCode(symbology: Symbology, bcid: string, payload: Uint8Array): readonly Drawn[] {
  const text = Buffer.from(payload).toString('latin1');
  const title = symbologyTitle(symbology);
  if (payload.length === 0) throw new CodeError(`an empty ${title} does not exist: give its bytes`);
  if (symbology === 'ean13' && !/^\d{13}$/.test(text))
    throw new CodeError('an EAN-13 is thirteen ASCII digits: give 30..39, thirteen times');
  try {
    return raw({ bcid, text, binarytext: true });
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/^bwipp\.\w+#\d+: /, '') : String(error);
    throw new CodeError(`no ${title} of these ${payload.length} bytes: ${message}`, { cause: error });
  }
}

/** Dark modules that touch in a row are one rectangle, so that no hairline shows between them. */
function matrixPath(modules: readonly number[], width: number, left: number, top: number): string {
  let path = '';
  for (let at = 0; at < modules.length; at++) {
    const x = at % width;
    if (modules[at] !== 1 || (x > 0 && modules[at - 1] === 1)) continue;
    let run = 1;
    while (x + run < width && modules[at + run] === 1) run++;
    path += rectangle(left + x, top + Math.floor(at / width), run, 1);
  }
  return path;
}

/** Widths of bars and spaces by turns, beginning with a bar. */
function barsPath(widths: readonly number[], left: number, top: number): string {
  let x = left;
  let path = '';
  widths.forEach((width, at) => {
    if (at % 2 === 0) path += rectangle(x, top, width, BAR_HEIGHT);
    x += width;
  });
  return path;
}

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h-${width}z`;
}

/** Full black on white, sharp at any size. */
export function codeSvg({ columns, rows, path }: CodePicture, name: string): Markup {
  return html`<svg
    class="code"
    role="img"
    aria-label="${name}"
    viewBox="0 0 ${columns} ${rows}"
    shape-rendering="crispEdges"
  >
    <rect width="${columns}" height="${rows}" fill="#fff" />
    <path d="${path}" fill="#000" />
  </svg>`;
}
