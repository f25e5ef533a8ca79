/**
 * One writer a folder: `wirejig.lock` in it names the process that writes there. A file of the same kind stands for each serial port.
 *
 *     {"pid":4711,"host":"bench-3","start":"…","command":"wirejig run oven"}
 *
 * The lock of a process that is gone (killed, or before a restart of the machine) is taken over.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode, UsageError } from '../../usage-error';
import { isAlive, processStart } from '../../../../devices/platform/process-start';

export const LOCK = 'wirejig.lock';

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly start?: string;
  readonly command: string;
}

/** Takes the lock of a folder. The result releases it; so does the end of this process. Throws {@link UsageError} where another holds it. */
export function lockFolder(directory: string): () => void {
  const path = join(directory, LOCK);
  return takeLock(
    path,
    (who) =>
      new UsageError(
        `${directory} is in use by ${who}: wait for its end, or give another --out DIR; remove ${path} if nothing writes there`,
      ),
  );
}

/** The same for any file. `inUse`: the error where another process, of which it is told, holds it. */
export function takeLock(path: string, inUse: (who: string) => UsageError): () => void {
  if (!tryLock(path)) {
    takeOver(path, inUse);
    if (!tryLock(path)) throw inUse(describe(readFileSync(path, 'utf8')));
  }
  const release = (): void => {
    process.off('exit', release);
    try {
      rmSync(path, { force: true });
    } catch {
      // Where it stays, it is that of a process that is gone.
    }
  };
  process.once('exit', release);
  return release;
}

/** The process that holds a lock; undefined where none does, or it is gone. */
export function lockHolder(path: string): { readonly pid?: number; readonly text: string } | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  if (isStale(text)) return undefined;
  const pid = holderOf(text)?.pid;
  return { ...(pid === undefined ? {} : { pid }), text: describe(text) };
}

function tryLock(path: string): boolean {
  const { pid } = process;
  const start = processStart(pid);
  const command = ['wirejig', ...process.argv.slice(2, 4)].join(' ');
  const holder: Holder = { pid, host: hostname(), ...(start === undefined ? {} : { start }), command };
  try {
    // Made whole or not at all: a link in its place is not followed.
    writeFileSync(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that is gone. Throws for any other. */
function takeOver(path: string, inUse: (who: string) => UsageError): void {
  const text = readFileSync(path, 'utf8');
  if (!isStale(text)) throw inUse(describe(text));
  // Of several that see the same stale lock one moves it away.
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    throw inUse(describe(text));
  }
  const moved = readFileSync(aside, 'utf8');
  if (moved === text) return rmSync(aside);
  renameSync(aside, path);
  throw inUse(describe(moved));
}

function isStale(text: string): boolean {
  const holder = holderOf(text);
  // A process of another machine cannot be asked.
  if (holder === undefined || holder.host !== hostname()) return false;
  if (!isAlive(holder.pid)) return true;
  const start = processStart(holder.pid);
  return start !== undefined && holder.start !== undefined && start !== holder.start;
}

function holderOf(text: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isHolder(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** By hand: every run takes a lock, and zod takes longer to load than all else that it needs. */
function isHolder(read: unknown): read is Holder {
  if (typeof read !== 'object' || read === null) return false;
  const { pid, host, start = '', command }: Partial<Record<keyof Holder, unknown>> = read;
  const isPid = typeof pid === 'number' && Number.isSafeInteger(pid) && pid >= 1;
  return isPid && [host, start, command].every((text) => typeof text === 'string');
}

function describe(text: string): string {
  const holder = holderOf(text);
  return holder === undefined ? 'something' : `${holder.command} (process ${holder.pid} on ${holder.host})`;
}
