/** How long an emulator and its cables have waited for a processor: Linux counts it for each thread. */
import { PROC } from '../platform/proc-files';
import { StealTime } from '../host-timing/steal-time';
import { RunQueueDelay } from '../host-timing/run-queue-delay';
import { micros, type Micros } from '../../protocols/time';

export interface EmulatorDelay {
  /** The thread that runs the chip's core. */
  readonly core: Micros;
  /** All threads that carry its bytes, and steal time. */
  readonly rest: Micros;
}

const steal = new StealTime();

export class EmulatorDelayCounter {
  private readonly core = new RunQueueDelay();
  private readonly rest = new RunQueueDelay();

  /** Counts from now on. `thread`: the thread of the core. */
  addEmulator(pid: number, thread: number): void {
    this.core.add(`${PROC}/${pid}/task/${thread}/schedstat`);
    this.rest.addProgram(pid, PROC, [thread]);
  }

  addCable(pid: number): void {
    this.rest.addProgram(pid);
  }

  /** The total since some instant; it never decreases. */
  total(): EmulatorDelay {
    return { core: this.core.total(), rest: micros(this.rest.total() + steal.total()) };
  }

  /** Steal time counts twice on two processors: it would make a timeout too long. */
  totalWithoutSteal(): Micros {
    return micros(this.core.total() + this.rest.total());
  }

  close(): void {
    this.core.close();
    this.rest.close();
  }
}
