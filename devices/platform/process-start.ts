/** The start of a process: it distinguishes a pid from an earlier process with the same pid. */
import { readFileSync } from 'node:fs';
import { PROC } from './proc-files';

/** The field of /proc/PID/stat, after the name of the program, that holds its start in clock ticks since the boot. */
const START_FIELD = 19;

/**
 * A word that no other process of this machine with this pid has. Undefined if the system does not tell (no /proc):
 * then only the pid counts.
 */
export function processStart(pid: number, proc = PROC): string | undefined {
  try {
    const boot = readFileSync(`${proc}/sys/kernel/random/boot_id`, 'utf8').trim();
    const stat = readFileSync(`${proc}/${pid}/stat`, 'utf8');
    // The name is in parentheses, and may contain parentheses and blanks.
    const ticks = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_FIELD];
    return ticks === undefined ? undefined : `${boot} ${ticks}`;
  } catch {
    return undefined;
  }
}

/** Whether there is a process with this pid, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
