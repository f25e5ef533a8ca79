/** A run that ends early: by Ctrl-C, or because its time is used up. */
import type { RunEnd } from '../record';
import { TimeUsedUp } from '../time-limit';
import type { Unjudged } from './final-verdicts';

export type Outcome = Pick<RunEnd, 'outcome' | 'reason'>;

/** A stopped scenario has this time to end. */
const ENDING_MS = 500;

export function stopOutcome({ reason }: AbortSignal): Outcome {
  if (reason instanceof TimeUsedUp) return { outcome: 'timeout', reason: reason.message };
  return { outcome: 'interrupted', reason: 'the run was interrupted' };
}

/** The verdict of clauses that were not judged. */
export function unjudgedBy({ outcome }: Outcome): Unjudged {
  return outcome === 'timeout' ? 'inconclusive' : 'error';
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
