/**
 * The programs at the far end of a pseudo-terminal: those that have its master open, and those that they serve.
 *
 *     /proc/PID/fd/5 → /dev/ptmx       /proc/PID/fdinfo/5: tty-index:	7        of /dev/pts/7
 *     board ── socat ── /dev/pts/7     socat's parent or its child may be the board
 */
import { join } from 'node:path';
import { listFolder, PROC, readText } from '../platform/proc-files';
import { linkOf, openDescriptors, realOf } from './port-holders';

const MASTER = /^\/dev\/(?:pts\/)?ptmx$/;

/** The files of /proc/net that list sockets. The tenth column is the inode. */
const NETWORKS = ['tcp', 'tcp6', 'udp', 'udp6'] as const;
const INODE_COLUMN = 9;

/**
 * The pids of all programs there that handle the bytes, without this process. unknown: none is visible, or one of them
 * forwards the bytes to a network.
 */
export function ptyFarEnd(path: string, proc = PROC): readonly number[] | 'unknown' {
  const keepers = masterHolders(path, proc);
  if (keepers.length === 0 || keepers.some((pid) => onNetwork(pid, proc))) return 'unknown';
  return withFamily(keepers, proc).filter((pid) => pid !== process.pid);
}

/** The programs that have its master open; empty if none is visible. */
function masterHolders(path: string, proc = PROC): readonly number[] {
  const index = /^\/dev\/pts\/(\d+)$/.exec(realOf(path))?.[1];
  if (index === undefined) return [];
  const masters = (openDescriptors(proc)?.open ?? []).filter(({ to }) => MASTER.test(to));
  return [...new Set(masters.filter((one) => leadsTo(index, one, proc)).map(({ pid }) => pid))];
}

function leadsTo(
  index: string,
  { pid, fd }: { readonly pid: number; readonly fd: string },
  proc: string,
): boolean {
  const info = readText(join(proc, String(pid), 'fdinfo', fd));
  return /^tty-index:\s*(\d+)$/m.exec(info)?.[1] === index;
}

function onNetwork(pid: number, proc: string): boolean {
  const folder = join(proc, String(pid));
  const sockets = listFolder(join(folder, 'fd')).flatMap(
    (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(join(folder, 'fd', fd)) ?? '')?.[1] ?? [],
  );
  if (sockets.length === 0) return false;
  const rows = NETWORKS.flatMap((kind) => readText(join(folder, 'net', kind)).split('\n'));
  return rows.some((row) => sockets.includes(row.trim().split(/\s+/)[INODE_COLUMN] ?? ''));
}

/** The programs, their parents, and all their descendants. */
function withFamily(pids: readonly number[], proc: string): readonly number[] {
  const parents = new Map(
    listFolder(proc)
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), parentOf(readText(join(proc, name, 'stat')))] as const),
  );
  const family = new Set(pids);
  let grown = 0;
  while (family.size > grown) {
    grown = family.size;
    for (const [pid, parent] of parents) if (family.has(parent)) family.add(pid);
  }
  for (const pid of pids) {
    const parent = parents.get(pid) ?? 0;
    if (parent > 1) family.add(parent);
  }
  return [...family];
}

/** `7 (a name) S 3 …`: 3. The name may have any characters. */
function parentOf(stat: string): number {
  return Number(/^ \S (\d+)/.exec(stat.slice(stat.lastIndexOf(')') + 1))?.[1] ?? 0);
}
