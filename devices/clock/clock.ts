/** The source of time. Instants are microseconds from the clock's own zero. */
import { performance } from 'node:perf_hooks';
import { Alarms, type CancelAlarm } from './alarms';
import { micros, type Micros } from '../../protocols/time';

export interface Clock {
  /** True: time jumps to the next event when nothing is in flight. */
  readonly virtual: boolean;
  now(): Micros;
  /** Calls `ring` once, at `at` or as soon as possible after it; never synchronously. */
  alarm(at: Micros, ring: () => void): CancelAlarm;
  /** Resolves at `at`. */
  until(at: Micros): Promise<void>;
}

/** The machine's monotonic clock, zero at its creation. Alarms ring up to 1 ms late, or later when the host stalls. */
export function realClock(): Clock {
  const zero = performance.now();
  const now = (): Micros => micros((performance.now() - zero) * 1000);
  const alarms = new Alarms(now);
  const alarm = (at: Micros, ring: () => void): CancelAlarm => alarms.add(at, ring);
  return {
    virtual: false,
    now,
    alarm,
    until: (at) => new Promise((resolve) => void alarm(at, resolve)),
  };
}
