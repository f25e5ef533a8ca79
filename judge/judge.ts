/**
 * The judge of a conversation: told of everything that passes on a line, it keeps the worlds in which a board that keeps its page may be.
 * What none of them explains is a failure. It sends nothing, and reads no clock.
 *
 *     tx bytes → requests → each world's rules → what is owed, and a fork where a silence may have ended something
 *     rx bytes → answers  → worlds that cannot explain them die; if all do, the nearest one says what is wrong
 */
import type { Chunk, Direction } from '../protocols/chunk';
import type { JudgementLog } from '../protocols/monitor/judgement-log';
import type { Judgement } from '../protocols/monitor/judgement';
import type { Accounting, CoveragePoint, UnjudgedReason } from '../protocols/monitor/monitor';
import type { AnySession, Message } from '../protocols/request-response/definition';
import { silenceOf } from '../protocols/wire/framing';
import type { Conversation, Ruling } from './conversation';
import { Ledger } from './ledger';
import { LineRecord } from './line-record';
import { isDiscarded, Reading, type ReadEvent } from './reading';
import { Steps, type Expire } from './steps';
import { variantsOf, type Variant } from './variants';
import { commonNotes, mergeWorlds, nameOf } from './merging';
import { explained, follow, freshWorld, nextStep, withDoubt, type Next, type World } from './world';

/** More are as good as none. */
const MOST_WORLDS = 256;
/** What one world has found alone: older findings are given up. */
const MOST_NOTES = 512;

export interface JudgeOptions<S> {
  readonly page: Conversation<S>;
  readonly session: AnySession;
  readonly log: JudgementLog<Message>;
  readonly keepsCoverage: boolean;
  /** What follows where more worlds are possible than fit, or bytes were lost. */
  readonly lose: (state: S, at: number, reason: UnjudgedReason) => Ruling<S>;
}

export class Judge<S> {
  private readonly steps: Steps<S>;
  private worlds: readonly World<S>[];
  /** When time alone decides something next. */
  private nextAt = Infinity;
  private readonly ledger: Ledger;
  private readonly line: LineRecord;
  /** By then everything has passed that was told. */
  private now = 0;

  constructor(
    private readonly options: JudgeOptions<S>,
    state: S,
  ) {
    this.steps = new Steps(options.page);
    this.ledger = new Ledger(options.log, options.keepsCoverage);
    this.line = new LineRecord((direction, event) => this.remember(direction, event));
    this.worlds = [this.fresh(state)];
  }

  /** The likeliest world. */
  get world(): World<S> {
    const [world] = this.worlds;
    if (world === undefined) throw new Error('a judge has a world');
    return world;
  }

  get isSure(): boolean {
    return this.worlds.length === 1 && this.world.open === undefined;
  }

  get accounting(): Accounting {
    const pending = new Set(
      this.worlds.flatMap(({ owed, inbox }) => [
        ...owed.map(({ send }) => send.exchange),
        ...inbox.map(({ id }) => id),
      ]),
    );
    return this.ledger.accounting((exchange) => pending.has(exchange));
  }

  takePoints(): readonly CoveragePoint[] {
    return this.ledger.takePoints();
  }

  /** When the next thing is decided by time; undefined: nothing is under way. `ignores`: timers that nobody waits for. */
  due(ignores: readonly string[]): number | undefined {
    let least = Infinity;
    for (const world of this.worlds) {
      const timers = Object.fromEntries(
        Object.entries(world.timers).filter(([name]) => !ignores.includes(name)),
      );
      const owed = world.owed.filter(({ send }) => !ignores.includes(send.queue));
      least = Math.min(least, nextStep({ ...world, timers, owed }, this.options.page.idle)?.at ?? Infinity);
    }
    return least === Infinity ? undefined : least;
  }

  tx(chunk: Chunk): void {
    this.now = Math.max(this.now, chunk.notAfter);
    this.tick(chunk.notBefore);
    this.line.find(chunk, this.world.host.pending, this.options.page.idle);
    this.endGarbage();
    const variants = new Map<Reading<Message>, readonly Variant[]>();
    const next = this.worlds.flatMap((world) => {
      const known = variants.get(world.host) ?? variantsOf(world.host, chunk);
      variants.set(world.host, known);
      return known.flatMap(({ reading, events, doubt }) =>
        this.steps
          .receive(
            { ...world, host: reading, doubt: world.doubt ?? doubt },
            this.line.asked(events, doubt === undefined),
          )
          .map(explained),
      );
    });
    this.settle(next);
  }

  rx(chunk: Chunk): void {
    this.now = Math.max(this.now, chunk.notAfter);
    this.tick(chunk.notBefore);
    this.line.find(chunk, this.world.board.pending, this.options.page.idle);
    // Up to the first good frame nobody knows where one begins: what is answered has ended, and may have been several requests.
    if (this.line.isLost.tx && this.world.host.pending > 0) this.lose(chunk.notBefore, 'bytes-lost');
    const variants = new Map<Reading<Message>, readonly Variant[]>();
    for (const { board } of this.worlds)
      if (!variants.has(board)) variants.set(board, variantsOf(board, chunk));
    const [only, ...others] = [...variants.values()].flat();
    if (only !== undefined && others.length === 0) {
      // What was heard is judged message by message: after a failure the rest is, too.
      this.worlds = this.worlds.map((world) => ({ ...world, board: only.reading }));
      if (only.events.length === 0) this.schedule();
      for (const event of this.line.received(only.events)) this.hear(event);
      return;
    }
    this.settle(
      this.worlds.flatMap((world) =>
        (variants.get(world.board) ?? []).flatMap(({ reading, events, doubt }) =>
          this.steps.hearAll(
            { ...world, board: reading, doubt: world.doubt ?? doubt },
            this.line.received(events),
          ),
        ),
      ),
    );
  }

  /** Everything that had passed by then was told. */
  tick(now: number): void {
    this.now = Math.max(this.now, now);
    while (this.nextAt <= now) {
      const at = this.nextAt;
      const ended = new Map<Reading<Message>, readonly ReadEvent<Message>[]>();
      const isBoard = (reading: Reading<Message>): boolean =>
        this.worlds.some(({ board }) => board === reading);
      const expire: Expire = (reading) => {
        const events = ended.get(reading) ?? reading.expire();
        ended.set(reading, events);
        return isBoard(reading)
          ? this.line.received(events)
          : this.line.asked(events, reading === this.world.host);
      };
      // Worlds may share a reading, which the first of them ends.
      const steps = this.worlds.map((world) => nextStep(world, this.options.page.idle));
      const next = this.worlds.flatMap((world, i) => {
        const step = steps[i];
        return step === undefined || step.at > at ? [explained(world)] : this.steps.pass(world, step, expire);
      });
      this.settle(next);
    }
  }

  /** The board is as the ruling says, and everything before is forgotten. */
  restart(state: S, ruling: Ruling<S>, at: number): void {
    this.flush();
    this.line.clear();
    this.worlds = [follow(this.fresh(state), ruling, at)];
    this.schedule();
  }

  /** Something passed until then that nobody told of. */
  lose(at: number, reason: UnjudgedReason): void {
    this.tick(at);
    this.forget(at, reason);
  }

  private forget(at: number, reason: UnjudgedReason): void {
    const { state } = this.world;
    const isRxFound = this.line.isLost.tx && !this.line.isLost.rx;
    this.flush();
    this.ledger.endAll(reason);
    const { host, board } = this.world;
    this.restart(state, this.options.lose(state, at, reason), at);
    if (reason === 'bytes-lost') this.line.lose(at, isRxFound);
    else this.worlds = this.worlds.map((world) => ({ ...world, host, board }));
    this.schedule();
  }

  private fresh(state: S): World<S> {
    const { requests, answers } = this.options.session;
    this.line.restart();
    return freshWorld(
      state,
      new Reading(requests.codec, silenceOf(requests.framing)),
      new Reading(answers.codec, silenceOf(answers.framing)),
    );
  }

  /** The host has waited long enough for an answer that has begun and can be none. */
  private endGarbage(): void {
    const [board, ...others] = new Set(this.worlds.map((world) => world.board));
    if (board === undefined || others.length > 0) return;
    const events = this.line.isLost.rx ? board.expire() : board.expireGarbage();
    for (const event of this.line.received(events)) this.hear(event);
  }

  private remember(direction: Direction, event: ReadEvent<Message>): void {
    this.options.log.remember(direction, event.passed);
    if (direction === 'tx' && !isDiscarded(event)) this.ledger.begin(event.id);
  }

  private hear(event: ReadEvent<Message>): void {
    let next = this.worlds.flatMap((world) => this.steps.hear(world, event));
    if (next.every(({ cost }) => cost > 0))
      next = [...next, ...this.worlds.flatMap((world) => this.steps.hearEarly(world, event))];
    this.settle(next);
  }

  /** The worlds that explain what was seen; where none does, the one that comes nearest, and its fault. */
  private settle(next: readonly Next<S>[]): void {
    this.choose(next);
    if (this.worlds.length > MOST_WORLDS) return this.forget(this.now, 'too-many-worlds');
    this.flush();
    this.schedule();
  }

  private choose(next: readonly Next<S>[]): void {
    const least = Math.min(...next.map(({ cost }) => cost));
    const best = next.filter(({ cost }) => cost === least);
    const { page } = this.options;
    if (least === 0) {
      const worlds = best.map(({ world }) => world);
      // Only as times are not known, what is missing or wrong in all other worlds may be right.
      const [blamed] = next.filter(({ cost, world }) => cost > 0 && world.doubt === undefined);
      if (blamed !== undefined && worlds.every(({ doubt }) => doubt !== undefined))
        for (const { report } of blamed.faults) report('inconclusive');
      this.worlds = mergeWorlds(page, worlds);
      this.doubtUnlikely(next);
      return;
    }
    const [nearest] = best;
    if (nearest === undefined) throw new Error('a judge has a world');
    const alike = best.filter(
      ({ faults }) =>
        faults.at(-1)?.fault.owed?.send === nearest.faults.at(-1)?.fault.owed?.send &&
        faults.length === nearest.faults.length,
    );
    this.worlds = mergeWorlds(
      page,
      alike.map(({ world }) => world),
    );
    this.flush();
    for (const { report } of nearest.faults) report('fail');
  }

  /** The likeliest world has a fault, and others explain it only by what nobody told of: nothing is known of the state any more. */
  private doubtUnlikely(next: readonly Next<S>[]): void {
    const least = Math.min(...this.worlds.map(({ unlikely }) => unlikely));
    const blamed = next.find(({ cost, world }) => cost > 0 && world.unlikely < least);
    if (blamed === undefined) return;
    for (const { report } of blamed.faults) report('inconclusive');
    this.forget(this.now, 'state-unknown');
  }

  private schedule(): void {
    let least = Infinity;
    for (const world of this.worlds)
      least = Math.min(least, nextStep(world, this.options.page.idle)?.at ?? Infinity);
    this.nextAt = least;
  }

  /** What all worlds have found is said. The rest waits until the others have found it, too, or have died. */
  private flush(): void {
    this.worlds = this.worlds.map((world) => withDoubt(world, this.worlds.length === 1));
    if (this.worlds.some(({ notes }) => notes.length === 0)) return;
    const common = commonNotes(this.worlds);
    if (common.length === 0) return;
    for (const note of common) this.ledger.write(note);
    const written = new Set(common.map(nameOf));
    const isOne = this.worlds.length === 1;
    this.worlds = this.worlds.map((world) => ({
      ...world,
      notes: isOne ? [] : world.notes.filter((note) => !written.has(nameOf(note))).slice(-MOST_NOTES),
    }));
  }

  judgements(): readonly Judgement<Message>[] {
    return this.options.log.takeAll();
  }
}
