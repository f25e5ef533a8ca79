/** Signals, and what takes their place on Windows, which has no groups of processes. */
import { currentSystem } from './system';

/** Each ends a command. Windows sends the first and the last of them only: Ctrl-C, and the window that is closed. */
export const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Signals a process, or with a negative number its group. A process that has ended already is no error. */
export function signal(pid: number, name: 'SIGHUP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended, or the number belongs to another user's process now.
  }
}

interface Killable {
  readonly pid?: number | undefined;
  kill(name: 'SIGKILL'): unknown;
}

/** Whether a child can have a group of its own, for {@link killGroup}. */
export function hasGroups(): boolean {
  return currentSystem() !== 'windows';
}

/** Kills a child that leads a group with its group; on Windows the child alone. */
export function killGroup(child: Killable): void {
  if (child.pid === undefined || !hasGroups()) child.kill('SIGKILL');
  else signal(-child.pid, 'SIGKILL');
}
