/** For tests: a command on serial ports with a trouble: held, forbidden, slow, pulled and plugged in again, or with input/output errors. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { linkOf } from '../../../devices/ports/port-holders';
import { folder, start, type RunningProcess } from '../wirejig-process';
import { measure, type MeasuredResult } from './measured-process';

export type PortCommand = 'run' | 'fuzz' | 'tap' | 'monitor';
export const PORT_COMMANDS: readonly PortCommand[] = ['run', 'fuzz', 'tap', 'monitor'];

/** What is behind the port, where it is no conformant board: socat's address. */
const FAR_ENDS = {
  deaf: 'SYSTEM:exec sleep 600',
  echo: 'EXEC:cat',
  /** A byte comes back after 0.3 s. */
  slow: 'SYSTEM:while dd bs=1 count=1 2>/dev/null; do sleep 0.3; done',
} as const;

type FarEnd = keyof typeof FAR_ENDS | 'board';

interface Trouble {
  readonly behind: FarEnd;
  /** Before the command is started. */
  readonly before?: (port: Port) => Promise<unknown>;
  /** Once it runs. */
  readonly after?: (port: Port, running: RunningProcess) => Promise<unknown>;
}

/** The moment of a trouble, after the command has opened the port. */
const MIDDLE_MS = 2000;

export const TROUBLES = {
  held: { behind: 'echo', before: (port) => port.hold() },
  forbidden: { behind: 'echo', before: (port) => port.forbid() },
  deaf: { behind: 'deaf' },
  slow: { behind: 'slow' },
  pulled: {
    behind: 'board',
    after: async (port, running) => {
      await port.isUsedBy(running);
      await port.pull();
    },
  },
  'plugged in again': {
    behind: 'board',
    after: async (port, running) => {
      await port.isUsedBy(running);
      await port.pull();
      await port.plug();
    },
  },
  'EIO at reads': { behind: 'board', after: (port, running) => port.inject(running, 'read') },
  'EIO at writes': { behind: 'board', after: (port, running) => port.inject(running, 'write,writev') },
} as const satisfies Readonly<Record<string, Trouble>>;

export type TroubleName = keyof typeof TROUBLES;

/** A pseudo-terminal by a name that stays. */
class Port {
  readonly path: string;
  private cable: ChildProcess | undefined;
  private readonly others: ChildProcess[] = [];

  constructor(
    cwd: string,
    private readonly behind: FarEnd,
    private readonly suite: string,
    name: string,
  ) {
    this.path = join(cwd, name);
  }

  async plug(): Promise<void> {
    this.cable =
      this.behind === 'board'
        ? start(['simulate', this.suite, '--pty', this.path, '--seed', '24']).child
        : spawn('socat', [`pty,rawer,link=${this.path}`, FAR_ENDS[this.behind]], {
            stdio: 'ignore',
            detached: true,
          });
    while (!existsSync(this.path)) await pause(10);
  }

  async pull(): Promise<void> {
    const { cable } = this;
    this.cable = undefined;
    if (cable?.pid === undefined || cable.exitCode !== null) return;
    // Where it is a group of its own, what it has started too.
    process.kill(this.behind === 'board' ? cable.pid : -cable.pid, 'SIGKILL');
    await once(cable, 'exit');
    rmSync(this.path, { force: true });
  }

  /** Another command has it open. */
  async hold(): Promise<void> {
    const holder = start(['monitor', this.path, '--text']);
    this.others.push(holder.child);
    await Promise.race([once(holder.child.stderr ?? holder.child, 'data'), pause(15_000)]);
  }

  forbid(): Promise<void> {
    return Promise.resolve(chmodSync(realpathSync(this.path), 0));
  }

  /** Resolves in the middle of its work, or after its end. */
  async isUsedBy({ child }: RunningProcess): Promise<void> {
    const path = realpathSync(this.path);
    const files = `/proc/${child.pid}/fd`;
    const isOpen = (): boolean => readdirSync(files).some((fd) => linkOf(join(files, fd)) === path);
    while (existsSync(files) && !isOpen()) await pause(50);
    await pause(MIDDLE_MS);
  }

  /** Its calls fail from the middle on. */
  async inject(running: RunningProcess, calls: string): Promise<void> {
    await this.isUsedBy(running);
    const { child } = running;
    const words = [
      '-f',
      '-p',
      String(child.pid),
      '-P',
      realpathSync(this.path),
      '-e',
      `inject=${calls}:error=EIO`,
    ];
    this.others.push(spawn('strace', words, { stdio: 'ignore' }));
  }

  async close(): Promise<void> {
    for (const child of this.others) child.kill('SIGKILL');
    await this.pull();
  }
}

/** `seconds`: after that it ends by itself. */
export async function runTroubled(
  command: PortCommand,
  name: TroubleName,
  seconds: number,
): Promise<MeasuredResult> {
  const cwd = folder();
  const trouble: Trouble = TROUBLES[name];
  const suite = command === 'run' || command === 'fuzz' ? 'stm' : 'durak';
  const port = new Port(cwd, trouble.behind, suite, 'port');
  const other = new Port(cwd, trouble.behind, suite, 'other');
  await Promise.all([port.plug(), other.plug()]);
  await trouble.before?.(port);
  const limit = ['--time', `${seconds}s`];
  const words = {
    run: ['run', 'stm', '--link', port.path, '-q', '--out', 'out', ...limit],
    fuzz: ['fuzz', 'stm', '--link', port.path, '--out', 'out', ...limit],
    tap: ['tap', '--a', port.path, '--b', other.path, '-q', '--out', 'out', ...limit],
    monitor: ['monitor', port.path, '--text', '--send', 'hex 0102', ...limit],
  }[command];
  const after = trouble.after;
  const result = await measure(words, { cwd }, after && ((running) => after(port, running)));
  await Promise.all([port.close(), other.close()]);
  return result;
}
