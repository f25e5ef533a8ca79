/** What the pages of this machine share: a server on 127.0.0.1 that answers to its own name only. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

const HOST = '127.0.0.1';
const MOST_CONNECTIONS = 32;

/** A connection that asks for nothing makes room for another soon. */
const SERVER_OPTIONS = {
  connectionsCheckingInterval: 1000,
  headersTimeout: 3000,
  requestTimeout: 3000,
} as const;

/** The headers of every answer: it must not be framed, cached, guessed at, or read by another page. */
export const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** `port` 0: any free one. `answer`: what is not refused. Rejects with the error of listening. */
export async function serveHere(
  port: number,
  methods: readonly string[],
  answer: (request: IncomingMessage, response: ServerResponse) => void,
) {
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    const refusal = refusalOf(request, methods);
    if (refusal === undefined) answer(request, response);
    else refuse(response, refusal);
  });
  server.maxConnections = MOST_CONNECTIONS;
  await once(server.listen(port, HOST), 'listening');
  const address = server.address();
  const own = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, url: `http://${HOST}:${own}/` };
}

/**
 * The status that a request is refused with: it names another host (a foreign page reached this server by a name of its own),
 * comes from another page, or brings a body.
 */
function refusalOf(
  { method, headers, socket }: IncomingMessage,
  methods: readonly string[],
): number | undefined {
  // Its own, not the server's: that one has none once it is closed, and its last requests are answered yet.
  const port = String(socket.localPort);
  const hosts = [`${HOST}:${port}`, `localhost:${port}`];
  if (!hosts.includes(headers.host ?? '')) return 421;
  if (headers.origin !== undefined && !hosts.some((host) => headers.origin === `http://${host}`)) return 403;
  if (!methods.includes(method ?? '')) return 405;
  const brings = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
  return brings ? 413 : undefined;
}

/** The parts of a request's target, whatever it is: no text is refused by an error. */
export function targetOf({ url = '' }: IncomingMessage): {
  readonly path: string;
  readonly searchParams: URLSearchParams;
} {
  const [path = '', ...query] = url.split('?');
  return { path, searchParams: new URLSearchParams(query.join('?')) };
}

export function refuse(response: ServerResponse, status: number): void {
  const allow = status === 405 ? { allow: 'GET' } : {};
  const headers = { ...BASE_HEADERS, 'content-security-policy': "default-src 'none'", ...allow };
  response.writeHead(status, { ...headers, connection: 'close' }).end();
}
