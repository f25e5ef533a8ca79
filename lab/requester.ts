/** Asks a lab for runs: adds jobs, reads what the workers send, and cancels what is left when it ends. */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { LabClient } from './client';
import { JOB_FORMAT, readJob, type Outcome, type Task } from './job';
import { KEYS } from './keys';
import { PRIORITIES } from './queues';
import { unpackEntry, type Entry } from './results';

export interface JobRequest {
  /** Which boards fit. */
  readonly selector: string;
  readonly task: Task;
}

/** What happens to a job. Each job has one `end` or `failed`, last. */
export type JobEvent =
  | {
      readonly type: 'start';
      readonly index: number;
      readonly attempt: number;
      readonly board: string;
      readonly version: string;
      readonly definition?: string;
    }
  | { readonly type: 'bytes'; readonly index: number; readonly file: string; readonly bytes: Buffer }
  | { readonly type: 'end'; readonly index: number; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly index: number; readonly reason: string };

interface JobState {
  readonly id: string;
  readonly selector: string;
  token: number;
  attempt: number;
  files: Map<string, number>;
  ended: boolean;
  /** How often in a row Redis did not know it, or said that it is done before its end came. */
  odd: number;
}

const BLOCK_MS = 500;
const READ_AT_ONCE = 32;
const POLL_MS = 2000;
const POLLED = 40;
/** Polls in a row after which a job counts as lost: it is done and no end came, or Redis does not know it. */
const MOST_DONE = 20;
const MOST_UNKNOWN = 3;
/** For giving everything back. */
const CLOSE_MS = 3000;
/** Of the files of one attempt. */
const MOST_BYTES = 2 ** 30;
const KEPT = { age: 3600, count: 10_000 } as const;

export interface RequestOptions {
  readonly requester: string;
  readonly priority: keyof typeof PRIORITIES;
  /** The longest time in ms until every job has begun. */
  readonly wait?: number;
}

export class LabRequest {
  readonly id = randomBytes(16).toString('hex');
  private readonly jobs: JobState[] = [];
  private readonly reader: Redis;
  private readonly renewal: NodeJS.Timeout;
  private last = '0';
  private polledAt = Date.now();
  private ended = false;
  private readonly began = Date.now();

  constructor(
    private readonly client: LabClient,
    private readonly options: RequestOptions,
  ) {
    this.reader = client.another();
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
      this.jobs.push({
        id: this.idOf(this.jobs.length),
        selector,
        token: 0,
        attempt: 0,
        files: new Map(),
        ended: false,
        odd: 0,
      });
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
    while (this.jobs.some(({ ended }) => !ended)) {
      signal.throwIfAborted();
      yield* await this.read();
      if (Date.now() - this.polledAt < POLL_MS) continue;
      this.polledAt = Date.now();
      yield* await this.poll();
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
        this.jobs.map(async ({ ended, selector, id }) => ended || this.client.queue(selector).remove(id)),
      );
      await redis.del(KEYS.results(this.id));
    })();
    await Promise.race([work, pause(CLOSE_MS, undefined, { ref: false })]);
    this.reader.disconnect();
  }

  private idOf(index: number): string {
    return `${this.id}-${index}`;
  }

  private async renew(): Promise<void> {
    const { redis, times } = this.client;
    await redis.set(KEYS.request(this.id), '1', 'PX', times.request);
  }

  private async read(): Promise<readonly JobEvent[]> {
    const key = KEYS.results(this.id);
    const answer = await this.reader.xreadBuffer(
      'COUNT',
      READ_AT_ONCE,
      'BLOCK',
      BLOCK_MS,
      'STREAMS',
      key,
      this.last,
    );
    const entries = answer?.[0]?.[1] ?? [];
    const ids = entries.map(([id]) => id.toString());
    this.last = ids.at(-1) ?? this.last;
    const events = entries.flatMap(([, fields]) => this.take(fields));
    if (ids.length > 0) await this.client.redis.xdel(key, ...ids);
    return events;
  }

  private take(fields: readonly Buffer[]): readonly JobEvent[] {
    let entry: Entry;
    try {
      entry = unpackEntry(fields);
    } catch {
      // Whose it is cannot be told. The job that it belongs to ends as lost.
      return [];
    }
    const { index, token } = entry;
    const job = this.jobs[index];
    if (job === undefined || job.ended || token < job.token) return [];
    if (entry.type === 'start') {
      if (token === job.token) return [];
      Object.assign(job, { token, attempt: job.attempt + 1, files: new Map(), odd: 0 });
      const { board, version, definition } = entry;
      return [
        {
          type: 'start',
          index,
          attempt: job.attempt,
          board,
          version,
          ...(definition === undefined ? {} : { definition }),
        },
      ];
    }
    if (token !== job.token) return [];
    return entry.type === 'piece' ? this.takePiece(job, entry) : this.takeEnd(job, entry);
  }

  private takePiece(
    job: JobState,
    { index, file, at, bytes }: Extract<Entry, { type: 'piece' }>,
  ): readonly JobEvent[] {
    const known = job.files.get(file) ?? 0;
    // A worker that lost its connection sends a piece again.
    if (at < known) return [];
    const total = [...job.files.values()].reduce((sum, one) => sum + one, bytes.length);
    if (at > known) return this.fail(job, index, 'a piece of its journal was lost');
    if (total > MOST_BYTES) return this.fail(job, index, `it sent more than ${MOST_BYTES >> 20} MiB`);
    job.files.set(file, known + bytes.length);
    return [{ type: 'bytes', index, file, bytes }];
  }

  private takeEnd(
    job: JobState,
    { index, outcome, files }: Extract<Entry, { type: 'end' }>,
  ): readonly JobEvent[] {
    for (const [file, length] of Object.entries(files))
      if ((job.files.get(file) ?? 0) !== length) return this.fail(job, index, `${file} did not come whole`);
    job.ended = true;
    return [{ type: 'end', index, outcome }];
  }

  private fail(job: JobState, index: number, reason: string): readonly JobEvent[] {
    job.ended = true;
    return [{ type: 'failed', index, reason }];
  }

  /** Jobs that failed, that Redis lost, or that waited too long. */
  private async poll(): Promise<readonly JobEvent[]> {
    const open = this.jobs.flatMap((job, index) => (job.ended ? [] : [{ job, index }]));
    const late = Date.now() - this.began > (this.options.wait ?? Infinity);
    const events: JobEvent[] = [];
    // Those that began are asked first: what waits behind them is asked in its turn.
    const first = open.sort((a, b) => b.job.attempt - a.job.attempt).slice(0, POLLED);
    for (const { job, index } of first) {
      const queue = this.client.queue(job.selector);
      const state = await queue.getJobState(job.id);
      if (state === 'failed') {
        const reason = (await queue.getJob(job.id))?.failedReason ?? 'it failed';
        events.push(...this.fail(job, index, reason));
      } else if (state === 'unknown' || state === 'completed') {
        if (++job.odd >= (state === 'unknown' ? MOST_UNKNOWN : MOST_DONE))
          events.push(...this.fail(job, index, 'the lab lost it: ask again'));
      } else {
        job.odd = 0;
        if (late && job.attempt === 0) {
          await queue.remove(job.id).catch(() => undefined);
          events.push(...this.fail(job, index, 'no board was free in the time of --wait: give it more'));
        }
      }
    }
    return events;
  }
}
