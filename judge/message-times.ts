/** How long a message took, and what else that is owed it delays. */
import { judge, type Measurement } from '../protocols/monitor/measurement';
import type { Message } from '../protocols/request-response/definition';
import type { Conversation, Note, Owed, Send } from './conversation';
import type { ReadEvent } from './line-reading';
import { changed, type World } from './world';

/** The time of a message. */
export function measure<S>(owed: Owed<S>, seen: ReadEvent<Message>): Measurement {
  const { since, isDelayed, interruption, send } = owed;
  const { first } = seen.passed;
  // An answer never comes before its request.
  const low = Math.max(0, first.notBefore - since.notAfter);
  const { timeName: name = '', min, bestSince = since.notBefore } = send;
  const high = Math.max(low, first.notAfter - bestSince);
  const max = send.max + interruption;
  if (isDelayed || min === undefined) return { name, unit: 'us', low, high, max };
  return { name, unit: 'us', low, high, min, max };
}

/** What comes in time for a request that waits is no answer that was given up. */
export function withoutGivenUp<S>(right: readonly Owed<S>[], seen: ReadEvent<Message>): readonly Owed<S>[] {
  if (right.length < 2) return right;
  const isInTime = right.some((owed) => owed.send.duty === 'must' && judge(measure(owed, seen)) !== 'fail');
  return isInTime ? right.filter(({ send }) => send.isGivenUp !== true) : right;
}

/** The same time by stricter limits. */
export function stricterTimes<S>(
  { send: { limits = [] }, interruption }: Owed<S>,
  time: Extract<Note, { kind: 'time' }>,
): readonly Note[] {
  return limits.map(({ clause, max }) => ({
    ...time,
    clause,
    measurement: { ...time.measurement, max: max + interruption },
  }));
}

/** The board has sent something: what else is owed may be later by its length, with a pause on both sides. Behind it in its queue, its time begins anew. */
export function interrupted<S>(
  world: World<S>,
  seen: ReadEvent<Message>,
  page: Pick<Conversation<S>, 'pauseAround' | 'longestOnLine'>,
  came?: Send<S>,
): World<S> {
  if (world.owed.length === 0) return world;
  const { event, first, last } = seen.passed;
  const { length } = event.raw;
  const longest = page.longestOnLine?.(seen) ?? Infinity;
  // The first byte began before it was there.
  const withFirst = length / Math.max(1, length - 1);
  const owed = world.owed.map((one): Owed<S> => {
    const { send, before, since, others } = one;
    if (last.notAfter <= since.notAfter || send.duty === 'never') return one;
    if (send.queue === came?.queue)
      return { send, before, since: last, isDelayed: true, interruption: 0, others };
    // What the board had begun before is no work that came in between.
    const from = Math.max(first.notBefore, since.notBefore);
    const span = Math.min(longest, (last.notAfter - from) * withFirst);
    const interruption = one.interruption + span + 2 * page.pauseAround(send, came);
    return { send, before, since, isDelayed: true, interruption, others };
  });
  return changed(world, { owed });
}
