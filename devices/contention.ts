/**
 * How long this process, or the kernel on its behalf, may have been ready to run and did not: other programs had the
 * processors. Linux counts it.
 *
 *     /proc/pressure/cpu        some avg10=… avg60=… avg300=… total=8955945014     µs in which some task waited
 *     /proc/self/schedstat      102000791 320268666 137                            ns run, ns waited to run, turns
 *
 * Received bytes pass through a worker of the kernel before they wake this process, and that has to wait as well: so
 * what anybody waited is the better bound. What this process waited is what older kernels say.
 */
import { openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Steal } from './steal';

const ROOM = 256;
const EQUALS = 0x3d;
const BLANK = 0x20;

interface Count {
  readonly file: number;
  /** What the number stands behind: the last `=` or the first blank of the first line. */
  readonly mark: number;
  readonly microsEach: number;
}

/** And what a virtual machine's own host took from all of them (steal.ts). */
export class Contention {
  private readonly buffer = Buffer.alloc(ROOM);
  private readonly count: Count | undefined;
  private readonly steal: Steal;
  private seen = 0;
  private stolen = 0;

  constructor(pressure = '/proc/pressure/cpu', own = '/proc/self/schedstat', stat = '/proc/stat') {
    this.steal = new Steal(stat);
    // The pressure is an average over the processors: one of them may have had all of it.
    const counts: readonly Count[] = [
      ...opened(pressure).map((file) => ({ file, mark: EQUALS, microsEach: availableParallelism() })),
      ...opened(own).map((file) => ({ file, mark: BLANK, microsEach: 0.001 })),
    ];
    this.count = counts.find((count) => this.totalOf(count) !== undefined);
    this.take();
  }

  /** Microseconds at most since the last call; 0 where nobody counts. */
  take(): number {
    const stolen = this.steal.total();
    const gone = stolen - this.stolen;
    this.stolen = stolen;
    const total = this.count === undefined ? undefined : this.totalOf(this.count);
    if (total === undefined) return Math.max(0, gone);
    const waited = total - this.seen;
    this.seen = total;
    return Math.max(0, waited) + Math.max(0, gone);
  }

  private totalOf({ file, mark, microsEach }: Count): number | undefined {
    try {
      const length = readSync(file, this.buffer, 0, ROOM, 0);
      const value = numberBehind(this.buffer, mark, length);
      return value === undefined ? undefined : value * microsEach;
    } catch {
      return undefined;
    }
  }
}

/** In the first line; read byte by byte, as it is read for every chunk. */
function numberBehind(text: Uint8Array, mark: number, length: number): number | undefined {
  const lineEnd = text.indexOf(0x0a);
  const end = lineEnd < 0 ? length : Math.min(lineEnd, length);
  // Of pressure the last `=`, of schedstat the first blank.
  const from = mark === EQUALS ? text.lastIndexOf(mark, end) : text.indexOf(mark);
  if (from < 0 || from >= end) return undefined;
  let value: number | undefined;
  for (let at = from + 1; at < end; at++) {
    const digit = (text[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) break;
    value = (value ?? 0) * 10 + digit;
  }
  return value;
}

function opened(path: string): number[] {
  try {
    return [openSync(path, 'r')];
  } catch {
    return [];
  }
}
