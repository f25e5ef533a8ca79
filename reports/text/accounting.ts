/** What was judged of what passed on the wire: in numbers, in words, and whether it is enough for a pass. */
import type { AccountingRecord } from '../../scenarios/record';
import { formatCount, plural } from './quantity';

/** A pass needs this share of the exchanges judged, in percent, unless a run has its own. */
export const LEAST_JUDGED = 95;

export type UnjudgedReason = keyof AccountingRecord['unjudged'];

const REASON_TEXTS: Readonly<Record<UnjudgedReason, string>> = {
  'state-unknown': 'because the state was not known yet',
  'too-many-worlds': 'because too many states were possible',
  'left-open': 'because the specification leaves it open',
  'bytes-lost': 'because bytes or times are missing',
};

const reasons = Object.keys(REASON_TEXTS) as readonly UnjudgedReason[];

/** undefined: nothing counted exchanges. */
export function sumAccounting(parts: readonly AccountingRecord[]): AccountingRecord | undefined {
  if (parts.length === 0) return undefined;
  const sum = (count: (part: AccountingRecord) => number): number =>
    parts.reduce((total, part) => total + count(part), 0);
  const counts = reasons.map((reason) => [reason, sum(({ unjudged }) => unjudged[reason] ?? 0)] as const);
  return {
    judged: sum(({ judged }) => judged),
    unjudged: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

/** The reasons with their numbers, the most frequent first. */
export function unjudgedReasons({
  unjudged,
}: AccountingRecord): readonly (readonly [UnjudgedReason, number])[] {
  return reasons
    .map((reason) => [reason, unjudged[reason] ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort(([, one], [, other]) => other - one);
}

export function isTooLittle(accounting: AccountingRecord, leastJudged: number): boolean {
  return 100 * accounting.judged < leastJudged * countExchanges(accounting);
}

/** Rounded down: 94.96 is less than 95. */
export function judgedPercent(accounting: AccountingRecord): number {
  return Math.floor((1000 * accounting.judged) / Math.max(1, countExchanges(accounting))) / 10;
}

/** `312 of 315 exchanges judged; 3 not: 2 because the state was not known yet, 1 because the specification leaves it open`. */
export function accountingText(accounting: AccountingRecord): string {
  const total = countExchanges(accounting);
  const parts = unjudgedReasons(accounting).map(
    ([reason, count]) => `${formatCount(count)} ${REASON_TEXTS[reason]}`,
  );
  const left = total - accounting.judged;
  const [only] = unjudgedReasons(accounting);
  const why = parts.length === 1 && only ? `, ${REASON_TEXTS[only[0]]}` : `: ${parts.join(', ')}`;
  return `${formatCount(accounting.judged)} of ${plural(total, 'exchange')} judged${left === 0 ? '' : `; ${formatCount(left)} not${why}`}`;
}

export function countExchanges(accounting: AccountingRecord): number {
  return unjudgedReasons(accounting).reduce((sum, [, count]) => sum + count, accounting.judged);
}
