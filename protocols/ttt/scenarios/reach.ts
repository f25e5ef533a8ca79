/** Whether a server is there: a player who joins is answered. */
import { BYTE } from '../message';
import { Sitting, type Host } from './sitting';

/** Undefined, or a sentence: why not. */
export async function reach(host: Host): Promise<string | undefined> {
  const sitting = new Sitting(host);
  const first = await answerOf(sitting);
  if (first !== 'F') return first;
  // Somebody else is seated: a restart frees the seats.
  if (!(await host.reset()) || (await answerOf(sitting)) === 'F')
    return 'the game is full before anybody here has joined: free its seats, or give a --reset recipe';
  return undefined;
}

async function answerOf(sitting: Sitting): Promise<string | undefined> {
  const { host, links } = sitting;
  const leave = (): Promise<boolean> => {
    const plan = sitting.plan();
    for (const link of links) plan.leave(link);
    return host.isAlive(...plan.steps);
  };
  await leave();
  const answer = await host.isAlive(...sitting.plan().join(links[0]).steps);
  const isFull = host.received.at(-1)?.[0] === BYTE.full;
  await leave();
  if (isFull) return 'F';
  return answer
    ? undefined
    : 'a player who joins receives nothing: is the server running, is it the right port?';
}
