/** The jobs of a command on boards of a lab: what comes from each board is in a folder, and shown as the command says. */
import { join } from 'node:path';
import type { LabClient } from '../../../lab/client';
import type { JobRequest } from '../../../lab/requester';
import type { JobEvent } from '../../../lab/results';
import { printable } from '../../../reports/text/printable';
import type { FuzzEnd } from '../../../scenarios/fuzz-record';
import type { JournalEvent, RunEnd } from '../../../scenarios/record';
import type { LabOptions } from '../command-options';
import { StatusLine, warn, remark } from '../console';
import { catchInterrupts } from '../interrupts';
import { claimFolder } from '../output/folder-claim';
import { reportWriteErrors } from '../output/own-files';
import { UsageError, UNREACHED } from '../usage-error';
import { carryOutJobs } from './lab-jobs';
import { ReceivedFiles } from './received-files';

export interface BoardJob {
  readonly index: number;
  readonly board: string;
  readonly files: ReceivedFiles;
  end?: RunEnd | FuzzEnd;
  code?: number;
}

export interface ShownJob {
  show(event: JournalEvent): void;
  /** No more comes. */
  ended(): void;
  draw(): number | Promise<number>;
}

export interface LabCommand {
  /** What begins anew where a board was lost: `the run`. */
  readonly what: string;
  /** `before`: the jobs that wait for the first board that has not begun. */
  wait(before: number): void;
  /** `attempt`: undefined where another board was lost. */
  begin(job: BoardJob, attempt: number | undefined): ShownJob;
  conclude(code: number): void | Promise<void>;
}

interface JobOptions {
  readonly request: LabOptions & { readonly out: string };
  /** Each board has a folder of its own below `out`. */
  readonly several: boolean;
  readonly quiet: boolean;
}

/** Worst first. */
const CODES = [130, 1, UNREACHED, 2];

class BoardJobs {
  private readonly jobs = new Map<number, { readonly job: BoardJob; readonly shown: ShownJob }>();
  private readonly failures: string[] = [];

  constructor(
    private readonly requests: readonly JobRequest[],
    private readonly options: JobOptions,
    private readonly command: LabCommand,
  ) {}

  wait(before: number): void {
    this.command.wait(before);
  }

  take(event: JobEvent): void {
    const known = this.jobs.get(event.index);
    if (event.type === 'start') return this.begin(event, known?.job);
    if (known === undefined) {
      if (event.type === 'failed') this.failures.push(event.reason);
      return;
    }
    const { job, shown } = known;
    if (event.type === 'bytes') return job.files.take(event.file, event.bytes);
    if (event.type === 'failed') job.files.failure = event.reason;
    else {
      job.code = event.outcome.code;
      if (job.end === undefined) job.files.failure ??= event.outcome.reason ?? 'its journal has no end';
    }
    shown.ended();
  }

  /** Rejects with {@link UsageError} where nothing came at all. */
  async finish(interrupted: boolean): Promise<number> {
    const { failures } = this;
    const codes = interrupted ? [130] : [];
    for (const { job, shown } of this.jobs.values()) {
      const { board, files } = job;
      files.close();
      try {
        if (files.failure !== undefined) failures.push(`${board}: ${files.failure}`);
        codes.push(await shown.draw());
      } finally {
        files.release();
      }
    }
    for (const reason of failures) remark(reason);
    if (this.jobs.size === 0 && failures.length === 0 && !interrupted)
      throw new UsageError('the lab gave no run: ask again', UNREACHED);
    const all = [...codes, ...failures.map(() => UNREACHED)];
    const code = CODES.find((one) => all.includes(one)) ?? 0;
    await this.command.conclude(code);
    return code;
  }

  private begin(
    { index, board, attempt }: Extract<JobEvent, { type: 'start' }>,
    earlier: BoardJob | undefined,
  ): void {
    const { request, several } = this.options;
    if (earlier !== undefined) {
      earlier.files.release();
      remark(`${earlier.board} was lost: ${this.command.what} begins anew on ${board}`);
    }
    const directory = several ? join(request.out, board.replace('/', '-')) : request.out;
    const take = (event: JournalEvent): void => {
      if (event.type === 'run-end' || event.type === 'fuzz-end') job.end = event;
      shown.show(event);
    };
    const files = new ReceivedFiles(directory, this.requests[index]?.task, take, !several);
    const job: BoardJob = { index, board, files };
    const shown = this.command.begin(job, earlier === undefined ? attempt : undefined);
    files.begin();
    this.jobs.set(index, { job, shown });
  }
}

/** Carries the jobs out until Ctrl-C, with the folder of `--out` claimed before `command` is made. Resolves with the exit code. */
export async function carryOutInFolder(
  client: LabClient,
  jobs: readonly JobRequest[],
  options: JobOptions,
  command: () => LabCommand,
): Promise<number> {
  const { request, several, quiet } = options;
  const { out } = request;
  const release = reportWriteErrors(out, () => claimFolder(out, { beside: several }));
  const interrupts = catchInterrupts(() => {
    if (!quiet) warn('\nwirejig: interrupted: cancelling (again: stops at once)');
  });
  try {
    const shown = new BoardJobs(jobs, options, command());
    await carryOutJobs(client, jobs, request, interrupts.signal, shown);
    return await shown.finish(interrupts.signal.aborted);
  } finally {
    interrupts.release();
    release();
  }
}

/** Lines of several boards; below them, on a terminal, how far each is. */
export class BoardsProgress {
  private readonly status = new StatusLine();
  private readonly boards = new Map<string, string>();

  /** `unit`: of all that {@link update} is told. */
  constructor(private readonly unit = '') {}

  print(line: string): void {
    this.status.print(printable(line));
  }

  update(board: string, progress: string): void {
    this.boards.set(board, progress);
    this.draw();
  }

  end(board: string): void {
    this.boards.delete(board);
    this.draw();
  }

  private draw(): void {
    if (!process.stdout.isTTY || this.boards.size === 0) return;
    const parts = [...this.boards].map(([board, progress]) => `${board} ${progress}`);
    this.status.update(printable(parts.join('  ') + this.unit));
  }
}
