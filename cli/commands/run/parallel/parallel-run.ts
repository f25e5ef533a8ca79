/**
 * Suites on virtual boards, each in a process of its own (run-worker.ts). The events of the first one are written as they come; those of
 * the next ones wait until it is their turn. So the journal is the same as of one process.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { RunEnd, JournalEvent, Progress } from '../../../../scenarios/record';
import { runAll } from '../../../../scenarios/runner/merged-run';
import type { RunOptions } from '../../../../scenarios/runner/run-options';
import { run } from '../../../../scenarios/runner/runner';
import { TimeUsedUp } from '../../../../scenarios/time-limit';
import { parseJobs } from '../../../shared/option-values';
import { WorkerPool, type StartedWork } from '../../../shared/worker-pool';
import type { RunCommandOptions, RunPlan } from '../run-plan';
import { z } from 'zod';

/** How many parts a process may be ahead: what waits is held in memory. */
const AHEAD = 2;

/** Rejects with {@link UsageError} for a wrong `jobs`. Real boards, and a part alone, are played by this process. */
export async function runSideBySide(
  request: RunCommandOptions,
  plan: RunPlan,
  parts: readonly RunOptions[],
): Promise<RunEnd> {
  const jobs = parseJobs(request.jobs, availableParallelism());
  const isVirtual = parts.every(({ board }) => board.clock.virtual);
  if (jobs === 1 || parts.length === 1 || !isVirtual) return runAll(parts);
  const pool = new WorkerPool(join(__dirname, 'run-worker.js'), Math.min(jobs, parts.length));
  const options = optionsOf(request, plan);
  const started: PartAhead[] = [];
  const start = (index: number): PartAhead => {
    const task: RunTask = { options, index };
    return new PartAhead(pool, task, `the run of ${parts[index]?.board.name ?? ''} with seed ${plan.seed}`);
  };
  try {
    return await runAll(parts, (part, index) => {
      // What was stopped before its turn is as if it had not begun.
      if (part.signal.aborted) return run(part);
      const ahead = Math.min(parts.length, index + 1 + AHEAD * jobs);
      while (started.length < ahead) started.push(start(started.length));
      return started[index]?.play(part) ?? run(part);
    });
  } finally {
    pool.close();
  }
}

/** What a process needs to make the same plan. */
function optionsOf(request: RunCommandOptions, { seed }: RunPlan): RunCommandOptions {
  const { suites, board, links, params, unattended, only, skip, match, lastRun, shard, bail } = request;
  const { leastJudged, resetFirst } = request;
  const filter = { only, skip, match, lastRun, shard, bail };
  return { suites, board, links, params, unattended, ...filter, leastJudged, resetFirst, seed: String(seed) };
}

class PartAhead {
  private readonly waiting: WorkerPart[] = [];
  private readonly work: StartedWork;
  private take = (part: WorkerPart): void => {
    if ('events' in part) this.waiting.push(part);
  };

  constructor(pool: WorkerPool, task: RunTask, name: string) {
    this.work = pool.start({ task, name, onPart: (part) => this.take(workerPart.parse(part)) });
    // It is asked for when it is its turn, which may never come.
    this.work.answer.catch(() => undefined);
  }

  /** It is its turn. */
  async play({ emit, progress, signal }: RunOptions): Promise<RunEnd> {
    let end: RunEnd | undefined;
    this.take = (part) => {
      if ('progress' in part) return progress?.(part.progress);
      for (const event of unpackEvents(part.events)) {
        if (event.type === 'run-end') end = event;
        emit(event);
      }
    };
    const stop = (): void => {
      const reason: unknown = signal.reason;
      this.work.stop(reason instanceof TimeUsedUp ? reason.message : undefined);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      this.waiting.splice(0).forEach(this.take);
      await this.work.answer;
    } finally {
      signal.removeEventListener('abort', stop);
    }
    if (end === undefined) throw new Error('a process gave no end of its run');
    return end;
  }
}

export const runTask = z.object({
  /** All that the plan of the run depends on. */
  options: z.custom<RunCommandOptions>(),
  index: z.number(),
});
type RunTask = z.infer<typeof runTask>;

/** Many events in one message, as bytes: what waits in memory is small, and no objects. */
const workerPart = z.union([
  z.object({ events: z.instanceof(Uint8Array) }),
  z.object({ progress: z.custom<Progress>((value) => value !== undefined) }),
]);
export type WorkerPart = z.infer<typeof workerPart>;

const journalEvents = z.array(z.custom<JournalEvent>());

export function packEvents(events: readonly JournalEvent[]): WorkerPart {
  return { events: Buffer.from(JSON.stringify(events)) };
}

function unpackEvents(bytes: Uint8Array): readonly JournalEvent[] {
  return journalEvents.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}
