/** Peers in other languages: programs that answer a line with a line. */
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The package's root, from dist/ and from the source: the peers are not copied into dist/. */
export const ROOT =
  [resolve(__dirname, '..'), resolve(__dirname, '..', '..')].find((folder) =>
    existsSync(join(folder, 'package.json')),
  ) ?? __dirname;

/** The path of a peer's source. */
export function peerSource(name: string): string {
  return join(ROOT, 'bench', 'peers', name);
}

/** A running peer; it ends when its standard input does. */
export class PeerProcess {
  private readonly process: ChildProcessByStdio<Writable, Readable, null>;
  private readonly lines: AsyncIterator<string>;

  constructor(command: string, ...args: readonly string[]) {
    this.process = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.process.stdin.on('error', () => undefined);
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  /** The next line of its output. Rejects when it has ended. */
  async line(): Promise<string> {
    const next = await this.lines.next();
    if (next.done === true) throw new Error(`${this.process.spawnfile} ended`);
    return next.value;
  }

  async ask(line: string): Promise<string> {
    this.process.stdin.write(`${line}\n`);
    return this.line();
  }

  async end(): Promise<void> {
    const ended = new Promise((done) => this.process.once('close', done));
    this.process.stdin.end();
    if (this.process.exitCode === null) await ended;
  }
}

/** Whether a command exists and succeeds with `args`. */
export function commandWorks(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A temporary folder for compiled programs. */
export class BuildFolder {
  private readonly folder = mkdtempSync(join(tmpdir(), 'wirejig-bench-'));

  /**
   * Compiles a C peer, together with `more` of the firmware; returns the program's path. Throws the compiler's message.
   */
  compile(source: string, ...more: readonly string[]): string {
    const program = join(this.folder, source.replace(/\.c$/, ''));
    const common = join(ROOT, 'firmware', 'common');
    const sources = more.map((path) => join(ROOT, 'firmware', path));
    execFileSync('cc', ['-O2', `-I${common}`, '-o', program, peerSource(source), ...sources], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return program;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
