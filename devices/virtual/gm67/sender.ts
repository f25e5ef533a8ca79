/**
 * What a virtual GM67 has to say: replies and codes on one line, and the code that waits for its ACK.
 *
 *     deliver ── try ──── patience ──── try again (retransmission bit) ──── … ── given up
 *                 └ last byte     └ ACK: the next code
 */
import type { Command } from '../../../protocols/gm67/message';
import { after, micros, type Micros } from '../../../protocols/time';
import type { Code, GmFirmware } from './firmware';

interface Outgoing {
  readonly due: Micros;
  readonly bytes: Uint8Array;
  /** A code's: a disabled scanner drops it. */
  readonly code: boolean;
  /** Told when its last byte will have left. */
  readonly left?: (end: Micros) => void;
}

interface Delivery {
  readonly code: Code;
  readonly due: Micros;
}

const MOST_WAITING = 16;

export class GmSender {
  private outbox: Outgoing[] = [];
  private waiting: Delivery[] = [];
  private tries = 0;
  private nextTry: Micros | undefined;
  private free = micros(0);
  private lastReply = micros(0);
  private lastCode = micros(0);

  constructor(
    private readonly firmware: GmFirmware,
    private byteTime: Micros,
  ) {}

  /** A code in packet mode was sent and is not acknowledged. */
  get awaiting(): boolean {
    return this.tries > 0;
  }

  /** How long the line is still busy. */
  backlog(now: Micros): Micros {
    return micros(Math.max(0, this.free - now));
  }

  wakeAt(): Micros | undefined {
    const times = [this.outbox[0]?.due, this.nextTry].filter((time) => time !== undefined);
    return times.length === 0 ? undefined : micros(Math.min(...times));
  }

  poll(now: Micros): readonly Uint8Array[] {
    if (this.nextTry !== undefined && this.nextTry <= now) this.turn(now);
    const said: Uint8Array[] = [];
    for (let next = this.outbox[0]; next !== undefined && next.due <= now; next = this.outbox[0]) {
      this.outbox.shift();
      said.push(next.bytes);
      this.free = micros(Math.max(this.free, now) + next.bytes.length * this.byteTime);
      next.left?.(this.free);
    }
    return said;
  }

  /** A reply; `then`: a byte's time behind it. Replies leave in the order of their commands. */
  reply(bytes: Uint8Array, due: Micros, then: Micros): void {
    this.lastReply = micros(Math.max(due, this.lastReply));
    this.post({ due: this.lastReply, bytes, code: false, left: () => (this.byteTime = then) });
  }

  /** A code in raw mode. */
  raw(bytes: Uint8Array, due: Micros): void {
    this.lastCode = micros(Math.max(due, this.lastCode));
    this.put(bytes, this.lastCode);
  }

  /** A code in packet mode; above 16 that wait it is lost. */
  deliver(code: Code, due: Micros): void {
    if (this.waiting.length === MOST_WAITING) return;
    this.waiting.push({ code, due });
    if (this.waiting.length === 1) this.begin(due);
  }

  /** A host frame, for the code that waits for its ACK. */
  hear(command: Command, now: Micros): void {
    if (!this.awaiting) return;
    const meaning = this.firmware.hear(command, this.tries);
    if (meaning === 'acknowledged') this.next(now);
    else if (meaning === 'again' && this.nextTry !== undefined) this.turn(now);
  }

  /** Codes that have not left yet are lost, and no try is made again. */
  abandon(): void {
    this.outbox = this.outbox.filter(({ code }) => !code);
    this.waiting = [];
    this.tries = 0;
    this.nextTry = undefined;
  }

  private begin(at: Micros): void {
    this.tries = 0;
    this.nextTry = at;
  }

  /** The first try, one more, or the end of them. */
  private turn(now: Micros): void {
    const [delivery] = this.waiting;
    if (delivery === undefined || this.tries > this.firmware.retries) return this.next(now);
    this.nextTry = undefined;
    const frames = this.firmware.pack(delivery.code, this.tries++);
    frames.forEach((frame, i) => {
      const last = i === frames.length - 1;
      this.put(this.firmware.encode(frame), now, last ? (end) => this.left(end) : undefined);
    });
  }

  private left(end: Micros): void {
    this.nextTry = after(end, this.firmware.patience());
  }

  private next(now: Micros): void {
    this.waiting.shift();
    this.tries = 0;
    const [delivery] = this.waiting;
    this.nextTry = delivery === undefined ? undefined : micros(Math.max(now, delivery.due));
  }

  private put(bytes: Uint8Array, due: Micros, left?: (end: Micros) => void): void {
    const pieces = this.firmware.write(bytes);
    let at = due;
    pieces.forEach((piece, i) => {
      at = after(at, piece.pause);
      const ends = i === pieces.length - 1 && left !== undefined ? { left } : {};
      this.post({ due: at, bytes: piece.bytes, code: true, ...ends });
      at = micros(at + piece.bytes.length * this.byteTime);
    });
  }

  private post(outgoing: Outgoing): void {
    const behind = this.outbox.findIndex(({ due }) => due > outgoing.due);
    if (behind < 0) this.outbox.push(outgoing);
    else this.outbox.splice(behind, 0, outgoing);
  }
}
