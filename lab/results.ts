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
import { firstIssue, outcomeSchema } from './job';

/** Of a file in one entry. */
export const PIECE_BYTES = 1 << 18;
/** gzip adds some bytes to what cannot be made smaller. */
const MOST_PACKED = PIECE_BYTES + 4096;
const MOST_HEADER = 1 << 20;
export const MOST_AHEAD = 64;
/** Of a journal: what is longer stays with its worker, and is fetched by hand. */
export const MOST_STREAMED = 2 ** 28;
/** Of all files of one attempt. */
export const MOST_SENT = 2 * MOST_STREAMED;
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

export type Entry =
  Exclude<Header, { type: 'piece' }> | (Extract<Header, { type: 'piece' }> & { readonly bytes: Buffer });

export function packEntry(one: Header, bytes?: Buffer): [string, string | Buffer, ...(string | Buffer)[]] {
  const text = JSON.stringify(one);
  return bytes === undefined ? ['h', text] : ['h', text, 'z', gzipSync(bytes)];
}

/** What no worker sends: it is hostile, or of another version. */
export class RefusedEntry extends Error {
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
export function unpackEntry(fields: readonly Buffer[]): Entry {
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
