/** What follows in a world from the rulings of its page: states, what is owed, and exchanges that end. */
import type { UnjudgedReason } from '../protocols/monitor/monitor';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import type { BoardEvent, Conversation, Note, Ruling } from './conversation';
import { follow, isBlocked, type World } from './world';

export class Rulings<S> {
  constructor(private readonly page: Conversation<S>) {}

  rule(world: World<S>, event: BoardEvent): readonly World<S>[] {
    const at = event.kind === 'received' ? event.seen.passed.last.notAfter : event.at;
    return this.page.rules(event, world.state, world.owed).map((ruling) => follow(world, ruling, at));
  }

  /** The board takes what has waited until then. */
  resume(world: World<S>, waited: Bounds): readonly World<S>[] {
    const [seen, ...inbox] = world.inbox;
    if (seen === undefined || isBlocked(world)) return [world];
    return this.rule({ ...world, inbox }, { kind: 'received', seen, waited }).flatMap((one) =>
      this.resume(one, waited),
    );
  }

  apply(world: World<S>, rulings: readonly Ruling<S>[], at: Bounds): readonly World<S>[] {
    return rulings.flatMap((ruling) => this.resume(follow(world, ruling, at.notAfter), at));
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
      return this.apply({ ...world, notes: [...world.notes, ...notes] }, [ruling], at);
    });
  }
}
