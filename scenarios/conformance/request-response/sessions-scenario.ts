/** A stock scenario of random sessions: what a request did shows in the answers to others. */
import * as fc from 'fast-check';
import type { Message } from '../../../protocols/request-response/definition';
import type { StockContext } from './prepared-session';

const LONGEST = 12;
const RUNS = { virtual: 60, real: 8 } as const;

/** The smallest session that is answered wrongly is reported. */
export async function playSessions({ host, samples, queries }: StockContext): Promise<void> {
  const kinds = samples.representatives.map(({ request }) => request);
  const changing = samples.all.filter(({ changesState }) => changesState).map(({ request }) => request);
  const all = samples.all.map(({ request }) => request);
  const pools = [kinds, queries.informativeRequests, changing, all].filter((pool) => pool.length > 0);
  const request = fc.oneof(...pools.map((pool): fc.Arbitrary<Message> => fc.constantFrom(...pool)));
  const session = fc.array(request, { minLength: 1, maxLength: LONGEST });
  await host.sessions('a session of requests', RUNS, session);
}
