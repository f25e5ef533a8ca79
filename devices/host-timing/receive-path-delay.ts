/**
 * How long the threads that handle every received byte waited for a processor: this thread, and the kernel's workers
 * that carry bytes from a terminal or a port to its reader.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { listFolder, PROC, readText } from '../platform/proc-files';
import { RunQueueDelay } from './run-queue-delay';

/** Workers without a fixed processor: they do the work of the line discipline. */
const WORKER = /^kworker\/u/;
/** Workers come and go: they are searched for after this time. */
const SEARCH_INTERVAL_MS = 1000;

export class ReceivePathDelay {
  private readonly ownThread = new RunQueueDelay();
  private readonly kernelWorkers = new RunQueueDelay();
  private knownPids = new Set<string>();
  private searchedAt = -Infinity;
  private readonly own: boolean;

  constructor(private readonly proc = PROC) {
    this.own = this.ownThread.add(join(proc, 'thread-self/schedstat'));
    this.findWorkers();
  }

  /** Whether both are counted. In a container the kernel's workers are invisible. */
  get complete(): boolean {
    return this.own && this.kernelWorkers.size > 0;
  }

  /** In microseconds; never decreases. `workers`: of the kernel's workers alone, which carry what is sent, too. */
  totals(): { readonly all: number; readonly workers: number } {
    const workers = this.kernelWorkers.total();
    return { all: this.ownThread.total() + workers, workers };
  }

  /** Searches for new workers, at most once a second. */
  findWorkers(): void {
    const now = performance.now();
    if (!this.own || now - this.searchedAt < SEARCH_INTERVAL_MS) return;
    this.searchedAt = now;
    const there = new Set(listFolder(this.proc).filter((name) => /^\d+$/.test(name)));
    for (const pid of there)
      if (!this.knownPids.has(pid) && WORKER.test(readText(join(this.proc, pid, 'comm'))))
        this.kernelWorkers.add(join(this.proc, pid, 'schedstat'));
    this.knownPids = there;
  }
}
