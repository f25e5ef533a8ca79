/** What ends a command early. SIGINT, SIGTERM and SIGHUP: the first ends the work in good order, the second ends the process immediately. */
import { once } from 'node:events';
import { ENDING_SIGNALS } from '../../devices/platform/signals';
import { formatSpan } from '../../reports/text/quantity';
import { TimeUsedUp } from '../../scenarios/time-limit';
import type { Micros } from '../../protocols/time';

/** What ends the work. */
interface Ending {
  readonly signal: AbortSignal;
  release(): void;
}

/** `signal`: aborted by the first one. `release` restores the default effect. */
export function catchInterrupts(onFirst: () => void = () => undefined): Ending {
  const controller = new AbortController();
  const caught = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
    onFirst();
  };
  for (const name of ENDING_SIGNALS) process.on(name, caught);
  return {
    signal: controller.signal,
    release: () => {
      for (const name of ENDING_SIGNALS) process.off(name, caught);
    },
  };
}

export async function untilInterrupted(): Promise<void> {
  const interrupts = catchInterrupts();
  await once(interrupts.signal, 'abort');
  interrupts.release();
}

/** Timers of Node take no more. */
const MOST_MS = 2 ** 31 - 1;

/** `limit` of wall time from now; undefined: none. `signal`: aborted by {@link TimeUsedUp}. */
export function startTimeLimit(limit: Micros | undefined): Ending {
  const controller = new AbortController();
  if (limit === undefined) return { signal: controller.signal, release: () => undefined };
  const end = (): void =>
    controller.abort(
      new TimeUsedUp(`the time limit of ${formatSpan(limit)} was reached; raise it with --time`),
    );
  const timer = setTimeout(end, Math.min(limit / 1000, MOST_MS));
  return { signal: controller.signal, release: () => clearTimeout(timer) };
}
