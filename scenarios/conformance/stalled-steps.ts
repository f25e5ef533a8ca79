/**
 * Steps of which this machine may have kept the board waiting. A stall is but wider bounds: what was sent may have come to the board
 * later, in a later step too. Told so, a monitor fails what no sound board does.
 *
 *     step 1  01 ── pause ── 00 00 20               no answer is due
 *     step 2                           request      the stalled board has read 01 00 00 20, and answers that
 */
import type { Board } from '../../devices/board/board';
import { boardWait, isProgram, longestStall, type NamedLinks } from '../../devices/board/board-links';
import type { Link } from '../../devices/links/link';
import { delayedChunk, type Chunk } from '../../protocols/chunk';
import type { Judgement } from '../../protocols/monitor/judgement';
import type { Monitor } from '../../protocols/monitor/monitor';
import { instant, type Bounds } from '../../protocols/monitor/timed-decoder';
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Bench } from '../bench/bench';
import type { Play } from '../player/play';

/** A shorter stall is within the bounds of times. */
const LEAST_STALL = micros(100);
/** A program that plays a board may be busy itself for so long, and nobody counts it. */
const LONGEST_WORK = millis(2);
/** One that waited for a processor shortly before may have waited as long once more, of which the kernel tells later; at most this long. */
const LONGEST_UNTOLD = millis(20);
const BUSY_WINDOW = millis(1000);
/** After so much work an interrupt of the run is looked for. */
const LONGEST_TURN = millis(20);
const MOST_STEPS = 5;
/** A program may stand still unseen: a missing message is waited for so long, in the first steps of a run that lack one. */
const LONGEST_PAUSE = millis(4000);
const MOST_PAUSES = 2;
/** How often one was waited for. */
const PAUSES = new WeakMap<Board, number>();

interface ToldEvent {
  /** When it began to be sent; undefined: no stall delays it. */
  readonly since: Micros | undefined;
  readonly tell: (stall: Micros) => void;
}

/** What the monitor was told in a step. */
interface ToldStep {
  readonly began: Micros;
  readonly charge: string | undefined;
  /** Takes back what was told from here on. */
  readonly restore: () => void;
  /** Each tells the monitor again, as it is after a stall. */
  readonly told: ToldEvent[];
  /** When the last of it was sent, and was received. */
  sentAt: number;
  receivedAt: number;
}

type Told = Pick<Monitor, 'tx' | 'rx' | 'tick' | 'opened' | 'closed' | 'presented'>;
export type SavingMonitor = Told & Pick<Monitor, 'charge' | 'due'> & Required<Pick<Monitor, 'save'>>;

export class StalledSteps<M extends SavingMonitor> {
  /** What it is told can be told again. */
  readonly monitor: M;
  /** The latest last. */
  private readonly steps: ToldStep[] = [];
  /** How many of the last are told again, and how much later all is. */
  private again = { steps: 1, stall: micros(0) };
  /** Links that were opened: one that has closed since still tells of its far end. */
  private readonly opened = new Map<string, Link>();
  private readonly links: NamedLinks;
  /** What was told again last: the latest that had come by then, and whether more was waited for. */
  private last: { readonly receivedAt: number; readonly isOpen: boolean } | undefined;

  constructor(
    private readonly board: Board,
    private readonly judge: M,
  ) {
    const link = (name: string): Link => this.opened.get(name) ?? board.link(name);
    this.links = { linkUrls: board.linkUrls, link };
    this.monitor = new Proxy(judge, { get: (_, name) => this.member(name) });
  }

  /** What was told before is no part of what is told again. */
  forget(): void {
    this.steps.length = 0;
  }

  begin(began: Micros, charge: string | undefined): void {
    this.steps.push({
      began,
      charge,
      restore: this.judge.save(),
      told: [],
      sentAt: -Infinity,
      receivedAt: -Infinity,
    });
    if (this.steps.length > MOST_STEPS) this.steps.shift();
    this.again = { steps: 1, stall: micros(0) };
    this.last = undefined;
  }

  /**
   * Tells the monitor again what has passed, as it is after a stall, where something has failed. `receive`: what the board sends next.
   * Returns the stall; undefined: there was none, or none longer.
   */
  async tellAgain(
    bench: Bench,
    found: readonly Judgement[],
    receive: (until: Micros) => Promise<Chunk | undefined>,
  ): Promise<Micros | undefined> {
    const step = this.steps.at(-1);
    let first = this.steps.at(-this.again.steps);
    if (step === undefined || first === undefined || !found.some(isFailure)) return undefined;
    const isLonger = (one: Micros): boolean => one - this.again.stall >= LEAST_STALL;
    let stall = this.stallOf(found, first, step);
    let stallSince: Delays['stallSince'] = (since) => this.stallSince(since);
    if (!isLonger(stall) && found.some(isMissing)) {
      const pause = await this.unseenPause(bench, step, receive);
      stall = pause;
      // Nobody counted it, so nobody knows when it ended.
      if (isLonger(pause)) stallSince = () => pause;
    }
    if (!isLonger(stall)) {
      first = this.steps.at(-++this.again.steps);
      if (first === undefined) return undefined;
      stall = this.stallSince(first.began);
      if (first.sentAt + stall < step.began) return undefined;
    }
    this.again = { ...this.again, stall };
    const delays = new Delays(bench, stallSince, first.began, stall);
    first.restore();
    let turnBegan = bench.now();
    for (const { charge, told } of this.steps.slice(-this.again.steps)) {
      this.judge.charge?.(charge);
      for (const { since, tell } of told) {
        tell(since === undefined ? stall : delays.of(since));
        if (bench.now() - turnBegan < LONGEST_TURN) continue;
        await bench.pause(micros(0));
        turnBegan = bench.now();
      }
    }
    delays.end();
    const due = this.judge.due();
    this.last = {
      receivedAt: step.receivedAt,
      isOpen: due !== undefined && due.until > bench.now(),
    };
    return stall;
  }

  /**
   * How long this machine may have kept the board waiting since `first` began. On a busy machine telling again is a stall itself, and would be
   * followed by another without end: what has come by then, and is not missing, no stall after it explains.
   */
  private stallOf(found: readonly Judgement[], first: ToldStep, { receivedAt }: ToldStep): Micros {
    const stall = this.stallSince(first.began);
    const { last } = this;
    const isNew = last === undefined || receivedAt !== last.receivedAt;
    if (isNew || (last.isOpen && found.some(isMissing))) return stall;
    return micros(Math.min(stall, receivedAt - first.began));
  }

  /** How long this machine may have kept the board waiting since then. Of a board of another machine it is 0. */
  private stallSince(since: Micros): Micros {
    const { links } = this;
    const before = Math.min(LONGEST_UNTOLD, boardWait(links, micros(since - BUSY_WINDOW)));
    const own = isProgram(links) ? Math.max(LONGEST_WORK, before) : 0;
    return micros(Math.max(own, longestStall(links, since), boardWait(links, since)));
  }

  /** How long the board's program may have stood still: until its last bytes, or those that come after all. */
  private async unseenPause(
    bench: Bench,
    step: ToldStep,
    receive: (until: Micros) => Promise<Chunk | undefined>,
  ): Promise<Micros> {
    const { board } = this;
    const pauses = PAUSES.get(board) ?? 0;
    if (!isProgram(this.links) || pauses === MOST_PAUSES) return micros(0);
    PAUSES.set(board, pauses + 1);
    const pause = step.receivedAt - step.began;
    if (pause - this.again.stall >= LEAST_STALL) return micros(pause);
    const late = await receive(after(bench.now(), LONGEST_PAUSE));
    return micros(late === undefined ? 0 : late.notAfter - step.began);
  }

  /** `sent`: when it left this host; undefined: the board sent it, or time passed. */
  private note(sent: Bounds | undefined, tell: (stall: Micros) => void): void {
    const step = this.steps.at(-1);
    step?.told.push({ since: sent?.notBefore, tell });
    if (step !== undefined && sent !== undefined) step.sentAt = Math.max(step.sentAt, sent.notAfter);
    tell(micros(0));
  }

  /** What the monitor is told through here. */
  private readonly events: Told = {
    tx: (chunk, link) => {
      this.note(chunk, (stall) => {
        this.judge.tx(delayedChunk(chunk, stall), link);
      });
    },
    rx: (chunk, link) => {
      this.note(undefined, () => {
        this.judge.rx(chunk, link);
      });
      const step = this.steps.at(-1);
      if (step !== undefined) step.receivedAt = chunk.notAfter;
    },
    // What ends by silence has ended before the next is sent.
    tick: (now) => {
      this.note(undefined, () => {
        this.judge.tick(now);
      });
    },
    opened: (link, at, carrier) => {
      this.opened.set(link, this.board.link(link));
      this.note(instant(at), (stall) => this.judge.opened?.(link, after(at, stall), carrier, at));
    },
    closed: (link, by, at, since = at) => {
      const isOurs = by === 'host';
      this.note(isOurs ? instant(at) : undefined, (stall) =>
        this.judge.closed?.(link, by, isOurs ? after(at, stall) : at, since),
      );
    },
    presented: (code, at) => {
      this.note(at, (stall) => this.judge.presented?.(code, { ...at, notAfter: after(at.notAfter, stall) }));
    },
  };

  private member(name: string | symbol): unknown {
    if (name in this.events && name in this.judge) return this.events[name as keyof typeof this.events];
    const value: unknown = Reflect.get(this.judge, name, this.judge);
    return typeof value === 'function' ? (value.bind(this.judge) as unknown) : value;
  }
}

/**
 * How much later each message may have come: one that was sent after a stall is not delayed by it. All that is sent until the stalls left
 * are half as long has the same delay: so the journal has few spans.
 */
class Delays {
  constructor(
    private readonly bench: Bench,
    readonly stallSince: (since: Micros) => Micros,
    private since: Micros,
    private stall: Micros,
  ) {}

  /** In order of time. */
  of(sentAt: Micros): Micros {
    const left = this.stallSince(sentAt);
    if (left <= this.stall / 2) {
      this.bench.stalled(this.since, this.stall, sentAt);
      [this.since, this.stall] = [sentAt, left];
    }
    return this.stall;
  }

  end(): void {
    this.bench.stalled(this.since, this.stall);
  }
}

export function isFailure({ verdict }: Pick<Judgement, 'verdict'>): boolean {
  return verdict === 'fail';
}

export function isMissing({ verdict, kind }: Judgement): boolean {
  return verdict === 'fail' && kind === 'silence';
}

/** What comes next on a link, though nothing is due. */
export function* nextChunk(
  link: string,
  until: Micros,
  monitor: Pick<Monitor, 'rx'>,
): Play<Chunk | undefined> {
  const { chunk } = yield { op: 'receive', link, until };
  if (chunk !== undefined) monitor.rx(chunk, link);
  return chunk;
}
