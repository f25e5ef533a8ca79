/**
 * How long received bytes may have been on their way to this process before it read them.
 *
 *     far end ── kernel's worker ── run queue ── event loop ── seen
 *
 * Each step needs a processor. The kernel counts how long a thread waited for one: of this process, of the kernel's
 * workers, and of a program at the far end of a pseudo-terminal. It also counts what the host of a virtual machine
 * took. If a thread is unknown, CPU pressure is the bound. Bytes wake the event loop from its poll, so only the work
 * since the last poll delays them there (event-loop-busy-time.ts). Other delays of a wake-up are measured. A request
 * passes the same steps on the far side: their delay counts too, so that a latency is never longer than the board's
 * own. A process that was stopped counts as idle: its heartbeat tells (heartbeat.ts).
 */
import { Heartbeat } from './heartbeat';
import { HostDelays, type FarEnd, type Watch } from './host-delays';
import { IdleCpu } from './idle-cpu';
import { WakeupLatency } from './wakeup-latency';
import { micros, type Micros } from '../../protocols/time';

/** The measurements of this machine. */
export interface Host {
  readonly wakeupLatency: Pick<WakeupLatency, 'worst' | 'usual' | 'unexplained' | 'sample'>;
  readonly idleCpu: Pick<IdleCpu, 'isIdle'>;
  readonly heartbeat: Pick<Heartbeat, 'start' | 'stalledFor'>;
  readonly delays: Pick<
    HostDelays,
    'watch' | 'busyTime' | 'sample' | 'longestDelay' | 'longestStall' | 'farEndWait'
  >;
}

/** Shared by all links of the process. */
const HOST: Host = {
  wakeupLatency: new WakeupLatency(),
  idleCpu: new IdleCpu(),
  heartbeat: new Heartbeat(),
  delays: new HostDelays(),
};

/** The time of the way there and back on an idle machine, microseconds. */
const WAY_US = 100;

/**
 * Bytes need two wake-ups to the far side and two back: kernel's worker and reader. On idle processors each may be
 * late. When one processor is busy, at most one is (`npm run bench latency`).
 */
const LATE_WAKEUPS = { idle: 4, busy: 1 } as const;

/**
 * About one later wake-up in a hundred is worse than the worst of a hundred measured ones. Queueing delays fall off
 * exponentially: half as much more is 20 times rarer.
 */
const TAIL_FACTOR = 1.5;

export class HostStall {
  private watch: Watch;
  private sampledAt: number;
  private earliest = 0;
  /** Whether `since` is the beginning of a send. */
  private sent = false;

  /** `since`: when bytes were last read, or when a send began; on a clock that does not jump. Close it after use. */
  constructor(
    private since: Micros,
    private farEnd: FarEnd = 'unknown',
    private readonly host = HOST,
  ) {
    host.wakeupLatency.worst();
    host.heartbeat.start();
    this.watch = host.delays.watch(farEnd);
    this.sampledAt = since;
  }

  /**
   * The earliest possible time of bytes that are read `now`; not before earlier bytes. `held`: how long something else
   * may have held them, microseconds.
   */
  notBefore(now: Micros, held = 0): Micros {
    const late = Math.max(this.lateness(now), this.host.heartbeat.stalledFor());
    this.earliest = Math.max(this.earliest, now - late - WAY_US - held);
    this.since = now;
    this.sent = false;
    this.host.delays.busyTime.endTurn();
    this.host.wakeupLatency.sample();
    return micros(this.earliest);
  }

  /** The programs of the far end are known now. */
  moveTo(farEnd: FarEnd): void {
    if (String(farEnd) === String(this.farEnd)) return;
    this.farEnd = farEnd;
    this.watch.end();
    this.watch = this.host.delays.watch(farEnd);
  }

  /** A send begins: earlier delays do not affect the next bytes. */
  beginSend(now: Micros): void {
    this.since = now;
    this.sent = true;
    const { delays } = this.host;
    if (now - this.sampledAt < WAY_US + this.wakeupSlack()) {
      delays.busyTime.endTurn();
      return;
    }
    this.sampledAt = now;
    delays.sample();
  }

  /** The longest stall of the far end, or of bytes on the way to it, in the last `span`; 0 if it is another machine. */
  longestStall(span: number): Micros {
    const { sharesHost, complete } = this.watch;
    return micros(sharesHost ? this.host.delays.longestStall(complete, span) : 0);
  }

  /** How long the programs of the far end waited in the last `span`; 0 if they are unknown, or on another machine. */
  farEndWait(span: number): Micros {
    return micros(this.isProgram ? this.host.delays.farEndWait(span) : 0);
  }

  /** The far end is a program of this host. */
  get isProgram(): boolean {
    return this.watch.sharesHost && this.watch.complete;
  }

  /** Whether a program of the far end waits for a processor. Of another machine, or unknown: false. */
  isFarEndWaiting(): boolean {
    return this.isProgram && this.watch.isWaiting();
  }

  close(): void {
    this.watch.end();
  }

  /**
   * The delay on the way plus the work of this process, microseconds. Bytes do not overtake each other: soon after other
   * bytes, only the usual delay is possible.
   */
  private lateness(now: Micros): number {
    const { complete } = this.watch;
    const { delays, wakeupLatency } = this.host;
    const least =
      delays.busyTime.sincePoll() + (complete ? this.wakeupSlack() : TAIL_FACTOR * wakeupLatency.worst());
    const open = now - this.since;
    if (open < WAY_US + least) return least;
    this.sampledAt = now;
    return Math.max(least, delays.longestDelay(complete, least, open, this.sent));
  }

  /** How late wake-ups may be, beyond what the kernel counts, microseconds. */
  private wakeupSlack(): number {
    const { wakeupLatency, idleCpu } = this.host;
    return idleCpu.isIdle()
      ? Math.max(LATE_WAKEUPS.idle * wakeupLatency.usual(), TAIL_FACTOR * wakeupLatency.unexplained())
      : LATE_WAKEUPS.busy * wakeupLatency.usual();
  }
}
