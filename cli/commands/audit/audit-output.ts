/**
 * What the tables of audits have in common: lines, and how many runs have ended. On a terminal that is one line which is rewritten, else
 * a line every 10 s if asked for.
 */
import type { Colors } from 'picocolors/types';
import { formatElapsed } from '../../../reports/text/quantity';
import { StatusLine } from '../../shared/console';
import type { Subject } from './audit-row';

const LOG_MS = 10_000;

/** `what`: the name of the `total` pieces of work. */
export function auditOutput(total: number, what: string, plain: boolean, paint: Colors) {
  const status = new StatusLine();
  const print = (line: string): void => status.print(line);
  const lineAt = countLines(total, what, { plain, isTty: process.stdout.isTTY });
  return {
    print,
    progress: (done: number): void => {
      const line = lineAt(done);
      if (line === undefined) return;
      if (plain) print(line);
      else status.update(paint.dim(line));
    },
    interrupted: (): void => print('interrupted'),
  };
}

/** The result gives the line to show now; undefined: none is due. */
export function countLines(
  total: number,
  what: string,
  { plain, isTty, now = () => performance.now() }: { plain: boolean; isTty: boolean; now?: () => number },
): (done: number) => string | undefined {
  const began = now();
  let shownAt = began;
  return (done) => {
    const time = now();
    if (done >= total || (plain ? time - shownAt < LOG_MS : !isTty)) return undefined;
    shownAt = time;
    return `${done}/${total} ${what} done, ${formatElapsed(time - began, done, total)}`;
  };
}

/** The virtual board in a row. */
export function subjectName({ kind, defect }: Subject): string {
  return defect === undefined ? `${kind.name} (conformant)` : `${kind.name}+${defect.name}`;
}
