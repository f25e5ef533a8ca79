/**
 * Whether this host may have caused a failure. It counts only for a failure that does not reproduce.
 * A stall moves bytes in time, so that a board may see the end of a frame where there is none. It changes no byte.
 */
import type { Failure } from '../../../protocols/monitor/failure';
import { micros, millis, type Micros } from '../../../protocols/time';
import { isLate } from '../execution/reproduce';
import type { Rig } from '../execution/rig';
import type { FailureOrigin } from '../triage/finding-store';

/** Failures of these kinds are about time. */
const TIMED: readonly Failure['kind'][] = ['silence', 'late', 'early', 'gap'];
/** A shorter wait makes no answer late, as limits of answers are longer. */
const LONG_WAIT = millis(50);

interface Disturbance {
  /** A stall of this length may change what the board reads; absent: no stall does. */
  readonly stallLimit: Micros | undefined;
  /** How much longer than asked for a gap of the last play was, at most. */
  readonly lateness: Micros;
}

/** For a failure in the last play. */
export function originOf(failure: Failure, rig: Rig, unit: number, by: Disturbance): FailureOrigin {
  const { stallLimit, lateness } = by;
  return { unit, mayBeOfHost: mayBeOfHost(failure, rig, stallLimit) || isLate(rig, failure, lateness) };
}

function mayBeOfHost({ kind }: Failure, rig: Rig, stallLimit = micros(Infinity)): boolean {
  if (kind === 'malformed') return false;
  const stall = rig.stallDuration?.() ?? 0;
  if (!TIMED.includes(kind)) return stall >= stallLimit;
  return Math.max(stall, rig.waitDuration?.() ?? 0) >= Math.min(stallLimit, LONG_WAIT);
}
