/** The judge compares bounds, not instants. Bounds on both sides of a limit decide nothing. */
import type { Micros } from '../../protocols/time';
import type { MeasurementRecord, Verdict } from '../record';

/** A quantity with bounds, and its limits (inclusive). */
export type Measurement = MeasurementRecord;

/** pass: both bounds inside the limits. fail: both beyond the same limit. Else inconclusive. */
export function judge({ low, high, min = -Infinity, max = Infinity }: Measurement): Verdict {
  if (low >= min && high <= max) return 'pass';
  if (high < min || low > max) return 'fail';
  return 'inconclusive';
}

const RANK: Readonly<Record<Verdict, number>> = { skip: 0, pass: 1, inconclusive: 2, error: 3, fail: 4 };

/** The verdict that stands when one requirement was judged more than once. */
export function worseVerdict(a: Verdict, b: Verdict): Verdict {
  return RANK[a] >= RANK[b] ? a : b;
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
