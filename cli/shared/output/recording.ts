/** Records a run: journal and reports in the directory of `--out`, the terminal, and Ctrl-C. */
import { isolateReporters, type Reporter } from '../../../reports/terminal/reporter';
import type { RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { warn, crashLine } from '../console';
import { catchInterrupts } from '../interrupts';
import { openRecord } from './output-folder';

export interface Recording {
  readonly emit: (event: JournalEvent) => void;
  /** Goes to the reporters only. */
  readonly progress: (progress: Progress) => void;
  /** Aborted by Ctrl-C, and when the journal cannot be written. */
  readonly signal: AbortSignal;
  /** Draws the reports. Rejects with {@link UsageError} where anything could not be written. */
  finish(): Promise<RunSummary>;
  /** As of {@link RunRecord}. */
  readonly keptLast: boolean;
}

/** `interactive`: an interruption prints a line. Throws {@link UsageError} where the directory cannot be written. */
export function startRecording(out: string, reporters: readonly Reporter[], interactive: boolean): Recording {
  const failure = new AbortController();
  const record = openRecord(out, () => failure.abort());
  const reporter = isolateReporters(reporters, (name, error) => warn(`${crashLine(error)} (${name})`));
  const interrupts = catchInterrupts(() => {
    if (interactive) warn('\nwirejig: interrupted: writing the report (again: stops at once)');
  });
  return {
    signal: AbortSignal.any([interrupts.signal, failure.signal]),
    progress: (progress) => reporter.onProgress(progress),
    emit: (event) => reporter.onEvent(record.add(event)),
    get keptLast() {
      return record.keptLast;
    },
    finish: async () => {
      reporter.end();
      const summary = await record.finish();
      interrupts.release();
      return summary;
    },
  };
}
