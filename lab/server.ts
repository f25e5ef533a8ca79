/** Starts a Redis for a lab on this machine: loopback, a password made for the occasion, what it is given kept in a file. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { LabError } from './lab-error';

const STARTED_MS = 10_000;
const MOST_OUTPUT = 4000;

export type LabServer = Awaited<ReturnType<typeof startServer>>;

export interface ServerOptions {
  /** Where the jobs are kept. It exists. */
  readonly folder: string;
  readonly port?: number | undefined;
  readonly password?: string | undefined;
}

/** What makes a Redis fit for a lab. */
export const SERVER_SETTINGS = ['maxmemory-policy noeviction', 'appendonly yes'] as const;

/** Rejects with {@link LabError} where there is no `redis-server`, or it does not start. */
export async function startServer({ folder, port, password }: ServerOptions) {
  const own = port ?? (await freePort());
  const secret = password ?? randomBytes(18).toString('base64url');
  const server = spawn('redis-server', ['-'], { stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  const ended = new Promise<string>((resolve) => {
    server.on('error', () =>
      resolve('there is no redis-server: apt-get install redis-server, or give the URL of another'),
    );
    server.on('close', () => resolve(/^.*(?:Fatal|#).*$/m.exec(printed)?.[0] ?? 'it ended'));
  });
  const ready = new Promise<void>((resolve) => {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-MOST_OUTPUT);
        if (/Ready to accept connections/.test(printed)) resolve();
      });
  });
  server.stdin.on('error', () => undefined);
  // By its standard input: a password on a command line can be seen by everybody.
  const settings = ['bind 127.0.0.1', `port ${own}`, `requirepass ${secret}`, `dir "${folder}"`, 'save ""'];
  server.stdin.end([...settings, ...SERVER_SETTINGS, ''].join('\n'));
  const late = pause(STARTED_MS, 'it did not start in time', { ref: false });
  const failure = await Promise.race([ready, ended, late]);
  if (failure !== undefined) {
    server.kill('SIGKILL');
    throw new LabError(`no Redis for the lab: ${failure}`);
  }
  return {
    url: `redis://:${secret}@127.0.0.1:${own}`,
    process: server,
    /** Resolves with the reason when it ends. */
    ended,
    stop: async () => {
      server.kill();
      await ended;
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
