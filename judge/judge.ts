/**
 * The judge of a conversation: told of everything that passes on a line, it keeps the worlds in which a board that keeps its page may be.
 * What none of them explains is a failure. It sends nothing, and reads no clock.
 *
 *     tx bytes → requests → each world's rules → what is owed, and a fork where a silence may have ended something
 *     rx bytes → answers  → worlds that cannot explain them die; if all do, the nearest one says what is wrong
 */
import type { Judgement } from '../protocols/monitor/judgement';
import type { Accounting, CoveragePoint, PresentedCode, UnjudgedReason } from '../protocols/monitor/monitor';
import type { Bounds } from '../protocols/monitor/timed-decoder';
import type { Message } from '../protocols/request-response/definition';
import type { Ruling } from './conversation';
import { Inbox } from './inbox';
import type { JudgeParts } from './judge-parts';
import { Ledger } from './ledger';
import { LineRecord } from './line-record';
import type { LinkChunk, LineReading, ReadEvent } from './line-reading';
import { areTooMany, likeliestWorlds, selectWorlds } from './selection';
import { Steps } from './steps';
import { firstStep, giveUp, overdueIn, passAll } from './time';
import { waysToRead, type Variant, type WaysToRead } from './variants';
import {
  explained,
  follow,
  freshWorld,
  inEach,
  withForks,
  withDoubt,
  type Next,
  type TimedStep,
  type World,
} from './world';

/** Events of one write that are taken at once. */
const AT_ONCE = 64;
/** Of a board that pours out wrong bytes so many of one chunk are judged: more of them show nothing more. */
const MOST_REJECTS = 1000;

export class Judge<S> {
  private readonly steps: Steps<S>;
  private worlds: readonly World<S>[];
  /** What time alone decides next. */
  private step: TimedStep<S> | undefined;
  private readonly ledger: Ledger;
  private readonly line: LineRecord;
  /** By then everything has passed that was told. */
  private now = 0;

  constructor(
    private readonly options: JudgeParts<S>,
    state: S,
  ) {
    this.steps = new Steps(options.page);
    this.ledger = new Ledger(options.log, options.keepsCoverage === true);
    this.line = new LineRecord((direction, event) => {
      if (event.change === undefined) options.log.remember(direction, event.passed, event.link);
    });
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
    return this.ledger.accounting(this.world.notes);
  }

  takePoints(): readonly CoveragePoint[] {
    return this.ledger.takePoints();
  }

  /** What time decides next in any world; undefined: nothing is under way. `ignores`: timers and queues that nobody waits for. */
  next(ignores: readonly string[]): TimedStep<S> | undefined {
    return ignores.length === 0 ? this.step : firstStep(this.worlds, this.options.page.idle, ignores);
  }

  tx(chunk: LinkChunk): void {
    this.approach(chunk, 'host');
    this.endGarbage();
    const late = this.options.isExact ? giveUp(this.worlds, chunk.notBefore, this.steps) : undefined;
    if (late !== undefined) this.settle(late);
    const ways = this.waysToRead(chunk, 'host');
    if (ways === undefined) return;
    if (ways.only !== undefined && this.worlds.length === 1) return this.take(ways.only);
    const next = this.worlds.flatMap((world) =>
      ways
        .of(world.host)
        .flatMap(({ reading, events, doubt }) =>
          this.steps
            .receive(
              { ...world, host: reading, doubt: world.doubt ?? doubt },
              this.line.asked(events, doubt === undefined),
            )
            .map(explained),
        ),
    );
    this.settle(next);
  }

  /** A long write in parts: what is found in one is written down before the next. */
  private take({ reading, events }: Variant): void {
    const asked = this.line.asked(events, true);
    const begun = asked[0]?.passed.first.notBefore;
    if (this.world.host !== reading) this.worlds = this.worlds.map((world) => ({ ...world, host: reading }));
    for (let from = 0; from === 0 || from < asked.length; from += AT_ONCE) {
      const part = asked.length <= AT_ONCE ? asked : asked.slice(from, from + AT_ONCE);
      this.settle(inEach(this.worlds, (world) => this.steps.receive(world, part, begun)).map(explained));
    }
  }

  rx(chunk: LinkChunk): void {
    this.approach(chunk, 'board');
    // Up to the first good frame nobody knows where one begins: what is answered has ended, and may have been several requests.
    if (this.line.isLost.tx && this.world.host.pending > 0) this.lose(chunk.notBefore, 'bytes-lost');
    const ways = this.waysToRead(chunk, 'board');
    if (ways === undefined) return;
    if (ways.only !== undefined) {
      // What was heard is judged message by message: after a failure the rest is, too.
      const events = this.line.received(ways.only.events);
      let rejects = 0;
      for (const event of events) {
        rejects = event.passed.event.kind === 'reject' ? rejects + 1 : 0;
        if (rejects <= MOST_REJECTS) this.hear(event);
      }
      if (events.length === 0) this.schedule();
      return;
    }
    this.settle(
      this.worlds.flatMap((world) =>
        ways
          .of(world.board)
          .flatMap(({ reading, events, doubt }) =>
            this.steps.hearAll(
              { ...world, board: reading, doubt: world.doubt ?? doubt },
              this.line.received(events),
            ),
          ),
      ),
    );
  }

  private approach(chunk: LinkChunk, side: 'host' | 'board'): void {
    this.now = Math.max(this.now, chunk.notAfter);
    this.tick(chunk.notBefore, side === 'host' && this.options.isExact !== true);
    this.line.find(chunk, this.world[side].pending, this.options.page.idle);
  }

  /** undefined: there are too many. */
  private waysToRead(chunk: LinkChunk, side: 'host' | 'board'): WaysToRead | undefined {
    const ways = waysToRead(
      this.worlds.map((world) => world[side]),
      chunk,
    );
    if (ways === undefined) this.forget(this.now, 'too-many-worlds');
    return ways;
  }

  /** A code is shown to the board. */
  show(code: PresentedCode, at: Bounds): void {
    this.tick(at.notBefore);
    this.now = Math.max(this.now, at.notAfter);
    const event = { kind: 'shown', code, at } as const;
    this.settle(this.worlds.flatMap((world) => this.steps.rulings.rule(world, event)).map(explained));
  }

  /** Everything that had passed by then was told. `mayGoOn`: but for the rest of what the board is sending. */
  tick(now: number, mayGoOn = false): void {
    this.now = Math.max(this.now, now);
    const { steps, line, options } = this;
    const { idle } = options.page;
    for (let { step } = this; step !== undefined && step.at <= now; { step } = this) {
      if (mayGoOn && step.kind === 'board') return;
      this.settle(passAll(this.worlds, step.at, { steps, idle, line }));
    }
  }

  /** Returns a function that undoes all calls after this one, so that other traffic can be tried, as often as needed. */
  save(): () => void {
    const { worlds, step, now } = this;
    const kept = withForks(worlds);
    const restored = [this.ledger.save(), this.line.save(), this.options.log.save()];
    return () => {
      this.worlds = withForks(kept);
      [this.step, this.now] = [step, now];
      for (const restore of restored) restore();
    };
  }

  /** The board is as the ruling says, and everything before is forgotten. `began`: what left it before that is not judged. */
  restart(state: S, ruling: Ruling<S>, at: number, began = -Infinity): void {
    this.close('left-open');
    this.line.clear();
    this.worlds = [follow({ ...this.fresh(state), began }, ruling, at)];
    this.schedule();
  }

  /** Traffic until this time is missing. */
  lose(at: number, reason: UnjudgedReason): void {
    this.tick(at);
    this.forget(at, reason);
  }

  private forget(at: number, reason: UnjudgedReason): void {
    const { state } = this.world;
    const isRxFound = this.line.isLost.tx && !this.line.isLost.rx;
    this.close(reason);
    const { host, board } = this.world;
    this.restart(state, this.options.page.lose(state, at, reason), at);
    if (reason === 'bytes-lost') this.line.lose(at, isRxFound);
    else this.worlds = this.worlds.map((world) => ({ ...world, host, board }));
    this.schedule();
  }

  /** Whatever is under way, and what no two worlds agree on, is not judged any more. */
  private close(reason: UnjudgedReason): void {
    this.flush();
    for (const { report } of overdueIn(this.worlds, this.now, this.steps)) report('inconclusive');
    this.ledger.endAll(this.world, reason);
    this.worlds = [{ ...this.world, notes: [], owed: [], inbox: new Inbox() }];
  }

  private fresh(state: S): World<S> {
    this.line.restart();
    const { host, board } = this.options.read();
    return freshWorld(state, host, board);
  }

  /** As all worlds read it. */
  private get sharedBoard(): LineReading<Message> | undefined {
    const { board } = this.world;
    return this.worlds.some((world) => world.board !== board) ? undefined : board;
  }

  /** Nothing more was recorded: what can be no beginning is judged. A wrong message is in doubt, as it may have been cut. */
  finish(): void {
    this.endGarbage();
    const events = this.sharedBoard?.fork().expire() ?? [];
    if (events.every(({ passed }) => passed.event.kind === 'frame'))
      for (const event of this.line.received(events)) {
        const next = this.worlds.flatMap((world) => this.steps.hear(world, event));
        const { worlds, faults } = selectWorlds(this.options.page, next);
        for (const { report } of faults) report('inconclusive');
        if (faults.length === 0) this.worlds = worlds;
      }
    this.worlds = likeliestWorlds(this.worlds);
    this.close('bytes-lost');
  }

  /** The host has waited long enough for an answer that has begun and can be none. */
  private endGarbage(): void {
    const board = this.sharedBoard;
    const events = this.line.isLost.rx ? board?.expire() : board?.expireGarbage();
    for (const event of this.line.received(events ?? [])) this.hear(event);
  }

  private hear(event: ReadEvent<Message>): void {
    let next = inEach(this.worlds, (world) => this.steps.hear(world, event));
    if (next.every(({ cost }) => cost > 0))
      next = [...next, ...this.worlds.flatMap((world) => this.steps.hearEarly(world, event))];
    this.settle(next);
  }

  private settle(next: readonly Next<S>[]): void {
    const { worlds, verdict, faults, isLost } = selectWorlds(this.options.page, next);
    this.worlds = worlds;
    this.flush();
    for (const { report } of faults) report(verdict);
    if (isLost) return this.forget(this.now, 'state-unknown');
    if (areTooMany(this.worlds)) return this.forget(this.now, 'too-many-worlds');
    this.schedule();
  }

  private schedule(): void {
    this.step = firstStep(this.worlds, this.options.page.idle);
  }

  private flush(): void {
    const isOnly = this.worlds.length === 1;
    if (!isOnly || this.world.doubt !== undefined)
      this.worlds = this.worlds.map((world) => withDoubt(world, isOnly));
    this.worlds = this.ledger.writeCommon(this.worlds);
  }

  judgements(): readonly Judgement<Message>[] {
    return this.options.log.takeAll();
  }
}
