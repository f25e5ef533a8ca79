/**
 * A clock that jumps: when the host waits and nothing is in flight, time becomes that of the next due event.
 *
 * Events of the world (bytes travelling, boards waking) run in order of time, then of their making, so a run
 * repeats exactly. An event that hands something to the host ends the step: everything the host does about it
 * (promises, stream ticks) is done before the next step, which is a turn of its own.
 */
import type { CancelAlarm, Clock } from '../clock';
import { hostTurns } from './host-turns';
import { micros, type Micros } from '../../protocols/time';

interface Due {
  at: number;
  order: number;
  /** Returns true when it touched the host. */
  run: (() => boolean) | undefined;
  host: boolean;
}

export interface VirtualClock extends Clock {
  /** An event of the world, not of the host: it alone does not make time pass. Returns true when it touched the host. */
  world(at: Micros, run: () => boolean): CancelAlarm;
}

export function virtualClock(): VirtualClock {
  const heap = new DueHeap();
  let time = 0;
  let order = 0;
  let waits = 0;

  const step = (): void => {
    while (waits > 0) {
      const due = heap.pop();
      if (due === undefined) return;
      const run = due.run;
      if (run === undefined) continue;
      if (due.at > time) time = due.at;
      due.run = undefined;
      if (due.host) waits--;
      if (run()) break;
    }
    if (waits > 0) turns.ask();
  };
  const turns = hostTurns(step);
  const add = (at: number, run: () => boolean, host: boolean): CancelAlarm => {
    const due: Due = { at, order: order++, run, host };
    heap.push(due);
    if (host) {
      waits++;
      turns.ask();
    }
    return () => {
      if (due.run === undefined) return;
      due.run = undefined;
      if (host) waits--;
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
    world: (at, run) => add(at, run, false),
  };
}

/** A binary heap of what is due, earliest first; equal times in order of their making. */
class DueHeap {
  private readonly items: Due[] = [];

  push(due: Due): void {
    const items = this.items;
    let at = items.length;
    items.push(due);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent];
      if (above === undefined || !before(due, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = due;
  }

  pop(): Due | undefined {
    const items = this.items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      let least = items[child];
      if (least === undefined) break;
      const right = items[child + 1];
      if (right !== undefined && before(right, least)) {
        least = right;
        child++;
      }
      if (!before(least, last)) break;
      items[at] = least;
      at = child;
    }
    items[at] = last;
    return top;
  }
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
