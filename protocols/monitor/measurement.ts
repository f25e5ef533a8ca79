/** The judge of times compares bounds, not instants. Bounds on both sides of a limit decide nothing. */
import type { Micros } from '../time';

/** A quantity and its limits (inclusive). `low` and `high` bound the true value. */
export interface Measurement {
  readonly name: string;
  readonly unit: 'us' | 'bytes' | 'count';
  readonly low: number;
  readonly high: number;
  readonly min?: number;
  readonly max?: number;
}

/** pass: both bounds inside the limits. fail: both beyond the same limit. Else inconclusive. */
export function judge({
  low,
  high,
  min = -Infinity,
  max = Infinity,
}: Measurement): 'pass' | 'fail' | 'inconclusive' {
  if (low >= min && high <= max) return 'pass';
  if (high < min || low > max) return 'fail';
  return 'inconclusive';
}

interface SentBounds {
  readonly notBefore: Micros;
  readonly notAfter: Micros;
  readonly lastNotBefore: Micros;
}

/**
 * Time from the last byte of `from` to the first byte of `to`, microseconds. `toNotAfter`: the latest time of that
 * first byte.
 */
export function latency(
  from: SentBounds,
  to: { readonly notBefore: Micros; readonly notAfter: Micros },
): { low: number; high: number } {
  const low = Math.max(0, to.notBefore - from.notAfter);
  return { low, high: Math.max(low, to.notAfter - from.lastNotBefore) };
}
