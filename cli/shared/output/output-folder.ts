/** The directory of `--out`: the journal as the run goes, and the reports drawn from it. */
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ctrfReport } from '../../../reports/ci/ctrf';
import { runReport } from '../../../reports/html/run-page';
import { multiRunReport } from '../../../reports/html/multi-run-page';
import { junitReport } from '../../../reports/ci/junit';
import type { RunSummary } from '../../../reports/summary/summary';
import { traceFile } from '../../../reports/pcapng/trace-file';
import { openJournal, type Journal } from '../../../scenarios/journal/journal';
import type { JournalEvent } from '../../../scenarios/record';
import { keepCrashesIn } from '../crash';
import { reportFileErrors } from '../usage-error';

export const JOURNAL = 'journal.jsonl';
const TRACE = 'trace.pcapng';

const REPORTS: readonly { readonly file: string; readonly draw: (summary: RunSummary) => string }[] = [
  { file: 'report.html', draw: runReport },
  { file: 'results.json', draw: ctrfReport },
  { file: 'junit.xml', draw: junitReport },
];

/** Files of an earlier run are removed: they would not belong to this one. */
const OURS = [JOURNAL, 'report.html', 'results.json', 'junit.xml', TRACE, 'crash.txt'];

export interface Output {
  readonly directory: string;
  write(event: JournalEvent): void;
  /** Closes the journal and draws the reports. Throws {@link UsageError} where they cannot be written. */
  finish(summary: RunSummary): void;
}

/** Makes the directory and begins the journal in it. Throws {@link UsageError} where it cannot be written. */
export function openOutput(directory: string): Output {
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
    finish: (summary) => {
      process.off('exit', close);
      reportWriteErrors(directory, close);
      drawReports(directory, summary);
    },
  };
}

function begin(directory: string): { readonly journal: Journal; readonly trace: Journal } {
  makeDirectory(directory);
  for (const file of OURS) rmSync(join(directory, file), { force: true });
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

/** The trace of a run again. Throws {@link UsageError} where it cannot be written. */
export function drawTrace(directory: string, events: Iterable<JournalEvent>): void {
  reportWriteErrors(directory, () => {
    makeDirectory(directory);
    const trace = openTrace(join(directory, TRACE));
    for (const event of events) trace.write(event);
    trace.close();
  });
}

/** Every report of a run. Throws {@link UsageError} where one cannot be written. */
export function drawReports(directory: string, summary: RunSummary): void {
  reportWriteErrors(directory, () => {
    makeDirectory(directory);
    for (const { file, draw } of REPORTS) writeFileSync(join(directory, file), draw(summary));
  });
}

/** The page of many runs. Throws {@link UsageError} where it cannot be written. */
export function drawBoards(directory: string, summaries: readonly RunSummary[]): void {
  reportWriteErrors(directory, () => {
    makeDirectory(directory);
    writeFileSync(join(directory, 'report.html'), multiRunReport(summaries));
  });
}

/** Makes the directories one by one: mkdir of node with `recursive` never returns where a parent is no directory. */
export function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  mkdirSync(path);
}

/** Does the work. Throws {@link UsageError} where the directory cannot be written. */
export function reportWriteErrors<T>(directory: string, work: () => T): T {
  return reportFileErrors(
    work,
    (cause) => `cannot write to ${resolve(directory)}: ${cause}: give another directory with --out DIR`,
  );
}
