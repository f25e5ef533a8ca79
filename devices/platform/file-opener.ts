/** Opens a file as the desktop of this system does: a page in the browser. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { currentSystem } from './system';

/** What does not fail in this time has opened it. It may go on as long as the browser does. */
const FAILS_WITHIN_MS = 1000;
const OPENERS = { linux: 'xdg-open', macos: 'open', windows: 'explorer', other: 'xdg-open' } as const;

/** Resolves with why it could not be opened; undefined: it was. */
export async function openFile(path: string): Promise<string | undefined> {
  const system = currentSystem();
  const opener = OPENERS[system];
  const child = spawn(opener, [path], { detached: true, stdio: 'ignore' });
  child.unref();
  try {
    const ended: unknown[] = await Promise.race([once(child, 'exit'), delay(FAILS_WITHIN_MS, [0])]);
    // Explorer ends with 1 also where it opened the file.
    return ended[0] === 0 || system === 'windows'
      ? undefined
      : `${opener} ended with exit code ${String(ended[0])}`;
  } catch {
    return `there is no ${opener}`;
  }
}
