/** The directory of `--out`: the journal as the run goes, and the reports drawn from it. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { RunSummary } from '../../../reports/summary/summary';
import { traceFile } from '../../../reports/pcapng/trace-file';
import { openJournal, type Journal } from '../../../scenarios/journal/journal';
import type { JournalEvent } from '../../../scenarios/record';
import { keepCrashesIn } from '../crash';
import { claimFolder, JOURNAL, makeDirectory, RUN_FILES, TRACE } from './folder/folder-claim';
import { reportWriteErrors } from './folder/own-files';
import { loadFrameReaders } from './frame-readers';

export interface Output {
  readonly directory: string;
  write(event: JournalEvent): void;
  /** Closes the journal and draws the reports. Rejects with {@link UsageError} where they cannot be written. */
  finish(summary: RunSummary): Promise<void>;
}

/** Makes the directory and begins the journal in it. Throws {@link UsageError} where it cannot be written, or is no place for a run. */
export function openOutput(directory: string): Output {
  const release = reportWriteErrors(directory, () => claimFolder(directory));
  const { journal, trace } = reportWriteErrors(directory, () => begin(directory));
  keepCrashesIn(directory);
  const close = (): void => {
    journal.close();
    trace.close();
  };
  process.once('exit', close);
  return {
    directory,
    write: (event) =>
      reportWriteErrors(directory, () => {
        journal.write(event);
        trace.write(event);
      }),
    finish: async (summary) => {
      const { drawReports } = await import('./report-files.js');
      const readers = await loadFrameReaders(summary.start);
      process.off('exit', close);
      reportWriteErrors(directory, close);
      drawReports(directory, summary, readers);
      release();
    },
  };
}

function begin(directory: string): { readonly journal: Journal; readonly trace: Journal } {
  for (const file of RUN_FILES) rmSync(join(directory, file), { force: true });
  return { journal: openJournal(join(directory, JOURNAL)), trace: openTrace(join(directory, TRACE)) };
}

function openTrace(path: string): Journal {
  const file = openSync(path, 'w');
  const trace = traceFile((bytes) => void writeSync(file, bytes));
  return {
    write: (event) => trace.add(event),
    close: () => {
      trace.end();
      closeSync(file);
    },
  };
}

/** Does the work on reports in a folder that no process writes into meanwhile. `beside`: as of {@link claimFolder}. */
export function withFolder<T>(directory: string, beside: boolean, work: () => T): T {
  const release = reportWriteErrors(directory, () => claimFolder(directory, { beside }));
  try {
    return work();
  } finally {
    release();
  }
}

/** The trace of a run again. Throws {@link UsageError} where it cannot be written. */
export function drawTrace(directory: string, events: Iterable<JournalEvent>): void {
  reportWriteErrors(directory, () => {
    makeDirectory(directory);
    const trace = openTrace(join(directory, TRACE));
    for (const event of events) trace.write(event);
    trace.close();
  });
}
