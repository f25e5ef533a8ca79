/** A board that a worker serves: what it is, what it does now, and its record in Redis. */
import type { BoardRecord, PastRun } from './boards';
import type { Job, Outcome } from './job';
import type { TakenJob } from './scripts';

export interface Execution {
  /** Where the files of the run are; undefined: it has none. */
  readonly folder: string | undefined;
  readonly files?: string;
  /** Never rejects. */
  readonly done: Promise<Outcome>;
  /** What the firmware says that it is, as far as it is known. */
  identity?(): string | undefined;
  release(): void;
}

export interface LabBoard {
  /** `host/name` */
  readonly id: string;
  readonly tags: readonly string[];
  /** By suite: the hash of its clauses and parameters. */
  readonly definitions: Readonly<Record<string, string>>;
  /** Who uses it on this machine besides the lab. */
  inUse(): string | undefined;
  /** True: a run begins with the board as an earlier one left it. */
  readonly keepsState: boolean;
  /** The run ends early when `signal` is given. `resetFirst`: the run before was cut. */
  start(job: Job, signal: AbortSignal, resetFirst: boolean): Execution;
  /** The folder of an earlier run; undefined: its files are not kept, or not any more. */
  kept?(files: string): string | undefined;
}

export interface Running extends TakenJob {
  readonly job: Job;
  readonly began: Date;
  /** Milliseconds on a clock that does not jump. */
  readonly beganAt: number;
  readonly abort: AbortController;
  /** How often in a row the requester's lease was missing. */
  misses: number;
}

export interface Slot {
  readonly board: LabBoard;
  readonly tags: ReadonlySet<string>;
  /** Of the lease. */
  readonly owner: string;
  /** undefined: not tried yet. */
  leased: boolean | undefined;
  /** A job is being fetched for it. */
  taking: boolean;
  heldBy?: string | undefined;
  usedBy?: string | undefined;
  running?: Running | undefined;
  since: string;
  identity?: string | undefined;
  last?: PastRun | undefined;
}

const MOST_TEXT = 400;

export function isFree({ leased, taking, heldBy, running }: Slot): boolean {
  return leased === true && !taking && heldBy === undefined && running === undefined;
}

export function recordOf(slot: Slot, version: string): BoardRecord {
  const { board, running, heldBy, usedBy, identity, last } = slot;
  const detail = detailOf(slot);
  return {
    id: board.id,
    tags: [...board.tags],
    version,
    definitions: { ...board.definitions },
    state:
      running !== undefined ? 'busy' : heldBy !== undefined ? 'held' : usedBy !== undefined ? 'away' : 'free',
    ...(detail === undefined ? {} : { detail: detail.slice(0, MOST_TEXT) }),
    since: running?.began.toISOString() ?? slot.since,
    ...(identity === undefined ? {} : { identity: identity.slice(0, MOST_TEXT) }),
    ...(last === undefined ? {} : { last }),
  };
}

function detailOf({ running, heldBy, usedBy }: Slot): string | undefined {
  if (running === undefined) return heldBy ?? usedBy;
  const { task, requester } = running.job;
  return `${task.kind} ${task.suite} for ${requester}`;
}
