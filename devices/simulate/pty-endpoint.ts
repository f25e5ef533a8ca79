/**
 * A simulated board's link on a pseudo-terminal. A helper program holds it: socat, or else python3.
 *
 * The helper ends when its standard input does. So the terminal goes away with this process.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { closeSync, constants, lstatSync, openSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { collectText, whenSpawned } from '../child-process';
import { currentSystem } from '../platform/system';
import { isTerminalName } from '../platform/terminal';
import type { Endpoint } from './simulator';

export interface PtyEndpointOptions {
  /** The path of a symbolic link to the terminal. */
  readonly path: string;
  readonly arrived: (bytes: Uint8Array) => void;
  /** The terminal went away by itself. */
  readonly ended: (reason: string) => void;
}

const PYTHON = `
import os, pty, select, sys, tty
path = sys.argv[1]
master, slave = pty.openpty()
tty.setraw(slave)
os.set_blocking(master, False)
if os.path.islink(path): os.unlink(path)
os.symlink(os.ttyname(slave), path)
try:
    while True:
        ready = select.select([0, master], [], [])[0]
        if 0 in ready:
            data = os.read(0, 65536)
            if not data: break
            try:
                os.write(master, data)
            except BlockingIOError:
                pass
        if master in ready:
            os.write(1, os.read(master, 65536))
finally:
    os.unlink(path)
`;

const HELPERS: readonly { readonly command: string; readonly words: (path: string) => string[] }[] = [
  { command: 'socat', words: (path) => ['-t', '0.02', `PTY,link=${escaped(path)},rawer`, 'STDIO'] },
  { command: 'python3', words: (path) => ['-c', PYTHON, path] },
];

const READY_MS = 5000;
/** The most bytes that wait for a host that does not read. Further bytes are lost, as on a serial line. */
const UNREAD_BYTES = 1 << 16;

/** Makes the terminal. Rejects with an Error of one line: cause and remedy. */
export async function openPtyEndpoint(options: PtyEndpointOptions): Promise<Endpoint> {
  const { path } = options;
  if (currentSystem() === 'windows')
    throw new Error('there are no pseudo-terminals on Windows: use a TCP port instead');
  if (occupied(path)) throw new Error(`${path} exists already: give another path or remove it`);
  for (const { command, words } of HELPERS) {
    // A separate group keeps the terminal's Ctrl-C from the helper.
    const helper = await whenSpawned(spawn(command, words(path), { detached: true }));
    if (helper === undefined) continue;
    await appeared(path, helper, command);
    return new PtyEndpoint(options, helper).opened();
  }
  throw new Error('no program here can make a pseudo-terminal: install socat (apt-get install socat)');
}

async function appeared(
  path: string,
  helper: ChildProcessWithoutNullStreams,
  command: string,
): Promise<void> {
  const stderr = collectText(helper.stderr, 400);
  for (let waited = 0; waited < READY_MS && helper.exitCode === null; waited += 5) {
    if (isTerminalLink(path)) return;
    await pause(5);
  }
  helper.kill('SIGKILL');
  const reason = stderr().trim().split('\n').pop() ?? '';
  throw new Error(`${command} could not make a pseudo-terminal at ${path}: ${reason}`);
}

class PtyEndpoint implements Endpoint {
  readonly url: string;
  private closed = false;
  private held = -1;

  constructor(
    private readonly options: PtyEndpointOptions,
    private readonly helper: ChildProcessWithoutNullStreams,
  ) {
    this.url = options.path;
    helper.stdout.on('data', (bytes: Buffer) => options.arrived(bytes));
    helper.stdin.on('error', () => this.gone());
    helper.on('exit', () => this.gone());
  }

  /** Holds the far side open: a terminal hangs up when its last user closes it. */
  opened(): this {
    this.held = openSync(this.url, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
    return this;
  }

  write(bytes: Uint8Array): void {
    if (!this.closed && this.helper.stdin.writableLength < UNREAD_BYTES) this.helper.stdin.write(bytes);
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    if (this.held >= 0) closeSync(this.held);
    this.helper.kill('SIGTERM');
    if (isTerminalLink(this.url)) rmSync(this.url, { force: true });
  }

  private gone(): void {
    if (this.closed) return;
    this.close();
    this.options.ended(`the pseudo-terminal ${this.url} went away`);
  }
}

function occupied(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && !isTerminalLink(path);
}

/** Whether the path is a symbolic link to a pseudo-terminal, which may have gone. */
function isTerminalLink(path: string): boolean {
  try {
    return isTerminalName(readlinkSync(path));
  } catch {
    return false;
  }
}

/** Escapes a path for an address of socat. */
function escaped(path: string): string {
  return path.replaceAll(/[\\,:!"'({[]/g, '\\$&');
}
