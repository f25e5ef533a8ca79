/** The programs that have a serial port open, by the descriptors under /proc that this process may read. */
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PROC, readText } from '../platform/proc-files';
import { currentSystem } from '../platform/system';

export interface Holder {
  readonly pid: number;
  /** The program's short name: untrusted text. */
  readonly name: string;
}

export interface Holders {
  /** all: all processes were visible. some: those of other users were not. none: the system gives no such list. */
  readonly seen: 'all' | 'some' | 'none';
  readonly holders: readonly Holder[];
}

/** The programs that hold each of `paths`, without this process. */
export function portHolders(paths: readonly string[], proc = PROC): ReadonlyMap<string, Holders> {
  const looked = currentSystem() === 'linux' ? openDescriptors(proc) : undefined;
  const holdersOf = (path: string): Holders => {
    if (looked === undefined) return { seen: 'none', holders: [] };
    const target = realOf(path);
    const pids = looked.open.filter(({ to }) => to === target).map(({ pid }) => pid);
    const holders = [...new Set(pids)].map((pid) => ({
      pid,
      name: readText(join(proc, String(pid), 'comm')).trim() || 'unknown',
    }));
    return { seen: looked.complete ? 'all' : 'some', holders };
  };
  return new Map(paths.map((path) => [path, holdersOf(path)]));
}

/**
 * The programs that have locked `path` by flock, as pyserial and serialport do. Empty if the system does not tell.
 *
 *     1: FLOCK  ADVISORY  WRITE 9357 00:1a:3 0 EOF       kind, pid, device and inode
 */
export function lockHolders(path: string, proc = PROC): readonly Holder[] {
  try {
    const inode = statSync(path).ino;
    const locks = readFileSync(join(proc, 'locks'), 'utf8').split('\n');
    const pids = locks.flatMap((line) => {
      const [, pid, node] = /^\d+: FLOCK +\S+ +\S+ (\d+) [\da-f]+:[\da-f]+:(\d+) /.exec(line) ?? [];
      return Number(node) === inode ? [Number(pid)] : [];
    });
    const holding = portHolders([path], proc).get(path)?.holders ?? [];
    // Another file system may have the same inode.
    return holding.filter(({ pid }) => pids.includes(pid));
  } catch {
    return [];
  }
}

interface Descriptors {
  readonly open: readonly { readonly pid: number; readonly fd: string; readonly to: string }[];
  /** Whether all processes were visible. */
  readonly complete: boolean;
}

/** The sockets of other processes, and what they have open under /dev, as far as this one may see; undefined if the system does not tell. */
export function openDescriptors(proc = PROC): Descriptors | undefined {
  const open: { pid: number; fd: string; to: string }[] = [];
  let complete = true;
  let pids: string[];
  try {
    pids = readdirSync(proc).filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  for (const pid of pids) {
    if (Number(pid) === process.pid) continue;
    const folder = join(proc, pid, 'fd');
    try {
      for (const fd of readdirSync(folder)) {
        const to = linkOf(join(folder, fd));
        if (to !== undefined && /^(?:\/dev\/|socket:)/.test(to)) open.push({ pid: Number(pid), fd, to });
      }
    } catch (error) {
      // A process that has ended holds nothing.
      if (error instanceof Error && 'code' in error && error.code === 'EACCES') complete = false;
    }
  }
  return { open, complete };
}

/** The target of a symbolic link; undefined for any other path. */
export function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** The real path; the path itself if it does not exist. */
export function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
