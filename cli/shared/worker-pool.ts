/** Processes that work side by side: a virtual run keeps one processor busy. worker-process.ts is the other end. */
import { fork, type ChildProcess } from 'node:child_process';
import { hasGroups } from '../../devices/platform/signals';
import { RuleError } from '../../protocols/request-response/definition';
import { protocolsFile } from '../config/protocols';

export interface Work {
  readonly task: object;
  /** For errors: `the run of virtual:oven with seed 1`. */
  readonly name: string;
  readonly onPart?: (part: unknown) => void;
}

export interface StartedWork {
  /** Resolves with the answer. Rejects with a {@link RuleError}, and where the process failed or died. */
  readonly answer: Promise<unknown>;
  /** Asks for an early end. `timeUsedUp`: the reason, where that is the time limit. */
  stop(timeUsedUp?: string): void;
}

export class WorkerPool {
  private readonly idle: ChildProcess[] = [];
  private readonly all = new Set<ChildProcess>();
  private readonly waiting: (() => void)[] = [];
  private closed = false;

  /**
   * `file`: what a process runs. At most `most` of them are started, each when there is work for it. `config`: of own protocols,
   * which each loads.
   */
  constructor(
    private readonly file: string,
    private readonly most: number,
    private readonly config = protocolsFile(),
  ) {}

  /** Begins when a process is free, in the order of the calls. */
  start(work: Work): StartedWork {
    let child: ChildProcess | undefined;
    let over = false;
    const carryOut = async (): Promise<unknown> => {
      child = await this.acquire();
      try {
        const answer = await ask(child, work);
        this.release(child);
        return answer;
      } catch (error) {
        // What failed may have left anything behind.
        this.drop(child);
        throw error;
      } finally {
        over = true;
      }
    };
    return {
      answer: carryOut(),
      stop: (timeUsedUp = '') => {
        if (!over && child?.connected === true) child.send({ stop: timeUsedUp });
      },
    };
  }

  /** Ends all processes at once; what is not answered yet is rejected. */
  close(): void {
    this.closed = true;
    for (const child of this.all) child.kill('SIGKILL');
    for (const next of this.waiting.splice(0)) next();
  }

  private async acquire(): Promise<ChildProcess> {
    while (!this.closed) {
      const child = this.idle.pop();
      if (child !== undefined) return child;
      if (this.all.size < this.most) return this.fork();
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    throw new Error('the pool of processes is closed');
  }

  private fork(): ChildProcess {
    const words = this.config === undefined ? [] : [this.config];
    // In a group of its own: Ctrl-C would end a process that is still loading, which looks as if its run had died.
    const child = fork(this.file, words, { serialization: 'advanced', detached: hasGroups() });
    this.all.add(child);
    child.once('exit', () => this.forget(child));
    return child;
  }

  private release(child: ChildProcess): void {
    this.idle.push(child);
    this.waiting.shift()?.();
  }

  private drop(child: ChildProcess): void {
    child.kill('SIGKILL');
    this.forget(child);
  }

  private forget(child: ChildProcess): void {
    if (!this.all.delete(child)) return;
    const at = this.idle.indexOf(child);
    if (at >= 0) this.idle.splice(at, 1);
    this.waiting.shift()?.();
  }
}

function ask(child: ChildProcess, { task, name, onPart }: Work): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (done: () => void): void => {
      child.off('exit', died);
      child.off('message', take);
      done();
    };
    const died = (code: number | null): void =>
      settle(() => reject(new Error(`${name} died (${code ?? 'killed'})`)));
    const take = (message: unknown): void => {
      if (typeof message !== 'object' || message === null) return;
      if ('part' in message) onPart?.(message.part);
      else if ('answer' in message) settle(() => resolve(message.answer));
      else if ('ruleError' in message) settle(() => reject(new RuleError(String(message.ruleError))));
      else if ('error' in message) settle(() => reject(asError(message.error, name)));
    };
    child.on('exit', died);
    child.on('message', take);
    child.send(task);
  });
}

function asError(error: unknown, name: string): Error {
  return error instanceof Error ? error : new Error(`${name} failed: ${String(error)}`);
}
