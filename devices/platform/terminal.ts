/** Terminals: that of this process, and the paths of pseudo-terminals. */
import { closeSync, openSync, realpathSync } from 'node:fs';

/** Linux has /dev/pts/7, macOS /dev/ttys007. Serial ports are not such: /dev/ttyS0, COM3. */
export function isTerminalName(path: string): boolean {
  return /^\/dev\/(?:pts\/\d+|ttys\d{3,4})$/.test(path);
}

/**
 * The same for the target of a symbolic link. A pseudo-terminal has no wire that paces its bytes. `realPath` throws if
 * there is no such path.
 */
export function isPseudoTerminal(path: string, realPath: (path: string) => string = realpathSync): boolean {
  try {
    return isTerminalName(realPath(path));
  } catch {
    return false;
  }
}

/** A USB serial device of the class CDC: it may be a UART's adapter, or the board itself. Linux has /dev/ttyACM0, macOS /dev/cu.usbmodem1. */
export function isUsbSerial(path: string, realPath: (path: string) => string = realpathSync): boolean {
  try {
    return /^\/dev\/(?:ttyACM\d+|(?:cu|tty)\.usbmodem.*)$/.test(realPath(path));
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
