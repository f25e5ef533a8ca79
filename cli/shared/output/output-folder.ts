/** The directory of `--out`: the journal as the run goes, and the reports drawn from it. */
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ctrfReport } from '../../../reports/ci/ctrf';
import type { FrameReaders } from '../../../reports/html/evidence/wire-frames';
import { runReport } from '../../../reports/html/run-page';
import { multiRunReport } from '../../../reports/html/multi-run-page';
import { junitReport } from '../../../reports/ci/junit';
import type { RunSummary } from '../../../reports/summary/summary';
import { traceFile } from '../../../reports/pcapng/trace-file';
import { openJournal, type Journal } from '../../../scenarios/journal/journal';
import type { JournalEvent } from '../../../scenarios/record';
import { keepCrashesIn } from '../crash';
import { reportFileErrors } from '../usage-error';
import { loadFrameReaders } from './frame-readers';
import { claimFolder, JOURNAL, makeDirectory, RUN_FILES, TRACE } from './folder/folder-claim';
import { replaceFile } from './folder/own-files';

const REPORTS: readonly {
  readonly file: string;
  readonly draw: (summary: RunSummary, readers: FrameReaders) => string;
}[] = [
  { file: 'report.html', draw: runReport },
  { file: 'results.json', draw: ctrfReport },
  { file: 'junit.xml', draw: junitReport },
];

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

/** Every report of a run. `readers` name the frames on the wire. Throws {@link UsageError} where one cannot be written. */
export function drawReports(directory: string, summary: RunSummary, readers: FrameReaders): void {
  // All are drawn before the first is written: they are of one run, or of none.
  const texts = REPORTS.map(({ file, draw }) => [join(directory, file), draw(summary, readers)] as const);
  reportWriteErrors(directory, () => {
    for (const [path, text] of texts) replaceFile(path, text);
  });
}

/** The page of many runs. Throws {@link UsageError} where it cannot be written. */
export function drawBoards(directory: string, summaries: readonly RunSummary[]): void {
  reportWriteErrors(directory, () => {
    replaceFile(join(directory, 'report.html'), multiRunReport(summaries));
  });
}

/** Does the work. Throws {@link UsageError} where the directory cannot be written. */
export function reportWriteErrors<T>(directory: string, work: () => T): T {
  return reportFileErrors(
    work,
    (cause) => `cannot write to ${resolve(directory)}: ${cause}: give another directory with --out DIR`,
  );
}
