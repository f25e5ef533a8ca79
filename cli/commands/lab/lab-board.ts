/** A board as the lab's worker serves it: each run is a child process, with the board's links and recipes from the configuration. */
import { fork, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Execution, LabBoard } from '../../../lab/board-slot';
import { outcomeSchema, type Job, type Outcome, type Task } from '../../../lab/job';
import { lockPorts, portUser } from '../../shared/boards/port-lock';
import { UsageError } from '../../shared/usage-error';
import type { RunFiles } from './run-files';
import { RuleError } from '../../../protocols/request-response/definition';
import { WorkerPool } from '../../shared/worker-pool';
import { optionPairs } from '../../shared/command-line';

const ALIVE_MS = 2500;
/** From the request to end until the end by force. */
const KILL_MS = 5000;
const MOST_ERRORS = 2000;
const FIRST_LINE_BYTES = 1 << 16;

export interface ServedBoard {
  readonly id: string;
  readonly tags: readonly string[];
  readonly definitions: Readonly<Record<string, string>>;
  /** Of `--board`: a name of the configuration, or `virtual:KIND`; undefined: the virtual board of the suite that is asked for. */
  readonly name: string | undefined;
  readonly config: string | undefined;
  /** Where the run is carried out: its commands, and the findings that the project keeps. */
  readonly folder: string | undefined;
  /** The URLs of its links now; undefined: it is not plugged in. */
  readonly links: () => readonly string[] | undefined;
}

export class ChildBoard implements LabBoard {
  readonly id: string;
  readonly tags: readonly string[];
  readonly definitions: Readonly<Record<string, string>>;
  private audits: AuditProcess | undefined;

  constructor(
    private readonly served: ServedBoard,
    private readonly files: RunFiles,
  ) {
    this.id = served.id;
    this.tags = served.tags;
    this.definitions = served.definitions;
  }

  inUse(): string | undefined {
    const links = this.served.links();
    return links === undefined ? 'it is not plugged in' : portUser(links);
  }

  get keepsState(): boolean {
    const { name } = this.served;
    return name !== undefined && !name.startsWith('virtual:');
  }

  start(job: Job, signal: AbortSignal, resetFirst: boolean): Execution {
    if (job.task.kind === 'audit') return this.audit(job.task, signal);
    const { id, folder } = this.files.begin();
    return {
      folder,
      files: id,
      done: this.run(this.words(job.task, folder, resetFirst), folder, signal),
      identity: () => identityIn(join(folder, 'journal.jsonl')),
      release: () => this.files.keep(id),
    };
  }

  kept(files: string): string | undefined {
    return this.files.find(files);
  }

  close(): void {
    this.audits?.end();
  }

  private audit(task: Extract<Task, { kind: 'audit' }>, signal: AbortSignal): Execution {
    const { config } = this.served;
    const done = async (): Promise<Outcome> => {
      if (this.keepsState)
        return { code: 2, reason: `${this.id} is a real board: an audit needs virtual ones` };
      this.audits ??= new AuditProcess(config);
      const { kind: _kind, suite: _suite, ...asked } = task;
      return this.audits.ask(asked, signal);
    };
    return { folder: undefined, done: done(), release: () => undefined };
  }

  private async run(words: readonly string[], folder: string, signal: AbortSignal): Promise<Outcome> {
    let unlock: () => void;
    try {
      unlock = lockPorts(this.served.links() ?? []);
    } catch (error) {
      if (error instanceof UsageError) return { code: error.exitCode, reason: error.message };
      throw error;
    }
    try {
      return await runChild(words, this.served.folder ?? folder, signal);
    } finally {
      unlock();
    }
  }

  /** The command line. What comes from the job was checked to hold no option: each value is one word with its option. */
  private words(task: Exclude<Task, { kind: 'audit' }>, folder: string, resetFirst: boolean) {
    const { name: board, config } = this.served;
    const { suite, seed, parameters: param } = task;
    const time = task.time === undefined ? undefined : `${task.time}ms`;
    const common = { out: folder, seed, board, config, param, time };
    const options =
      task.kind === 'run'
        ? {
            ...common,
            only: task.only,
            skip: task.skip,
            'least-judged': task.leastJudged,
            repeat: task.repeat,
            bail: task.bail,
            'reset-first': resetFirst,
            quiet: true,
            unattended: true,
          }
        : { ...common, cases: task.cases, json: true };
    return [task.kind, suite, ...optionPairs(options).map((pair) => pair.join('='))];
  }
}

function runChild(words: readonly string[], cwd: string, signal: AbortSignal): Promise<Outcome> {
  const child = fork(join(__dirname, 'run-child.js'), [...words], {
    cwd,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const alive = setInterval(() => child.connected && child.send('alive', () => undefined), ALIVE_MS);
  let errors = '';
  child.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (errors = (errors + text).slice(-MOST_ERRORS)));
  const stop = (): void => endChild(child);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  return new Promise((resolve) => {
    const end = (outcome: Outcome): void => {
      clearInterval(alive);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    };
    child.on('error', (error) => end({ code: 3, reason: error.message.slice(0, 400) }));
    child.on('close', (code, killed) => {
      const reason =
        errors
          .trimEnd()
          .split('\n')
          .at(-1)
          ?.replace(/^wirejig: /, '') ?? '';
      const read = outcomeSchema.safeParse({
        code: code ?? 3,
        ...(code === null
          ? { reason: `its process ended by ${killed ?? 'a signal'}` }
          : reason === ''
            ? {}
            : { reason }),
      });
      end(read.data ?? { code: code ?? 3 });
    });
  });
}

function endChild(child: ChildProcess): void {
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGKILL'), KILL_MS);
  child.once('close', () => clearTimeout(force));
}

/** What the firmware says that it is: in the first line of a run's journal. */
function identityIn(journal: string): string | undefined {
  try {
    const file = openSync(journal, 'r');
    const buffer = Buffer.alloc(FIRST_LINE_BYTES);
    const length = readSync(file, buffer, 0, FIRST_LINE_BYTES, 0);
    closeSync(file);
    const first: unknown = JSON.parse(buffer.toString('utf8', 0, length).split('\n', 1)[0] ?? '');
    const found =
      typeof first === 'object' && first !== null && 'identity' in first ? first.identity : undefined;
    return typeof found === 'string' ? found : undefined;
  } catch {
    return undefined;
  }
}

/** The process that `audit` itself uses: started by its file, as no command imports another. */
const WORKER = join(__dirname, '../audit/audit-worker.js');

const NO_FINDING = 'the audit gave no finding: are the rules of the protocol wrong?';

class AuditProcess {
  private pool: WorkerPool | undefined;

  /** `config`: of own protocols. */
  constructor(private readonly config: string | undefined) {}

  async ask(asked: object, signal: AbortSignal): Promise<Outcome> {
    const pool = (this.pool ??= new WorkerPool(WORKER, 1, this.config));
    const stop = (): void => this.end();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const answer = await pool.start({ task: asked, name: 'the audit' }).answer;
      return outcomeSchema.safeParse({ code: 0, answer }).data ?? { code: 3, reason: NO_FINDING };
    } catch (error) {
      if (signal.aborted) return { code: 130 };
      const reason = error instanceof RuleError ? NO_FINDING : 'the process of the audit died';
      return { code: 3, reason };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  end(): void {
    this.pool?.close();
    this.pool = undefined;
  }
}
