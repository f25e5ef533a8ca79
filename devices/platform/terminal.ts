/** Terminals: the one of this process, and which paths are pseudo-terminals. */
import { closeSync, openSync, realpathSync } from 'node:fs';

/** Linux has /dev/pts/7, macOS /dev/ttys007. A serial port is none: /dev/ttyS0, COM3. */
export function isTerminalName(path: string): boolean {
  return /^\/dev\/(?:pts\/\d+|ttys\d{3,4})$/.test(path);
}

/** The same of what a symbolic link leads to. A pseudo-terminal has no wire that paces its bytes. `realPath`: throws where there is no such path. */
export function isPseudoTerminal(path: string, realPath: (path: string) => string = realpathSync): boolean {
  try {
    return isTerminalName(realPath(path));
  } catch {
    return false;
  }
}

/** Whether this process still has the terminal that it was started from. Windows has no such device: false. */
export function hasTerminal(device = '/dev/tty'): boolean {
  try {
    closeSync(openSync(device, 'r'));
    return true;
  } catch {
    return false;
  }
}
