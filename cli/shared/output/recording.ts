/** A run as it is written down: journal and reports in the directory of `--out`, the terminal, and Ctrl-C. */
import { isolateReporters, type Reporter } from '../../../reports/terminal/reporter';
import { createSummaryBuilder, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { warn } from '../console';
import { crashLine } from '../crash';
import { catchInterrupts } from '../interrupts';
import { openOutput } from './output-folder';

export interface Recording {
  readonly emit: (event: JournalEvent) => void;
  /** For the reporters alone. */
  readonly progress: (progress: Progress) => void;
  /** Aborted by Ctrl-C, and when the journal cannot be written. */
  readonly signal: AbortSignal;
  /** Draws the reports. Throws {@link UsageError} where anything could not be written. */
  finish(): RunSummary;
}

/** `talks`: an interruption is answered with a word. Throws {@link UsageError} where the directory cannot be written. */
export function startRecording(out: string, reporters: readonly Reporter[], talks: boolean): Recording {
  const output = openOutput(out);
  const fold = createSummaryBuilder();
  const reporter = isolateReporters(reporters, (name, error) => warn(`${crashLine(error)} (${name})`));
  const interrupts = catchInterrupts(() => {
    if (talks) warn('\nwirejig: interrupted: writing the report (again: stops at once)');
  });
  const trouble = new AbortController();
  let firstTrouble: unknown;
  return {
    signal: AbortSignal.any([interrupts.signal, trouble.signal]),
    progress: (progress) => reporter.onProgress(progress),
    emit: (event) => {
      fold.add(event);
      reporter.onEvent(event);
      if (trouble.signal.aborted) return;
      try {
        output.write(event);
      } catch (error) {
        firstTrouble = error;
        trouble.abort();
      }
    },
    finish: () => {
      reporter.end();
      if (trouble.signal.aborted) throw firstTrouble;
      const summary = fold.summary();
      output.finish(summary);
      interrupts.release();
      return summary;
    },
  };
}
