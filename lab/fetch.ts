/** The files of an earlier run, which its worker keeps for a while: asked for by a person, and sent as those of a run under way. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { LabClient } from './client';
import type { Slot } from './board-slot';
import { filesName } from './boards';
import { deliver } from './delivery';
import { KEYS } from './keys';
import { LabError } from './lab-error';
import { ResultReader } from './results';

const asked = z.strictObject({
  request: z.string().regex(/^[0-9a-f]{32}$/),
  board: z.string().max(200),
  files: filesName,
});
type FetchRequest = z.infer<typeof asked>;

const ANSWER_MS = 10_000;
const LONGEST_MS = 3_600_000;
/** In bytes. */
const MOST_FETCHED = 2 ** 36;
const NOT_KEPT = 2;

/** Gives the bytes of each file to `take` as they come. Rejects with {@link LabError} where the worker has no such run, or does not answer. */
export async function fetchRun(
  client: LabClient,
  board: string,
  files: string,
  take: (file: string, bytes: Buffer) => void,
): Promise<void> {
  const { redis, times } = client;
  const request = randomBytes(16).toString('hex');
  const reader = new ResultReader(client, request, MOST_FETCHED);
  reader.expect(1);
  const renew = (): Promise<unknown> => redis.set(KEYS.request(request), '1', 'PX', times.request);
  const timer = setInterval(() => void renew().catch(() => undefined), times.requestBeat);
  try {
    await renew();
    await redis.publish(KEYS.fetch, JSON.stringify({ request, board, files } satisfies FetchRequest));
    let late = performance.now() + ANSWER_MS;
    while (reader.isOpen(0)) {
      if (performance.now() > late)
        throw new LabError(
          `the worker of ${board} ${reader.hasBegun(0) ? 'has stopped sending: fetch it again' : 'does not answer'}`,
        );
      for (const event of await reader.read()) {
        late = performance.now() + ANSWER_MS;
        if (event.type === 'failed') throw new LabError(`${board}: ${event.reason}`);
        if (event.type === 'bytes') take(event.file, event.bytes);
        if (event.type === 'end' && event.outcome.code !== 0)
          throw new LabError(event.outcome.reason ?? `${board} sent nothing`);
      }
    }
  } finally {
    clearInterval(timer);
    reader.close();
    await redis.del(KEYS.request(request), KEYS.results(request));
  }
}

/** The worker's side: `text` is what came from Redis. What is no request, or for boards of others, is left to them. */
export function answerFetch(client: LabClient, text: string, slots: readonly Slot[], version: string): void {
  const request = readRequest(text);
  const slot = slots.find(({ board, leased }) => leased && board.id === request?.board);
  if (request !== undefined && slot !== undefined)
    void sendKept(client, request, slot.board.kept?.(request.files), version);
}

function readRequest(text: string): FetchRequest | undefined {
  try {
    return asked.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Resolves when all is sent, or nobody reads it any more. Never rejects. */
async function sendKept(
  client: LabClient,
  { request, board, files }: FetchRequest,
  folder: string | undefined,
  version: string,
): Promise<void> {
  const gone = new AbortController();
  // A requester that was busy for a moment renews its key after it has expired.
  let missed = 0;
  const look = async (): Promise<void> => {
    missed = (await client.redis.exists(KEYS.request(request))) === 0 ? missed + 1 : 0;
    if (missed > 1) gone.abort();
  };
  const timer = setInterval(() => void look().catch(() => undefined), client.times.request);
  const outcome =
    folder === undefined
      ? { code: NOT_KEPT, reason: `${board} has no files of run ${files}, or not any more` }
      : { code: 0 };
  await deliver(
    client,
    {
      request,
      index: 0,
      token: 1,
      start: { board, version },
      folder,
      done: Promise.resolve(outcome),
      most: MOST_FETCHED,
    },
    AbortSignal.any([gone.signal, AbortSignal.timeout(LONGEST_MS)]),
  ).catch(() => undefined);
  clearInterval(timer);
}
