/** A run that ends early: by Ctrl-C, because its time is used up, or at the first failed clause. */
import type { JournalEvent, RunEnd } from '../record';
import { TimeUsedUp } from '../time-limit';
import type { Unjudged } from './final-verdicts';

export type Outcome = Pick<RunEnd, 'outcome' | 'reason'>;

class ClauseFailed extends Error {
  override readonly name = 'ClauseFailed';
}

/** `--bail`: `signal` is aborted at the end of the first scenario in which a MUST failed. */
export function stopAtFailure(emit: (event: JournalEvent) => void): {
  readonly signal: AbortSignal;
  readonly emit: (event: JournalEvent) => void;
} {
  const controller = new AbortController();
  const musts = new Set<string>();
  return {
    signal: controller.signal,
    emit: (event: JournalEvent): void => {
      emit(event);
      if (event.type === 'run')
        for (const { id, level } of event.suites.flatMap(({ requirements }) => requirements))
          if (level === 'MUST') musts.add(id);
      if (event.type !== 'scenario-end') return;
      const failed = Object.entries(event.requirements).find(
        ([id, { verdict }]) => verdict === 'fail' && musts.has(id),
      );
      if (failed !== undefined)
        controller.abort(new ClauseFailed(`the run ended when ${failed[0]} failed, by --bail`));
    },
  };
}

/** A stopped scenario has this time to end. */
const ENDING_MS = 500;

export function stopOutcome({ reason }: AbortSignal): Outcome {
  if (reason instanceof ClauseFailed) return { outcome: 'bailed', reason: reason.message };
  if (reason instanceof TimeUsedUp) return { outcome: 'timeout', reason: reason.message };
  return { outcome: 'interrupted', reason: 'the run was interrupted' };
}

/** The verdict of clauses that were not judged. */
export function unjudgedBy({ outcome }: Outcome): Unjudged {
  return outcome === 'timeout' || outcome === 'bailed' ? 'inconclusive' : 'error';
}

/** Rejects some time after the abort: a scenario that does not end when its links are closed is abandoned. */
export function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<T>((resolve, reject) => {
    const leave = (): void => {
      timer = setTimeout(() => reject(new Error('the scenario did not end')), ENDING_MS);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    void work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', leave);
    });
  });
}
