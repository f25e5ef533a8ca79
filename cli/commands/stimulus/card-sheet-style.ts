/** The style of the card sheet, on paper and on the screen. */

/** In mm: nine cards with their marks fit on A4 and on Letter. */
export const CARD_MM = { width: 60, height: 76, mark: 5 } as const;

/** Papers by their names in `--paper`. */
export const PAPERS = {
  a4: { title: 'A4', width: 210, height: 297 },
  letter: { title: 'Letter', width: 215.9, height: 279.4 },
} as const;

export type Paper = keyof typeof PAPERS;

/** A page is this much shorter than the paper: with the full height it may spill onto the next one. */
const SPARE_MM = 1;

export function sheetStyle(paper: Paper): string {
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
