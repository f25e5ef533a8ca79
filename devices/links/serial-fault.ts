/** Why a serial port could not be opened, and the remedy. */
import { existsSync, statSync } from 'node:fs';
import { LinkError, type LinkFault } from './link';
import { currentSystem } from '../platform/system';
import { lockHolders, portHolders, type Holder } from '../ports/port-holders';

/** Turns the message of `serialport` for a failed open into a cause and a remedy. */
export function serialFault(link: string, path: string, text: string): LinkError {
  const fault = (kind: LinkFault, message: string): LinkError => new LinkError(link, kind, message);
  const noPort = (): LinkError =>
    fault('invalid', `${path} is no serial port: wirejig ports lists the ports`);
  if (/virtual board/.test(text)) return fault('missing', text);
  if (isBusy(text)) return fault('busy', heldText(path, holdersOf(path)));
  if (/permission|access denied/i.test(text))
    return fault(
      'forbidden',
      `no permission to open ${path}: add yourself to its group (sudo usermod -aG dialout $USER, then log in again)`,
    );
  if (currentSystem() !== 'windows') {
    if (!existsSync(path))
      return fault('missing', `no port ${path}: is the board plugged in? (wirejig ports shows what is)`);
    if (!statSync(path).isCharacterDevice()) return noPort();
  }
  if (/inappropriate ioctl|not a typewriter/i.test(text)) return noPort();
  if (/file not found|cannot find|no such/i.test(text))
    return fault('missing', `no port ${path}: is the board plugged in?`);
  return fault('refused', `port ${path} could not be opened: ${withoutPrefix(text)}`);
}

/** A message of `serialport` without its prefix. */
export function withoutPrefix(text: string): string {
  return text.replace(/^(?:Error: )+/, '');
}

/** Windows denies access to a port that another program has open. */
function isBusy(text: string): boolean {
  if (currentSystem() === 'windows' && /access denied/i.test(text)) return true;
  return /lock|busy|temporarily unavailable/i.test(text);
}

/** The programs that locked the port; if the system does not tell, all that have it open. */
function holdersOf(path: string): readonly Holder[] {
  const locked = lockHolders(path);
  return locked.length > 0 ? locked : (portHolders([path]).get(path)?.holders ?? []);
}

/** One line. `holders`: the known programs. */
export function heldText(path: string, holders: readonly Holder[]): string {
  if (holders.length === 0) return `port ${path} is in use by another program: close it there${remedy(path)}`;
  const names = holders.map(({ name, pid }) => `${name} (pid ${pid})`);
  return `port ${path} is in use by ${names.join(', ')}: close it there`;
}

function remedy(path: string): string {
  if (currentSystem() === 'windows') return ' (a terminal program, an IDE’s serial monitor)';
  return currentSystem() === 'linux' ? ` (sudo lsof ${path} names it)` : ` (lsof ${path} names it)`;
}
