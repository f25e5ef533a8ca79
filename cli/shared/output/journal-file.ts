/** Finds and reads the journal that a command names. */
import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../../../scenarios/journal/journal';
import { journalEvent } from '../../../scenarios/journal/journal-schema';
import type { FuzzStart } from '../../../scenarios/fuzz-record';
import type { JournalEvent, RunStart } from '../../../scenarios/record';
import { JOURNAL } from './folder-claim';
import { fileErrorCause, fileErrorCode, UsageError } from '../usage-error';
import { createHash } from 'node:crypto';

/** The kind of a board in a journal of `wirejig monitor` without --suite. */
export const UNKNOWN_KIND = 'unknown';

const NAMES = { run: 'run', fuzz: 'campaign' } as const;

/** The file at `path`, a journal or the directory of one. Throws {@link UsageError} where there is none. */
export function journalAt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(`no journal at ${path}: give the --out DIR of a run, or its ${JOURNAL}`);
  const file = found.isDirectory() ? join(path, JOURNAL) : path;
  // A pipe would be waited for, and a journal is read twice.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false)
    throw new UsageError(`${file} is not a file: give the --out DIR of a run, or its ${JOURNAL}`);
  return file;
}

/**
 * The journals in a folder and in folders in it: those of a CI artifact, of a run, of a board. Links, hidden folders and
 * node_modules are left out. `unreadable`: is called for a folder that cannot be read.
 */
export function journalsIn(
  folder: string,
  {
    depth = 5,
    unreadable,
  }: {
    readonly depth?: number | undefined;
    readonly unreadable?: ((folder: string, cause: string) => void) | undefined;
  } = {},
): readonly string[] {
  let names: readonly string[] = [];
  try {
    names = readdirSync(folder);
  } catch (error) {
    unreadable?.(folder, fileErrorCause(error) ?? String(error));
  }
  return names.flatMap((name) => {
    const path = join(folder, name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found?.isFile() === true) return name === JOURNAL ? [path] : [];
    const isAside = depth === 0 || name === 'node_modules' || name.startsWith('.');
    return found?.isDirectory() === true && !isAside
      ? journalsIn(path, { depth: depth - 1, unreadable })
      : [];
  });
}

/** The events of a run; each iteration reads the file again. Throws {@link UsageError} at an invalid line, and for no run. */
export function eventsOf(path: string): Iterable<JournalEvent> {
  return { [Symbol.iterator]: () => readChecked(path, 'run') };
}

/** The same for a fuzzing campaign. */
export function campaignEventsOf(path: string): Iterable<JournalEvent> {
  return { [Symbol.iterator]: () => readChecked(path, 'fuzz') };
}

export function isCampaign(path: string): boolean {
  try {
    for (const event of readJournal(path, journalEvent)) return event.type === 'fuzz';
  } catch {
    // Reading it as a run gives the error.
  }
  return false;
}

/** What two processes wrote into one journal is the result of neither. */
function refuseSecond(event: JournalEvent, { id }: RunStart | FuzzStart): void {
  const other = 'id' in event && event.type !== 'fuzz-finding' && event.id !== id;
  if (isStart(event) || other) throw new Error('it holds events of two runs');
}

function isStart(event: JournalEvent): event is RunStart | FuzzStart {
  return event.type === 'run' || event.type === 'fuzz';
}

function* readChecked(path: string, begin: 'run' | 'fuzz'): Generator<JournalEvent, void, undefined> {
  let start: RunStart | FuzzStart | undefined;
  try {
    for (const event of readJournal(path, journalEvent)) {
      if (start !== undefined) refuseSecond(event, start);
      else if (isStart(event) && event.type === begin) start = event;
      else break;
      yield event;
    }
  } catch (error) {
    const cause = fileErrorCause(error);
    if (cause !== undefined)
      throw new UsageError(
        `cannot read ${path}: ${cause}: give the --out DIR of a run, or its ${JOURNAL}`,
        fileErrorCode(error),
      );
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}: is it a whole journal?`);
  }
  if (start === undefined)
    throw new UsageError(`${path} does not begin with a ${NAMES[begin]}: give the ${JOURNAL} of one`);
}

const LENGTH = 16;

/** From the first event: a virtual run of the same seed has the same id, as it has the same journal. */
function runId(start: RunStart | FuzzStart): string {
  return createHash('sha256').update(JSON.stringify(start)).digest('hex').slice(0, LENGTH);
}

/**
 * Puts the id of a run or campaign into its events that have it: the first and the last. It is in `results.json` and `campaign.json`, too, so
 * that files of two runs are never read as those of one.
 */
export class RunIdentity {
  /** `id`: that of a campaign that goes on. */
  constructor(private id?: string) {}

  get value(): string | undefined {
    return this.id;
  }

  stamp(event: JournalEvent): JournalEvent {
    if (event.type === 'run' || event.type === 'fuzz') {
      this.id = runId(event);
      return { ...event, id: this.id };
    }
    if (this.id === undefined) return event;
    if (event.type === 'run-end' || event.type === 'fuzz-end' || event.type === 'fuzz-resume')
      return { ...event, id: this.id };
    return event;
  }
}
