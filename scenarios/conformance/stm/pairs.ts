/** STM: pairs that are matched on the way to something else. */
import type { StmHost } from './host';
import { match, select, tile } from './requests';

/** `count` pairs matched, on the way to something else; false where a step of it went wrong. */
export async function playPairs(host: StmHost, count: number): Promise<boolean> {
  for (let i = 0; i < count; i++)
    if (
      !(await host.step(select(tile(i % 42, 0)))) ||
      !(await host.step(match(tile(i % 42, 1)), `pair ${i + 1}`))
    )
      return false;
  return true;
}
