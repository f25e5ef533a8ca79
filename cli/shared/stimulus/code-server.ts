/**
 * Serves the code page on the loopback of this machine, and sends it the codes. It accepts only GET of four paths under its
 * own host name, so that a page of another site cannot reach it by a host name of its own.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { byteText, countBytes } from '../../../protocols/byte-text';
import type { Symbology } from '../../../protocols/gm67/wire/message';
import { clientFile } from '../../../reports/html/client-files';
import { BASE_HEADERS, refuse, serveHere } from '../loopback-server';
import { codePicture, type CodePicture } from './code-picture';
import { symbologyTitle } from './symbology';

export type CodeServer = Awaited<ReturnType<typeof openCodeServer>>;

interface ShownCode extends CodePicture {
  readonly title: string;
  readonly hex: string;
}

const POLL_MS = 50;

/** The page may load only from this server. */
const HEADERS = {
  ...BASE_HEADERS,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

export async function openCodeServer({ port = 0, sizeMm = SIZES_MM.preset } = {}) {
  const pages = new Set<ServerResponse>();
  let shown: ShownCode | null = null;
  const files = new Map<string, readonly [type: string, text: string]>([
    ['/', ['text/html; charset=utf-8', codePage(sizeMm)]],
    ['/page.css', ['text/css; charset=utf-8', PAGE_STYLE]],
    ['/page.js', ['text/javascript; charset=utf-8', clientFile('code-page.js')]],
  ]);
  const { server, url } = await serveHere(port, ['GET'], (request, response) => {
    if (request.url === '/events') return streamEvents(response, pages, shown);
    const [type, text] = files.get(request.url ?? '') ?? [];
    if (type === undefined) return refuse(response, 404);
    response.writeHead(200, { ...HEADERS, 'content-type': type }).end(text);
  });
  const publish = (next: ShownCode | null): void => {
    shown = next;
    for (const page of pages) page.write(event(next));
  };
  return {
    url,
    /** Every open page shows this code. Throws CodeError where there is no such code. */
    show: (symbology: Symbology, payload: Uint8Array) => publish(describeCode(symbology, payload)),
    blank: () => publish(null),
    /** Resolves with true when a page is open, with false if none is after this many ms. Rejects when `signal` is aborted. */
    waitForPage: async (timeoutMs: number, signal: AbortSignal) => {
      const end = performance.now() + timeoutMs;
      while (pages.size === 0) {
        const left = end - performance.now();
        if (left <= 0) return false;
        await sleep(Math.min(left, POLL_MS), undefined, { signal });
      }
      return true;
    },
    /** Idempotent. */
    close: () => {
      for (const page of pages) page.end();
      server.close();
      server.closeAllConnections();
    },
  };
}

function describeCode(symbology: Symbology, payload: Uint8Array): ShownCode {
  return {
    ...codePicture(symbology, payload),
    title: `${symbologyTitle(symbology)}, ${countBytes(payload.length)}`,
    hex: [...payload].map(byteText).join(' '),
  };
}

/** Keeps the answer open: each event is what to show from now on. */
function streamEvents(response: ServerResponse, pages: Set<ServerResponse>, shown: ShownCode | null): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.write(`retry: 500\n\n${event(shown)}`);
  pages.add(response);
  response.on('close', () => pages.delete(response));
}

/** JSON has no line break of its own. */
function event(shown: ShownCode | null): string {
  return `data: ${JSON.stringify(shown)}\n\n`;
}

const PAGE_STYLE = `* { box-sizing: border-box; margin: 0; }
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
export const SIZES_MM: Readonly<Record<'min' | 'preset' | 'max', number>> = { min: 10, preset: 60, max: 300 };

/** `sizeMm` is the width of a code with its quiet zone, in the millimetres that the browser takes the screen to have. */
function codePage(sizeMm: number): string {
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
