/** For tests: the processes of this machine, by their command lines. */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export function countProcesses(text: string): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && commandLine(pid).includes(text)).length;
}

/** Whether none is left after three seconds. */
export async function isGone(text: string): Promise<boolean> {
  for (let i = 0; i < 150 && countProcesses(text) > 0; i++) await pause(20);
  return countProcesses(text) === 0;
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
