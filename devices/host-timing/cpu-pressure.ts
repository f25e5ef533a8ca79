/**
 * How long any program was ready and did not run because others used the processors. Linux counts all of them together.
 *
 *     /proc/pressure/cpu        some avg10=… avg60=… avg300=… total=8955945014     µs in which some task waited
 *
 * It bounds a delay if the threads that handle the bytes are unknown (run-queue-delay.ts).
 */
import { availableParallelism } from 'node:os';
import { CounterFile, PROC } from '../platform/proc-files';

export class CpuPressure {
  private readonly file: CounterFile;
  private lastTotal = 0;

  constructor(pressure = `${PROC}/pressure/cpu`) {
    this.file = new CounterFile(pressure, lastNumberOfLine);
    this.take();
  }

  /** The increase since the last call, microseconds; 0 if the system does not count it. */
  take(): number {
    const total = this.file.read();
    if (total === undefined) return 0;
    const waited = total - this.lastTotal;
    this.lastTotal = total;
    // The pressure is an average over the processors: all of it may have been on one of them.
    return Math.max(0, waited) * availableParallelism();
  }
}

function lastNumberOfLine(text: Buffer): number {
  const line = text.indexOf('\n');
  const at = text.lastIndexOf('=', line < 0 ? text.length : line);
  return at < 0 ? NaN : at + 1;
}
