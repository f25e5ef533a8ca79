/**
 * How long threads were ready to run and did not, because others had the processors: Linux counts it for each of them.
 *
 *     /proc/PID/schedstat      102000791 320268666 137       ns run, ns waited to run, turns
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { listFolder } from './proc-files';
import { micros, type Micros } from '../../protocols/time';

const BUFFER_BYTES = 64;
const BLANK = 0x20;
const ZERO = 0x30;
/** Threads of a program that are counted at most. */
const MAX_THREADS = 32;

interface Count {
  readonly file: number;
  /** Microseconds at the last look. */
  seen: number;
}

/** Of some threads together; what was waited before a thread was added is left out. */
export class RunQueueDelay {
  private readonly counts = new Map<string, Count>();
  private readonly buffer = Buffer.alloc(BUFFER_BYTES);
  private sum = 0;

  get size(): number {
    return this.counts.size;
  }

  /** `path`: of its schedstat. false: it is not counted, or has ended. */
  add(path: string): boolean {
    if (this.counts.has(path)) return true;
    try {
      const file = openSync(path, 'r');
      const seen = this.read(file);
      if (seen === undefined) closeSync(file);
      else this.counts.set(path, { file, seen });
      return seen !== undefined;
    } catch {
      return false;
    }
  }

  /** All threads that a program has now, but `except` those. false: none of them is counted. */
  addProgram(pid: number, proc = '/proc', except: readonly number[] = []): boolean {
    const tasks = join(proc, String(pid), 'task');
    const added = listFolder(tasks)
      .filter((task) => !except.includes(Number(task)))
      .slice(0, MAX_THREADS)
      .map((task) => this.add(join(tasks, task, 'schedstat')));
    return added.includes(true);
  }

  /** Microseconds since the first was added; never less than before. */
  total(): Micros {
    for (const [path, count] of this.counts) {
      const waited = this.read(count.file);
      if (waited === undefined) this.drop(path, count);
      else {
        this.sum += Math.max(0, waited - count.seen);
        count.seen = waited;
      }
    }
    return micros(this.sum);
  }

  close(): void {
    for (const [path, count] of this.counts) this.drop(path, count);
  }

  private drop(path: string, { file }: Count): void {
    this.counts.delete(path);
    closeSync(file);
  }

  /** Microseconds; undefined: not counted, or the thread has ended. */
  private read(file: number): number | undefined {
    const { buffer } = this;
    try {
      const length = readSync(file, buffer, 0, BUFFER_BYTES, 0);
      let value: number | undefined;
      for (let at = buffer.indexOf(BLANK) + 1; at > 0 && at < length; at++) {
        const digit = (buffer[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        value = (value ?? 0) * 10 + digit;
      }
      return value === undefined ? undefined : value / 1000;
    } catch {
      return undefined;
    }
  }
}
