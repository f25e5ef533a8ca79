/** Helper programs that may not be installed, and the text that they write. */
import type { ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';

/** Resolves when `child` runs; with undefined where there is no such program. Rejects with other errors of the start. */
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
