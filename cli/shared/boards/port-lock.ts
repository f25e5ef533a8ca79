/**
 * One user of a serial port, or of a board's address in the network, on this machine: a run, a campaign, or the lab's worker for as long as its run goes on. The lab's lease
 * says the same to other machines; this lock says it to whoever works here without the lab.
 */
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownedBy, parseLinkUrl } from '../../../devices/links/link-target';
import { lockHolder, takeLock } from '../output/folder-claim';
import { errorCode, UsageError, UNREACHED } from '../usage-error';

/**
 * Locks the ports and addresses among these URLs until the result is called, or this process ends. Throws {@link UsageError}, exit code 3,
 * where another process has one. A worker of the lab has those of the run that it started.
 */
export function lockPorts(urls: readonly string[]): () => void {
  const releases: (() => void)[] = [];
  const release = (): void => {
    for (const one of releases.splice(0)) one();
  };
  try {
    for (const port of portsOf(urls)) releases.push(lockPort(port));
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Who uses one of the ports on this machine; undefined: nobody who says so. */
export function portUser(urls: readonly string[]): string | undefined {
  for (const port of portsOf(urls)) {
    const holder = lockHolder(lockPath(port));
    if (holder !== undefined && holder.pid !== process.pid) return holder.text;
  }
  return undefined;
}

function lockPort(port: string): () => void {
  const path = lockPath(port);
  if (isOfParent(lockHolder(path)?.pid)) return () => undefined;
  try {
    return takeLock(
      path,
      (who) =>
        new UsageError(
          `${port} is in use by ${who}: wait for its end (wirejig lab hold keeps a board from the lab)`,
          UNREACHED,
        ),
    );
  } catch (error) {
    // The lock of another user's process that is gone cannot be removed. The port itself refuses a second user.
    if (['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(errorCode(error) ?? '')) return () => undefined;
    throw error;
  }
}

/** The process that started this one, and talks to it: a worker of the lab. */
function isOfParent(pid: number | undefined): boolean {
  return pid !== undefined && pid === process.ppid && process.send !== undefined;
}

function portsOf(urls: readonly string[]): readonly string[] {
  const ports = urls.flatMap((url) => {
    try {
      return ownedBy(parseLinkUrl('it', url)) ?? [];
    } catch {
      // What is no URL, or not plugged in, is told by who opens it.
      return [];
    }
  });
  return [...new Set(ports)];
}

/** All users of a machine share them. */
function lockPath(port: string): string {
  const folder = join(tmpdir(), 'wirejig-ports');
  try {
    mkdirSync(folder);
    chmodSync(folder, 0o1777);
  } catch (error) {
    if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(errorCode(error) ?? '')) throw error;
  }
  return join(folder, `${createHash('sha256').update(port).digest('hex').slice(0, 32)}.lock`);
}
