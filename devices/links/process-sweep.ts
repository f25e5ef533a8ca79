/**
 * Kills all descendants of a program, also those that left its terminal.
 *
 * Descendants inherit the environment: a variable in it marks them in `/proc/PID/environ` (Linux; on other systems only the
 * process group of the program ends).
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const VARIABLE = 'WIREJIG_PROGRAM';

/** The environment of this process with a new mark. */
export function markedEnvironment(): { readonly id: string; readonly env: NodeJS.ProcessEnv } {
  const id = `${process.pid}-${randomUUID()}`;
  return { id, env: { ...process.env, [VARIABLE]: id } };
}

/** Kills all processes, but this one, that started with the mark `id` in their environment. */
export function sweepProcesses(id: string): void {
  const variable = Buffer.from(`${VARIABLE}=${id}\0`);
  for (const pid of runningProcesses())
    if (pid !== process.pid && hasInEnvironment(pid, variable)) signal(pid, 'SIGKILL');
}

/** Signals a process, or with a negative number its group. A process that has ended already is no error. */
export function signal(pid: number, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended, or the number belongs to another user's process now.
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
