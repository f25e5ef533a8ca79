/**
 * The server of the live page, on 127.0.0.1. Whoever does not know the token of its address gets nothing:
 *
 *     GET  /TOKEN/                           the page
 *     GET  /TOKEN/events                     its parts as they change, as server-sent events
 *     GET  /TOKEN/run?name=NAME              the report of a run in the folder
 *     GET  /TOKEN/compare?before=A&now=B     two of them compared
 *     POST /TOKEN/stop, /TOKEN/again?clause=ID
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { printable } from '../../../reports/text/printable';
import { liveDocument } from '../../../reports/html/live/live-page';
import { BASE_HEADERS, refuse, serveHere, targetOf } from '../loopback-server';
import { UsageError } from '../usage-error';
import type { PastRuns } from './past-runs';

interface UiServerOptions {
  readonly title: string;
  readonly runs: PastRuns;
  readonly parts: () => ReadonlyMap<string, string>;
  /** False where it cannot be done now. */
  readonly stop?: () => boolean;
  readonly again?: (clause: string) => boolean;
}

export type UiServer = Awaited<ReturnType<typeof openUiServer>>;

/** Open pages have so long to read the last of it. */
const FAREWELL_MS = 500;

/** Each page brings its own stricter policy: by it only the page's own script runs. */
const HEADERS = {
  ...BASE_HEADERS,
  'content-security-policy':
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** A page that is open, and what it was sent. */
interface OpenPage {
  readonly response: ServerResponse;
  readonly sent: Map<string, string>;
}

export async function openUiServer(options: UiServerOptions) {
  const token = randomBytes(16).toString('hex');
  const pages = new Set<OpenPage>();
  const { server, url } = await serveHere(0, ['GET', 'POST'], (request, response) => {
    const { path, searchParams } = targetOf(request);
    const [, given = '', ...rest] = path.split('/');
    if (!isToken(given, token) || rest.length !== 1) return refuse(response, 404);
    if (request.method === 'POST') return act(options, rest[0], searchParams, response);
    if (rest[0] === 'events') return openEvents(pages, options, response);
    answerPage(options, rest[0], searchParams).then(
      (text) => (text === undefined ? refuse(response, 404) : send(response, 200, 'text/html', text)),
      (error: unknown) => sendError(response, error),
    );
  });
  return {
    url: `${url}${token}/`,
    publish: () => {
      if (pages.size === 0) return;
      const parts = options.parts();
      for (const page of pages) update(page, parts);
    },
    close: () => {
      for (const { response } of pages) response.end('event: bye\ndata: \n\n');
      pages.clear();
      server.close();
      setTimeout(() => server.closeAllConnections(), FAREWELL_MS).unref();
    },
  };
}

function isToken(given: string, token: string): boolean {
  return given.length === token.length && timingSafeEqual(Buffer.from(given, 'latin1'), Buffer.from(token));
}

async function answerPage(
  { title, runs }: UiServerOptions,
  path: string | undefined,
  asked: URLSearchParams,
): Promise<string | undefined> {
  if (path === '') return liveDocument(title);
  if (path === 'run') return runs.report(asked.get('name'));
  if (path === 'compare') return runs.comparison(asked.get('before'), asked.get('now'));
  return undefined;
}

function act(
  { stop, again }: UiServerOptions,
  path: string | undefined,
  asked: URLSearchParams,
  response: ServerResponse,
): void {
  const clause = asked.get('clause');
  const done = path === 'stop' ? stop?.() : path === 'again' && clause !== null ? again?.(clause) : undefined;
  if (done === true) response.writeHead(204, HEADERS).end();
  else refuse(response, done === undefined ? 404 : 409);
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': `${type}; charset=utf-8` }).end(text);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (error instanceof UsageError) return send(response, 422, 'text/plain', `${printable(error.message)}\n`);
  send(response, 500, 'text/plain', 'wirejig cannot draw this page: wirejig report DIR says why\n');
}

function openEvents(pages: Set<OpenPage>, { parts }: UiServerOptions, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
  response.write('retry: 1000\n\n');
  const page = { response, sent: new Map<string, string>() };
  pages.add(page);
  response.on('close', () => pages.delete(page));
  update(page, parts());
}

/** A page that reads slowly misses what came meanwhile, and gets the newest then: nothing piles up. */
function update({ response, sent }: OpenPage, parts: ReadonlyMap<string, string>): void {
  if (response.writableNeedDrain) return;
  const changed = [...parts].filter(([name, text]) => sent.get(name) !== text);
  if (changed.length === 0) return;
  for (const [name, text] of changed) sent.set(name, text);
  // JSON has no line break of its own.
  response.write(`data: ${JSON.stringify(changed)}\n\n`);
}
