/**
 * For tests: processes that have wirejig loaded and carry out one command line after the other, each in the folder and the
 * environment that it is given. They serve all test files, so starting (a quarter of a second of a processor) is paid once.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { connect, createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const request = z.object({
  words: z.array(z.string()).readonly(),
  cwd: z.string(),
  env: z.record(z.string(), z.string()).readonly(),
});
type Request = z.infer<typeof request>;

const answer = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });
type Answer = z.infer<typeof answer>;
const reply = z.union([answer, z.object({ error: z.string() })]);

/** Where test files find the processes: the port on this host. */
const PORT = 'WIREJIG_WARM_PROCESSES';
/** Many command lines wait for boards in real time. */
const MOST = 6;

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

/** A command line, carried out by a warm process. Rejects when the process ended over it. */
export async function askWarmProcess(asked: Request): Promise<Answer> {
  const socket = connect({ port: Number(process.env[PORT]), host: '127.0.0.1' });
  socket.end(JSON.stringify(asked));
  const replied = reply.parse(JSON.parse(await text(socket)));
  if ('error' in replied) throw new Error(replied.error);
  return replied;
}

/** Held by the process that runs jest, with its options of node. Nothing starts before a test asks, and all of it ends with that process. */
export class WarmProcesses {
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();
  private readonly waiting: ((child: ChildProcess) => void)[] = [];

  /** `main`: the built program. */
  constructor(private readonly main: string) {}

  /** Tells the test files by the environment where to ask. */
  async listen(): Promise<void> {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      let asked = '';
      socket.setEncoding('utf8').on('data', (part: string) => (asked += part));
      socket.on('end', () => void this.reply(asked).then((replied) => socket.end(replied)));
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    server.unref();
    process.env[PORT] = String((server.address() as AddressInfo).port);
  }

  private async reply(asked: string): Promise<string> {
    try {
      return JSON.stringify(await this.run(request.parse(JSON.parse(asked))));
    } catch (error) {
      return JSON.stringify({ error: String(error) });
    }
  }

  private async run(asked: Request): Promise<Answer> {
    const child = await this.acquire();
    try {
      return await this.send(child, asked);
    } finally {
      const next = this.waiting.shift();
      if (next !== undefined) next(this.all.has(child) ? child : this.startProcess());
      else if (this.all.has(child)) this.idle.push(child);
    }
  }

  private acquire(): Promise<ChildProcess> {
    const child = this.idle.pop();
    if (child !== undefined) return Promise.resolve(child);
    if (this.all.size < MOST) return Promise.resolve(this.startProcess());
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private startProcess(): ChildProcess {
    const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = process.env;
    const child = spawn(process.execPath, [...process.execArgv, '-e', PROGRAM, this.main], {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child.unref();
    child.channel?.unref();
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
