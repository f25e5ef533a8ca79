/**
 * The programs of this machine at the far end of a link.
 *
 *     /proc/PID/fd/5 → /dev/ptmx       /proc/PID/fdinfo/5: tty-index:	7        of /dev/pts/7
 *     board ── socat ── /dev/pts/7     socat's parent or its child may be the board
 *     /proc/PID/fd/9 → socket:[421]    /proc/PID/net/tcp: port, state, inode 421
 *     board ── /dev/pts/7 ── ser2net ── port 3000
 */
import { join } from 'node:path';
import { listFolder, PROC, readText } from '../platform/proc-files';
import { linkOf, openDescriptors, realOf } from './port-holders';

const MASTER = /^\/dev\/(?:pts\/)?ptmx$/;

/** The files of /proc/net that list sockets, and their columns. */
const NETWORKS = ['tcp', 'tcp6', 'udp', 'udp6'] as const;
const COLUMN = { local: 1, state: 3, inode: 9 } as const;
const STATE = { established: '01', open: '07', listening: '0A' } as const;

const INIT = 1;
const PTY = /^\/dev\/pts\/\d+$/;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
/** Its standard input and output may be a terminal that is no board. */
const STANDARD_FDS = ['0', '1', '2'];

/**
 * The pids of all programs there that handle the bytes, without this process. unknown: none is visible, or one of them
 * forwards the bytes to a network.
 */
export function ptyFarEnd(path: string, proc = PROC): readonly number[] | 'unknown' {
  const keepers = masterHolders(path, proc);
  if (keepers.length === 0 || keepers.some((pid) => socketsOf(pid, proc).length > 0)) return 'unknown';
  return withFamily(keepers, proc).filter((pid) => pid !== process.pid);
}

/**
 * The same of the program that listens on `port`, and of what its pseudo-terminals lead to. unknown: it is on another
 * machine, or has connections of its own, by which it may forward the bytes. A terminal server opens its port only when
 * somebody has connected. All programs of the machine are searched once for each listener.
 */
export function socketFarEnd(
  { remoteAddress = '', localAddress }: Peer,
  port: number,
  proc = PROC,
): readonly number[] | 'unknown' {
  const isHere = LOOPBACK.test(remoteAddress) || remoteAddress === localAddress;
  const sockets = isHere ? listeningSockets(port, proc) : [];
  if (sockets.length === 0) return 'unknown';
  const key = sockets.join(' ');
  const before = servers.get(key);
  const pids = before?.pids ?? holdersOf(sockets, proc);
  const ptys = pids.flatMap((pid) => ptysOf(pid, proc));
  if (before !== undefined && String(before.ptys) === String(ptys)) return before.farEnd;
  const farEnd = programsBehind(pids, ptys, proc);
  if (servers.size > MOST_SERVERS) servers.clear();
  servers.set(key, { pids, ptys, farEnd });
  return farEnd;
}

/** A program that listens, with what it led to when it was last searched. */
interface Server {
  readonly pids: readonly number[];
  readonly ptys: readonly string[];
  readonly farEnd: readonly number[] | 'unknown';
}

/** By their sockets. */
const servers = new Map<string, Server>();
const MOST_SERVERS = 64;

function programsBehind(
  pids: readonly number[],
  ptys: readonly string[],
  proc: string,
): readonly number[] | 'unknown' {
  const keepers = [...new Set([...pids, ...ptys.flatMap((path) => masterHolders(path, proc))])];
  const isLost = (pid: number): boolean => pid === INIT || forwards(socketsOf(pid, proc));
  if (keepers.length === 0 || keepers.some(isLost)) return 'unknown';
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

/** The pseudo-terminals that it uses as ports. */
function ptysOf(pid: number, proc: string): readonly string[] {
  const folder = join(proc, String(pid), 'fd');
  const targets = listFolder(folder)
    .filter((fd) => !STANDARD_FDS.includes(fd))
    .map((fd) => linkOf(join(folder, fd)) ?? '');
  return targets.filter((to) => PTY.test(to));
}

interface InetSocket {
  readonly port: number;
  readonly state: string;
  readonly inode: string;
}

/** The end of a connection that is not this process. */
export interface Peer {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
}

/** As descriptors show them: `socket:[421]`. */
function listeningSockets(port: number, proc: string): readonly string[] {
  const listening: readonly string[] = [STATE.listening, STATE.open];
  return inetRows(proc).flatMap((row) =>
    row.port === port && listening.includes(row.state) ? [`socket:[${row.inode}]`] : [],
  );
}

function holdersOf(sockets: readonly string[], proc: string): readonly number[] {
  const holding = (openDescriptors(proc)?.open ?? []).filter(({ to }) => sockets.includes(to));
  return [...new Set(holding.map(({ pid }) => pid))];
}

/** Whether one of its sockets is connected, and not to a port that it listens on. */
function forwards(sockets: readonly InetSocket[]): boolean {
  const own = sockets.filter(({ state }) => state !== STATE.established).map(({ port }) => port);
  return sockets.some(({ state, port }) => state === STATE.established && !own.includes(port));
}

/** Its TCP and UDP sockets. */
function socketsOf(pid: number, proc: string): readonly InetSocket[] {
  const folder = join(proc, String(pid));
  const targets = listFolder(join(folder, 'fd')).map((fd) => linkOf(join(folder, 'fd', fd)) ?? '');
  const inodes = targets.flatMap((to) => /^socket:\[(\d+)\]$/.exec(to)?.[1] ?? []);
  return inodes.length === 0 ? [] : inetRows(folder).filter(({ inode }) => inodes.includes(inode));
}

/** All sockets of the network that a process sees. */
function inetRows(folder: string): readonly InetSocket[] {
  const lines = NETWORKS.flatMap((kind) => readText(join(folder, 'net', kind)).split('\n'));
  return lines.flatMap((line) => {
    const columns = line.trim().split(/\s+/);
    const port = /:([\dA-F]{4})$/.exec(columns[COLUMN.local] ?? '')?.[1];
    const [state, inode] = [columns[COLUMN.state], columns[COLUMN.inode]];
    if (port === undefined || state === undefined || inode === undefined) return [];
    return { port: Number.parseInt(port, 16), state, inode };
  });
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
