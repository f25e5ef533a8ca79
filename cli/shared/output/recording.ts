/** Records a run: journal and reports in the directory of `--out`, the terminal, and Ctrl-C. */
import { isolateReporters, type Reporter } from '../../../reports/terminal/reporter';
import { createSummaryBuilder, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { warn } from '../console';
import { crashLine } from '../crash';
import { catchInterrupts } from '../interrupts';
import { openOutput } from './output-folder';
import { RunIdentity } from './run-id';

export interface Recording {
  readonly emit: (event: JournalEvent) => void;
  /** Goes to the reporters only. */
  readonly progress: (progress: Progress) => void;
  /** Aborted by Ctrl-C, and when the journal cannot be written. */
  readonly signal: AbortSignal;
  /** Draws the reports. Rejects with {@link UsageError} where anything could not be written. */
  finish(): Promise<RunSummary>;
}

/** `interactive`: an interruption prints a line. Throws {@link UsageError} where the directory cannot be written. */
export function startRecording(out: string, reporters: readonly Reporter[], interactive: boolean): Recording {
  const output = openOutput(out);
  const identity = new RunIdentity();
  const fold = createSummaryBuilder();
  const reporter = isolateReporters(reporters, (name, error) => warn(`${crashLine(error)} (${name})`));
  const interrupts = catchInterrupts(() => {
    if (interactive) warn('\nwirejig: interrupted: writing the report (again: stops at once)');
  });
  const failure = new AbortController();
  let firstError: unknown;
  return {
    signal: AbortSignal.any([interrupts.signal, failure.signal]),
    progress: (progress) => reporter.onProgress(progress),
    emit: (plain) => {
      const event = identity.stamp(plain);
      fold.add(event);
      reporter.onEvent(event);
      if (failure.signal.aborted) return;
      try {
        output.write(event);
      } catch (error) {
        firstError = error;
        failure.abort();
      }
    },
    finish: async () => {
      reporter.end();
      if (failure.signal.aborted) throw firstError;
      const summary = fold.summary();
      await output.finish(summary);
      interrupts.release();
      return summary;
    },
  };
}
