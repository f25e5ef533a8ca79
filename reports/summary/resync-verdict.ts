/** The verdict of a resynchronisation measurement. */
import { formatCount } from '../text/quantity';
import type { FuzzResync, Verdict } from '../../scenarios/record';

/** fail: the board took too long. inconclusive: it never did, but some rows are unknown. */
export function resyncVerdict(resync: FuzzResync): Extract<Verdict, 'pass' | 'fail' | 'inconclusive'> {
  if (resync.rows.some(({ over }) => over)) return 'fail';
  return unknownText(resync) === undefined ? 'pass' : 'inconclusive';
}

/** What is unknown and why; undefined: nothing is. */
export function unknownText(resync: FuzzResync): string | undefined {
  const { rows, missing = 0 } = resync;
  const unknown = countUnknownRows(resync);
  const all = formatCount(rows.length + missing);
  const parts = [
    unknown > 0
      ? [`${formatCount(unknown)} of ${all} are not known, because this machine stalled the board`]
      : [],
    missing > 0
      ? [`${formatCount(missing)} of ${all} were not measured, because the time limit was reached`]
      : [],
  ].flat();
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** Rows in which the host spoilt every try. */
export function countUnknownRows({ rows }: FuzzResync): number {
  return rows.filter(({ tries }) => tries === 0).length;
}
