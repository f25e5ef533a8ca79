/**
 * How long any program was ready to run and did not, because others had the processors. Linux counts it for all together.
 *
 *     /proc/pressure/cpu        some avg10=… avg60=… avg300=… total=8955945014     µs in which some task waited
 *
 * Where it cannot be seen which threads bytes pass through (waits.ts), what anybody waited is the bound.
 */
import { openSync, readSync } from 'node:fs';
import { availableParallelism } from 'node:os';

const BUFFER_BYTES = 256;
const EQUALS = 0x3d;
const LINE_END = 0x0a;
const ZERO = 0x30;

export class CpuPressure {
  private readonly buffer = Buffer.alloc(BUFFER_BYTES);
  private readonly file: number | undefined;
  private lastTotal = 0;

  constructor(pressure = '/proc/pressure/cpu') {
    this.file = openIfPresent(pressure);
    this.take();
  }

  /** Microseconds at most since the last call; 0 where nobody counts. */
  take(): number {
    const total = this.total();
    if (total === undefined) return 0;
    const waited = total - this.lastTotal;
    this.lastTotal = total;
    // The pressure is an average over the processors: one of them may have had all of it.
    return Math.max(0, waited) * availableParallelism();
  }

  /** The number behind the last `=` of the first line; read byte by byte, as it is read for many chunks. */
  private total(): number | undefined {
    const { file, buffer } = this;
    if (file === undefined) return undefined;
    try {
      const length = readSync(file, buffer, 0, BUFFER_BYTES, 0);
      const lineEnd = buffer.indexOf(LINE_END);
      const end = lineEnd < 0 ? length : Math.min(lineEnd, length);
      const from = buffer.lastIndexOf(EQUALS, end);
      if (from < 0 || from >= end) return undefined;
      let value: number | undefined;
      for (let at = from + 1; at < end; at++) {
        const digit = (buffer[at] ?? 0) - ZERO;
        if (digit < 0 || digit > 9) break;
        value = (value ?? 0) * 10 + digit;
      }
      return value;
    } catch {
      return undefined;
    }
  }
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch {
    return undefined;
  }
}
