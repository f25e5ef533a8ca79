/**
 * Before anything is written into `--out`: the folder is no link, holds nothing that is not wirejig's, and no other process writes there.
 */
import { mkdirSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { RUN_REPORTS } from '../../../../reports/run-reports';
import { errorCode, UsageError } from '../../usage-error';
import { LOCK, lockFolder } from './folder-lock';
import { headOf, isLink } from './own-files';

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
