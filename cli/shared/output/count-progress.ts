/** The progress of a known number of runs: on a terminal one line that is rewritten, else a line every 10 s if asked for. */
import { formatElapsed } from '../../../reports/text/quantity';

const LOG_MS = 10_000;

export interface CountProgress {
  /** The line to show now; undefined: none is due. */
  line(done: number): string | undefined;
}

export function countProgress(
  total: number,
  { plain, isTty, now = () => performance.now() }: { plain: boolean; isTty: boolean; now?: () => number },
): CountProgress {
  const began = now();
  let shownAt = began;
  return {
    line: (done) => {
      const time = now();
      if (done >= total || (plain ? time - shownAt < LOG_MS : !isTty)) return undefined;
      shownAt = time;
      return `${done}/${total} runs done, ${formatElapsed(time - began, done, total)}`;
    },
  };
}
