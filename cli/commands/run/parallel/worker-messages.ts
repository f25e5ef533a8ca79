/** What passes between `run` and its processes. */
import type { JournalEvent, Progress } from '../../../../scenarios/record';
import type { RunCommandOptions } from '../run-plan';

export interface RunTask {
  /** All that the plan of the run depends on. */
  readonly options: RunCommandOptions;
  /** The part of the plan. */
  readonly index: number;
}

export type WorkerPart =
  | { readonly kind: 'events'; events(): readonly JournalEvent[] }
  | { readonly kind: 'progress'; readonly progress: Progress };

export function isRunTask(asked: unknown): asked is RunTask {
  return typeof asked === 'object' && asked !== null && 'options' in asked && 'index' in asked;
}

/** Many events in one message, as bytes: what waits in memory is small, and no objects. */
export function packEvents(events: readonly JournalEvent[]): object {
  return { events: Buffer.from(JSON.stringify(events)) };
}

export function packProgress(progress: Progress): object {
  return { progress };
}

/** Reads what the two above made in another process of the same program. Throws for anything else. */
export function readPart(part: unknown): WorkerPart {
  if (typeof part === 'object' && part !== null) {
    if ('events' in part && part.events instanceof Uint8Array) {
      const bytes = Buffer.from(part.events);
      return { kind: 'events', events: () => readEvents(bytes) };
    }
    if ('progress' in part && isProgress(part.progress)) return { kind: 'progress', progress: part.progress };
  }
  throw new Error('a process of the run said what it does not say');
}

function readEvents(bytes: Buffer): readonly JournalEvent[] {
  const events: unknown = JSON.parse(bytes.toString('utf8'));
  if (!Array.isArray(events)) throw new Error('a process of the run sent no events');
  return events.filter(isEvent);
}

function isEvent(value: unknown): value is JournalEvent {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isProgress(value: unknown): value is Progress {
  return typeof value === 'object' && value !== null && 'scenario' in value;
}
