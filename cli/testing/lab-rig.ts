/** For tests: a lab with real boards on pseudo-terminals, each with a log of its own of what it was sent. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { realClock } from '../../devices/clock/clock';
import { openPtyEndpoint } from '../../devices/simulate/pty-endpoint';
import { simulator, type Endpoint } from '../../devices/simulate/simulator';
import { freePort, startServer, type LabServer, type ServerOptions } from '../../lab/server';
import { boardNamed } from '../../scenarios/testing/loaded-protocols';
import { folder, start, wirejig, type ProcessResult, type RunningProcess } from './wirejig-process';

const SEED = 1;

export interface Proxy {
  readonly url: string;
  pause(): void;
  resume(): void;
}

export class LabRig {
  readonly folder = folder();
  private readonly ends: Endpoint[] = [];
  private readonly proxies: ChildProcess[] = [];
  private readonly logs = new Map<string, string[]>();
  /** Boards that answer nothing until their reset. */
  private readonly hung = new Set<string>();
  private options: ServerOptions | undefined;
  private server: LabServer | undefined;

  /** The environment of commands that use this lab. */
  get env(): Readonly<Record<string, string>> {
    return { WIREJIG_LAB: this.server?.url ?? '', XDG_CACHE_HOME: join(this.folder, 'cache') };
  }

  get url(): string {
    return this.server?.url ?? '';
  }

  async start(): Promise<void> {
    const data = join(this.folder, 'redis');
    mkdirSync(data, { recursive: true });
    this.server = await startServer(this.options ?? { folder: data });
    const { port, password } = new URL(this.server.url);
    this.options = { folder: data, port: Number(port), password };
  }

  /** A way to Redis that can stand still: what connects by its URL is stopped and continued as a group of processes. */
  async proxy(): Promise<Proxy> {
    const url = new URL(this.url);
    const port = await freePort();
    const child = spawn('socat', [`TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`, `TCP:${url.host}`], {
      detached: true,
      stdio: 'ignore',
    });
    await once(child, 'spawn');
    const signal = (name: NodeJS.Signals): void => void process.kill(-(child.pid ?? 0), name);
    this.proxies.push(child);
    url.port = String(port);
    return { url: url.href, pause: () => signal('SIGSTOP'), resume: () => signal('SIGCONT') };
  }

  /** As a power loss ends it; `start` brings it back with what it kept. */
  async killServer(): Promise<void> {
    this.server?.process.kill('SIGKILL');
    await this.server?.ended;
  }

  /** It keeps its connections, and answers nothing until it is continued. */
  suspendServer(): void {
    this.server?.process.kill('SIGSTOP');
  }

  resumeServer(): void {
    this.server?.process.kill('SIGCONT');
  }

  /** Boards on terminals, and a configuration with them by these names. */
  async addBoards(...names: readonly string[]): Promise<void> {
    const { kind } = boardNamed('stm');
    const boards: string[] = [];
    for (const name of names) {
      const log: string[] = [];
      const made = kind.create({
        seed: SEED,
        defects: new Set(),
        parameters: { idleGapMs: 50, responseMs: 100 },
      });
      const board = simulator(made, realClock());
      const link = kind.links[0]?.name ?? 'main';
      const end = await openPtyEndpoint({
        path: this.port(name),
        arrived: (bytes) => {
          log.push(Buffer.from(bytes).toString('hex'));
          if (!this.hung.has(name)) board.receive(link, bytes);
        },
        ended: () => undefined,
      });
      board.attach(link, end);
      this.ends.push(end, { url: '', write: () => undefined, close: () => board.stop() });
      this.logs.set(name, log);
      const reset = createServer((socket) => {
        board.reset();
        this.hung.delete(name);
        socket.end();
      });
      await once(reset.listen(0, '127.0.0.1'), 'listening');
      this.ends.push({ url: '', write: () => undefined, close: () => void reset.close() });
      const { port } = reset.address() as AddressInfo;
      boards.push(
        `${name}: { suite: 'stm', links: 'serial:${this.port(name)}', reset: 'cmd:socat -u TCP:127.0.0.1:${port} -', tags: ['rig=pty'] }`,
      );
    }
    writeFileSync(
      join(this.folder, 'wirejig.config.mjs'),
      `export default { boards: { ${boards.join(', ')} } };\n`,
    );
  }

  port(board: string): string {
    return join(this.folder, `port-${board}`);
  }

  /** All that a board was ever sent, in hex. */
  log(board: string): string {
    return this.logs.get(board)?.join('') ?? '';
  }

  /** As firmware does that a run left in the middle: the board answers nothing until its reset. */
  hang(board: string): void {
    this.hung.add(board);
  }

  /** A worker process. Resolves once all its boards are served. */
  worker(boards: readonly string[], ...words: readonly string[]): Promise<RunningProcess> {
    return this.workerAt(this.url, boards, words);
  }

  async workerAt(url: string, boards: readonly string[], words: readonly string[]): Promise<RunningProcess> {
    const worker = this.background(['lab', 'worker', ...boards, ...words], url);
    await worker.waitForOutput(/ is served/);
    return worker;
  }

  run(words: readonly string[]): Promise<ProcessResult> {
    return wirejig(words, { cwd: this.folder, env: this.env });
  }

  background(words: readonly string[], url = this.url): RunningProcess {
    return start(words, { cwd: this.folder, env: { ...this.env, WIREJIG_LAB: url } });
  }

  async close(): Promise<void> {
    for (const end of this.ends) end.close();
    for (const { pid } of this.proxies) if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    await this.server?.stop();
  }
}

export async function endWorker({
  child,
  ended,
}: {
  child: ChildProcess;
  ended: Promise<unknown>;
}): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}
