import type { Verdict } from '../record';
import { worseVerdict } from './verdict';

test('of two verdicts the more serious one stands, in either order', () => {
  const order: readonly Verdict[] = ['skip', 'pass', 'inconclusive', 'error', 'fail'];
  for (const [i, a] of order.entries())
    for (const [j, b] of order.entries()) expect(worseVerdict(a, b)).toBe(order[Math.max(i, j)]);
});
