/** Plays the sessions that a conversation's author gives. */
import * as fc from 'fast-check';
import { random } from '../../../devices/random';
import type { Message } from '../../../protocols/request-response/definition';
import type { Parameters } from '../../../protocols/requirement';
import { millis } from '../../../protocols/time';
import type { HostStep } from '../../player/host-steps';
import type { ConversationSessions, PlayedSession, SessionParts } from '../../player/conversation-sessions';
import { listen } from '../../player/step';
import type { AnyHost, AnyScenario } from '../host-scenario';

/** A board that is silent for so long has read what was sent; so often this is waited for. */
const QUIET = millis(500);
const MOST_WAITS = 60;

/** The scenario that plays them up to a premise that fails, or until enough is known to be broken. */
export function sessionScenario(
  one: ConversationSessions<Message, unknown, Parameters>,
  parts: SessionParts<unknown, Parameters>,
): AnyScenario {
  const { id, title, covers, needs } = one;
  return {
    id,
    title,
    covers,
    ...(needs === undefined ? {} : { needs }),
    unfit: (board, p) => {
      const links = board.linkUrls.map(({ name }) => name);
      const [first] = links;
      const carrier = first === undefined ? 'serial' : board.binding(first);
      return one.unfit?.({ p, links, carrier, reset: board.reset?.text });
    },
    run: async (host) => {
      const { bench, p, links, carrier } = host;
      const [seed = 1] = bench.sample(fc.noBias(fc.integer()), 1);
      const table = {
        ...{ p, links, carrier, random: random(seed), all: bench.exhaustive },
        get state() {
          return host.state;
        },
      };
      const clearUp = async (): Promise<void> => {
        const steps = parts.between?.(table);
        if (steps !== undefined) await host.playSession('between two sessions', steps);
      };
      let isEmpty = true;
      for (const session of one.sessions(table)) {
        isEmpty = false;
        const { what = title, isPremise, open } = session;
        if (open !== undefined) bench.inconclusive(open, what);
        if (session.steps === undefined) continue;
        await clearUp();
        const isRight = await playSession(host, what, session, session.steps(table));
        if (!isRight && (isPremise || covers.every((clause) => bench.failedEnough(clause)))) break;
      }
      await clearUp();
      if (isEmpty)
        for (const clause of covers)
          bench.skip(clause, `under these parameters there is nothing to try in ${id}`);
    },
  };
}

async function playSession(
  host: AnyHost,
  what: string,
  { charge, isUnjudged, resets }: PlayedSession,
  steps: readonly HostStep<Message>[],
): Promise<boolean> {
  if (isUnjudged) {
    await host.playUnjudged(steps);
    // A slow board may still be behind.
    for (let n = 0; n < MOST_WAITS && (await host.isAlive(listen(QUIET))); n++);
    return true;
  }
  if (charge !== undefined) host.charge(charge);
  const isRight = await host.playSession(what, steps);
  if (charge !== undefined) host.charge();
  if (charge !== undefined && isRight) host.bench.check(charge, true, () => ({ title: what }));
  if (resets === undefined) return isRight;
  await host.reset();
  return (await host.listen(resets, what)) && isRight;
}
