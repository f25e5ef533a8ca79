/** What an emulator and the cables to it have waited for a processor: Linux counts it thread by thread. */
import { StealTime } from '../host-timing/steal-time';
import { RunQueueDelay } from '../host-timing/run-queue-delay';
import { micros, type Micros } from '../../protocols/time';

export interface EmulatorDelay {
  /** The thread that runs the chip's core. */
  readonly core: Micros;
  /** All that passes bytes to it and from it, and what the host of a virtual machine took from all of them. */
  readonly rest: Micros;
}

const steal = new StealTime();

export class EmulatorDelayCounter {
  private readonly core = new RunQueueDelay();
  private readonly rest = new RunQueueDelay();

  /** From now on. `thread`: of the core. */
  addEmulator(pid: number, thread: number): void {
    this.core.add(`/proc/${pid}/task/${thread}/schedstat`);
    this.rest.addProgram(pid, '/proc', [thread]);
  }

  addCable(pid: number): void {
    this.rest.addProgram(pid);
  }

  /** Counted from any instant; never less than before. */
  total(): EmulatorDelay {
    return { core: this.core.total(), rest: micros(this.rest.total() + steal.total()) };
  }

  /** Without what is stolen, which counts twice on two processors: no measure of patience. */
  totalWithoutSteal(): Micros {
    return micros(this.core.total() + this.rest.total());
  }

  close(): void {
    this.core.close();
    this.rest.close();
  }
}
