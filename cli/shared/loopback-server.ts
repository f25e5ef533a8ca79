/** What the pages of this machine share: a server on 127.0.0.1 that answers to its own name only. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

export const HOST = '127.0.0.1';
const MOST_CONNECTIONS = 32;

/** A connection that asks for nothing makes room for another soon. */
export const SERVER_OPTIONS = {
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

/** `port` 0: any free one. Rejects with the error of listening. */
export function listen(server: Server, port: number): Promise<void> {
  server.maxConnections = MOST_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => resolve());
  });
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/**
 * The status that a request is refused with: it names another host (a foreign page reached this server by a name of its own),
 * comes from another page, or brings a body.
 */
export function refusalOf(
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
