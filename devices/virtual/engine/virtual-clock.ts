/**
 * A clock that jumps: when the host only waits, time becomes that of the next due event.
 *
 * Events of the simulation (bytes that arrive, boards that wake) run in order of time, then of creation, so a run
 * repeats exactly. An event that gives something to the host ends the step. The host handles it completely (promises,
 * stream ticks) before the next step, in the next turn.
 */
import type { CancelAlarm, Clock } from '../../clock/clock';
import { DueHeap, type Due } from './due-heap';
import { micros, type Micros } from '../../../protocols/time';

export interface VirtualClock extends Clock {
  /** An event of the simulation, not of the host: it alone does not make time pass. Returns true when it touched the host. */
  schedule(at: Micros, run: () => boolean): CancelAlarm;
  /**
   * Lets time pass here and now, up to `at` or until `isEnough`. Returns false where the host was touched before: it handles that first,
   * in a turn of the event loop. So it does on a clock that does not jump.
   */
  pass(at: Micros, isEnough: () => boolean): boolean;
}

/** A virtual clock that calls can drive, besides the host's alarms. */
export interface ControlledClock extends VirtualClock {
  /** Lets the simulation run by itself while events of it are due until `at`. It has no effect on a clock that does not jump. */
  runUntil(at: Micros): void;
  /** Lets `span` pass. Resolves when all events of this time have happened. */
  advance(span: Micros): Promise<void>;
}

interface VirtualClockOptions {
  /** False: only `advance` makes time pass; waiting for an alarm does not. Default true. */
  readonly jumps?: boolean;
}

export function virtualClock({ jumps = true }: VirtualClockOptions = {}): ControlledClock {
  const heap = new DueHeap();
  let time = 0;
  let order = 0;
  /** Alarms of the host: only these make time pass. */
  let pendingAlarms = 0;
  let runsUntil = -Infinity;

  const isDriven = (): boolean => pendingAlarms > 0 || heap.firstAt <= runsUntil;
  /** Returns true when it touched the host. */
  const happen = (due: Due): boolean => {
    if (due.at > time) time = due.at;
    if (due.drives) pendingAlarms--;
    return due.run();
  };
  const step = (): void => {
    while (isDriven()) {
      const due = heap.pop();
      if (due === undefined) return;
      if (happen(due)) break;
    }
    if (isDriven()) turns.ask();
  };
  const turns = hostTurns(step);
  const add = (at: number, run: () => boolean, drives: boolean): CancelAlarm => {
    const due: Due = { at, order: order++, run, drives, place: 0 };
    heap.push(due);
    if (drives) pendingAlarms++;
    if (drives || at <= runsUntil) turns.ask();
    return () => {
      if (heap.remove(due) && drives) pendingAlarms--;
    };
  };
  const ringing = (ring: () => void) => (): boolean => {
    ring();
    return true;
  };
  const alarm = (at: Micros, ring: () => void): CancelAlarm => add(at, ringing(ring), jumps);
  return {
    virtual: true,
    now: () => micros(time),
    alarm,
    until: (at) => new Promise((resolve) => void alarm(at, resolve)),
    schedule: (at, run) => add(at, run, false),
    pass: (at, isEnough) => {
      if (!jumps || at === Infinity) return false;
      // What is due at `at`, and was asked for before, happens first.
      for (
        let end = order++, due = heap.popBefore(at, end);
        due !== undefined;
        due = heap.popBefore(at, end)
      ) {
        if (happen(due)) return false;
        if (isEnough()) return true;
      }
      if (at > time) time = at;
      return true;
    },
    runUntil: (at) => {
      if (!jumps) return;
      runsUntil = Math.max(runsUntil, at);
      if (heap.firstAt <= runsUntil) turns.ask();
    },
    advance: (span) => new Promise((resolve) => void add(time + span, ringing(resolve), true)),
  };
}

const MOST = 32;

interface HostTurns {
  /** Asks for one turn. Asking again before it comes has no effect. */
  ask(): void;
}

/**
 * Turns in which a virtual clock may step. The host has handled everything of the turn before.
 *
 * Each turn is a callback of setImmediate, before which Node runs all pending ticks and promises. A turn of the whole
 * event loop costs system calls, so several turns are queued at a time, as many as are used.
 */
function hostTurns(take: () => void): HostTurns {
  let asked = false;
  let queued = 0;
  let batch = 1;
  let used = 0;

  const queue = (): void => {
    queued = batch;
    used = 0;
    for (let i = 0; i < batch; i++) setImmediate(turn);
  };
  const turn = (): void => {
    queued--;
    if (asked) {
      asked = false;
      used++;
      take();
    }
    if (queued > 0) return;
    batch = used === batch ? Math.min(MOST, 2 * batch) : Math.max(1, used);
    if (asked) queue();
  };
  return {
    ask: () => {
      asked = true;
      if (queued === 0) queue();
    },
  };
}
