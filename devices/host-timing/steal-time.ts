/**
 * How long the machine's processors were somebody else's: of a virtual machine, whose host had other guests to run. No
 * process is said to have waited meanwhile, and all of them stood still.
 *
 *     /proc/stat       cpu  4428081 1278200 485192 1309756 2367 0 5513 207609 0 0       the eighth: stolen, in 10 ms
 */
import { openSync, readSync } from 'node:fs';
import { micros, type Micros } from '../../protocols/time';

const TICK_US = 10_000;
const BUFFER_BYTES = 256;
const STEAL_COLUMN = 8;

export class StealTime {
  private readonly buffer = Buffer.alloc(BUFFER_BYTES);
  private readonly file: number | undefined;

  constructor(stat = '/proc/stat') {
    try {
      this.file = openSync(stat, 'r');
    } catch {
      this.file = undefined;
    }
  }

  /** Of all processors together since the machine began, to 10 ms; 0 where nobody counts it. */
  total(): Micros {
    if (this.file === undefined) return micros(0);
    try {
      const length = readSync(this.file, this.buffer, 0, BUFFER_BYTES, 0);
      const [line = ''] = this.buffer.toString('latin1', 0, length).split('\n');
      return micros((Number(line.split(/ +/)[STEAL_COLUMN]) || 0) * TICK_US);
    } catch {
      return micros(0);
    }
  }
}
