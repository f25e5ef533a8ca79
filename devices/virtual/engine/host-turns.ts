/**
 * Turns in which a virtual clock may step. The host has handled everything of the turn before.
 *
 * Each turn is a callback of setImmediate, before which Node runs all pending ticks and promises. A turn of the whole
 * event loop costs system calls, so several turns are queued at a time, as many as are used.
 */

const MOST = 32;

export interface HostTurns {
  /** Asks for one turn. Asking again before it comes has no effect. */
  ask(): void;
}

export function hostTurns(take: () => void): HostTurns {
  let asked = false;
  let queued = 0;
  let batch = 1;
  let used = 0;

  const queue = (): void => {
    queued = batch;
    used = 0;
    for (let i = 0; i < batch; i++) setImmediate(turn);
  };
  const turn = (): void => {
    queued--;
    if (asked) {
      asked = false;
      used++;
      take();
    }
    if (queued > 0) return;
    batch = used === batch ? Math.min(MOST, 2 * batch) : Math.max(1, used);
    if (asked) queue();
  };
  return {
    ask: () => {
      asked = true;
      if (queued === 0) queue();
    },
  };
}
