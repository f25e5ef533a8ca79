/** What must happen at once in Redis, in Lua. */
import type { LabClient } from './client';
import { KEYS, PREFIX } from './keys';
import { KEPT_SECONDS } from './results';

/** Takes or renews a lease: 1 it is ours. The owner is compared: a lease that another took is never renewed. */
const RENEW = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const RELEASE = `
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', unpack(KEYS)) end
return 0`;

/** Writes the record of a board, for whoever has its lease. */
const RECORD = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
redis.call('SADD', KEYS[3], ARGV[4])
return 1`;

/**
 * Renews the lock of a job of BullMQ: 1 it is ours. A lock that expired while Redis was away is taken again, unless somebody has
 * moved the job since. With a result, that is added to those of its request.
 */
const KEEP_JOB = `
local token = redis.call('GET', KEYS[1])
if token and token ~= ARGV[1] then return 0 end
if not token and not redis.call('LPOS', KEYS[2], ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
redis.call('SREM', KEYS[3], ARGV[2])
if KEYS[4] then
  redis.call('XADD', KEYS[4], '*', 'h', ARGV[4])
  redis.call('EXPIRE', KEYS[4], ARGV[5])
end
return 1`;

export async function renewLease(
  { redis, times }: LabClient,
  board: string,
  owner: string,
): Promise<boolean> {
  return (await redis.eval(RENEW, 1, KEYS.lease(board), owner, times.lease)) === 1;
}

/** Gives a board back, with its record. */
export async function releaseLease({ redis }: LabClient, board: string, owner: string): Promise<void> {
  await redis.eval(RELEASE, 2, KEYS.lease(board), KEYS.board(board), owner);
}

/** Writes down that an attempt is on a board. Resolves with true where an earlier one never came to its end. */
export async function beginAttempt({ redis }: LabClient, board: string, fence: number): Promise<boolean> {
  return (await redis.set(KEYS.attempt(board), fence, 'GET')) !== null;
}

/** The attempt came to its end: what it left in the board is what its run leaves there. */
export async function endAttempt({ redis }: LabClient, board: string, fence: number): Promise<void> {
  await redis.eval(RELEASE, 1, KEYS.attempt(board), fence);
}

export async function writeRecord(
  { redis, times }: LabClient,
  board: string,
  owner: string,
  record: object,
): Promise<void> {
  const keys = [KEYS.lease(board), KEYS.board(board), KEYS.boards];
  await redis.eval(RECORD, keys.length, ...keys, owner, JSON.stringify(record), times.lease, board);
}

export interface TakenJob {
  readonly selector: string;
  readonly id: string;
  /** Of its lock. */
  readonly token: string;
}

/** `end`: the last entry of its result, and the request that waits for it. It is sent by the holder of the job alone. */
export async function keepJob(
  { redis, times }: LabClient,
  { selector, id, token }: TakenJob,
  end?: { readonly request: string; readonly text: string },
): Promise<boolean> {
  const queue = `${PREFIX}:${selector}`;
  const results = end === undefined ? [] : [KEYS.results(end.request)];
  const keys = [`${queue}:${id}:lock`, `${queue}:active`, `${queue}:stalled`, ...results];
  const words = end === undefined ? [] : [end.text, KEPT_SECONDS];
  return (await redis.eval(KEEP_JOB, keys.length, ...keys, token, id, times.lock, ...words)) === 1;
}

/** For a while nobody looks for jobs without a lock: after Redis was away their workers must come back first. */
export async function holdOffStalled(
  { redis, times }: LabClient,
  selectors: readonly string[],
): Promise<void> {
  const pipeline = redis.pipeline();
  for (const selector of selectors)
    pipeline.set(`${PREFIX}:${selector}:stalled-check`, '1', 'PX', 2 * times.stalled);
  await pipeline.exec();
}
