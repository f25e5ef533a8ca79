/** The journal that a person means, read for a command. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { readJournal } from '../scenarios/journal';
import { journalEvent } from '../scenarios/journal-schema';
import type { JournalEvent } from '../scenarios/record';
import { JOURNAL } from './output';
import { fileTrouble, UsageError } from './usage-error';

/** The file at `path`, a journal or the directory of one. Throws {@link UsageError} where there is none. */
export function journalAt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(`no journal at ${path}: give the --out DIR of a run, or its ${JOURNAL}`);
  return found.isDirectory() ? join(path, JOURNAL) : path;
}

/** The events of a run, each time they are asked for. Throws {@link UsageError} at what is no event, and of no run. */
export function eventsOf(path: string): Iterable<JournalEvent> {
  return { [Symbol.iterator]: () => checked(path) };
}

function* checked(path: string): Generator<JournalEvent, void, undefined> {
  let first = true;
  try {
    for (const event of readJournal(path, journalEvent)) {
      if (first && event.type !== 'run') break;
      first = false;
      yield event;
    }
  } catch (error) {
    const cause = fileTrouble(error);
    if (cause !== undefined)
      throw new UsageError(`cannot read ${path}: ${cause}: give the --out DIR of a run, or its ${JOURNAL}`);
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}: is it a whole journal?`);
  }
  if (first) throw new UsageError(`${path} does not begin with a run: give the ${JOURNAL} of one`);
}
