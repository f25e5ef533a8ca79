/**
 * A clock that jumps: when the host only waits, time becomes that of the next due event.
 *
 * Events of the simulation (bytes that arrive, boards that wake) run in order of time, then of creation, so a run
 * repeats exactly. An event that gives something to the host ends the step: all that the host does with it
 * (promises, stream ticks) is done before the next step, which is a turn of its own.
 */
import type { CancelAlarm } from '../../clock/alarms';
import type { Clock } from '../../clock/clock';
import { DueHeap, type Due } from './due-heap';
import { hostTurns } from './host-turns';
import { micros, type Micros } from '../../../protocols/time';

export interface VirtualClock extends Clock {
  /** An event of the simulation, not of the host: it alone does not make time pass. Returns true when it touched the host. */
  schedule(at: Micros, run: () => boolean): CancelAlarm;
}

export function virtualClock(): VirtualClock {
  const heap = new DueHeap();
  let time = 0;
  let order = 0;
  let pendingAlarms = 0;

  const step = (): void => {
    while (pendingAlarms > 0) {
      const due = heap.pop();
      if (due === undefined) return;
      if (due.at > time) time = due.at;
      if (due.host) pendingAlarms--;
      if (due.run()) break;
    }
    if (pendingAlarms > 0) turns.ask();
  };
  const turns = hostTurns(step);
  const add = (at: number, run: () => boolean, host: boolean): CancelAlarm => {
    const due: Due = { at, order: order++, run, host, place: 0 };
    heap.push(due);
    if (host) {
      pendingAlarms++;
      turns.ask();
    }
    return () => {
      if (heap.remove(due) && host) pendingAlarms--;
    };
  };
  const alarm = (at: Micros, ring: () => void): CancelAlarm =>
    add(
      at,
      () => {
        ring();
        return true;
      },
      true,
    );
  return {
    virtual: true,
    now: () => micros(time),
    alarm,
    until: (at) => new Promise((resolve) => void alarm(at, resolve)),
    schedule: (at, run) => add(at, run, false),
  };
}
