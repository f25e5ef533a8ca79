/** What is known of each board: its record, which ends with its worker's lease, and its history. */
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { LabClient } from './client';
import { KEYS } from './keys';

export const boardId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}\/[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/);
const foreign = z.string().max(400);
export const filesName = z.string().regex(/^[0-9a-f]{8}$/, 'is no name of a run');

export const past = z.strictObject({
  at: z.iso.datetime(),
  files: filesName.exactOptional(),
  kind: z.enum(['run', 'fuzz', 'audit']),
  suite: foreign,
  seed: z.int(),
  requester: foreign,
  seconds: z.number().min(0),
  code: z.int(),
  reason: foreign.exactOptional(),
});
export type PastRun = z.infer<typeof past>;

export const record = z.strictObject({
  id: boardId,
  tags: z.array(z.string().max(100)).max(64),
  version: foreign,
  definitions: z.record(z.string(), z.string().max(64)),
  state: z.enum(['free', 'busy', 'held', 'away']),
  /** What it does, who holds it, or why it is away: somebody uses it on its machine, or it is not plugged in. */
  detail: foreign.exactOptional(),
  since: z.iso.datetime(),
  identity: foreign.exactOptional(),
  last: past.exactOptional(),
});
export type BoardRecord = z.infer<typeof record>;

const LOOK_MS = 300;
const MOST_PAST = 100;
const PAST_SECONDS = 90 * 86_400;

/** Boards with a live worker, by id. What is no record is left out. */
export async function liveBoards({ redis }: LabClient): Promise<readonly BoardRecord[]> {
  const ids = (await redis.smembers(KEYS.boards)).sort();
  if (ids.length === 0) return [];
  const texts = await redis.mget(ids.map(KEYS.board));
  return texts.flatMap((text) => (text === null ? [] : (parse(record, text) ?? [])));
}

/** Those for which `fits` holds. A server that has just started has lost its records: the workers have the time of a lease to come back. */
export async function fittingBoards(
  client: LabClient,
  fits: (board: BoardRecord) => boolean,
): Promise<{ readonly fitting: readonly BoardRecord[]; readonly live: readonly BoardRecord[] }> {
  for (;;) {
    const live = await liveBoards(client);
    const fitting = live.filter(fits);
    if (fitting.length > 0 || (await uptimeOf(client)) > client.times.lease) return { fitting, live };
    await pause(LOOK_MS);
  }
}

/** In ms. */
async function uptimeOf({ redis }: LabClient): Promise<number> {
  const info = await redis.info('server');
  return 1000 * Number(/^uptime_in_seconds:(\d+)/m.exec(info)?.[1] ?? Infinity);
}

export async function historyOf({ redis }: LabClient, board: string): Promise<readonly PastRun[]> {
  const texts = await redis.lrange(KEYS.history(board), 0, MOST_PAST - 1);
  return texts.flatMap((text) => parse(past, text) ?? []);
}

export async function addHistory({ redis }: LabClient, board: string, run: PastRun): Promise<void> {
  const key = KEYS.history(board);
  await redis
    .multi()
    .lpush(key, JSON.stringify(run))
    .ltrim(key, 0, MOST_PAST - 1)
    .expire(key, PAST_SECONDS)
    .exec();
}

function parse<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
