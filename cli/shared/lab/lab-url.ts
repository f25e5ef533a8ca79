/**
 * Where the lab is: `--lab URL`, else the environment (WIREJIG_LAB), else what `wirejig lab serve` or `demo` of this user left in the
 * cache folder. A URL holds a password: on a command line every user of the machine can read it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { join } from 'node:path';
import { openLab, type LabClient } from '../../../lab/client';
import { LabError } from '../../../lab/lab-error';
import { tagValue } from '../../../lab/tags';
import { warn } from '../console';
import { makeDirectory } from '../output/folder/folder-claim';
import { replaceFile } from '../output/folder/own-files';
import { UsageError } from '../usage-error';

const VARIABLE = 'WIREJIG_LAB';

function labUrl(option: string | undefined): string {
  if (option !== undefined && option !== '') return option;
  const url = process.env[VARIABLE] ?? leftUrl();
  if (url === undefined || url === '')
    throw new UsageError(
      `which lab? give --lab URL, or set ${VARIABLE}; wirejig lab demo starts one on this machine`,
    );
  return url;
}

/** Leaves the URL for the commands of this user. The result takes it away. */
export function leaveUrl(url: string): () => void {
  makeDirectory(cacheFolder());
  replaceFile(urlFile(), `${url}\n`, 0o600);
  return () => {
    if (leftUrl() === url) rmSync(urlFile(), { force: true });
  };
}

function leftUrl(): string | undefined {
  try {
    return readFileSync(urlFile(), 'utf8').trim();
  } catch {
    return undefined;
  }
}

function urlFile(): string {
  return join(cacheFolder(), 'lab-url');
}

export function cacheFolder(): string {
  const { XDG_CACHE_HOME } = process.env;
  const base =
    XDG_CACHE_HOME === undefined || XDG_CACHE_HOME === '' ? join(homedir(), '.cache') : XDG_CACHE_HOME;
  return join(base, 'wirejig');
}

/** Opens the lab, does the work, and closes it. Rejects with {@link UsageError} for what a lab is asked in vain. */
export async function withLab<T>(
  option: string | undefined,
  offline: 'wait' | 'fail',
  work: (client: LabClient) => Promise<T>,
): Promise<T> {
  return labErrors(async () => {
    const client = await openLab(labUrl(option), { offline, log: (line) => warn(`wirejig: ${line}`) });
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  });
}

/** Does the work. Rejects with {@link UsageError} in place of {@link LabError}, and of what Redis refuses. */
export async function labErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LabError) throw new UsageError(error.message, error.exitCode);
    if (error instanceof Error && error.name === 'ReplyError')
      throw new UsageError(
        `the lab's Redis refuses a command: ${error.message.slice(0, 200)}: does another program use it?`,
        3,
      );
    throw error;
  }
}

export function hostTag(): string {
  return tagValue(hostname());
}

/** The person or build server that asks: `sam@pc2`. */
export function requesterName(): string {
  let user: string;
  try {
    user = userInfo().username;
  } catch {
    user = 'somebody';
  }
  return `${tagValue(user)}@${hostTag()}`.slice(0, 80).replaceAll('+', '-');
}
