/** What measuring resynchronisation comes to, said as the verdict of a clause is. */
import type { FuzzResync, Verdict } from '../../scenarios/record';

/** fail: the board took longer than it may. inconclusive: it did not where it is known, and somewhere it is not. */
export function resyncVerdict(resync: FuzzResync): Extract<Verdict, 'pass' | 'fail' | 'inconclusive'> {
  if (resync.rows.some(({ over }) => over)) return 'fail';
  return countUnknownRows(resync) > 0 ? 'inconclusive' : 'pass';
}

/** Kinds and lengths of which every try was spoilt by the host. */
export function countUnknownRows({ rows }: FuzzResync): number {
  return rows.filter(({ tries }) => tries === 0).length;
}
