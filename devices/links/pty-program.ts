/**
 * A local program on its own pseudo-terminal. A helper holds it: util-linux `script`, or else socat.
 *
 *     this process ──pipes── script ──pseudo-terminal── sh ── COMMAND
 *            └────────────── a socket: pid, end ─────────┘
 *
 * The shell reports how the program ended, and kills its process group when the socket closes. So the program ends with
 * this process.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { callAtProcessEnd, collectText, whenSpawned } from '../child-process';
import { markedEnvironment, markedProcesses, sweepProcesses } from '../platform/process-sweep';
import { signal } from '../platform/signals';
import { currentSystem } from '../platform/system';

/** The size of the terminal, and of the screens in reports. */
export const TERMINAL_SIZE = { rows: 40, columns: 132 } as const;

export interface PtyProgram {
  readonly input: Writable;
  readonly output: Readable;
  /** How the program ended, in words: `exit code 3`. Resolves when all of its output was read. */
  readonly ended: Promise<string>;
  /** Its processes and its helper's now; none where the system does not tell. */
  processes(): readonly number[];
  /** Hangs up, then kills the program and everything that it started. Idempotent. */
  kill(): Promise<void>;
}

const START_MS = 10_000;
const HANG_UP_MS = 200;
/**
 * The shell that starts the program. stty sets the terminal as an interactive shell would, or for bytes. The exit status of the shell is
 * always 0: after any other status socat drops the last output of the program.
 */
const SHELL = `
command=$WIREJIG_COMMAND
mode=$WIREJIG_TERMINAL
unset WIREJIG_COMMAND WIREJIG_SHELL WIREJIG_TERMINAL
stty $mode rows ${TERMINAL_SIZE.rows} cols ${TERMINAL_SIZE.columns} 2>/dev/null
printf 'pid %s\\n' "$$" >&3
(read -r nothing <&3; kill -9 0) </dev/null >/dev/null 2>&1 &
watch=$!
trap : INT QUIT HUP TERM TSTP
exec 5>&2 2>/dev/null
sh -c "$command" 3<&- 2>&5 5>&-
status=$?
kill -9 "$watch"
printf 'end %s\\n' "$status" >&3
exit 0
`;
const RUN_SHELL = 'exec sh -c "$WIREJIG_SHELL"';

interface Helper {
  readonly command: string;
  readonly words: readonly string[];
  /** A word in the output of `--version`, because other programs have the same name. */
  readonly version?: string;
}

const HELPERS: readonly Helper[] = [
  { command: 'script', words: ['-qfec', RUN_SHELL, '/dev/null'], version: 'util-linux' },
  { command: 'socat', words: ['-', `SYSTEM:${RUN_SHELL.replaceAll('"', '\\"')},pty,setsid,ctty,stderr`] },
];

/** Starts a command of the shell; `isRaw`: its terminal passes bytes as they are. Rejects with an Error of one line: cause and remedy. */
export async function startPtyProgram(command: string, isRaw = false): Promise<PtyProgram> {
  if (currentSystem() === 'windows')
    throw new Error('there are no pseudo-terminals on Windows: let the program listen on a TCP port');
  const { id, env: marked } = markedEnvironment();
  const env = {
    ...marked,
    WIREJIG_COMMAND: command,
    WIREJIG_SHELL: SHELL,
    WIREJIG_TERMINAL: isRaw ? 'raw -echo' : 'sane',
  };
  for (const helper of HELPERS) {
    if (helper.version !== undefined && !(await hasVersion(helper.command, helper.version))) continue;
    const child = await spawnHelper(helper, env);
    if (child !== undefined) return new Program(child, id).ready();
  }
  throw new Error(
    'no program here can make a pseudo-terminal: install socat (apt-get install socat) or util-linux’s script',
  );
}

function hasVersion(command: string, version: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(command, ['--version'], { timeout: START_MS }, (error, stdout) =>
      resolve(error === null && stdout.includes(version)),
    );
  });
}

/** A separate session keeps the user's Ctrl-C from the helper. */
function spawnHelper({ command, words }: Helper, env: NodeJS.ProcessEnv): Promise<ChildProcess | undefined> {
  return whenSpawned(spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe', 'pipe'], detached: true, env }));
}

class Program implements PtyProgram {
  readonly input: Writable;
  readonly output: Readable;
  readonly ended: Promise<string>;
  private readonly exited: Promise<void>;
  private status = '';
  private readonly stderr: () => string;
  private killed: Promise<void> | undefined;
  private onStatus = (): void => undefined;

  constructor(
    private readonly child: ChildProcess,
    private readonly id: string,
  ) {
    const { stdin, stdout, stderr } = child;
    const [, , , statusPipe] = child.stdio;
    if (
      stdin === null ||
      stdout === null ||
      stderr === null ||
      statusPipe === null ||
      statusPipe === undefined
    )
      throw new Error('the helper was started without pipes');
    this.input = stdin;
    this.output = stdout;
    // A helper that has ended no longer reads.
    stdin.on('error', () => undefined);
    statusPipe.on('error', () => undefined);
    this.stderr = collectText(stderr, 400);
    statusPipe.on('data', (bytes: Buffer) => {
      if (this.status.length < 100) this.status += bytes.toString('utf8');
      this.onStatus();
    });
    const takeBack = callAtProcessEnd(() => this.killAll());
    this.exited = new Promise((resolve) => {
      child.once('exit', () => {
        resolve();
        takeBack();
        // Processes that are left may hold the pipes open.
        sweepProcesses(id);
      });
    });
    this.ended = new Promise((resolve) => {
      child.once('close', () => resolve(this.endText()));
    });
  }

  /** Resolves when the shell has started. */
  async ready(): Promise<this> {
    const begun = new Promise<boolean>((resolve) => {
      this.onStatus = () => void (this.status.includes('\n') && resolve(true));
      void this.exited.then(() => resolve(this.status !== ''));
      setTimeout(() => resolve(false), START_MS).unref();
    });
    if (await begun) return this;
    await this.kill();
    const why = this.stderr().trim().split('\n').pop() ?? '';
    throw new Error(`${this.child.spawnfile} could not make a pseudo-terminal: ${why || 'no error text'}`);
  }

  processes(): readonly number[] {
    return markedProcesses(this.id);
  }

  kill(): Promise<void> {
    this.killed ??= this.hangUp();
    return this.killed;
  }

  private async hangUp(): Promise<void> {
    const pid = Number(/^pid (\d+)\n/.exec(this.status)?.[1] ?? 0);
    if (this.child.exitCode === null && this.child.signalCode === null) {
      if (pid > 1) signal(-pid, 'SIGHUP');
      const waited = new Promise<void>((resolve) => void setTimeout(resolve, HANG_UP_MS).unref());
      await Promise.race([this.exited, waited]);
    }
    this.killAll();
    for (const stream of this.child.stdio) stream?.destroy();
    await this.exited;
  }

  private killAll(): void {
    sweepProcesses(this.id);
    if (this.child.pid !== undefined && this.child.exitCode === null) signal(-this.child.pid, 'SIGKILL');
  }

  private endText(): string {
    const status = Number(/^end (\d+)$/m.exec(this.status)?.[1] ?? NaN);
    if (Number.isNaN(status)) return 'the program was killed with its terminal';
    const name = Object.entries(constants.signals).find(([, number]) => number === status - 128)?.[0];
    if (name !== undefined) return `the program was ended by ${name} (exit code ${status})`;
    const why =
      status === 127 ? ': there is no such command' : status === 126 ? ': it cannot be started' : '';
    return `the program ended with exit code ${status}${why}`;
  }
}
