/** The progress of a run, printed no more often than it can be read. */
import type { Progress } from '../../../scenarios/record';

/** Milliseconds between two prints of the progress. On a terminal they replace each other. */
const READABLE_MS = { terminal: 100, log: 10_000 } as const;

export function throttle(show: (progress: Progress) => void, plain: boolean): (progress: Progress) => void {
  const pause = plain ? READABLE_MS.log : READABLE_MS.terminal;
  let shownAt = performance.now() - (plain ? 0 : pause);
  return (progress) => {
    const now = performance.now();
    if (now - shownAt < pause) return;
    shownAt = now;
    show(progress);
  };
}
