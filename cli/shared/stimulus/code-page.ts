/** The page for a scanner: white, with one code in the middle, and its bytes below. */

export const PAGE_STYLE = `* { box-sizing: border-box; margin: 0; }
:root { color-scheme: light; color: #000; background: #fff; font: 15px/1.4 system-ui, 'Helvetica Neue', Arial, sans-serif; }
body { height: 100vh; height: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
main { flex: 1; min-height: 0; display: flex; align-items: center; justify-content: center; }
main svg { display: block; flex: none; }
#idle { color: #767676; font-size: 22px; text-align: center; padding: 24px; }
footer { display: flex; gap: 24px; align-items: center; padding: 0 20px; border-top: 1px solid #ddd; height: 108px; flex: none; }
#words { flex: 1; min-width: 0; }
#title { font-weight: 600; }
#hex { font: 14px/1.4 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; max-height: 4.2em; overflow: auto; }
label { display: flex; gap: 8px; align-items: center; color: #444; white-space: nowrap; }
input { accent-color: #000; width: 160px; }
output { min-width: 4em; text-align: right; font-variant-numeric: tabular-nums; }
kbd { font: inherit; border: 1px solid #bbb; border-radius: 3px; padding: 0 5px; }
.keys { color: #444; white-space: nowrap; }
[hidden] { display: none !important; }
:focus-visible { outline: 2px solid #000; outline-offset: 2px; }
@media (max-width: 760px) { .keys { display: none; } footer { flex-wrap: wrap; gap: 4px; height: 140px; } #words { flex-basis: 100%; } }`;

/** In mm: what the slider reaches. */
export const SIZES_MM = { min: 10, preset: 60, max: 300 } as const;

/** `sizeMm` is the width of a code with its quiet zone, in the millimetres that the browser takes the screen to have. */
export function codePage(sizeMm: number): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>wirejig: codes for the scanner</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page.css">
</head>
<body data-shows="nothing">
<main id="stage"><p id="idle">Nothing to show: the next code comes by itself</p></main>
<footer>
<div id="words" aria-live="polite"><p id="title"></p><p id="hex"></p></div>
<label>Size <input id="size" type="range" min="${SIZES_MM.min}" max="${SIZES_MM.max}" step="any" value="${sizeMm}"><output id="mm"></output></label>
<p class="keys"><kbd>+</kbd> <kbd>−</kbd> size · <kbd>F</kbd> full screen</p>
</footer>
<script src="/page.js"></script>
</body>
</html>
`;
}
