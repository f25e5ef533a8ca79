/** For tests: a pseudo-terminal that a socat process holds, and the pipes of that process as the far end of a link. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { ByteQueue } from './byte-queue';
import type { FarEnd } from './link-laws';

export interface SocatTerminal {
  /** The path of the pseudo-terminal. */
  readonly path: string;
  /** Removed by the far end's `close`. */
  readonly folder: string;
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  readonly far: FarEnd;
}

export async function socatTerminal(): Promise<SocatTerminal> {
  const folder = mkdtempSync(join(tmpdir(), 'wirejig-pty-'));
  const path = join(folder, 'tty');
  const child = spawn('socat', [`pty,rawer,link=${path}`, '-'], { stdio: ['pipe', 'pipe', 'ignore'] });
  for (let i = 0; !existsSync(path); i++) {
    if (i > 200) throw new Error('socat made no pseudo-terminal within 2 s');
    await pause(10);
  }
  const queue = new ByteQueue();
  child.stdout.on('data', (bytes: Buffer) => queue.push(bytes));
  child.stdin.on('error', () => undefined);
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const far: FarEnd = {
    write: (bytes) => new Promise((resolve) => child.stdin.write(bytes, () => resolve())),
    read: (count) => queue.take(count),
    cut: async () => {
      await pause(100);
      await kill();
    },
    close: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
  return { path, folder, child, far };
}
