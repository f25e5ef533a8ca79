/**
 * Who holds the far end of a pseudo-terminal: the programs that have its master open.
 *
 *     /proc/PID/fd/5 → /dev/ptmx       /proc/PID/fdinfo/5: tty-index:	7        of /dev/pts/7
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDescriptors, realOf } from './port-holders';

const MASTER = /^\/dev\/(?:pts\/)?ptmx$/;

/** Their pids; none where nobody may be seen. This process is none of them. */
export function ptyKeepers(path: string, proc = '/proc'): readonly number[] {
  const index = indexOf(path);
  if (index === undefined) return [];
  const masters = (openDescriptors(proc)?.open ?? []).filter(({ to }) => MASTER.test(to));
  return [...new Set(masters.filter((one) => leadsTo(index, one, proc)).map(({ pid }) => pid))];
}

function indexOf(path: string): string | undefined {
  return /^\/dev\/pts\/(\d+)$/.exec(realOf(path))?.[1];
}

function leadsTo(
  index: string,
  { pid, fd }: { readonly pid: number; readonly fd: string },
  proc: string,
): boolean {
  try {
    const info = readFileSync(join(proc, String(pid), 'fdinfo', fd), 'latin1');
    return /^tty-index:\s*(\d+)$/m.exec(info)?.[1] === index;
  } catch {
    return false;
  }
}
