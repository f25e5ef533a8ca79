/** How long processes have waited for a processor that others had: what a busy host takes from an emulated board. */
import { readdirSync, readFileSync } from 'node:fs';
import { micros, type Micros } from '../../protocols/time';

/** Over all threads of these processes since they began; 0 where the system does not count it (it does on Linux). */
export function runDelay(processes: readonly number[]): Micros {
  return micros(processes.reduce((sum, pid) => sum + waited(`/proc/${pid}/task`), 0));
}

function waited(tasks: string): number {
  try {
    return readdirSync(tasks).reduce((sum, task) => sum + delayOf(`${tasks}/${task}/schedstat`), 0);
  } catch {
    return 0;
  }
}

/** `run wait count`: nanoseconds on a processor, nanoseconds waiting for one, times. */
function delayOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[1] ?? 0) / 1000;
  } catch {
    // A thread that has ended.
    return 0;
  }
}
