/** The connections to a lab's Redis. The engine (BullMQ, ioredis) is loaded here, and nowhere else. */
import { setTimeout as pause } from 'node:timers/promises';
import type * as Bull from 'bullmq';
import type { Redis } from 'ioredis';
import { isAway, LabError } from './lab-error';
import { PREFIX, TIMES, type Times } from './keys';

const INSTALL = 'npm install bullmq@6.7.0 ioredis@6.0.0';
const CONNECT_MS = 5000;
const RETRY_MS = 400;
/** Until the server has said what it is. It may be starting, or starting anew. */
const ANSWER_MS = 10_000;
/** For the queues to close, where the server may be away. */
const CLOSE_MS = 1000;

export interface LabClient {
  readonly redis: Redis;
  readonly times: Times;
  readonly bull: Pick<typeof Bull, 'Queue' | 'Worker'>;
  /** One more connection, for what waits. Commands fail while there is none. */
  another(): Redis;
  queue(selector: string): Bull.Queue;
  close(): Promise<void>;
}

interface LabOptions {
  readonly offline: 'wait' | 'fail';
  readonly times?: Times;
  /** Gets one line where the server is away and is waited for. */
  readonly log?: (line: string) => void;
}

/**
 * `offline`: what becomes of commands while the connection is lost. A requester waits for it, a worker is told at once and goes on
 * with its boards. Rejects with {@link LabError}: no engine, no server, a server that refuses or forgets.
 */
export async function openLab(
  url: string,
  { offline, times = TIMES, log = () => undefined }: LabOptions,
): Promise<LabClient> {
  const { redis: IoRedis, bull } = await loadEngine();
  const address = parseLabUrl(url);
  let reached = false;
  const redis = new IoRedis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    // At 0 what has no answer yet fails with its connection: ioredis forgets what it does not send again, and its caller waits for ever.
    maxRetriesPerRequest: offline === 'wait' ? null : 0,
    enableOfflineQueue: offline === 'wait',
    autoResendUnfulfilledCommands: offline === 'wait',
    retryStrategy: () => (reached ? RETRY_MS : null),
  });
  await reachServer(redis, address, log);
  reached = true;
  const others: Redis[] = [];
  const queues = new Map<string, Bull.Queue>();
  return {
    redis,
    bull,
    times,
    another: () => {
      const other = redis.duplicate({
        lazyConnect: false,
        enableOfflineQueue: true,
        autoResendUnfulfilledCommands: true,
        maxRetriesPerRequest: null,
      });
      other.on('error', () => undefined);
      others.push(other);
      return other;
    },
    queue: (selector) => {
      const known = queues.get(selector);
      if (known !== undefined) return known;
      const queue = new bull.Queue(selector, { connection: redis, prefix: PREFIX, skipVersionCheck: true });
      queue.on('error', () => undefined);
      queues.set(selector, queue);
      return queue;
    },
    close: async () => {
      const closed = Promise.allSettled([...queues.values()].map((queue) => queue.close()));
      await Promise.race([closed, pause(CLOSE_MS, undefined, { ref: false })]);
      for (const one of [redis, ...others]) one.disconnect();
    },
  };
}

/** A server that is away for a moment is waited for. Rejects with {@link LabError}; the connection is closed then. */
async function reachServer(redis: Redis, address: string, log: (line: string) => void): Promise<void> {
  let cause: string | undefined;
  redis.on('error', (error: Error) => (cause = error.message));
  const late = AbortSignal.timeout(ANSWER_MS);
  for (let isFirst = true; ; isFirst = false)
    try {
      return await abortable(
        redis.connect().then(() => checkServer(redis, address)),
        late,
      );
    } catch (error) {
      const why = oneLine(cause ?? 'it does not answer');
      if (isAway(error) && (cause === undefined || isAway(cause))) {
        if (isFirst) log(`the lab at ${address} is waited for: ${why}`);
        await pause(RETRY_MS);
        continue;
      }
      redis.disconnect();
      if (error instanceof LabError) throw error;
      const refused = /WRONGPASS|NOAUTH|NOPERM/.test(`${why} ${String(error)}`);
      throw new LabError(
        refused
          ? `the lab at ${address} refuses: wrong user or password: check the URL of --lab`
          : `the lab at ${address} was not reached: ${why}: start it (wirejig lab serve), or check the URL of --lab`,
      );
    }
}

async function loadEngine(): Promise<{ redis: typeof Redis; bull: Pick<typeof Bull, 'Queue' | 'Worker'> }> {
  try {
    const [{ Redis: redis }, bull] = await Promise.all([import('ioredis'), import('bullmq')]);
    return { redis, bull };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new LabError(`the lab needs two more packages: ${INSTALL}`, 2);
  }
}

/** HOST:PORT, without user and password. Throws {@link LabError} for what is no URL of Redis. */
function parseLabUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '')
    throw new LabError(
      'this is not the URL of a lab: give redis://HOST:PORT or rediss://USER:PASSWORD@HOST:PORT',
      2,
    );
  return `${url.hostname}:${url.port === '' ? '6379' : url.port}`;
}

const LEAST_VERSION = 7;

/** BullMQ needs a server that keeps what it is given. */
async function checkServer(redis: Redis, address: string): Promise<void> {
  const info = await redis.info();
  const version = /^redis_version:(.*)$/m.exec(info)?.[1]?.trim() ?? '';
  if (Number.parseInt(version, 10) < LEAST_VERSION)
    throw new LabError(`the lab at ${address} has Redis ${version}: it needs ${LEAST_VERSION} or later`);
  const policy = /^maxmemory_policy:(.*)$/m.exec(info)?.[1]?.trim();
  if (policy !== undefined && policy !== 'noeviction')
    throw new LabError(
      `the lab at ${address} may throw jobs away (maxmemory-policy ${policy}): start it with --maxmemory-policy noeviction`,
    );
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').slice(0, 200);
}

/** Settles as `work` does. Rejects with the signal's reason when that is given first; `work` goes on. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
