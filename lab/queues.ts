/** The queues of jobs that fit the boards of a worker: one for each selector that somebody asked for. */
import type { Job as BullJob, Worker } from 'bullmq';
import type { LabClient } from './client';
import { KEYS, PREFIX } from './keys';
import { isAway } from './lab-error';
import { isSelector } from './tags';
import { setTimeout as pause } from 'node:timers/promises';

/** A selector that nobody asked for in this time (ms) is forgotten. No job takes longer: a week and its wait. */
const FORGOTTEN_MS = 14 * 86_400_000;
/** BullMQ keeps the priority above the order of arrival in one score. */
const PRIORITY_UNIT = 2 ** 32;
/** A job that loses its worker more often fails. */
const MOST_STALLED = 2;
export const PRIORITIES = { urgent: 1, person: 5, ci: 10 } as const;

export class JobQueues {
  private readonly workers = new Map<string, Worker>();
  private turn = 0;

  constructor(
    private readonly client: LabClient,
    private readonly concerns: (selector: string) => boolean,
    private readonly onStalled: (id: string) => void,
  ) {}

  get selectors(): readonly string[] {
    return [...this.workers.keys()];
  }

  async refresh(): Promise<void> {
    const { redis } = this.client;
    for (const selector of await redis.zrangebyscore(KEYS.selectors, Date.now() - FORGOTTEN_MS, '+inf'))
      if (!this.workers.has(selector) && isSelector(selector) && this.concerns(selector))
        this.workers.set(selector, this.open(selector));
  }

  /** The selectors whose queues are not empty, the most urgent first. Among equals each has its turn. */
  async waiting(): Promise<readonly string[]> {
    const all = this.selectors;
    if (all.length === 0) return [];
    this.turn = (this.turn + 1) % all.length;
    const order = [...all.slice(this.turn), ...all.slice(0, this.turn)];
    const pipeline = this.client.redis.pipeline();
    for (const selector of order)
      pipeline
        .llen(`${PREFIX}:${selector}:wait`)
        .zrange(`${PREFIX}:${selector}:prioritized`, '0', '0', 'WITHSCORES');
    const answers = (await pipeline.exec()) ?? [];
    const ranks = order.flatMap((selector, at) => {
      // What came back from a lost worker has waited longest.
      if (Number(answers[2 * at]?.[1] ?? 0) > 0) return [{ selector, rank: 0 }];
      const head = answers[2 * at + 1]?.[1];
      const score = Array.isArray(head) ? Number(head[1]) : NaN;
      return Number.isNaN(score) ? [] : [{ selector, rank: Math.floor(score / PRIORITY_UNIT) }];
    });
    return ranks.sort((a, b) => a.rank - b.rank).map(({ selector }) => selector);
  }

  /** `token` locks it. Rejects where it cannot be read. */
  async next(selector: string, token: string): Promise<BullJob | undefined> {
    try {
      return (await this.workers.get(selector)?.getNextJob(token, { block: false })) ?? undefined;
    } catch (error) {
      if (isAway(error)) throw error;
      await this.drop(selector, token);
      throw new Error(`a job of ${selector} cannot be read, and is dropped`, { cause: error });
    }
  }

  /** The job that `token` locks: left alone, it would come again and again. */
  private async drop(selector: string, token: string): Promise<void> {
    const { redis } = this.client;
    const key = `${PREFIX}:${selector}`;
    for (const id of await redis.lrange(`${key}:active`, 0, -1)) {
      if ((await redis.get(`${key}:${id}:lock`)) !== token) continue;
      await redis.lrem(`${key}:active`, 1, id);
      await redis.del(`${key}:${id}`, `${key}:${id}:lock`);
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.workers.values()].map((worker) => worker.close(true)));
  }

  private open(selector: string): Worker {
    const { bull, redis, times } = this.client;
    /** Jobs are fetched by hand: nothing needs the connection that waits for them. */
    class FetchingWorker extends bull.Worker {
      protected override createBackend(): void {
        this.backend = this.backendFactory(this.name, this.opts, {});
      }
    }
    const worker = new FetchingWorker(selector, null, {
      connection: redis,
      prefix: PREFIX,
      autorun: false,
      lockDuration: times.lock,
      stalledInterval: times.stalled,
      maxStalledCount: MOST_STALLED,
      skipVersionCheck: true,
    });
    // Without a listener an error would end the process. The next beat tells what is wrong.
    worker.on('error', () => undefined);
    worker.on('stalled', (id) => this.onStalled(id));
    void worker.startStalledCheckTimer();
    return worker;
  }
}

/** Throws where it lost its workers too often: BullMQ leaves it to the next one to fail it. */
export function dataOf({ data, deferredFailure }: BullJob): unknown {
  if (deferredFailure === undefined) return data;
  throw new Error(`the job lost its worker ${MOST_STALLED + 1} times`);
}

/** Beyond a requester's beat. */
const RETURN_MS = 500;

export class Presence {
  private readonly gone = new Set<string>();

  constructor(private readonly client: LabClient) {}

  async has(request: string): Promise<boolean> {
    return (await this.client.redis.exists(KEYS.request(request))) === 1;
  }

  /** Whether somebody waits for the result. After Redis was away a requester has the time to come back. */
  async isAwaited(request: string): Promise<boolean> {
    if (await this.has(request)) return true;
    if (this.gone.has(request)) return false;
    await pause(this.client.times.requestBeat + RETURN_MS);
    if (await this.has(request)) return true;
    this.gone.add(request);
    return false;
  }
}
