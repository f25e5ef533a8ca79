/** What it means that a serial port could not be opened: the cause, and what to do about it. */
import { existsSync, statSync } from 'node:fs';
import { LinkError } from './link';
import { lockHolders, portHolders, type Holder } from '../ports/port-holders';

/** Turns what `serialport` says of a failed open into a cause and a remedy. */
export function serialFault(link: string, path: string, text: string): LinkError {
  if (/virtual board/.test(text)) return new LinkError(link, 'missing', text);
  if (isBusy(text)) return heldFault(link, path);
  if (/permission|access denied/i.test(text))
    return new LinkError(
      link,
      'forbidden',
      `no permission to open ${path}: add yourself to its group (sudo usermod -aG dialout $USER, then log in again)`,
    );
  if (process.platform !== 'win32' && !existsSync(path))
    return new LinkError(
      link,
      'missing',
      `no port ${path}: is the board plugged in? (wirejig ports shows what is)`,
    );
  if (process.platform !== 'win32' && !statSync(path).isCharacterDevice()) return noPort(link, path);
  if (/inappropriate ioctl|not a typewriter/i.test(text)) return noPort(link, path);
  if (/file not found|cannot find|no such/i.test(text))
    return new LinkError(link, 'missing', `no port ${path}: is the board plugged in?`);
  return new LinkError(link, 'refused', `port ${path} could not be opened: ${withoutPrefix(text)}`);
}

function noPort(link: string, path: string): LinkError {
  return new LinkError(link, 'invalid', `${path} is no serial port: wirejig ports shows those there are`);
}

/** What `serialport` says, without how it says it. */
export function withoutPrefix(text: string): string {
  return text.replace(/^(?:Error: )+/, '');
}

/** Windows denies access to a port that another program has. */
function isBusy(text: string): boolean {
  if (process.platform === 'win32' && /access denied/i.test(text)) return true;
  return /lock|busy|temporarily unavailable/i.test(text);
}

function heldFault(link: string, path: string): LinkError {
  return new LinkError(link, 'busy', heldText(path, holdersOf(path)));
}

/** Who locked it; where that is not told, all who have it open. */
function holdersOf(path: string): readonly Holder[] {
  const locked = lockHolders(path);
  return locked.length > 0 ? locked : (portHolders([path]).get(path)?.holders ?? []);
}

/** One line. `holders`: as far as they are known. */
export function heldText(path: string, holders: readonly Holder[]): string {
  if (holders.length === 0) return `port ${path} is held by another program: close it there${remedy(path)}`;
  const names = holders.map(({ name, pid }) => `${name} (pid ${pid})`);
  return `port ${path} is held by ${names.join(', ')}: close it there`;
}

function remedy(path: string): string {
  if (process.platform === 'win32') return ' (a terminal program, an IDE’s serial monitor)';
  return process.platform === 'linux' ? ` (sudo lsof ${path} names it)` : ` (lsof ${path} names it)`;
}
