/**
 * How long everything on the way of the bytes on this host has waited: for a processor, or for the host of a virtual
 * machine. While a link is open, samples are taken every few milliseconds, so that delays within a silence have known
 * times.
 */
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { PROC, listFolder, readText } from '../platform/proc-files';
import { CpuPressure } from './cpu-pressure';
import { DelayHistory } from './delay-history';
import { EventLoopBusyTime } from './event-loop-busy-time';
import { StealTime } from './steal-time';
import { RunQueueDelay } from './run-queue-delay';

const SAMPLE_INTERVAL_MS = 10;

/** The kernel loses part of its CPU pressure when it is read more often than the kernel ticks, microseconds. */
const PRESSURE_INTERVAL_US = 5000;

/**
 * Steal time has a resolution of 10 ms, so it is read rarely: after `leastMs` and `costs` times the cost of a reading.
 */
const STEAL_INTERVAL = { leastMs: 1, costs: 20 } as const;

/** A far end is watched for so long behind its last link: a link on demand may be opened again. Microseconds. */
const LINGER_US = 1_000_000;

/** The pids of programs of this host at the far end; unknown: there may be some. */
export type FarEnd = readonly number[] | 'unknown';

export interface Watch {
  /** Whether the kernel counts the delay of each step. */
  readonly complete: boolean;
  /** Whether the far end is, or may be, on this host. */
  readonly sharesHost: boolean;
  /** Whether a program of the far end is ready, and has not run since the last call. */
  readonly isWaiting: () => boolean;
  readonly end: () => void;
}

interface FarEndDelay {
  readonly delay: RunQueueDelay;
  readonly complete: boolean;
  links: number;
  /** When the last link to it was closed. */
  leftAt: number;
}

/** Shared by all links of the process. */
export class HostDelays {
  private readonly receivePath: ReceivePathDelay;
  private readonly steal: StealTime;
  private readonly cpuPressure: CpuPressure;
  /** Delays of the known threads on the way, or of all programs if a part of the way is unknown. */
  private readonly byThreads = new DelayHistory();
  private readonly byPressure = new DelayHistory();
  /** Steal time alone. */
  private readonly bySteal = new DelayHistory();
  /** Steal time, and delays of the programs at far ends and of the kernel's workers on the way to them. */
  private readonly byFarEnd = new DelayHistory();
  /** By the pids: links to the same programs share one, as their waits count once. */
  private readonly farEnds = new Map<string, FarEndDelay>();
  private timer: NodeJS.Timeout | undefined;
  /** The delay of closed far ends, microseconds. */
  private closedDelay = 0;
  private stolen: number;
  private nextStealAt = -Infinity;
  private pressure = 0;
  private pressedAt = -Infinity;

  /** `now`: microseconds on a clock that does not jump. */
  constructor(
    private readonly proc = PROC,
    private readonly now = (): number => performance.now() * 1000,
    readonly busyTime = new EventLoopBusyTime(),
  ) {
    this.receivePath = new ReceivePathDelay(proc);
    this.steal = new StealTime(join(proc, 'stat'));
    this.cpuPressure = new CpuPressure(join(proc, 'pressure/cpu'));
    this.stolen = this.steal.total();
  }

  /** Starts sampling for a link. */
  watch(farEnd: FarEnd): Watch {
    const key = String(farEnd);
    const far = this.farEnds.get(key) ?? this.addFarEnd(farEnd);
    far.links++;
    this.farEnds.set(key, far);
    const complete = this.receivePath.complete && far.complete;
    this.timer ??= setInterval(() => this.sample(), SAMPLE_INTERVAL_MS).unref();
    this.sample();
    let isOpen = true;
    return {
      complete,
      sharesHost: farEnd === 'unknown' || farEnd.length > 0,
      isWaiting: () => far.delay.isWaiting(),
      // A link that was lost is closed, too.
      end: () => {
        if (isOpen && --far.links === 0) far.leftAt = this.now();
        isOpen = false;
      },
    };
  }

  private addFarEnd(farEnd: FarEnd): FarEndDelay {
    const delay = new RunQueueDelay();
    const complete = farEnd !== 'unknown' && farEnd.every((pid) => delay.addProgram(pid, this.proc));
    return { delay, complete, links: 0, leftAt: -Infinity };
  }

  sample(): void {
    this.receivePath.findWorkers();
    const at = this.record();
    this.busyTime.endTurn();
    for (const [key, far] of this.farEnds)
      if (far.links === 0 && at - far.leftAt >= LINGER_US) this.forget(key, far);
  }

  /**
   * How long bytes that are read now may have been delayed within the last `open`, microseconds. `complete`: only the
   * known threads matter. `slack`: a possible delay that nothing counts. `sent`: adds the delay of the request before
   * them.
   */
  longestDelay(complete: boolean, slack: number, open: number, sent = false): number {
    const since = this.record() - open;
    const history = complete ? this.byThreads : this.byPressure;
    return Math.min(open, history.longestDelay(slack, since) + (sent ? history.delayFrom(since) : 0));
  }

  /**
   * The longest stall of the far end, or of bytes on the way to it, in the last `span`, microseconds. `complete`: its programs are
   * known, so their delays count. Else only steal time counts: a busy machine would excuse every failure of a board on another machine.
   */
  longestStall(complete: boolean, span: number): number {
    const since = this.record() - span;
    return (complete ? this.byFarEnd : this.bySteal).longestStall(since);
  }

  /** How long the programs at the far ends waited in the last `span`, all waits together, microseconds. */
  farEndWait(span: number): number {
    return this.byFarEnd.totalSince(this.record() - span);
  }

  /** Takes a sample; returns its time. */
  private record(): number {
    const at = this.now();
    const stolen = this.stealTotal(at);
    let atFarEnds = this.closedDelay + stolen;
    for (const { delay } of this.farEnds.values()) atFarEnds += delay.total();
    const { all, workers } = this.receivePath.totals();
    this.byThreads.add(at, atFarEnds + all);
    this.byFarEnd.add(at, atFarEnds + workers);
    this.bySteal.add(at, stolen);
    if (at - this.pressedAt >= PRESSURE_INTERVAL_US) {
      this.pressure += this.cpuPressure.take();
      this.byPressure.add(at, this.pressure + stolen);
      this.pressedAt = at;
    }
    return at;
  }

  private stealTotal(at: number): number {
    if (at < this.nextStealAt) return this.stolen;
    this.stolen = this.steal.total();
    const cost = this.now() - at;
    this.nextStealAt = at + Math.max(STEAL_INTERVAL.leastMs * 1000, STEAL_INTERVAL.costs * cost);
    return this.stolen;
  }

  private forget(key: string, far: FarEndDelay): void {
    this.farEnds.delete(key);
    this.closedDelay += far.delay.total();
    far.delay.close();
    if (this.farEnds.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}

/** Workers without a fixed processor: they do the work of the line discipline. */
const WORKER = /^kworker\/u/;
/** Workers come and go: they are searched for after this time. */
const SEARCH_INTERVAL_MS = 1000;

/**
 * How long the threads that handle every received byte waited for a processor: this thread, and the kernel's workers
 * that carry bytes from a terminal or a port to its reader.
 */
export class ReceivePathDelay {
  private readonly ownThread = new RunQueueDelay();
  private readonly kernelWorkers = new RunQueueDelay();
  private knownPids = new Set<string>();
  private searchedAt = -Infinity;
  private readonly own: boolean;

  constructor(private readonly proc = PROC) {
    this.own = this.ownThread.add(join(proc, 'thread-self/schedstat'));
    this.findWorkers();
  }

  /** Whether both are counted. In a container the kernel's workers are invisible. */
  get complete(): boolean {
    return this.own && this.kernelWorkers.size > 0;
  }

  /** In microseconds; never decreases. `workers`: of the kernel's workers alone, which carry what is sent, too. */
  totals(): { readonly all: number; readonly workers: number } {
    const workers = this.kernelWorkers.total();
    return { all: this.ownThread.total() + workers, workers };
  }

  /** Searches for new workers, at most once a second. */
  findWorkers(): void {
    const now = performance.now();
    if (!this.own || now - this.searchedAt < SEARCH_INTERVAL_MS) return;
    this.searchedAt = now;
    const there = new Set(listFolder(this.proc).filter((name) => /^\d+$/.test(name)));
    for (const pid of there)
      if (!this.knownPids.has(pid) && WORKER.test(readText(join(this.proc, pid, 'comm'))))
        this.kernelWorkers.add(join(this.proc, pid, 'schedstat'));
    this.knownPids = there;
  }
}
