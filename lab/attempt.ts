/** One attempt at a job on a board: the run, what is sent of it, and what BullMQ is told at its end. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Job as BullJob } from 'bullmq';
import type { PastRun } from './boards';
import type { Running, Slot } from './board-slot';
import type { LabClient } from './client';
import { deliver, isAway, untilSent } from './delivery';
import type { Outcome } from './job';
import { KEYS } from './keys';

/** Why a run ends early. */
export const LOST = 'the board or the job went to another worker';
export const CANCELLED = 'its requester went away';
export const STOPPED = 'its worker was stopped';

/** The board is free this long after its run at the latest, also where the requester does not read. */
const DELIVERY_MS = 30_000;
const LONGEST_DELIVERY_MS = 600_000;

/** Resolves when the board is free again. */
export async function carryOut(
  client: LabClient,
  { board }: Slot,
  running: Running,
  taken: BullJob,
  version: string,
): Promise<{ readonly past: PastRun; readonly identity: string | undefined }> {
  const { job, abort, token } = running;
  const fence = await client.redis.incr(KEYS.fence);
  const execution = board.start(job, abort.signal);
  const definition = board.definitions[job.task.suite];
  const sending = deliver(
    client,
    {
      request: job.request,
      index: job.index,
      token: fence,
      start: { board: board.id, version, ...(definition === undefined ? {} : { definition }) },
      folder: execution.folder,
      done: execution.done,
    },
    AbortSignal.any([abort.signal, AbortSignal.timeout(LONGEST_DELIVERY_MS)]),
  ).catch(() => undefined);
  const outcome = await execution.done;
  // A run that came to its end stays so, whatever becomes of its requester after.
  const cut = abort.signal.aborted ? String(abort.signal.reason) : undefined;
  await Promise.race([sending, pause(DELIVERY_MS, undefined, { ref: false })]);
  void sending.then(() => execution.discard());
  await untilSent(
    () => settleJob(taken, token, cut, outcome),
    AbortSignal.timeout(LONGEST_DELIVERY_MS),
  ).catch(() => undefined);
  return { past: pastRun(running, outcome, cut), identity: execution.identity?.() };
}

/** Tells BullMQ what became of a job. `cut`: why its run ended early; undefined: it came to its end. A job that another worker has now is left to it. */
export async function settleJob(
  job: BullJob,
  token: string,
  cut: string | undefined,
  outcome?: Outcome,
): Promise<void> {
  try {
    if (cut === undefined) await job.moveToCompleted({ code: outcome?.code }, token, false);
    else if (cut === STOPPED) await job.moveToWait(token);
    else if (cut !== LOST) await job.moveToFailed(new Error(cut), token, false);
  } catch (error) {
    if (isAway(error)) throw error;
  }
}

function pastRun({ job, began }: Running, { code, reason }: Outcome, cut: string | undefined): PastRun {
  const why = cut ?? reason;
  const { kind, suite, seed } = job.task;
  return {
    at: began.toISOString(),
    kind,
    suite,
    seed,
    requester: job.requester,
    seconds: Math.round((Date.now() - began.getTime()) / 10) / 100,
    code,
    ...(why === undefined ? {} : { reason: why.slice(0, 400) }),
  };
}
