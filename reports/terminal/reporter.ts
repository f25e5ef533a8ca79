/** A listener to a run. Every hook is optional. A crash of one listener does not stop the others. */
import type { JournalEvent, Progress } from '../../scenarios/record';

export interface Reporter {
  /** Its name in the message of a crash. */
  readonly name?: string;
  onEvent?(event: JournalEvent): void;
  onProgress?(progress: Progress): void;
  /** Called once, last, however the run ended. */
  end?(): void;
}

/**
 * All of `reporters` as one that never throws. `onCrash` is called once for a reporter that throws. After that only its
 * `end` is called, so that it can release its resources.
 */
export function isolateReporters(
  reporters: readonly Reporter[],
  onCrash: (name: string, error: unknown) => void,
): Required<Reporter> {
  const crashed = new Set<Reporter>();
  const each = (hook: (reporter: Reporter) => void, last = false): void => {
    for (const reporter of reporters) {
      if (crashed.has(reporter) && !last) continue;
      try {
        hook(reporter);
      } catch (error) {
        if (!crashed.has(reporter)) onCrash(reporter.name ?? 'a reporter', error);
        crashed.add(reporter);
      }
    }
  };
  return {
    name: 'all reporters',
    onEvent: (event) => each((reporter) => reporter.onEvent?.(event)),
    onProgress: (progress) => each((reporter) => reporter.onProgress?.(progress)),
    end: () => each((reporter) => reporter.end?.(), true),
  };
}
