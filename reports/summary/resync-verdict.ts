/** The verdict of a resynchronisation measurement. */
import type { FuzzResync, Verdict } from '../../scenarios/record';

/** fail: the board took too long. inconclusive: it never did, but some rows are unknown. */
export function resyncVerdict(resync: FuzzResync): Extract<Verdict, 'pass' | 'fail' | 'inconclusive'> {
  if (resync.rows.some(({ over }) => over)) return 'fail';
  return countUnknownRows(resync) > 0 ? 'inconclusive' : 'pass';
}

/** Rows in which the host spoilt every try. */
export function countUnknownRows({ rows }: FuzzResync): number {
  return rows.filter(({ tries }) => tries === 0).length;
}
