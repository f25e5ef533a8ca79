/** What passes between `run` and its processes, which are the same program. */
import { z } from 'zod';
import type { JournalEvent, Progress } from '../../../../scenarios/record';
import type { RunCommandOptions } from '../run-plan';

export const runTask = z.object({
  /** All that the plan of the run depends on. */
  options: z.custom<RunCommandOptions>(),
  /** The part of the plan. */
  index: z.number(),
});
export type RunTask = z.infer<typeof runTask>;

/** Many events in one message, as bytes: what waits in memory is small, and no objects. */
export const workerPart = z.union([
  z.object({ events: z.instanceof(Uint8Array) }),
  z.object({ progress: z.custom<Progress>((value) => value !== undefined) }),
]);
export type WorkerPart = z.infer<typeof workerPart>;

const journalEvents = z.array(z.custom<JournalEvent>());

export function packEvents(events: readonly JournalEvent[]): WorkerPart {
  return { events: Buffer.from(JSON.stringify(events)) };
}

export function unpackEvents(bytes: Uint8Array): readonly JournalEvent[] {
  return journalEvents.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
}
