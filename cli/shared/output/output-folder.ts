/** The directory of `--out`: the journal as the run goes, until Ctrl-C, and the reports drawn from it. */
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createSummaryBuilder, type RunSummary } from '../../../reports/summary/summary';
import { traceFile } from '../../../reports/pcapng/trace-file';
import { openJournal, writeAll, type Journal } from '../../../scenarios/journal/journal';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { keepCrashesIn, warn, crashLine } from '../console';
import { claimFolder, JOURNAL, makeDirectory, RUN_FILES, TRACE } from './folder-claim';
import { reportWriteErrors } from './own-files';
import { loadFrameReaders } from './frame-readers';
import { drawReports } from './report-files';
import { RunIdentity } from './journal-file';
import { UsageError } from '../usage-error';
import { isolateReporters, type Reporter } from '../../../reports/terminal/reporter';
import { catchInterrupts } from '../interrupts';

/** Events before the board is there. */
const BEFORE_BOARD: readonly JournalEvent['type'][] = ['run', 'line', 'run-end'];

/** Records a run in `directory`; undefined: nothing is written. Throws {@link UsageError} where it is no place for a run. */
export function openRecord(directory: string | undefined, onError: () => void = () => undefined) {
  const output = directory === undefined ? undefined : openOutput(directory);
  const identity = new RunIdentity();
  const fold = createSummaryBuilder();
  let failure: { readonly error: unknown } | undefined;
  return {
    add: (plain: JournalEvent): JournalEvent => {
      const event = identity.stamp(plain);
      fold.add(event);
      try {
        if (failure === undefined) output?.write(event);
      } catch (error) {
        failure = { error };
        onError();
      }
      return event;
    },
    /** Closes the journal and draws the reports. Rejects with the first error of writing, a {@link UsageError}. */
    finish: async (): Promise<RunSummary> => {
      if (failure !== undefined) throw failure.error;
      const summary = fold.summary();
      await output?.finish(summary);
      return summary;
    },
    /** The board was not there, and the folder has an earlier run: nothing of it was replaced. Known after `finish`. */
    get keptLast() {
      return output?.keptLast() === true;
    },
  };
}

function openOutput(directory: string) {
  const release = reportWriteErrors(directory, () => claimFolder(directory));
  const hasLast = existsSync(join(directory, JOURNAL));
  // An earlier run is replaced once the board is there.
  const early: JournalEvent[] = [];
  let files = hasLast ? undefined : reportWriteErrors(directory, () => begin(directory));
  keepCrashesIn(directory);
  const append = (event: JournalEvent): void => {
    files?.journal.write(event);
    files?.trace.write(event);
  };
  const replaceLast = (): void => {
    files = begin(directory);
    early.splice(0).forEach(append);
  };
  const close = (): void => {
    files?.journal.close();
    files?.trace.close();
  };
  const closeAtExit = (): void => {
    try {
      close();
    } catch {
      // A full disk was reported when it was found.
    }
  };
  process.once('exit', closeAtExit);
  return {
    write: (event: JournalEvent) =>
      reportWriteErrors(directory, () => {
        if (files === undefined && BEFORE_BOARD.includes(event.type)) return void early.push(event);
        if (files === undefined) replaceLast();
        append(event);
      }),
    keptLast: () => files === undefined,
    finish: async (summary: RunSummary) => {
      const readers = await loadFrameReaders(summary.start);
      process.off('exit', closeAtExit);
      if (files === undefined && summary.outcome !== 'unreachable') reportWriteErrors(directory, replaceLast);
      reportWriteErrors(directory, close);
      if (files !== undefined && !existsSync(join(directory, JOURNAL))) throw removedMeanwhile(directory);
      if (files !== undefined) drawReports(directory, summary, readers, join(directory, JOURNAL));
      release();
    },
  };
}

/** The journal was written into a file that has no name any more: nothing of the run is left. */
function removedMeanwhile(directory: string): UsageError {
  return new UsageError(
    `${resolve(directory)} was removed during the run, and what was judged with it: run again with --out DIR, a folder that stays`,
    3,
  );
}

function begin(directory: string): { readonly journal: Journal; readonly trace: Journal } {
  for (const file of RUN_FILES) rmSync(join(directory, file), { force: true });
  return { journal: openJournal(join(directory, JOURNAL)), trace: openTrace(join(directory, TRACE)) };
}

function openTrace(path: string): Journal {
  const file = openSync(path, 'w');
  let isBroken = false;
  const trace = traceFile((bytes) => {
    // After a block that was written in part nothing can be read.
    if (isBroken) return;
    isBroken = true;
    writeAll(file, bytes);
    isBroken = false;
  });
  return {
    write: (event) => trace.add(event),
    close: () => {
      try {
        trace.end();
      } finally {
        closeSync(file);
      }
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

export function drawTrace(directory: string, events: Iterable<JournalEvent>): void {
  reportWriteErrors(directory, () => {
    makeDirectory(directory);
    const trace = openTrace(join(directory, TRACE));
    for (const event of events) trace.write(event);
    trace.close();
  });
}

export type Recording = ReturnType<typeof startRecording>;

/** `interactive`: an interruption prints a line. Throws {@link UsageError} where the directory cannot be written. */
export function startRecording(out: string, reporters: readonly Reporter[], interactive: boolean) {
  const failure = new AbortController();
  const record = openRecord(out, () => failure.abort());
  const reporter = isolateReporters(reporters, (name, error) => warn(`${crashLine(error)} (${name})`));
  const interrupts = catchInterrupts(() => {
    if (interactive) warn('\nwirejig: interrupted: writing the report (again: stops at once)');
  });
  return {
    /** Aborted by Ctrl-C, and when the journal cannot be written. */
    signal: AbortSignal.any([interrupts.signal, failure.signal]),
    /** Goes to the reporters only. */
    progress: (progress: Progress) => reporter.onProgress(progress),
    emit: (event: JournalEvent) => reporter.onEvent(record.add(event)),
    /** As of {@link openRecord}. */
    get keptLast() {
      return record.keptLast;
    },
    /** Draws the reports. Rejects with {@link UsageError} where anything could not be written. */
    finish: async (): Promise<RunSummary> => {
      reporter.end();
      const summary = await record.finish();
      interrupts.release();
      return summary;
    },
  };
}
