/**
 * The receiving half of every link: a bounded queue between the wire and the receiver.
 */
import type { CancelAlarm, Clock } from '../clock/clock';
import type { Chunk } from '../../protocols/chunk';
import type { LinkError } from './link';
import { after, micros, millis, type Micros } from '../../protocols/time';

/** A deadline that rings this late, microseconds, shows a stall of this process: bytes may have come during it. */
const STALL = millis(5);
/** After a stall the receiver waits this share of it longer for such bytes, within bounds; again, while it is stalled again. */
const GRACE_SHARE = 0.05;
const LEAST_GRACE = millis(20);
const MOST_GRACE = millis(300);
const MOST_GRACES = 10;

/** While a program at the far end waits for a processor, the receiver waits in steps, up to a sum. */
const FAR_END_STEP = millis(10);
const MOST_FAR_END_WAIT = millis(2000);

/** Bytes that have come are handed out for so long at once: timers and signals of this process wait meanwhile. */
const LONGEST_TURN = millis(20);

/** With more queued bytes than this the source is asked to pause; below half of it, to go on. */
const HIGH_WATER = 1 << 20;

interface Waiter {
  resolve(chunk: Chunk | undefined): void;
  reject(error: LinkError): void;
  cancel: CancelAlarm;
  readonly asked: Micros;
  readonly deadline: Micros;
}

export class ReceiveQueue {
  private readonly queue: Chunk[] = [];
  private head = 0;
  private queued = 0;
  private paused = false;
  private waiter: Waiter | undefined;
  private ended: LinkError | undefined;
  /** Since then chunks were handed out in one turn of the event loop. */
  private turnBegan: Micros | undefined;
  private readonly closeListeners = new Set<(error: LinkError) => void>();

  /** `pressure(true)` asks the source to pause, `pressure(false)` to go on. */
  constructor(
    private readonly clock: Clock,
    private readonly pressure: (pause: boolean) => void,
    private readonly isFarEndWaiting: () => boolean = () => false,
  ) {}

  /** Why the link ended; undefined while it is open. */
  get end(): LinkError | undefined {
    return this.ended;
  }

  /** Somebody waits for bytes. */
  get isAwaited(): boolean {
    return this.waiter !== undefined;
  }

  /** Bytes have come, or none will come any more. */
  readonly isDecided = (): boolean => this.head < this.queue.length || this.ended !== undefined;

  /** Returns true when somebody waited for them. */
  deliver(bytes: Uint8Array, notBefore: Micros, notAfter: Micros): boolean {
    if (this.ended !== undefined) return false;
    const chunk: Chunk = { direction: 'rx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
    const waiter = this.waiter;
    if (waiter !== undefined) {
      this.waiter = undefined;
      waiter.cancel();
      waiter.resolve(isOverdue(waiter, notAfter) ? withoutBegin(chunk, waiter.asked) : chunk);
      return true;
    }
    this.queue.push(chunk);
    this.queued += bytes.length;
    if (!this.paused && this.queued > HIGH_WATER) {
      this.paused = true;
      this.pressure(true);
    }
    return false;
  }

  /** Ends the link. Only the first error counts. Returns true when somebody waited for bytes. */
  fail(error: LinkError): boolean {
    if (this.ended !== undefined) return false;
    this.ended = error;
    const waiter = this.waiter;
    this.waiter = undefined;
    waiter?.cancel();
    waiter?.reject(error);
    for (const listener of this.closeListeners) listener(error);
    const isAwaited = waiter !== undefined || this.closeListeners.size > 0;
    this.closeListeners.clear();
    return isAwaited;
  }

  /** Settles like `work`, or rejects with the end of the link: a lost port may never answer. */
  raceEnd(work: (resolve: () => void, reject: (error: LinkError) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.ended !== undefined) return reject(this.ended);
      this.closeListeners.add(reject);
      const settled = <T extends readonly unknown[]>(settle: (...result: T) => void) => {
        return (...result: T): void => {
          this.closeListeners.delete(reject);
          settle(...result);
        };
      };
      work(settled(resolve), settled(reject));
    });
  }

  /** The oldest bytes that have come already. */
  tryReceive(): Chunk | undefined {
    const chunk = this.queue[this.head];
    return chunk === undefined ? undefined : this.take(chunk);
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    const chunk = this.tryReceive();
    if (chunk !== undefined) return this.isTurnOver() ? nextTurn(chunk) : Promise.resolve(chunk);
    if (this.ended !== undefined) return Promise.reject(this.ended);
    if (this.waiter !== undefined) return Promise.reject(new Error('a link has one receiver at a time'));
    return new Promise((resolve, reject) => {
      const over = (): void => {
        this.waiter = undefined;
        resolve(undefined);
      };
      const asked = this.clock.now();
      let [graces, waited] = [0, 0];
      const waitUntil = (end: Micros): void => {
        const due = (): void => {
          const now = this.clock.now();
          if (deadline > asked && waited < MOST_FAR_END_WAIT && this.isFarEndWaiting()) {
            waited += FAR_END_STEP;
            return waitUntil(after(now, FAR_END_STEP));
          }
          if (graces === MOST_GRACES || !isOverdue({ asked, deadline: end }, now)) return over();
          graces++;
          waitUntil(after(now, graceAfter(now - Math.max(asked, end))));
        };
        this.waiter = { resolve, reject, cancel: this.clock.alarm(end, due), asked, deadline };
      };
      waitUntil(deadline);
    });
  }

  private isTurnOver(): boolean {
    if (this.clock.virtual) return false;
    const now = this.clock.now();
    if (this.turnBegan === undefined) setImmediate(() => (this.turnBegan = undefined));
    this.turnBegan ??= now;
    return now - this.turnBegan >= LONGEST_TURN;
  }

  private take(chunk: Chunk): Chunk {
    this.head++;
    if (this.head === this.queue.length) {
      this.queue.length = 0;
      this.head = 0;
    } else if (this.head > 1024) {
      this.queue.splice(0, this.head);
      this.head = 0;
    }
    this.queued -= chunk.bytes.length;
    if (this.paused && this.queued < HIGH_WATER / 2) {
      this.paused = false;
      this.pressure(false);
    }
    return chunk;
  }
}

function nextTurn<T>(value: T): Promise<T> {
  return new Promise((resolve) => setImmediate(resolve, value));
}

function isOverdue({ asked, deadline }: Pick<Waiter, 'asked' | 'deadline'>, now: Micros): boolean {
  return now - Math.max(asked, deadline) >= STALL;
}

function graceAfter(stall: number): Micros {
  return micros(Math.min(MOST_GRACE, Math.max(LEAST_GRACE, GRACE_SHARE * stall)));
}

/** This process stood still while it waited: the bytes may have come at any time meanwhile. */
function withoutBegin(chunk: Chunk, asked: Micros): Chunk {
  const notBefore = micros(Math.min(chunk.notBefore, asked));
  return { ...chunk, notBefore, lastNotBefore: notBefore };
}
