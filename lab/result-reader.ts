/** Reads what workers send for one request. What no worker sends is refused, with the reason, and ends its job. */
import type { Redis } from 'ioredis';
import type { LabClient } from './client';
import type { Outcome } from './job';
import { KEYS } from './keys';
import { MOST_SENT, RefusedEntry, unpackEntry, type Entry } from './results';

/** What happens to a job. Each job has one `end` or `failed`, last. */
export type JobEvent =
  | (Extract<Entry, { type: 'start' }> & { readonly attempt: number })
  | { readonly type: 'bytes'; readonly index: number; readonly file: string; readonly bytes: Buffer }
  | { readonly type: 'end'; readonly index: number; readonly outcome: Outcome }
  | { readonly type: 'failed'; readonly index: number; readonly reason: string };

interface Received {
  /** The fencing token of the latest attempt. */
  token: number;
  attempt: number;
  readonly files: Map<string, number>;
  ended: boolean;
}

const BLOCK_MS = 500;
const READ_AT_ONCE = 32;

export class ResultReader {
  private readonly jobs: Received[] = [];
  private readonly redis: Redis;
  private last = '0';

  constructor(
    private readonly client: LabClient,
    private readonly request: string,
    /** Of all files of one attempt, in bytes. */
    private readonly most = MOST_SENT,
  ) {
    this.redis = client.another();
  }

  /** So many jobs are expected. */
  expect(count: number): void {
    while (this.jobs.length < count) this.jobs.push({ token: 0, attempt: 0, files: new Map(), ended: false });
  }

  isOpen(index: number): boolean {
    return this.jobs[index]?.ended === false;
  }

  hasBegun(index: number): boolean {
    return (this.jobs[index]?.attempt ?? 0) > 0;
  }

  /** What came, or nothing after half a second. */
  async read(): Promise<readonly JobEvent[]> {
    const key = KEYS.results(this.request);
    const answer = await this.redis.xreadBuffer(
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

  /** Ends a job: what still comes of it is ignored. */
  fail(index: number, reason: string): readonly JobEvent[] {
    const job = this.jobs[index];
    if (job === undefined || job.ended) return [];
    job.ended = true;
    return [{ type: 'failed', index, reason }];
  }

  close(): void {
    this.redis.disconnect();
  }

  private take(fields: readonly Buffer[]): readonly JobEvent[] {
    let entry: Entry;
    try {
      entry = unpackEntry(fields);
    } catch (error) {
      // Whose the others are cannot be told: the job that they belong to ends as lost.
      return error instanceof RefusedEntry ? this.fail(error.index, error.message) : [];
    }
    const { index, token } = entry;
    const job = this.jobs[index];
    if (job === undefined || job.ended || token < job.token) return [];
    if (entry.type === 'start') {
      if (token === job.token) return [];
      Object.assign(job, { token, attempt: job.attempt + 1, files: new Map() });
      return [{ ...entry, attempt: job.attempt }];
    }
    if (token !== job.token) return [];
    return entry.type === 'piece' ? this.takePiece(job, entry) : this.takeEnd(job, entry);
  }

  private takePiece(
    job: Received,
    { index, file, at, bytes }: Extract<Entry, { type: 'piece' }>,
  ): readonly JobEvent[] {
    const known = job.files.get(file) ?? 0;
    // A worker that lost its connection sends a piece again.
    if (at < known) return [];
    if (at > known) return this.fail(index, 'a piece of its journal was lost');
    const total = [...job.files.values()].reduce((sum, one) => sum + one, bytes.length);
    if (total > this.most) return this.fail(index, `it sent more than ${this.most >> 20} MiB`);
    job.files.set(file, known + bytes.length);
    return [{ type: 'bytes', index, file, bytes }];
  }

  private takeEnd(
    job: Received,
    { index, outcome, files }: Extract<Entry, { type: 'end' }>,
  ): readonly JobEvent[] {
    for (const [file, length] of Object.entries(files))
      if ((job.files.get(file) ?? 0) !== length) return this.fail(index, `${file} did not come whole`);
    job.ended = true;
    return [{ type: 'end', index, outcome }];
  }
}
