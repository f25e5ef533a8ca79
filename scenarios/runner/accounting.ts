/** Sums how many exchanges were judged, and why the others were not. */
import { UNJUDGED_REASONS, type UnjudgedReason } from '../../protocols/monitor/monitor';
import type { AccountingRecord } from '../record';

/** undefined: there was no exchange. */
export function sumAccounting(parts: readonly AccountingRecord[]): AccountingRecord | undefined {
  const sum = (count: (part: AccountingRecord) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  const counts = UNJUDGED_REASONS.map(
    (reason) => [reason, sum(({ unjudged }) => unjudged[reason] ?? 0)] as const,
  );
  const judged = sum((part) => part.judged);
  const unjudged = counts.filter(([, count]) => count > 0);
  return judged === 0 && unjudged.length === 0
    ? undefined
    : { judged, unjudged: Object.fromEntries(unjudged) };
}

/** What is more in `a` than in `b`. */
export function plusUnjudged(
  a: AccountingRecord['unjudged'],
  b: AccountingRecord['unjudged'],
): AccountingRecord['unjudged'] {
  const sum = { ...a };
  for (const reason of UNJUDGED_REASONS) {
    const count = (a[reason] ?? 0) + (b[reason] ?? 0);
    if (count > 0) sum[reason] = count;
  }
  return sum;
}

export function lessUnjudged(
  a: AccountingRecord['unjudged'],
  b: AccountingRecord['unjudged'],
): AccountingRecord['unjudged'] {
  const rest: Partial<Record<UnjudgedReason, number>> = {};
  for (const reason of UNJUDGED_REASONS) {
    const count = (a[reason] ?? 0) - (b[reason] ?? 0);
    if (count > 0) rest[reason] = count;
  }
  return rest;
}
