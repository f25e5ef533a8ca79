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
  protected readonly intake: ReceiveQueue;
  private readonly stall: HostStall;
  private readonly lane = new SendQueue();

  /** `pressure(true)` asks the source to pause; `held`: how long what is in between may keep bytes, microseconds. */
  constructor(
    { name, url, clock }: HostLinkOptions,
    pressure: (pause: boolean) => void,
    private readonly held = 0,
  ) {
    this.name = name;
    this.url = url;
    this.clock = clock;
    this.intake = new ReceiveQueue(clock, pressure);
    this.stall = new HostStall(clock.now());
  }

  readonly budget = (): ErrorBudget => ({ byteTime: 0, hold: 0, networkDelay: this.held });

  readonly stallDuration = (since: Micros): Micros => this.stall.stood(this.clock.now() - since);

  /** Resolves when they have left; undefined where they have at once. */
  protected abstract put(bytes: Uint8Array): Promise<void> | undefined;

  abstract close(): Promise<void>;

  send(bytes: Uint8Array): Promise<Chunk> {
    if (!this.lane.free) return this.lane.run(() => this.passed(bytes));
    if (this.intake.end !== undefined) return Promise.reject(this.intake.end);
    const notBefore = this.begun();
    const leaving = this.put(bytes);
    if (leaving === undefined) return Promise.resolve(this.sent(bytes, notBefore));
    return this.lane.run(() => leaving.then(() => this.sent(bytes, notBefore)));
  }

  private async passed(bytes: Uint8Array): Promise<Chunk> {
    if (this.intake.end !== undefined) throw this.intake.end;
    const notBefore = this.begun();
    await this.put(bytes);
    return this.sent(bytes, notBefore);
  }

  /** Marked here, not when it is done: this process may be kept from knowing so while the answer comes. */
  private begun(): Micros {
    const now = this.clock.now();
    this.stall.mark(now);
    return now;
  }

  private sent(bytes: Uint8Array, notBefore: Micros): Chunk {
    const notAfter = this.clock.now();
    return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore: notBefore };
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.intake.receive(deadline);
  }

  tryReceive(): Chunk | undefined {
    return this.intake.atHand();
  }

  lines(): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive`));
  }

  protected arrived(bytes: Uint8Array, which?: 'even empty'): void {
    const now = this.clock.now();
    this.intake.deliver(bytes, this.stall.notBefore(now, this.held), now, which);
  }

  protected closed(): void {
    this.ended(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
  }

  /** Ends it; returns the reason that stands. */
  protected lost(reason: string): LinkError {
    const error = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    return this.ended(error);
  }

  protected stalled(span: Micros, why: string): LinkError {
    const seconds = (span / 1e6).toFixed(1);
    const error = new LinkError(this.name, 'stalled', `${this.url} took no byte for ${seconds} s: ${why}`);
    return this.ended(error);
  }

  protected ended(error: LinkError): LinkError {
    this.intake.fail(error);
    this.stall.close();
    return this.intake.end ?? error;
  }
}
