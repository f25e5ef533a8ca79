/**
 * The receiving half of every link: a bounded queue between what the wire delivers and who asks for it.
 */
import type { CancelAlarm } from '../clock/alarms';
import type { Clock } from '../clock/clock';
import type { Chunk, LinkError } from './link';
import { after, millis, type Micros } from '../../protocols/time';

/** A deadline that is noticed so much too late, microseconds: this process stood still, and what came meanwhile is on its way. */
const STALL = millis(5);
/** That much more is waited for it. */
const STALL_GRACE = millis(20);

/** Above this many queued bytes the source is asked to pause; below half of it, to go on. */
const HIGH_WATER = 1 << 20;

interface Waiter {
  resolve(chunk: Chunk | undefined): void;
  reject(error: LinkError): void;
  cancel: CancelAlarm;
}

export class ReceiveQueue {
  private readonly queue: Chunk[] = [];
  private head = 0;
  private queued = 0;
  private paused = false;
  private waiter: Waiter | undefined;
  private ended: LinkError | undefined;
  private readonly closeListeners = new Set<(error: LinkError) => void>();

  /** `pressure(true)` asks the source to pause, `pressure(false)` to go on. */
  constructor(
    private readonly clock: Clock,
    private readonly pressure: (pause: boolean) => void,
  ) {}

  /** Why the link ended, once it has. */
  get end(): LinkError | undefined {
    return this.ended;
  }

  /** Takes bytes in. Of a stream no bytes are nothing; of datagrams `even empty` ones count. */
  deliver(bytes: Uint8Array, notBefore: Micros, notAfter: Micros, which?: 'even empty'): void {
    if (this.ended !== undefined || (bytes.length === 0 && which === undefined)) return;
    const chunk: Chunk = { direction: 'rx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
    const waiter = this.waiter;
    if (waiter !== undefined) {
      this.waiter = undefined;
      waiter.cancel();
      waiter.resolve(chunk);
      return;
    }
    this.queue.push(chunk);
    this.queued += bytes.length;
    if (!this.paused && this.queued > HIGH_WATER) {
      this.paused = true;
      this.pressure(true);
    }
  }

  /** Ends the link; the first reason stays. */
  fail(error: LinkError): void {
    if (this.ended !== undefined) return;
    this.ended = error;
    const waiter = this.waiter;
    this.waiter = undefined;
    waiter?.cancel();
    waiter?.reject(error);
    for (const tell of this.closeListeners) tell(error);
    this.closeListeners.clear();
  }

  /** What `work` comes to, or the link's end where that is first: what a lost port was asked may never be answered. */
  raceEnd(work: (resolve: () => void, reject: (error: LinkError) => void) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.ended !== undefined) return reject(this.ended);
      this.closeListeners.add(reject);
      const done = (): void => {
        this.closeListeners.delete(reject);
        resolve();
      };
      const failed = (error: LinkError): void => {
        this.closeListeners.delete(reject);
        reject(error);
      };
      work(done, failed);
    });
  }

  /** What has come already, the oldest first. */
  atHand(): Chunk | undefined {
    const chunk = this.queue[this.head];
    return chunk === undefined ? undefined : this.take(chunk);
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    const chunk = this.atHand();
    if (chunk !== undefined) return Promise.resolve(chunk);
    if (this.ended !== undefined) return Promise.reject(this.ended);
    if (this.waiter !== undefined) return Promise.reject(new Error('a link has one receiver at a time'));
    return new Promise((resolve, reject) => {
      const over = (): void => {
        this.waiter = undefined;
        resolve(undefined);
      };
      const asked = this.clock.now();
      const due = (): void => {
        const now = this.clock.now();
        if (now - Math.max(asked, deadline) < STALL) over();
        else this.waiter = { resolve, reject, cancel: this.clock.alarm(after(now, STALL_GRACE), over) };
      };
      this.waiter = { resolve, reject, cancel: this.clock.alarm(deadline, due) };
    });
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
