/** What follows in a world from the rulings of its page: states, what is owed, and exchanges that end. */
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import type { BoardEvent, Conversation, Note, Ruling } from './conversation';
import type { Message } from '../protocols/request-response/definition';
import type { ReadEvent } from './line-reading';
import { rxWhileOpen, type OpenTime } from './open-time';
import { changed, exchangesOf, follow, inEach, isBlocked, type World } from './world';

export class Rulings<S> {
  constructor(private readonly page: Conversation<S>) {}

  rule(world: World<S>, event: BoardEvent): readonly World<S>[] {
    const at = endOf(event);
    return this.page.rules(event, world.state, world.owed).map((ruling) => follow(world, ruling, at));
  }

  /** The board takes what has waited until then: in order, and of any length. */
  resume(world: World<S>, waited: Bounds): readonly World<S>[] {
    const resumed: World<S>[] = [];
    const waiting: Noted<S>[] = [{ world, earlier: undefined }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { world: one, earlier } = next;
      const after = this.takeFirst(one, waited);
      if (after === undefined) resumed.push(earlier === undefined ? one : withEarlier(one, earlier));
      else waiting.push(...after.toReversed().map((taken) => apartFromNotes(taken, earlier)));
    }
    return resumed;
  }

  /** The board takes the first that waits; undefined: nothing does that it may take. */
  private takeFirst(world: World<S>, waited: Bounds): readonly World<S>[] | undefined {
    const seen = world.inbox.first((head) => !isBlocked(world, head));
    if (seen === undefined) return undefined;
    const inbox = world.inbox.without(seen);
    return this.rule(changed(world, { inbox }), { kind: 'received', seen, waited });
  }

  apply(world: World<S>, rulings: readonly Ruling<S>[], at: Bounds): readonly World<S>[] {
    return inEach(rulings, (ruling) => this.resume(follow(world, ruling, at.notAfter), at));
  }

  /** The page says nothing of what comes: nobody knows which message it is. */
  withoutJudging(world: World<S>, before: OpenTime, seen: ReadEvent<Message>): World<S> {
    const { idle, answers } = this.page;
    const isAnswer = before.asked !== undefined && answers?.(before.asked, seen) === true;
    const open = rxWhileOpen(before, seen, idle, isAnswer);
    const notes = world.owed.flatMap(exchangesOf).map((exchange): Note => ({
      kind: 'ended',
      exchange,
      reason: before.reason,
    }));
    return { ...world, owed: [], open, notes: [...world.notes, ...notes] };
  }

  /** These exchanges end, but for one that a ruling ends itself or goes on with. */
  applyEnding(
    world: World<S>,
    rulings: readonly Ruling<S>[],
    at: Bounds,
    {
      exchanges,
      reason,
    }: { readonly exchanges: readonly number[]; readonly reason?: UnjudgedReason | undefined },
  ): readonly World<S>[] {
    return rulings.flatMap((ruling) => {
      const isDone = (exchange: number): boolean =>
        ruling.notes?.some((note) => note.kind === 'ended' && note.exchange === exchange) === true ||
        ruling.sends?.some((send) => send.isBlocking && send.exchange === exchange) === true;
      const notes = exchanges
        .filter((exchange) => !isDone(exchange))
        .map((exchange): Note => ({ kind: 'ended', exchange, reason }));
      return this.apply(changed(world, { notes: [...world.notes, ...notes] }), [ruling], at);
    });
  }
}

/** A world without the notes of what was taken before: with them, each message that is taken would copy all. */
interface Noted<S> {
  readonly world: World<S>;
  readonly earlier: EarlierNotes | undefined;
}

interface EarlierNotes {
  readonly notes: readonly Note[];
  readonly earlier: EarlierNotes | undefined;
}

function apartFromNotes<S>(world: World<S>, earlier: EarlierNotes | undefined): Noted<S> {
  const { notes } = world;
  return { world: changed(world, { notes: [] }), earlier: { notes, earlier } };
}

function withEarlier<S>(world: World<S>, last: EarlierNotes): World<S> {
  const all = [world.notes];
  for (let one: EarlierNotes | undefined = last; one !== undefined; one = one.earlier) all.push(one.notes);
  return changed(world, { notes: all.toReversed().flat() });
}

function endOf(event: BoardEvent): number {
  switch (event.kind) {
    case 'received':
      return event.seen.passed.last.notAfter;
    case 'shown':
      return event.at.notAfter;
    case 'expired':
      return event.at;
  }
}
