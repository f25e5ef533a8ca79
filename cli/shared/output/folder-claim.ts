/**
 * Before anything is written into `--out`: the folder is no link, holds nothing that is not wirejig's, and no other process writes there.
 */
import {
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RUN_REPORTS } from '../../../reports/run-reports';
import { errorCode, UsageError } from '../usage-error';
import { headOf, isLink } from './own-files';
import { hostname } from 'node:os';
import { isAlive, processStart } from '../../../devices/platform/process-start';

export const LOCK = 'wirejig.lock';
export const JOURNAL = 'journal.jsonl';
export const TRACE = 'trace.pcapng';
export const CHECKPOINT = 'campaign.json';
export const FINDINGS = 'findings';

/** Files of a run. Those of an earlier run are removed: they would not belong to this one. */
export const RUN_FILES = [JOURNAL, ...Object.keys(RUN_REPORTS), TRACE, 'crash.txt'];
const OURS = [...RUN_FILES, CHECKPOINT, FINDINGS, LOCK];
const FINDING = /^[a-z0-9-]+\.(?:json|c|py)(?:\.new)?$/;
/** What file managers and version control leave in any folder. */
const NOBODYS: readonly string[] = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '.gitignore', '.gitkeep'];
/** Each of our files says so near its beginning. */
const HEAD_BYTES = 4096;
const LISTED = 3;

/**
 * Makes the folder and takes its lock; the result releases it. `beside`: files of others may lie there, unless they have the names
 * of ours. Throws {@link UsageError} where the folder is no place for ours, and what node:fs throws.
 */
export function claimFolder(directory: string, { beside = false } = {}): () => void {
  if (isLink(resolve(directory)))
    throw new UsageError(
      `${directory} is a link: give the folder itself with --out, ${readlinkSync(resolve(directory))}`,
    );
  makeDirectory(directory);
  const names = readdirSync(directory);
  const theirs = names.filter((name) => !isOurs(directory, name));
  const taken = names.some((name) => OURS.includes(name));
  if (theirs.length > 0 && (!beside || theirs.some((name) => OURS.includes(name)))) {
    const list = `${theirs.slice(0, LISTED).join(', ')}${theirs.length > LISTED ? ', …' : ''}`;
    throw new UsageError(
      `${directory} holds what is not wirejig's (${list}): give an empty folder${taken ? ', or that of an earlier run,' : ''} with --out DIR`,
    );
  }
  return lockFolder(directory);
}

function isOurs(directory: string, name: string): boolean {
  const path = join(directory, name);
  if (NOBODYS.includes(name) || name.startsWith(`${LOCK}.`)) return true;
  const plain = name.replace(/\.new$/, '');
  if (!OURS.includes(plain) || isLink(path)) return false;
  const entry = statSync(path);
  if (plain === FINDINGS)
    return (
      entry.isDirectory() && readdirSync(path).every((one) => FINDING.test(one) && !isLink(join(path, one)))
    );
  if (!entry.isFile()) return false;
  const head = headOf(path, HEAD_BYTES);
  if (head === '' || plain === 'crash.txt' || plain === LOCK) return true;
  return plain === JOURNAL ? head.startsWith('{"type":"') : head.includes('wirejig');
}

export function removeRunFiles(directory: string): void {
  for (const file of [...RUN_FILES, CHECKPOINT, FINDINGS])
    rmSync(join(directory, file), { recursive: true, force: true });
}

/** Makes the directories one by one: mkdir of node with `recursive` never returns where a parent is no directory. */
export function makeDirectory(path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Two runs may make the parent that they share at the same time.
    if (errorCode(error) !== 'EEXIST' || !statSync(path).isDirectory()) throw error;
  }
}

interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly start?: string;
  readonly command: string;
}

/**
 * One writer a folder: `wirejig.lock` in it names the process that writes there. A file of the same kind stands for each serial port.
 *
 *     {"pid":4711,"host":"bench-3","start":"…","command":"wirejig run oven"}
 *
 * The lock of a process that is gone (killed, or before a restart of the machine) is taken over.
 *
 * Takes the lock of a folder. The result releases it; so does the end of this process. Throws {@link UsageError} where another holds it.
 */
function lockFolder(directory: string): () => void {
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
