/** The connections to a lab's Redis. The engine (BullMQ, ioredis) is loaded here, and nowhere else. */
import { setTimeout as pause } from 'node:timers/promises';
import type * as Bull from 'bullmq';
import type { Redis } from 'ioredis';
import { abortable } from './abortable';
import { LabError } from './lab-error';
import { PREFIX, TIMES, type Times } from './keys';

const INSTALL = 'npm install bullmq@6.7.0 ioredis@6.0.0';
const CONNECT_MS = 5000;
const RETRY_MS = 400;
/** From the connection until the server has said what it is. */
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

/**
 * `offline`: what becomes of commands while the connection is lost. A requester waits for it, a worker is told at once and goes on
 * with its boards. Rejects with {@link LabError}: no engine, no server, a server that refuses or forgets.
 */
export async function openLab(
  url: string,
  { offline, times = TIMES }: { readonly offline: 'wait' | 'fail'; readonly times?: Times },
): Promise<LabClient> {
  const { redis: IoRedis, bull } = await loadEngine();
  const address = parseLabUrl(url);
  let reached = false;
  const redis = new IoRedis(url, {
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: null,
    enableOfflineQueue: offline === 'wait',
    autoResendUnfulfilledCommands: offline === 'wait',
    retryStrategy: () => (reached ? RETRY_MS : null),
  });
  let cause = 'it does not answer';
  redis.on('error', (error: Error) => (cause = error.message));
  try {
    await abortable(
      redis.connect().then(() => checkServer(redis, address)),
      AbortSignal.timeout(ANSWER_MS),
    );
  } catch (error) {
    redis.disconnect();
    if (error instanceof LabError) throw error;
    const refused = /WRONGPASS|NOAUTH|NOPERM/.test(`${cause} ${String(error)}`);
    throw new LabError(
      refused
        ? `the lab at ${address} refuses: wrong user or password: check the URL of --lab`
        : `the lab at ${address} was not reached: ${oneLine(cause)}: start it (wirejig lab serve), or check the URL of --lab`,
    );
  }
  reached = true;
  const others: Redis[] = [];
  const queues = new Map<string, Bull.Queue>();
  return {
    redis,
    bull,
    times,
    another: () => {
      const other = redis.duplicate({ lazyConnect: false, enableOfflineQueue: true });
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
      'this is no URL of a lab: give redis://HOST:PORT or rediss://USER:PASSWORD@HOST:PORT',
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
