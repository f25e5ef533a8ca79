/** For tests: a Redis of their own, and boards that keep their own log of who uses them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Execution, LabBoard } from '../board-slot';
import { openLab, type LabClient } from '../client';
import type { Job, Task } from '../job';
import type { Times } from '../keys';
import { LabRequest, type JobRequest } from '../requester';
import type { JobEvent } from '../results';
import { startServer, type LabServer } from '../server';
import { LabWorker } from '../worker';

/** A lab in a hurry. */
export const QUICK: Times = {
  beat: 100,
  lease: 600,
  lock: 500,
  stalled: 200,
  request: 500,
  requestBeat: 100,
  poll: 200,
  delivery: 60_000,
};

export class TestLab {
  private readonly cleanUps: (() => unknown)[] = [];

  private constructor(
    readonly server: LabServer,
    private readonly folder: string,
  ) {}

  static async start(): Promise<TestLab> {
    const folder = mkdtempSync(join(tmpdir(), 'wirejig-lab-'));
    return new TestLab(await startServer({ folder }), folder);
  }

  async client(offline: 'wait' | 'fail', times: Times = QUICK): Promise<LabClient> {
    const client = await openLab(this.server.url, { offline, times });
    this.cleanUps.unshift(() => client.close());
    return client;
  }

  async worker(boards: readonly LabBoard[], times?: Times): Promise<LabWorker> {
    const client = await this.client('fail', times);
    const worker = new LabWorker(client, boards, { version: '1.2.3', log: () => undefined });
    this.cleanUps.unshift(() => worker.stop());
    await worker.start();
    return worker;
  }

  async request(asked: readonly JobRequest[], wait?: number, times?: Times): Promise<LabRequest> {
    const request = new LabRequest(await this.client('wait', times), {
      requester: 'test',
      priority: 'person',
      ...(wait === undefined ? {} : { wait }),
    });
    this.cleanUps.unshift(() => request.close());
    await request.submit(asked);
    return request;
  }

  async close(): Promise<void> {
    for (const cleanUp of this.cleanUps.splice(0)) await cleanUp();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The name of the runs that boards keep. */
export const KEPT = '0badcafe';
const LONG_MS = 2 ** 30;
const CUT = 130;
export const RUN: Task = { kind: 'run', suite: 'stm', only: [], skip: [], parameters: [], seed: 1 };

/** A board whose runs take a time, and that notes when it is in use. */
export class FakeBoard implements LabBoard {
  readonly definitions = { stm: 'hash' };
  readonly keepsState = true;
  /** The jobs that it has carried out to their end. */
  readonly done: Job[] = [];
  /** Of each run: whether it began with a reset. */
  readonly resets: boolean[] = [];
  /** The most runs at once. */
  most = 0;
  private now = 0;
  private readonly ending = new AbortController();

  constructor(
    readonly id: string,
    readonly tags: readonly string[] = ['suite=stm'],
    /** `endless`: until it is told to end. */
    private readonly runMs: number | 'endless' = 0,
    /** Of the files of each run. */
    private readonly folder?: string,
  ) {}

  inUse(): string | undefined {
    return undefined;
  }

  start(job: Job, signal: AbortSignal, resetFirst: boolean): Execution {
    this.resets.push(resetFirst);
    this.most = Math.max(this.most, ++this.now);
    const end = async (): Promise<{ code: number }> => {
      const told = AbortSignal.any([signal, this.ending.signal]);
      await pause(this.runMs === 'endless' ? LONG_MS : this.runMs, undefined, { signal: told }).catch(
        () => undefined,
      );
      this.now--;
      if (signal.aborted || this.ending.signal.reason === CUT) return { code: CUT };
      this.done.push(job);
      return { code: 0 };
    };
    return { folder: this.folder, done: end(), release: () => undefined };
  }

  kept(files: string): string | undefined {
    return files === KEPT ? this.folder : undefined;
  }

  /** Its run comes to its end at once. */
  finish(): void {
    this.ending.abort(0);
  }

  /** Its run ends by itself, as after an interruption. */
  cutShort(): void {
    this.ending.abort(CUT);
  }

  get isBusy(): boolean {
    return this.now > 0;
  }
}

/** All that happens to the jobs of a request. */
export async function collect(
  request: LabRequest,
  seen: (event: JobEvent) => void = () => undefined,
): Promise<JobEvent[]> {
  const events: JobEvent[] = [];
  for await (const event of request.events(AbortSignal.timeout(60_000))) {
    seen(event);
    events.push(event);
  }
  return events;
}

export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 1000 && !(await holds()); i++) await pause(10);
  if (!(await holds())) throw new Error('it did not come to be within ten seconds');
}
