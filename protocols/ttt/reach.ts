/** Whether a server is there. */
import type { ConversationHost } from '../../api/index';
import { BYTE, type PlayerMessage } from './message';
import type { TttValues } from './parameters';
import { everybodyLeaves, Script } from './scenarios/script';
import type { TttState } from './state';

type Host = ConversationHost<PlayerMessage, TttState, TttValues>;

/** Whether it answers a player who joins: undefined, or a sentence why not. */
export async function reach(host: Host): Promise<string | undefined> {
  const first = await answerOf(host);
  if (first !== 'F') return first;
  // Somebody else is seated: a restart frees the seats.
  if (!(await host.reset()) || (await answerOf(host)) === 'F')
    return 'the game is full before anybody here has joined: free its seats, or give a --reset recipe';
  return undefined;
}

async function answerOf(host: Host): Promise<string | undefined> {
  const [first = ''] = host.links;
  await host.isAlive(...everybodyLeaves(host));
  const isAnswered = await host.isAlive(...new Script(host).join(first).steps);
  const isFull = host.received.at(-1)?.[0] === BYTE.full;
  await host.isAlive(...everybodyLeaves(host));
  if (isFull) return 'F';
  return isAnswered
    ? undefined
    : 'a player who joins receives nothing: is the server running, is it the right port?';
}
