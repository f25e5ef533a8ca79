/**
 * How long the host of a virtual machine gave its processors to others. Then all processes of the virtual machine
 * stall, but none counts as waiting.
 *
 *     /proc/stat       cpu  4428081 1278200 485192 1309756 2367 0 5513 207609 0 0       the eighth: stolen, in 10 ms
 */
import { micros, type Micros } from '../../protocols/time';
import { CounterFile, PROC } from '../platform/proc-files';

const TICK_US = 10_000;
const BEFORE_STEAL = /^cpu +(?:\d+ +){7}/;

export class StealTime {
  private readonly file: CounterFile;

  constructor(stat = `${PROC}/stat`) {
    this.file = new CounterFile(
      stat,
      (text) => BEFORE_STEAL.exec(text.toString('latin1'))?.[0].length ?? NaN,
    );
  }

  /** Of all processors together since the machine started, to 10 ms; 0 if the system does not count it. */
  total(): Micros {
    return micros((this.file.read() ?? 0) * TICK_US);
  }
}
