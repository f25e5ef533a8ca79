/** Verdicts by how serious they are. */
import type { Verdict } from '../record';

const RANK: Readonly<Record<Verdict, number>> = { skip: 0, pass: 1, inconclusive: 2, error: 3, fail: 4 };

/** The verdict that stands when one requirement was judged more than once. */
export function worseVerdict(a: Verdict, b: Verdict): Verdict {
  return RANK[a] >= RANK[b] ? a : b;
}
