/** Asks a lab for runs: adds jobs, reads what the workers send, and cancels what is left when it ends. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { abortable, type LabClient } from './client';
import { JOB_FORMAT, readJob, type Task } from './job';
import { KEYS } from './keys';
import { PRIORITIES } from './queues';
import { ResultReader, type JobEvent } from './results';

export interface JobRequest {
  readonly selector: string;
  readonly task: Task;
}

interface AskedJob {
  readonly id: string;
  readonly selector: string;
  /** How often in a row Redis did not know it, or said that it is done before its end came. */
  odd: number;
  /** Since when it waits for a board, in ms since 1970: for its first, or for another after that was lost. */
  waitsSince: number | undefined;
}

const POLLED = 40;
/** Polls in a row after which a job counts as lost: it is done and no end came, or Redis does not know it. */
const MOST_DONE = 20;
const MOST_UNKNOWN = 3;
/** For giving everything back. */
const CLOSE_MS = 3000;
const KEPT = { age: 3600, count: 10_000 } as const;

export interface RequestOptions {
  readonly requester: string;
  readonly priority: keyof typeof PRIORITIES;
  /** The longest time in ms that a job waits for a board while no other of its request gets one. */
  readonly wait?: number;
}

export class LabRequest {
  readonly id = randomBytes(16).toString('hex');
  private readonly jobs: AskedJob[] = [];
  private readonly reader: ResultReader;
  private readonly renewal: NodeJS.Timeout;
  private polledAt = performance.now();
  /** When a job of it got a board, the last time. */
  private startedAt = 0;
  private ended = false;

  constructor(
    private readonly client: LabClient,
    private readonly options: RequestOptions,
  ) {
    this.reader = new ResultReader(client, this.id);
    this.renewal = setInterval(() => void this.renew().catch(() => undefined), client.times.requestBeat);
  }

  async submit(asked: readonly JobRequest[]): Promise<void> {
    const { redis } = this.client;
    await this.renew();
    const selectors = [...new Set(asked.map(({ selector }) => selector))];
    for (const selector of selectors) {
      await redis.zadd(KEYS.selectors, Date.now(), selector);
      const own = asked.flatMap((one, at) =>
        one.selector === selector ? [{ ...one, index: this.jobs.length + at }] : [],
      );
      await this.client.queue(selector).addBulk(
        own.map(({ task, index }) => ({
          name: task.kind,
          // Checked where it is made, too.
          data: readJob({
            format: JOB_FORMAT,
            request: this.id,
            index,
            requester: this.options.requester,
            task,
          }),
          opts: {
            jobId: this.idOf(index),
            priority: PRIORITIES[this.options.priority],
            removeOnComplete: KEPT,
            removeOnFail: KEPT,
          },
        })),
      );
    }
    for (const { selector } of asked)
      this.jobs.push({ id: this.idOf(this.jobs.length), selector, odd: 0, waitsSince: performance.now() });
    this.reader.expect(this.jobs.length);
    await redis.publish(KEYS.wake, 'jobs');
  }

  /** How many jobs wait before this one; undefined: it waits no more. */
  async position(index: number): Promise<number | undefined> {
    const job = this.jobs[index];
    if (job === undefined) return undefined;
    const rank = await this.client.redis.zrank(this.client.queue(job.selector).toKey('prioritized'), job.id);
    return rank ?? undefined;
  }

  /** Ends when every job has. Rejects when `signal` is given. */
  async *events(signal: AbortSignal): AsyncGenerator<JobEvent, void, undefined> {
    while (this.jobs.some((_, index) => this.reader.isOpen(index))) {
      signal.throwIfAborted();
      for (const event of await abortable(this.reader.read(), signal)) {
        const job = this.jobs[event.index];
        if (job !== undefined && event.type === 'start') {
          Object.assign(job, { odd: 0, waitsSince: undefined });
          this.startedAt = performance.now();
        }
        yield event;
      }
      if (performance.now() - this.polledAt < this.client.times.poll) continue;
      this.polledAt = performance.now();
      yield* await abortable(this.poll(), signal);
    }
  }

  /** Gives everything back. What waits is removed, what runs is told to end. */
  async close(): Promise<void> {
    if (this.ended) return;
    this.ended = true;
    clearInterval(this.renewal);
    const { redis } = this.client;
    const work = (async () => {
      await redis.del(KEYS.request(this.id));
      await redis.publish(KEYS.gone, this.id);
      await Promise.allSettled(
        this.jobs.map(
          async ({ selector, id }, index) =>
            !this.reader.isOpen(index) || this.client.queue(selector).remove(id),
        ),
      );
      await redis.del(KEYS.results(this.id));
    })();
    await Promise.race([work, pause(CLOSE_MS, undefined, { ref: false })]);
    this.reader.close();
  }

  private idOf(index: number): string {
    return `${this.id}-${index}`;
  }

  private async renew(): Promise<void> {
    const { redis, times } = this.client;
    await redis.set(KEYS.request(this.id), '1', 'PX', times.request);
  }

  private async poll(): Promise<readonly JobEvent[]> {
    const open = this.jobs.flatMap((job, index) =>
      this.reader.isOpen(index) ? { job, index, begun: this.reader.hasBegun(index) } : [],
    );
    const { wait = Infinity } = this.options;
    const events: JobEvent[] = [];
    // Those that began are asked first: what waits behind them is asked in its turn.
    const first = open.sort((a, b) => Number(b.begun) - Number(a.begun)).slice(0, POLLED);
    for (const { job, index } of first) {
      const queue = this.client.queue(job.selector);
      const state = await queue.getJobState(job.id);
      if (state === 'failed') {
        const reason = (await queue.getJob(job.id))?.failedReason ?? 'it failed';
        events.push(...this.reader.fail(index, reason));
      } else if (state === 'unknown' || state === 'completed') {
        if (++job.odd >= (state === 'unknown' ? MOST_UNKNOWN : MOST_DONE))
          events.push(...this.reader.fail(index, 'the lab lost it: ask again'));
      } else {
        job.odd = 0;
        job.waitsSince = state === 'active' ? undefined : (job.waitsSince ?? performance.now());
        if (
          job.waitsSince !== undefined &&
          performance.now() - Math.max(job.waitsSince, this.startedAt) > wait
        ) {
          await queue.remove(job.id).catch(() => undefined);
          events.push(...this.reader.fail(index, 'no board was free in the time of --wait: give it more'));
        }
      }
    }
    return events;
  }
}
