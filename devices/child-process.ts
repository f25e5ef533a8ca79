/** Helper programs that may not be installed, and the text that they write. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { ENDING_SIGNALS } from './platform/signals';

/** Resolves when `child` runs; with undefined if there is no such program. Rejects with other errors of the start. */
export function whenSpawned<T extends ChildProcess>(child: T): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    );
  });
}

/** Returns a function that gives the text of `stream` so far. Text after about `limit` characters is dropped. */
export function collectText(stream: Readable, limit: number): () => string {
  let text = '';
  stream.on('data', (bytes: Buffer) => {
    if (text.length < limit) text += bytes.toString('utf8');
  });
  return () => text;
}

const INTERRUPTED = 130;
const cleanups = new Set<() => void>();

/**
 * Calls `cleanUp`, which must be synchronous, when this process exits, or when a signal without other listeners ends
 * it. Returns the function that cancels this.
 */
export function callAtProcessEnd(cleanUp: () => void): () => void {
  if (cleanups.size === 0) {
    process.on('exit', cleanUpAll);
    for (const name of ENDING_SIGNALS) process.on(name, exitUnlessCaught);
  }
  cleanups.add(cleanUp);
  return () => {
    if (!cleanups.delete(cleanUp) || cleanups.size > 0) return;
    process.off('exit', cleanUpAll);
    for (const name of ENDING_SIGNALS) process.off(name, exitUnlessCaught);
  };
}

function cleanUpAll(): void {
  for (const cleanUp of cleanups) cleanUp();
}

/** Other listeners end their own work. */
function exitUnlessCaught(name: NodeJS.Signals): void {
  if (process.listenerCount(name) === 1) process.exit(INTERRUPTED);
}
