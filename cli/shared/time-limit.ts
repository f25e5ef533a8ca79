/** Ends a command when its time is used up. */
import { formatSpan } from '../../reports/text/quantity';
import { TimeUsedUp } from '../../scenarios/time-limit';
import type { Micros } from '../../protocols/time';

/** Timers of Node take no more. */
const MOST_MS = 2 ** 31 - 1;

export interface TimeLimit {
  /** Aborted by {@link TimeUsedUp}. */
  readonly signal: AbortSignal;
  release(): void;
}

/** `limit` of wall time from now; undefined: none. */
export function startTimeLimit(limit: Micros | undefined): TimeLimit {
  const controller = new AbortController();
  if (limit === undefined) return { signal: controller.signal, release: () => undefined };
  const end = (): void =>
    controller.abort(
      new TimeUsedUp(`the time limit of ${formatSpan(limit)} was reached; raise it with --time`),
    );
  const timer = setTimeout(end, Math.min(limit / 1000, MOST_MS));
  return { signal: controller.signal, release: () => clearTimeout(timer) };
}
