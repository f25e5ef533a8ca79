/** `wirejig lab hold` and `release`: a board for a person who wants it by hand, for a time that ends. */
import { setTimeout as pause } from 'node:timers/promises';
import { liveBoards, type BoardRecord } from '../../../lab/boards';
import type { LabClient } from '../../../lab/client';
import { KEYS } from '../../../lab/keys';
import { say } from '../../shared/console';
import { requesterName, withLab } from '../../shared/lab/lab-url';
import { parseDuration, pickByName } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';
import type { LabRequest } from './command';

const DEFAULT_TIME = '1h';
const LOOK_MS = 500;

/** Resolves when the board is free for the person: a run that is under way ends first. */
export function hold({ lab, boards, for: time = DEFAULT_TIME }: LabRequest): Promise<number> {
  const duration = parseDuration('for', time) / 1000;
  return withLab(lab, 'wait', async (client) => {
    const { id, state, detail } = await pickBoard(client, boards);
    const who = requesterName();
    const taken = await client.redis.set(KEYS.hold(id), who, 'PX', Math.round(duration), 'NX');
    if (taken === null) {
      const holder = (await client.redis.get(KEYS.hold(id))) ?? 'somebody';
      if (holder !== who)
        throw new UsageError(`${id} is held by ${holder}: wirejig lab release ${id} ends that`, 3);
      await client.redis.pexpire(KEYS.hold(id), Math.round(duration));
    }
    await client.redis.publish(KEYS.wake, 'boards');
    if (state === 'busy') say(`waiting for the end of: ${detail ?? 'a run'}\n`);
    for (;;) {
      const now = (await liveBoards(client)).find((one) => one.id === id);
      if (now === undefined || now.state === 'held') break;
      await pause(LOOK_MS);
    }
    say(`${id} is yours for ${time}, on its machine. Give it back: wirejig lab release ${id}\n`);
    return 0;
  });
}

export function release({ lab, boards }: LabRequest): Promise<number> {
  return withLab(lab, 'wait', async (client) => {
    const known = await boardId(client, boards);
    const freed = await client.redis.del(KEYS.hold(known));
    await client.redis.publish(KEYS.wake, 'boards');
    say(freed === 1 ? `${known} is free\n` : `${known} was not held\n`);
    return 0;
  });
}

/** The id of the one board of the command, which may be away now where its host is given too. */
export async function boardId(client: LabClient, names: readonly string[]): Promise<string> {
  const [name = ''] = names;
  return names.length === 1 && name.includes('/') ? name : (await pickBoard(client, names)).id;
}

/** The one board of the command. Its host can be left out where no other host has one of this name. */
export async function pickBoard(client: LabClient, names: readonly string[]): Promise<BoardRecord> {
  const [name, ...others] = names;
  const boards = await liveBoards(client);
  if (name === undefined || others.length > 0)
    throw new UsageError(
      `which board? give one: ${boards.map(({ id }) => id).join(', ') || 'there is none now'}`,
    );
  const short = boards.filter(({ id }) => id.endsWith(`/${name}`));
  const [only] = short;
  return short.length === 1 && only !== undefined
    ? only
    : pickByName(boards, ({ id }) => id, name, 'board', 'the lab has');
}
