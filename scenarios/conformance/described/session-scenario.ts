/** Plays the sessions that a conversation's author gives. */
import * as fc from 'fast-check';
import { random } from '../../../devices/random';
import type { Parameters } from '../../../protocols/requirement';
import { millis } from '../../../protocols/time';
import type { ConversationSessions, PlayedSession, SessionParts } from '../../player/conversation-sessions';
import { listen } from '../../player/step';
import type { AnyHost, AnyScenario } from './scenario';

/** A board that is silent for so long has read what was sent; so often this is waited for. */
const QUIET = millis(500);
const MOST_WAITS = 60;

/** The scenario that plays them up to a premise that fails, or until enough is known to be broken. */
export function sessionScenario(
  one: ConversationSessions<unknown, Parameters>,
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
      const table = { p, links, carrier };
      const [seed = 1] = bench.sample(fc.noBias(fc.integer()), 1);
      const clearUp = () => host.playSession('between two sessions', parts.between?.(table) ?? [], parts);
      const asked = { ...table, all: bench.exhaustive, state: () => host.state };
      for (const session of one.sessions(random(seed), asked)) {
        const { what, isPremise, open } = session;
        if (open !== undefined) bench.inconclusive(open, what);
        if (session.steps === undefined) continue;
        await clearUp();
        const isRight = await playSession(host, session, parts);
        if (!isRight && (isPremise || covers.every((clause) => bench.failedEnough(clause)))) break;
      }
      await clearUp();
    },
  };
}

async function playSession(
  host: AnyHost,
  { what, steps, charge, isUnjudged, resets }: PlayedSession,
  parts: SessionParts<unknown, Parameters>,
): Promise<boolean> {
  const played = steps?.() ?? [];
  if (isUnjudged) {
    await host.playUnjudged(played);
    // A slow board may still be behind.
    for (let n = 0; n < MOST_WAITS && (await host.hasAnswer([listen(QUIET)])); n++);
    return true;
  }
  if (charge !== undefined) host.charge(charge);
  const isRight = await host.playSession(what, played, parts);
  if (charge !== undefined) host.charge();
  if (charge !== undefined && isRight) host.bench.check(charge, true, () => ({ title: what }));
  if (resets === undefined) return isRight;
  await host.reset();
  return (await host.listen(resets, what)) && isRight;
}
