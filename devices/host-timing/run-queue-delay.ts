/**
 * How long threads were ready and did not run because others used the processors. Linux counts it for each thread.
 *
 *     /proc/PID/schedstat      102000791 320268666 137       ns run, ns waited to run, turns
 */
import { join } from 'node:path';
import { CounterFile, listFolder, PROC, readText } from '../platform/proc-files';
import { micros, type Micros } from '../../protocols/time';

/** The most threads of a program that are counted. */
const MAX_THREADS = 32;
const BLANK = 0x20;
/** The state of a thread in its `stat`, behind its name, which may have any characters: runs, or waits to. */
const READY = /^.*\) R/s;

interface Count {
  readonly file: CounterFile;
  /** Nanoseconds at the last reading. */
  seen: number;
  /** The text of the file when it was last asked whether the thread waits. */
  before: string;
}

/** The delay of some threads together, each from when it was added. */
export class RunQueueDelay {
  private readonly counts = new Map<string, Count>();
  private sum = 0;

  get size(): number {
    return this.counts.size;
  }

  /** `path`: the schedstat of a thread. False if it is not counted, or the thread has ended. */
  add(path: string): boolean {
    if (this.counts.has(path)) return true;
    const file = new CounterFile(path, secondNumber);
    const seen = file.read();
    if (seen === undefined) file.close();
    else this.counts.set(path, { file, seen, before: '' });
    return seen !== undefined;
  }

  /** Adds the present threads of a program, except those of `except`. False if none of them is counted. */
  addProgram(pid: number, proc = PROC, except: readonly number[] = []): boolean {
    const tasks = join(proc, String(pid), 'task');
    const added = listFolder(tasks)
      .filter((task) => !except.includes(Number(task)))
      .slice(0, MAX_THREADS)
      .map((task) => this.add(join(tasks, task, 'schedstat')));
    return added.includes(true);
  }

  /** Microseconds since the first thread was added; never decreases. */
  total(): Micros {
    for (const [path, count] of this.counts) {
      const waited = count.file.read();
      if (waited === undefined) this.drop(path, count);
      else {
        this.sum += Math.max(0, waited - count.seen);
        count.seen = waited;
      }
    }
    return micros(this.sum / 1000);
  }

  /**
   * Whether a thread is ready and has not run since the last call: the kernel counts a wait only when it ends. The first
   * call may take a thread that runs for one that waits.
   */
  isWaiting(): boolean {
    let isWaiting = false;
    for (const [path, count] of this.counts) {
      const isReady = READY.test(readText(path.replace(/schedstat$/, 'stat')));
      const counted = isReady ? readText(path) : '';
      if (isReady && (count.before === '' || counted === count.before)) isWaiting = true;
      count.before = counted;
    }
    return isWaiting;
  }

  close(): void {
    for (const [path, count] of this.counts) this.drop(path, count);
  }

  private drop(path: string, { file }: Count): void {
    this.counts.delete(path);
    file.close();
  }
}

function secondNumber(text: Buffer): number {
  const blank = text.indexOf(BLANK);
  return blank < 0 ? NaN : blank + 1;
}
