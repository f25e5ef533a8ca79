/** What the links of this machine's own sockets and terminals have in common: one lane out, one queue in, and times. */
import type { Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import type { ErrorBudget } from '../host-timing/error-budget';
import { HostStall } from '../host-timing/host-stall';
import { ReceiveQueue } from './receive-queue';
import { LinkError, type Chunk, type Link } from './link';
import { SendQueue } from './send-queue';

export interface HostLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
}

export abstract class HostLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  protected readonly received: ReceiveQueue;
  private readonly stall: HostStall;
  private readonly sends = new SendQueue();

  /** `pressure(true)` asks the source to pause; `held`: how long what is in between may keep bytes, microseconds. */
  constructor(
    { name, url, clock }: HostLinkOptions,
    pressure: (pause: boolean) => void,
    private readonly hold = 0,
  ) {
    this.name = name;
    this.url = url;
    this.clock = clock;
    this.received = new ReceiveQueue(clock, pressure);
    this.stall = new HostStall(clock.now());
  }

  readonly budget = (): ErrorBudget => ({ byteTime: 0, hold: 0, networkDelay: this.hold });

  readonly stallDuration = (since: Micros): Micros => this.stall.longestStall(this.clock.now() - since);

  /** Resolves when they have left; undefined where they have at once. */
  protected abstract put(bytes: Uint8Array): Promise<void> | undefined;

  abstract close(): Promise<void>;

  send(bytes: Uint8Array): Promise<Chunk> {
    if (!this.sends.free) return this.sends.run(() => this.sendQueued(bytes));
    if (this.received.end !== undefined) return Promise.reject(this.received.end);
    const notBefore = this.beginSend();
    const leaving = this.put(bytes);
    if (leaving === undefined) return Promise.resolve(this.chunkOf(bytes, notBefore));
    return this.sends.run(() => leaving.then(() => this.chunkOf(bytes, notBefore)));
  }

  private async sendQueued(bytes: Uint8Array): Promise<Chunk> {
    if (this.received.end !== undefined) throw this.received.end;
    const notBefore = this.beginSend();
    await this.put(bytes);
    return this.chunkOf(bytes, notBefore);
  }

  /** Marked here, not when it is done: this process may be kept from knowing so while the answer comes. */
  private beginSend(): Micros {
    const now = this.clock.now();
    this.stall.beginSend(now);
    return now;
  }

  private chunkOf(bytes: Uint8Array, notBefore: Micros): Chunk {
    const notAfter = this.clock.now();
    return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.received.receive(deadline);
  }

  tryReceive(): Chunk | undefined {
    return this.received.atHand();
  }

  lines(): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive`));
  }

  protected deliver(bytes: Uint8Array, which?: 'even empty'): void {
    const now = this.clock.now();
    this.received.deliver(bytes, this.stall.notBefore(now, this.hold), now, which);
  }

  protected failClosed(): void {
    this.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
  }

  /** Ends it; returns the reason that stands. */
  protected failLost(reason: string): LinkError {
    const error = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    return this.fail(error);
  }

  protected failStalled(span: Micros, why: string): LinkError {
    const seconds = (span / 1e6).toFixed(1);
    const error = new LinkError(this.name, 'stalled', `${this.url} took no byte for ${seconds} s: ${why}`);
    return this.fail(error);
  }

  protected fail(error: LinkError): LinkError {
    this.received.fail(error);
    this.stall.close();
    return this.received.end ?? error;
  }
}
