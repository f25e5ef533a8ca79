/** Signals, and their replacement on Windows, which has no process groups. */
import { currentSystem } from './system';

/** Each of them ends a command. Windows sends only the first and the last: Ctrl-C, and a closed window. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals a process, or its group by a negative number. A process that has ended already is no error. */
export function signal(pid: number, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended, or another user's process has the number now.
  }
}

interface Killable {
  readonly pid?: number | undefined;
  kill(name: 'SIGKILL'): unknown;
}

/** Whether a child can have its own group, for {@link killGroup}. */
export function hasGroups(): boolean {
  return currentSystem() !== 'windows';
}

/** Kills a child with its group; on Windows only the child. */
export function killGroup(child: Killable): void {
  if (child.pid === undefined || !hasGroups()) child.kill('SIGKILL');
  else signal(-child.pid, 'SIGKILL');
}
