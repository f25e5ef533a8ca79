/** The source of time. Instants are microseconds from the clock's own zero. */
import { performance } from 'node:perf_hooks';
import { micros, type Micros } from '../../protocols/time';

/** Cancels an alarm that has not rung. Idempotent. */
export type CancelAlarm = () => void;

interface Alarm {
  readonly at: Micros;
  readonly ring: () => void;
}

const LONGEST_TIMER_MS = 0x7fffffff;

/**
 * The alarms of a real clock, on one timer of Node.
 *
 * Most alarms are cancelled long before they are due, and the next one is later. Then the timer is not changed: when it
 * fires, the due alarms ring.
 */
export class Alarms {
  private readonly waiting = new Set<Alarm>();
  private timer: NodeJS.Timeout | undefined;
  /** When the timer fires, on the clock of `now`. */
  private firesAt = Infinity;

  constructor(private readonly now: () => Micros) {}

  add(at: Micros, ring: () => void): CancelAlarm {
    const { waiting } = this;
    const alarm: Alarm = { at, ring };
    // A timer without alarms must not keep the process alive.
    if (waiting.size === 0) this.timer?.ref();
    waiting.add(alarm);
    if (at < this.firesAt) this.arm(at);
    return () => {
      if (waiting.delete(alarm) && waiting.size === 0) this.timer?.unref();
    };
  }

  private arm(at: number): void {
    clearTimeout(this.timer);
    this.firesAt = at;
    const left = Math.max(0, Math.ceil((at - this.now()) / 1000));
    this.timer = setTimeout(() => this.fire(), Math.min(left, LONGEST_TIMER_MS));
  }

  private fire(): void {
    this.timer = undefined;
    this.firesAt = Infinity;
    const now = this.now();
    const due = [...this.waiting].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
    try {
      // An alarm may cancel another one.
      for (const alarm of due) if (this.waiting.delete(alarm)) alarm.ring();
    } finally {
      let next = Infinity;
      for (const { at } of this.waiting) next = Math.min(next, at);
      if (next < this.firesAt) this.arm(next);
    }
  }
}

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
