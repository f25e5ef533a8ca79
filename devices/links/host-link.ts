/**
 * The common part of all links of this machine: a queue for each direction, one error that ends the link, and bounds of
 * time.
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import type { ErrorBudget } from '../host-timing/error-budget';
import type { FarEnd } from '../host-timing/host-delays';
import { HostStall } from '../host-timing/host-stall';
import { ReceiveQueue } from './receive-queue';
import { LinkError, type LineState, type Link } from './link';
import type { Chunk } from '../../protocols/chunk';
import { SendQueue } from './send-queue';

export interface HostLinkOptions {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  /** A send without progress for this long stalls the link, microseconds; default 5 s. */
  readonly sendTimeout?: Micros;
}

export interface HostLinkTraits extends Partial<ErrorBudget> {
  /** `pressure(true)` asks the source of received bytes to pause, `pressure(false)` to go on. */
  readonly pressure: (pause: boolean) => void;
  /** A function is asked again when the first bytes have come. */
  readonly farEnd?: FarEnd | (() => FarEnd);
  /** false: bytes may leave sooner than one in each byte time. Default true. */
  readonly isPaced?: boolean;
}

const SEND_TIMEOUT = millis(5000);

export abstract class HostLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock: Clock;
  protected readonly received: ReceiveQueue;
  protected readonly sendTimeout: Micros;
  /** The time of one byte on the wire, microseconds; 0 if nothing paces the bytes. */
  protected readonly byteTime: number;
  private readonly leastByteTime: number;
  /** The time that a network or a helper adds to the hold of the adapter, microseconds. */
  protected networkDelay: number;
  private readonly hold: number;
  /** Undefined on a virtual clock, whose times are exact. */
  private readonly stall: HostStall | undefined;
  private readonly sends = new SendQueue();
  private findFarEnd: (() => FarEnd) | undefined;

  constructor(
    { name, url, clock, sendTimeout = SEND_TIMEOUT }: HostLinkOptions,
    {
      pressure,
      farEnd = 'unknown',
      byteTime = 0,
      isPaced = true,
      hold = 0,
      networkDelay = 0,
    }: HostLinkTraits,
  ) {
    this.name = name;
    this.url = url;
    this.clock = clock;
    this.sendTimeout = sendTimeout;
    this.byteTime = byteTime;
    this.leastByteTime = isPaced ? byteTime : 0;
    this.hold = hold;
    this.networkDelay = networkDelay;
    this.received = new ReceiveQueue(clock, pressure, () => this.stall?.isFarEndWaiting() ?? false);
    if (clock.virtual) return;
    const findFarEnd = typeof farEnd === 'function' ? farEnd : () => farEnd;
    this.findFarEnd = findFarEnd;
    this.stall = new HostStall(clock.now(), findFarEnd());
  }

  readonly budget = (): ErrorBudget => {
    const { byteTime, hold, networkDelay } = this;
    return { byteTime, hold, networkDelay };
  };

  readonly stallDuration = (since: Micros): Micros =>
    this.stall?.longestStall(this.clock.now() - since) ?? micros(0);

  readonly waitDuration = (since: Micros): Micros =>
    this.stall?.farEndWait(this.clock.now() - since) ?? micros(0);

  get isProgram(): boolean {
    return this.stall?.isProgram ?? false;
  }

  /** Nothing is being sent, and the link is open. */
  protected get isFree(): boolean {
    return this.sends.free && this.received.end === undefined;
  }

  /** Resolves when the bytes have left; undefined if they have left already. */
  protected abstract put(bytes: Uint8Array): Promise<void> | undefined;

  abstract close(): Promise<void>;

  send(bytes: Uint8Array): Promise<Chunk> {
    if (!this.sends.free) return this.sends.run(() => this.sendQueued(bytes));
    if (this.received.end !== undefined) return Promise.reject(this.received.end);
    const notBefore = this.beginSend();
    const leaving = this.put(bytes);
    if (leaving === undefined) return Promise.resolve(this.txChunk(bytes, notBefore));
    return this.sends.run(() => leaving.then(() => this.txChunk(bytes, notBefore)));
  }

  private async sendQueued(bytes: Uint8Array): Promise<Chunk> {
    if (this.received.end !== undefined) throw this.received.end;
    const notBefore = this.beginSend();
    await this.put(bytes);
    return this.txChunk(bytes, notBefore);
  }

  /** The send begins here, not at its end: a stall of this process may hide its end until the answer has come. */
  private beginSend(): Micros {
    const now = this.clock.now();
    this.stall?.beginSend(now);
    return now;
  }

  protected txChunk(bytes: Uint8Array, notBefore: Micros): Chunk {
    const notAfter = this.clock.now();
    const lastNotBefore = micros(Math.min(notAfter, notBefore + bytes.length * this.leastByteTime));
    return { direction: 'tx', bytes, notBefore, notAfter, lastNotBefore };
  }

  receive(deadline: Micros): Promise<Chunk | undefined> {
    return this.received.receive(deadline);
  }

  tryReceive(): Chunk | undefined {
    return this.received.tryReceive();
  }

  lines(_state: LineState): Promise<void> {
    return Promise.reject(new LinkError(this.name, 'unsupported', `${this.url} has no modem lines to drive`));
  }

  /** When a line has sent these bytes, if it begins now. */
  protected lineEnd({ length }: Uint8Array): Micros {
    return after(this.clock.now(), micros(length * this.byteTime));
  }

  /** Rejects with the end of the link. */
  protected async until(end: Micros): Promise<void> {
    if (this.clock.now() < end) await this.received.raceEnd((done) => void this.clock.until(end).then(done));
  }

  /** Takes the bytes that this process reads now. Returns true when somebody waited for them. */
  protected deliver(bytes: Uint8Array): boolean {
    const now = this.clock.now();
    const notBefore =
      this.stall === undefined
        ? micros(now - (bytes.length - 1) * this.byteTime)
        : this.stall.notBefore(now, this.hold + this.networkDelay);
    const isAwaited = this.received.deliver(bytes, notBefore, now);
    if (this.findFarEnd === undefined || this.received.end !== undefined) return isAwaited;
    this.stall?.moveTo(this.findFarEnd());
    this.findFarEnd = undefined;
    return isAwaited;
  }

  protected failClosed(): void {
    this.fail(new LinkError(this.name, 'closed', `link ${this.name} is closed`));
  }

  protected failLost(reason: string): LinkError {
    return this.fail(new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`));
  }

  protected failStalled(span: Micros, why: string): LinkError {
    const seconds = (span / 1e6).toFixed(1);
    return this.fail(
      new LinkError(this.name, 'stalled', `${this.url} took no byte for ${seconds} s: ${why}`),
    );
  }

  /** Ends the link. Returns the first error that ended it: later ones have no effect. */
  protected fail(error: LinkError): LinkError {
    this.received.fail(error);
    this.stall?.close();
    return this.received.end ?? error;
  }
}
