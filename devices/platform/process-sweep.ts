/**
 * Finds all descendants of a program, and kills them, even those that left its terminal.
 *
 * Descendants inherit the environment: a variable in it marks them in `/proc/PID/environ` (Linux; on other systems only
 * the process group of the program ends).
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFolder, PROC } from './proc-files';
import { signal } from './signals';

const VARIABLE = 'WIREJIG_PROGRAM';

/** The environment of this process with a new mark. */
export function markedEnvironment(): { readonly id: string; readonly env: NodeJS.ProcessEnv } {
  const id = `${process.pid}-${randomUUID()}`;
  return { id, env: { ...process.env, [VARIABLE]: id } };
}

/** Kills all other processes that started with the mark `id` in their environment. Without /proc it kills none. */
export function sweepProcesses(id: string, proc = PROC): void {
  for (const pid of markedProcesses(id, proc)) signal(pid, 'SIGKILL');
}

/** All other processes that started with the mark `id`. Without /proc: none. */
export function markedProcesses(id: string, proc = PROC): readonly number[] {
  const variable = Buffer.from(`${VARIABLE}=${id}\0`);
  return listFolder(proc)
    .filter((name) => /^\d+$/.test(name) && hasInEnvironment(join(proc, name), variable))
    .map(Number)
    .filter((pid) => pid !== process.pid);
}

function hasInEnvironment(folder: string, variable: Buffer): boolean {
  try {
    const environment = readFileSync(join(folder, 'environ'));
    const at = environment.indexOf(variable);
    return at === 0 || (at > 0 && environment[at - 1] === 0);
  } catch {
    return false;
  }
}
