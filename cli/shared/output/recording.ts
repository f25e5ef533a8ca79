/** Records a run: journal and reports in the directory of `--out`, the terminal, and Ctrl-C. */
import { isolateReporters, type Reporter } from '../../../reports/terminal/reporter';
import type { RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent, Progress } from '../../../scenarios/record';
import { warn, crashLine } from '../console';
import { catchInterrupts } from '../interrupts';
import { openRecord } from './output-folder';

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
