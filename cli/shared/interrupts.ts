/** SIGINT, SIGTERM and SIGHUP: the first ends the work in good order, the second ends the process immediately. */
import { ENDING_SIGNALS } from '../../devices/platform/signals';

export interface Interrupts {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** Restores the default effect of the signals. */
  release(): void;
}

export function catchInterrupts(onFirst: () => void): Interrupts {
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
