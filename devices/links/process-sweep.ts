/**
 * Ends every process that a program left behind, however it detached itself from its terminal.
 *
 * Descendants inherit the environment, so a mark in it is found again in `/proc/PID/environ` (Linux; elsewhere
 * nothing is found, and the process group that was hung up is all that ends).
 */
import { readdirSync, readFileSync } from 'node:fs';

/** Kills all processes, but this one, whose environment they began with has `name=value`. */
export function sweepProcesses(name: string, value: string): void {
  const variable = Buffer.from(`${name}=${value}\0`);
  for (const pid of runningProcesses())
    if (pid !== process.pid && hasInEnvironment(pid, variable)) signal(pid, 'SIGKILL');
}

/** Signals a process, or with a negative number its group. One that is gone already is no error. */
export function signal(pid: number, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended before the signal came, or belongs to somebody else by now.
  }
}

function runningProcesses(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

function hasInEnvironment(pid: number, variable: Buffer): boolean {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`);
    const at = environment.indexOf(variable);
    return at === 0 || (at > 0 && environment[at - 1] === 0);
  } catch {
    return false;
  }
}
