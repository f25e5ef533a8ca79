/** STM: pairs that a scenario's situation needs. */
import type { StmHost } from './host';
import { match, select, tile } from './requests';

/** Matches `count` pairs. false: a step went wrong. */
export async function playPairs(host: StmHost, count: number): Promise<boolean> {
  for (let i = 0; i < count; i++)
    if (
      !(await host.ask(select(tile(i % 42, 0)))) ||
      !(await host.ask(match(tile(i % 42, 1)), `pair ${i + 1}`))
    )
      return false;
  return true;
}
