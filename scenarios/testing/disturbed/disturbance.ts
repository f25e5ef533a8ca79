/**
 * What this host does to the times of a session. True times stay within the bounds that it gives.
 *
 *     exact       bounds are the true times
 *     20ms        bytes are read late, several frames at once; writes begin and end late: by up to 20 ms
 *     stall       the host stands still for 0.1 to 10 s at random moments
 *     board       the board's process stands still before it answers: its bytes are late, and right
 *     5ms+stall   both
 */
import { micros, millis, type Micros } from '../../../protocols/time';

export interface Disturbance {
  readonly name: string;
  /** How late the host reads, begins to write and sees the end of a write, at most. */
  readonly lateness: Micros;
  readonly stalls: boolean;
  readonly boardStalls: boolean;
}

/** Throws Error for an unknown name. */
export function disturbanceNamed(name: string): Disturbance {
  let lateness = micros(0);
  let [stalls, boardStalls] = [false, false];
  for (const part of name.split('+')) {
    const [, ms] = /^(\d+)ms$/.exec(part) ?? [];
    if (ms !== undefined) lateness = millis(Number(ms));
    else if (part === 'stall') [stalls, lateness] = [true, micros(Math.max(lateness, 200))];
    else if (part === 'board') boardStalls = true;
    else if (part !== 'exact') throw new Error(`no disturbance ${part}: exact, 1ms, 20ms, stall, board`);
  }
  return { name, lateness, stalls, boardStalls };
}

export const DISTURBANCES: readonly Disturbance[] = [
  'exact',
  '1ms',
  '5ms',
  '20ms',
  'stall',
  '5ms+stall',
  'board',
].map(disturbanceNamed);
