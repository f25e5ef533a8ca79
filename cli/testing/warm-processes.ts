/**
 * For tests: processes that have wirejig loaded and carry out one command line after the other, each in the folder and the
 * environment that it is given. What starting costs (half a second of a processor) is paid once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { z } from 'zod';

export interface Request {
  readonly words: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const answer = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });
export type Answer = z.infer<typeof answer>;

/** More would only wait for each other. */
const MOST = 3;

/** What such a process does: `asked` comes in, `answer` goes out. */
const PROGRAM = `
process.execArgv = [];
const { wirejig } = require(process.argv[1]);
const output = { stdout: '', stderr: '' };
for (const name of ['stdout', 'stderr'])
  process[name].write = (text, ...rest) => {
    output[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8');
    rest.find((one) => typeof one === 'function')?.();
    return true;
  };
const own = { ...process.env };
process.on('message', async ({ words, cwd, env }) => {
  process.chdir(cwd);
  Object.assign(process.env, env);
  Object.assign(output, { stdout: '', stderr: '' });
  process.exitCode = undefined;
  await wirejig(words);
  for (const name of Object.keys(env)) {
    if (name in own) process.env[name] = own[name];
    else delete process.env[name];
  }
  process.send({ code: process.exitCode ?? 0, ...output });
});
process.on('disconnect', () => process.exit());
`;

export class WarmProcesses {
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();
  private readonly waiting: ((child: ChildProcess) => void)[] = [];

  /** `main`: the built program. */
  constructor(private readonly main: string) {}

  /** Rejects when the process ended over it. */
  async run(asked: Request): Promise<Answer> {
    const child = await this.acquire();
    try {
      return await this.send(child, asked);
    } finally {
      const next = this.waiting.shift();
      if (next !== undefined) next(this.all.has(child) ? child : this.startProcess());
      else if (this.all.has(child)) this.idle.push(child);
    }
  }

  end(): void {
    for (const child of this.all) child.kill('SIGKILL');
  }

  private acquire(): Promise<ChildProcess> {
    const child = this.idle.pop();
    if (child !== undefined) return Promise.resolve(child);
    if (this.all.size < MOST) return Promise.resolve(this.startProcess());
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private startProcess(): ChildProcess {
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
    const child = spawn(process.execPath, ['-e', PROGRAM, this.main], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.all.add(child);
    child.once('exit', () => this.all.delete(child));
    return child;
  }

  private send(child: ChildProcess, asked: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const died = (code: number | null, signal: string | null): void =>
        reject(new Error(`wirejig ${asked.words.join(' ')} ended its process: ${code ?? signal ?? ''}`));
      child.once('exit', died);
      child.once('message', (message) => {
        child.off('exit', died);
        resolve(answer.parse(message));
      });
      child.send(asked);
    });
  }
}
