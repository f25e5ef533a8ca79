/** One attempt at a job on a board: the run, what is sent of it, and what BullMQ is told at its end. */
import type { Job as BullJob } from 'bullmq';
import type { PastRun } from './boards';
import type { Running, Slot } from './board-slot';
import type { LabClient } from './client';
import { deliver, JobLost, untilSent } from './delivery';
import type { Outcome } from './job';
import { KEYS } from './keys';
import { isAway } from './lab-error';
import { beginAttempt, endAttempt } from './scripts';

export const LOST = 'the board or the job went to another worker';
export const CANCELLED = 'its requester went away';
export const STOPPED = 'its worker was stopped';
/** The process of a run ends by itself then. */
const SUSPENDED = 'its worker stood still';

const [PASSED, FAILED, REFUSED, CUT] = [0, 1, 2, 130];

/**
 * Resolves when the run has ended and its board is free again, which `free` makes it: before the requester has the end of the
 * result, and the job is settled. What is still to be sent holds nobody else up.
 */
export async function carryOut(
  client: LabClient,
  { board }: Slot,
  running: Running,
  taken: BullJob,
  version: string,
  free: (past: PastRun, identity: string | undefined) => void,
): Promise<{ readonly settled: Promise<void> }> {
  const { job, abort, token } = running;
  const fence = await client.redis.incr(KEYS.fence);
  const wasCut = board.keepsState && (await beginAttempt(client, board.id, fence));
  const execution = board.start(job, abort.signal, wasCut);
  const definition = board.definitions[job.task.suite];
  const { delivery } = client.times;
  const late = new AbortController();
  let cut: string | undefined;
  const ended = execution.done.then(async (outcome) => {
    setTimeout(() => late.abort(), delivery).unref();
    if (outcome.code === CUT && !abort.signal.aborted) abort.abort(SUSPENDED);
    cut = abort.signal.aborted ? String(abort.signal.reason) : undefined;
    if (board.keepsState && cut === undefined && isWhole(outcome, wasCut))
      await untilSent(
        () => endAttempt(client, board.id, fence),
        AbortSignal.any([abort.signal, late.signal]),
      ).catch(() => undefined);
    free(pastRun(running, execution.files, outcome, cut), execution.identity?.());
    return outcome;
  });
  const sending = deliver(
    client,
    {
      request: job.request,
      index: job.index,
      token: fence,
      start: { board: board.id, version, ...(definition === undefined ? {} : { definition }) },
      folder: execution.folder,
      ...(execution.files === undefined ? {} : { files: execution.files }),
      done: ended,
      job: running,
    },
    AbortSignal.any([abort.signal, late.signal]),
  ).then(
    () => undefined,
    // What cannot be sent does not come to its end: whoever stopped it says what becomes of the job.
    (error: unknown) => {
      if (abort.signal.aborted) return String(abort.signal.reason);
      if (late.signal.aborted) return `its requester did not read the result in ${delivery / 60_000} minutes`;
      return error instanceof JobLost ? LOST : `its result cannot be sent: ${String(error)}`;
    },
  );
  const outcome = await ended;
  const settle = async (): Promise<void> => {
    const unsent = await sending;
    const left = AbortSignal.timeout(delivery);
    const end = cut ?? unsent;
    await untilSent(async () => {
      await settleJob(taken, token, end, outcome);
      // Nobody reads it any more.
      if (end === CANCELLED) await client.redis.del(KEYS.results(job.request));
    }, left).catch(() => undefined);
    execution.release();
  };
  return { settled: settle() };
}

/** Whether the board is as a run leaves it that came to its end. One that was refused never touched it. */
function isWhole({ code }: Outcome, wasCut: boolean): boolean {
  return code === PASSED || code === FAILED || (code === REFUSED && !wasCut);
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
    else if (cut === STOPPED || cut === SUSPENDED) await job.moveToWait(token);
    else if (cut !== LOST) await job.moveToFailed(new Error(cut), token, false);
  } catch (error) {
    if (isAway(error)) throw error;
  }
}

function pastRun(
  { job, began, beganAt }: Running,
  files: string | undefined,
  { code, reason }: Outcome,
  cut: string | undefined,
): PastRun {
  const why = cut ?? reason;
  const { kind, suite, seed } = job.task;
  return {
    at: began.toISOString(),
    ...(files === undefined ? {} : { files }),
    kind,
    suite,
    seed,
    requester: job.requester,
    seconds: Math.round((performance.now() - beganAt) / 10) / 100,
    code,
    ...(why === undefined ? {} : { reason: why.slice(0, 400) }),
  };
}
