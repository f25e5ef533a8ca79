/**
 * What a worker sends to a requester, in one Redis stream for each request: entries with a header (JSON) and bytes (gzip).
 *
 *     start  the attempt at a job: its fencing token, the board, the worker's version
 *     piece  bytes of a file, from an offset on
 *     end    the outcome
 *
 * A worker sends no piece while MOST_AHEAD entries wait for the reader, who deletes what it has read.
 */
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { boardId } from './boards';
import { firstIssue, outcomeSchema, type Outcome } from './job';
import type { Redis } from 'ioredis';
import type { LabClient } from './client';
import { KEYS } from './keys';

/** Of a file in one entry. */
export const PIECE_BYTES = 1 << 18;
/** gzip adds some bytes to what cannot be made smaller. */
const MOST_PACKED = PIECE_BYTES + 4096;
const MOST_HEADER = 1 << 20;
export const MOST_AHEAD = 64;
/** Of a journal: what is longer stays with its worker, and is fetched by hand. */
export const MOST_STREAMED = 2 ** 28;
/** Of all files of one attempt. */
const MOST_SENT = 2 * MOST_STREAMED;
/** In seconds: what nobody reads is forgotten. */
export const KEPT_SECONDS = 3600;

const file = z
  .string()
  .regex(/^(?:journal\.jsonl|findings\/[a-z0-9-]{1,120}\.json)$/, 'is not a file of a run');
const place = { index: z.int().min(0).max(99_999), token: z.int().min(1) };

const header = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('start'),
    ...place,
    board: boardId,
    version: z.string().max(40),
    definition: z.string().max(64).exactOptional(),
  }),
  z.strictObject({ type: z.literal('piece'), ...place, file, at: z.int().min(0) }),
  z.strictObject({
    type: z.literal('end'),
    ...place,
    outcome: outcomeSchema,
    files: z.record(file, z.int().min(0)),
  }),
]);
export type Header = z.infer<typeof header>;

type Entry =
  Exclude<Header, { type: 'piece' }> | (Extract<Header, { type: 'piece' }> & { readonly bytes: Buffer });

export function packEntry(one: Header, bytes?: Buffer): [string, string | Buffer, ...(string | Buffer)[]] {
  const text = JSON.stringify(one);
  return bytes === undefined ? ['h', text] : ['h', text, 'z', gzipSync(bytes)];
}

/** What no worker sends: it is hostile, or of another version. */
class RefusedEntry extends Error {
  override readonly name = 'RefusedEntry';
  constructor(
    /** The job that it says it belongs to. */
    readonly index: number,
    why: string,
  ) {
    super(`what its worker sent is refused: ${why}`);
  }
}

const address = z.looseObject({ index: place.index });

/** Throws {@link RefusedEntry}, or another Error where not even the job can be told. */
function unpackEntry(fields: readonly Buffer[]): Entry {
  const [, text, , packed] = fields;
  if (text === undefined || text.length > MOST_HEADER) throw new Error('no header, or too long');
  const value: unknown = JSON.parse(text.toString('utf8'));
  const { index } = address.parse(value);
  const read = header.safeParse(value);
  if (!read.success) throw new RefusedEntry(index, firstIssue(read.error));
  if (read.data.type !== 'piece') return read.data;
  if (packed === undefined || packed.length > MOST_PACKED)
    throw new RefusedEntry(index, 'a piece without bytes, or too long');
  try {
    return { ...read.data, bytes: gunzipSync(packed, { maxOutputLength: PIECE_BYTES }) };
  } catch {
    throw new RefusedEntry(index, `a piece is not gzip, or holds more than ${PIECE_BYTES} bytes`);
  }
}

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
