/**
 * Serves the code page on the loopback of this machine, and sends it the codes. It accepts only GET of four paths under its
 * own host name, so that a page of another site cannot reach it by a host name of its own.
 */
import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { byteText, countBytes } from '../../../protocols/byte-text';
import type { Symbology } from '../../../protocols/gm67/wire/message';
import { clientFile } from '../../../reports/html/client-files';
import { BASE_HEADERS, HOST, listen, portOf, refusalOf, refuse, SERVER_OPTIONS } from '../loopback-server';
import { codePage, PAGE_STYLE } from './code-page';
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

export async function openCodeServer({ port, sizeMm }: { readonly port: number; readonly sizeMm: number }) {
  const pages = new Set<ServerResponse>();
  let shown: ShownCode | null = null;
  const files = new Map<string, readonly [type: string, text: string]>([
    ['/', ['text/html; charset=utf-8', codePage(sizeMm)]],
    ['/page.css', ['text/css; charset=utf-8', PAGE_STYLE]],
    ['/page.js', ['text/javascript; charset=utf-8', clientFile('code-page.js')]],
  ]);
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const refusal = refusalOf(request, ['GET']);
    if (refusal !== undefined) return refuse(response, refusal);
    if (request.url === '/events') return streamEvents(response, pages, shown);
    const [type, text] = files.get(request.url ?? '') ?? [];
    if (type === undefined) return refuse(response, 404);
    response.writeHead(200, { ...HEADERS, 'content-type': type }).end(text);
  });
  await listen(server, port);
  const publish = (next: ShownCode | null): void => {
    shown = next;
    for (const page of pages) page.write(event(next));
  };
  return {
    url: `http://${HOST}:${portOf(server)}/`,
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
