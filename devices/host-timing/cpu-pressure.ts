/**
 * How long any program was ready and did not run because others used the processors. Linux counts all of them together.
 *
 *     /proc/pressure/cpu        some avg10=… avg60=… avg300=… total=8955945014     µs in which some task waited
 *
 * It is the bound of a delay where the threads that bytes pass through are not known (run-queue-delay.ts).
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

  /** The most since the last call, microseconds; 0 where the system does not count it. */
  take(): number {
    const total = this.file.read();
    if (total === undefined) return 0;
    const waited = total - this.lastTotal;
    this.lastTotal = total;
    // The pressure is an average over the processors: one of them may have had all of it.
    return Math.max(0, waited) * availableParallelism();
  }
}

function lastNumberOfLine(text: Buffer): number {
  const line = text.indexOf('\n');
  const at = text.lastIndexOf('=', line < 0 ? text.length : line);
  return at < 0 ? NaN : at + 1;
}
