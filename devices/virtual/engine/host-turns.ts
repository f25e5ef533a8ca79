/**
 * Turns in which a virtual clock may step, each after all that the host had to do about the one before.
 *
 * Each turn is a callback of setImmediate: before each of them Node runs every tick and promise there is. A turn of
 * the whole event loop costs system calls besides, so turns are queued several at a time, as many as get used.
 */

const MOST = 32;

export interface HostTurns {
  /** Asks for one turn; asking again before it comes is the same. */
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
