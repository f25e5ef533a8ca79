/**
 * What the threads of this host waited for a processor that every received byte passes through: this one, and the kernel's
 * workers that carry what a terminal or a port was given to its reader.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Micros } from '../../protocols/time';
import { listFolder, readText } from './proc-files';
import { RunQueueDelay } from './run-queue-delay';

/** Workers of no processor in particular: the line discipline's work is given to those. */
const WORKER = /^kworker\/u/;
/** They come and go: looked for so often, in ms. */
const SEARCH_INTERVAL_MS = 1000;

export class ReceivePathDelay {
  private readonly delay = new RunQueueDelay();
  private knownPids = new Set<string>();
  private searchedAt = -Infinity;
  private readonly own: boolean;

  constructor(private readonly proc = '/proc') {
    this.own = this.delay.add(join(proc, 'thread-self/schedstat'));
    this.findWorkers();
  }

  /** Both are seen. In a container the kernel's workers are not. */
  get complete(): boolean {
    return this.own && this.delay.size > 1;
  }

  /** Microseconds; never less than before. */
  total(): Micros {
    return this.delay.total();
  }

  /** Looks for new workers where that was not done for a while. */
  findWorkers(): void {
    const now = performance.now();
    if (!this.own || now - this.searchedAt < SEARCH_INTERVAL_MS) return;
    this.searchedAt = now;
    const there = new Set(listFolder(this.proc).filter((name) => /^\d+$/.test(name)));
    for (const pid of there)
      if (!this.knownPids.has(pid) && WORKER.test(readText(join(this.proc, pid, 'comm'))))
        this.delay.add(join(this.proc, pid, 'schedstat'));
    this.knownPids = there;
  }
}
