/**
 * The sender of a virtual GM67: replies and codes on one line, and the code that waits for its ACK.
 *
 *     deliver ── try ─── ackTimeout ─── try again (retransmission bit) ──── … ── given up
 *                 └ last byte     └ ACK: the next code
 */
import type { Command } from '../../../protocols/gm67/message';
import { after, micros, type Micros } from '../../../protocols/time';
import { earliest, Outbox } from '../engine/outbox';
import type { Code, GmFirmware } from './firmware';

interface Outgoing {
  readonly bytes: Uint8Array;
  /** Whether they belong to a code: a disabled scanner drops those. */
  readonly code: boolean;
  /** Called when they are put on the line, with the time of their last byte's end. */
  readonly onSent?: (end: Micros) => void;
}

interface Delivery {
  readonly code: Code;
  readonly due: Micros;
}

const MOST_DELIVERIES = 16;

export class GmSender {
  private readonly outbox = new Outbox<Outgoing>();
  private deliveries: Delivery[] = [];
  private tries = 0;
  private nextTry: Micros | undefined;
  private freeAt = micros(0);
  private lastReply = micros(0);
  private lastCode = micros(0);

  constructor(
    private readonly firmware: GmFirmware,
    private byteTime: Micros,
  ) {}

  /** A code in packet mode was sent, and its ACK has not come. */
  get isAwaitingAck(): boolean {
    return this.tries > 0;
  }

  /** How long the line will still be busy. */
  backlog(now: Micros): Micros {
    return micros(Math.max(0, this.freeAt - now));
  }

  wakeAt(): Micros | undefined {
    return earliest(this.outbox.due, this.nextTry);
  }

  poll(now: Micros): readonly Uint8Array[] {
    if (this.nextTry !== undefined && this.nextTry <= now) this.sendTry(now);
    return this.outbox.take(now).map(({ bytes, onSent }) => {
      this.freeAt = micros(Math.max(this.freeAt, now) + bytes.length * this.byteTime);
      onSent?.(this.freeAt);
      return bytes;
    });
  }

  /** Queues a reply; `then` is the time of a byte after it. Replies leave in the order of their commands. */
  reply(bytes: Uint8Array, due: Micros, then: Micros): void {
    this.lastReply = micros(Math.max(due, this.lastReply));
    this.outbox.push(this.lastReply, { bytes, code: false, onSent: () => (this.byteTime = then) });
  }

  /** Queues a code in raw mode. */
  raw(bytes: Uint8Array, due: Micros): void {
    this.lastCode = micros(Math.max(due, this.lastCode));
    this.enqueueCode(bytes, this.lastCode);
  }

  /** Queues a code in packet mode. With 16 in the queue it is lost. */
  deliver(code: Code, due: Micros): void {
    if (this.deliveries.length === MOST_DELIVERIES) return;
    this.deliveries.push({ code, due });
    if (this.deliveries.length === 1) this.scheduleFirstTry(due);
  }

  /** The effect of a host frame on the code that waits for its ACK. */
  handleCommand(command: Command, now: Micros): void {
    if (!this.isAwaitingAck) return;
    const meaning = this.firmware.ackEffect(command, this.tries);
    if (meaning === 'acknowledged') this.nextDelivery(now);
    else if (meaning === 'again' && this.nextTry !== undefined) this.sendTry(now);
  }

  /** Drops the codes that have not left, and all further tries. */
  abandon(): void {
    this.outbox.keep(({ code }) => !code);
    this.deliveries = [];
    this.tries = 0;
    this.nextTry = undefined;
  }

  private scheduleFirstTry(at: Micros): void {
    this.tries = 0;
    this.nextTry = at;
  }

  /** Sends the code for the first time or again, or gives it up. */
  private sendTry(now: Micros): void {
    const [delivery] = this.deliveries;
    if (delivery === undefined || this.tries > this.firmware.retries) return this.nextDelivery(now);
    this.nextTry = undefined;
    const frames = this.firmware.pack(delivery.code, this.tries++);
    frames.forEach((frame, i) => {
      const last = i === frames.length - 1;
      this.enqueueCode(this.firmware.encode(frame), now, last ? (end) => this.armRetry(end) : undefined);
    });
  }

  private armRetry(end: Micros): void {
    this.nextTry = after(end, this.firmware.ackTimeout());
  }

  private nextDelivery(now: Micros): void {
    this.deliveries.shift();
    this.tries = 0;
    const [delivery] = this.deliveries;
    this.nextTry = delivery === undefined ? undefined : micros(Math.max(now, delivery.due));
  }

  private enqueueCode(bytes: Uint8Array, due: Micros, onSent?: (end: Micros) => void): void {
    const segments = this.firmware.write(bytes);
    let at = due;
    segments.forEach((segment, i) => {
      at = after(at, segment.pause);
      const ends = i === segments.length - 1 && onSent !== undefined ? { onSent } : {};
      this.outbox.push(at, { bytes: segment.bytes, code: true, ...ends });
      at = micros(at + segment.bytes.length * this.byteTime);
    });
  }
}
