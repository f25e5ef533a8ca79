/**
 * What may happen in one world: the board reads bytes, sends a message, or lets a time pass.
 *
 *     received ──▶ rules, or the inbox while an answer is due          ──▶ worlds
 *     sent     ──▶ what is owed, or begins; else a fault, and recover  ──▶ worlds, each with its cost
 *     time     ──▶ silence ends bytes; what is owed is missing; timers ──▶ worlds
 */
import { judge } from '../protocols/monitor/measurement';
import { instant, type Bounds } from '../protocols/monitor/timed-decoder';
import type { Message } from '../protocols/request-response/definition';
import type { Conversation, Fault, Note, Owed } from './conversation';
import { Inbox } from './inbox';
import { interrupted, measure, stricterTimes, withoutGivenUp } from './message-times';
import { mergeWorlds } from './merging';
import type { LineReading, ReadEvent } from './line-reading';
import { txWhileOpen } from './open-time';
import { Rulings } from './rulings';
import {
  changed,
  exchangesOf,
  explained,
  follow,
  headsOf,
  inEach,
  isBlocked,
  isForbidden,
  latestOf,
  type Next,
  type Reported,
  type TimedStep,
  type World,
} from './world';

/** How far a world is from what was seen. A time beyond its limits is nearest, a message that nobody asked for farthest. */
const COST = { time: 1, answer: 10, form: 10, silence: 20, unasked: 40 };

/** So many of the nearest worlds that do not explain it are looked at. */
const MOST_WRONG = 16;

export class Steps<S> {
  readonly rulings: Rulings<S>;

  constructor(private readonly page: Conversation<S>) {
    this.rulings = new Rulings(page);
  }

  /** The board has read these, one after the other. `from`: their write began, which is told before it has passed. */
  receive(
    world: World<S>,
    events: readonly ReadEvent<Message>[],
    from = events[0]?.passed.first.notBefore ?? 0,
  ): readonly World<S>[] {
    let worlds: readonly World<S>[] = [world];
    for (const event of events) worlds = inEach(worlds, (one) => this.receiveOne(one, event, from));
    return worlds;
  }

  private receiveOne(world: World<S>, seen: ReadEvent<Message>, from: number): readonly World<S>[] {
    const { open } = world;
    if (open !== undefined) {
      const ended: Note = { kind: 'ended', exchange: seen.id, reason: open.reason };
      return [{ ...world, open: txWhileOpen(open, seen), notes: [...world.notes, ended] }];
    }
    const lapsed = world.owed.find((one) => one.send.duty === 'may' && latestOf(one) <= from);
    // What has begun may be the answer.
    if (lapsed !== undefined && world.board.pending === 0)
      return this.miss(world, lapsed, from).flatMap((one) => this.receiveOne(one.world, seen, from));
    if (seen.change === undefined && isBlocked(world, seen))
      return this.crowd(changed(world, { inbox: world.inbox.with(seen) }), seen);
    return this.rulings.rule(world, { kind: 'received', seen });
  }

  /** More wait than the page lets a board keep. */
  private crowd(world: World<S>, seen: ReadEvent<Message>): readonly World<S>[] {
    const { notAfter } = seen.passed.last;
    const ruling = this.page.mayWait?.(world.inbox.length, world.state);
    if (ruling === undefined) return [world];
    const waiting = world.inbox.ids();
    const notes = waiting.map((exchange): Note => ({ kind: 'ended', exchange, reason: 'left-open' }));
    return [follow({ ...world, inbox: new Inbox(), notes: [...world.notes, ...notes] }, ruling, notAfter)];
  }

  /** All that a message may mean. */
  hear(world: World<S>, seen: ReadEvent<Message>): readonly Next<S>[] {
    const { first, last } = seen.passed;
    const matched = this.match(world, seen);
    const mayPrecede = this.mayPrecedeReset(world, seen);
    const mayHaveEnded = world.host.mayHaveEnded(first.notAfter);
    if (world.inbox.length === 0 && !mayPrecede && !mayHaveEnded) return matched;
    const found = [...matched];
    // What need not come may have been left out.
    const optional =
      world.inbox.length > 0 && world.owed.find(({ send }) => send.isBlocking && send.duty === 'may');
    if (optional)
      for (const one of this.miss(world, optional, first.notBefore))
        found.push(...this.hear(one.world, seen));
    const isUnexplained = found.every(({ cost }) => cost > 0);
    if (mayPrecede && (last.notAfter <= world.began || isUnexplained)) found.push(explained(world));
    if (!mayHaveEnded) return found;
    return [...found, ...this.expireHost(world).flatMap((one) => this.match(one, seen))];
  }

  private mayPrecedeReset({ began, open }: World<S>, { passed, change }: ReadEvent<Message>): boolean {
    return passed.first.notBefore < began && open === undefined && change === undefined;
  }

  /** Nothing explains it: it may be for what the board is still receiving. */
  hearEarly(world: World<S>, seen: ReadEvent<Message>): readonly Next<S>[] {
    if (!world.host.mayBeAnsweredEarly(seen.passed.first.notAfter)) return [];
    return this.expireHost(world).flatMap((one) => this.match(one, seen));
  }

  /** Silence has ended what the board was receiving. The world before goes on without that. */
  private expireHost(world: World<S>): readonly World<S>[] {
    const host = world.host.fork();
    return this.receive({ ...world, host }, host.expire());
  }

  private match(world: World<S>, seen: ReadEvent<Message>): readonly Next<S>[] {
    const { event, first, last } = seen.passed;
    // What began before it was asked for is no answer to that.
    const heads = headsOf(world.owed).filter(
      ({ since, send }) =>
        since.notBefore <= first.notAfter && (send.link === undefined || send.link === seen.link),
    );
    if (world.open !== undefined) return [explained(this.rulings.withoutJudging(world, world.open, seen))];
    if (event.kind === 'reject') {
      const owed = heads.find(({ send }) => send.isBlocking) ?? heads.find(isForbidden);
      return this.fail(world, 'form', owed, seen);
    }
    const kept = this.page.keeps(seen);
    const read = kept.length === 0 ? world : changed(world, { notes: [...world.notes, ...kept] });
    const right = heads.filter(
      ({ send }, i) =>
        send.duty !== 'never' &&
        // Of alike ones the first leaves most to come.
        (i === 0 || heads.findIndex((other) => other.send.key === send.key) === i) &&
        send.accepts(event.value, world.state, seen),
    );
    const came = inEach(withoutGivenUp(right, seen), (owed) => this.came(read, owed, seen));
    // A connection ends once.
    const isOwedEnd = seen.change !== undefined && right.length > 0;
    const begun = isOwedEnd ? [] : this.page.begins(seen, world.state, world.owed, world.timers);
    if (begun.length > 0)
      return [...came, ...this.rulings.apply(interrupted(read, seen, this.page), begun, last).map(explained)];
    if (came.length > 0) return came;
    const isFor = ({ send }: Owed<S>, byDefault: boolean): boolean =>
      send.mistakes?.(event.value, world.state) ?? byDefault;
    const never = heads.findLast((one) => isForbidden(one) && isFor(one, true));
    const must = heads.find((one) => !isForbidden(one) && isFor(one, one.send.isBlocking === true));
    if (must !== undefined && (never === undefined || !must.send.isBlocking))
      return this.fail(read, 'answer', must, seen);
    return this.fail(read, 'unasked', never, seen);
  }

  /** The message that is owed has come. */
  private came(world: World<S>, owed: Owed<S>, seen: ReadEvent<Message>): readonly Next<S>[] {
    const { send } = owed;
    const at = world.owed.indexOf(owed);
    // What may come before it in its queue has not.
    const rest = world.owed.filter(
      (one, i) => i > at || one.send.queue !== send.queue || one.send.duty === 'never',
    );
    const measurement = measure(owed, seen);
    const verdict = judge(measurement);
    const time = {
      kind: 'time' as const,
      clause: send.timeClause,
      exchange: send.exchange ?? 0,
      measurement,
      mayBeReset: send.mayBeReset,
      situation: send.situation,
      describe: () => send.describeTime?.() ?? '',
    };
    const notes = [...world.notes, time, ...stricterTimes(owed, time)];
    const next = interrupted(changed(world, { owed: rest, notes }), seen, this.page, send);
    return this.rulings.apply(next, send.then(seen, world.state), seen.passed.last).map((one) => ({
      world: one,
      cost: verdict === 'fail' && send.timeClause !== undefined ? COST.time : 0,
      faults: [],
    }));
  }

  private fail(
    world: World<S>,
    kind: Fault<S>['kind'],
    owed: Owed<S> | undefined,
    seen?: ReadEvent<Message>,
    now = 0,
  ): readonly Next<S>[] {
    const at = seen?.passed.first.notAfter ?? now;
    const until = seen?.passed.last ?? instant(now);
    const fault: Fault<S> = {
      kind,
      owed,
      all: world.owed,
      at,
      isReceiving: world.host.pending > 0,
      isInPieces: world.host.isInPieces,
      next: world.inbox.first(),
      ...(seen !== undefined && { seen }),
    };
    const charge = owed?.send.charge(fault, world.state) ?? this.page.charge(fault, world.state);
    const recovered = (owed ?? { send: this.page }).send.recover?.(fault, world.state) ?? [{}];
    const without = owed === undefined ? world : { ...world, owed: world.owed.filter((one) => one !== owed) };
    const rest = seen === undefined ? without : interrupted(without, seen, this.page, owed?.send);
    if ('report' in charge) {
      const faults: readonly Reported<S>[] = [{ fault, report: charge.report }];
      const cost = kind === 'form' && owed === undefined ? COST.unasked : COST[kind];
      const ended = { exchanges: owed === undefined ? [] : exchangesOf(owed), reason: charge.reason };
      return this.rulings.applyEnding(rest, recovered, until, ended).map((one) => ({
        world: this.disturbed(one, until, true),
        cost,
        faults,
      }));
    }
    const { excuse } = charge;
    const exchanges = owed === undefined || excuse === 'none' ? [] : exchangesOf(owed);
    const reason = excuse === 'none' ? undefined : excuse;
    const cost = charge.isImpossible === true ? COST[kind] : 0;
    return this.rulings
      .applyEnding(rest, recovered, until, { exchanges, reason })
      .map((one) => ({ ...explained(this.disturbed(one, until, false)), cost }));
  }

  private disturbed(world: World<S>, { notAfter }: Bounds, isFault: boolean): World<S> {
    return changed(world, { state: this.page.disturbed?.(world.state, notAfter, isFault) ?? world.state });
  }

  /** What time has decided. `expire`: ends what a reading holds, once for all worlds that share it. */
  pass(world: World<S>, step: TimedStep<S>, expire: Expire): readonly Next<S>[] {
    const { at, owed, timer } = step;
    switch (step.kind) {
      case 'host':
        return this.receive(world, expire(world.host)).map(explained);
      case 'board':
        return this.hearAll(world, expire(world.board));
      case 'owed':
        return owed === undefined ? [explained(world)] : this.miss(world, owed, at);
      case 'timer':
        return this.end(changed(world, { timers: without(world.timers, timer ?? '') }), timer ?? '', at);
      case 'open':
        return this.end({ ...world, open: undefined }, 'open', at);
    }
  }

  private end(world: World<S>, timer: string, at: number): readonly Next<S>[] {
    return this.rulings
      .rule(world, { kind: 'expired', timer, at })
      .flatMap((one) => this.rulings.resume(one, instant(at)))
      .map(explained);
  }

  /** What is owed does not come. */
  miss(world: World<S>, owed: Owed<S>, at: number): readonly Next<S>[] {
    const { send } = owed;
    if (send.duty === 'must') return this.fail(world, 'silence', owed, undefined, at);
    const rest = changed(world, { owed: world.owed.filter((one) => one !== owed) });
    const rulings = send.over?.(world.state) ?? [{}];
    return rulings.flatMap((ruling) => {
      const ended = ruling.notes?.find((note) => note.kind === 'ended');
      return this.rulings
        .applyEnding(rest, [ruling], instant(at), {
          exchanges: owed.others,
          reason: ended?.reason,
        })
        .map(explained);
    });
  }

  /** Each message may be read in two ways: most of them come to the same. */
  private merged(all: readonly Next<S>[]): readonly Next<S>[] {
    if (all.length < 2) return all;
    const right = all.filter(({ cost }) => cost === 0).map(({ world }) => world);
    const wrong = all.filter(({ cost }) => cost > 0).sort((a, b) => a.cost - b.cost);
    return [...mergeWorlds(this.page, right).map(explained), ...wrong.slice(0, MOST_WRONG)];
  }

  /** The board has sent these, one after the other. */
  hearAll(world: World<S>, events: readonly ReadEvent<Message>[]): readonly Next<S>[] {
    let all: readonly Next<S>[] = [explained(world)];
    for (const event of events)
      all = this.merged(all).flatMap((before) =>
        this.hear(before.world, event).map(({ world, cost, faults }) => ({
          world,
          cost: before.cost + cost,
          faults: [...before.faults, ...faults],
        })),
      );
    return all;
  }
}

/** Ends what a reading holds. */
export type Expire = (reading: LineReading<Message>) => readonly ReadEvent<Message>[];

function without(timers: Readonly<Record<string, number>>, name: string): Readonly<Record<string, number>> {
  const { [name]: _, ...rest } = timers;
  return rest;
}
