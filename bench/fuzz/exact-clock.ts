/**
 * A real-time clock on which a line and a board keep their times to a few microseconds.
 *
 *     timer |─────── waits ───────|·· polls ··| due
 *
 * Timers are up to two milliseconds late, the time of twenty bytes: a line with them would be slower than its rate. So
 * alarms that are due soon are polled from the event loop, which does not block the host.
 */
import { type CancelAlarm, realClock } from '../../devices/clock/clock';
import type { VirtualClock } from '../../devices/virtual/engine/virtual-clock';
import { micros, type Micros } from '../../protocols/time';

/** An alarm this close is polled for, microseconds: more than the delay of a timer. */
const POLL_WITHIN_US = 3000;

interface Due {
  readonly at: Micros;
  readonly run: () => void;
}

/** For a virtual board in real time. The host's own alarms are ordinary timers. */
export function exactClock(): VirtualClock {
  const clock = realClock();
  const due: Due[] = [];
  let runPending = false;
  let cancel: CancelAlarm | undefined;

  const runDue = (): void => {
    runPending = false;
    for (let first = due[0]; first !== undefined && first.at <= clock.now(); first = due[0]) {
      due.shift();
      first.run();
    }
    schedule();
  };
  const schedule = (): void => {
    const [first] = due;
    if (first === undefined || runPending) return;
    cancel?.();
    cancel = undefined;
    const left = first.at - clock.now();
    if (left > POLL_WITHIN_US) {
      cancel = clock.alarm(micros(first.at - POLL_WITHIN_US), schedule);
      return;
    }
    runPending = true;
    setImmediate(runDue);
  };
  const addAlarm = (at: Micros, run: () => void): CancelAlarm => {
    const one = { at, run };
    const behind = due.findIndex((other) => other.at > at);
    due.splice(behind < 0 ? due.length : behind, 0, one);
    schedule();
    return () => {
      const index = due.indexOf(one);
      if (index >= 0) due.splice(index, 1);
    };
  };
  return {
    ...clock,
    virtual: true,
    schedule: (at, run) => addAlarm(at, () => void run()),
    pass: () => false,
    until: (at) => new Promise((resolve) => void addAlarm(at, resolve)),
  };
}
