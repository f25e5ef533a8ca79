/**
 * The tap: a cable between two boards that records the traffic, with faults on request.
 *
 *     board a ── link a ── FaultStream ──▶ link b ── board b
 *             ◀── FaultStream ──
 *
 * Bytes that wait for a busy line are sent in one piece, so that the tap catches up after a slow send.
 */
import { concat } from '../../protocols/bytes';
import { after, millis, type Micros } from '../../protocols/time';
import type { Clock } from '../clock/clock';
import { FaultStream, type WireEvent } from '../faults/fault-stream';
import type { FaultEvent, FaultPlan } from '../faults/faults';
import { sendBreak, type Link } from '../links/link';
import type { Chunk } from '../../protocols/chunk';

export type Side = 'a' | 'b';

export interface TapSink {
  /** Bytes of a board, before any fault. */
  rx(side: Side, chunk: Chunk): void;
  /** Bytes are about to leave for a board; `tx` follows. */
  beforeTx(side: Side): void;
  /** Bytes that were sent to a board, after all faults. */
  tx(side: Side, chunk: Chunk | undefined): void;
  /** A fault on the bytes of `side`. */
  fault(side: Side, event: FaultEvent): void;
}

export interface TapOptions {
  readonly links: Readonly<Record<Side, Link>>;
  /** The common clock of both links. */
  readonly clock: Clock;
  /** Faults on the bytes of each board. */
  readonly faults: Partial<Readonly<Record<Side, FaultPlan>>>;
  readonly sink: TapSink;
}

const NO_FAULTS: FaultPlan = { next: () => undefined };
const POLL = millis(1000);

/** Forwards bytes until a link ends. Rejects with the {@link LinkError} of that link. */
export async function runTap({ links, clock, faults, sink }: TapOptions): Promise<never> {
  const end = new AbortController();
  const pumps = (['a', 'b'] as const).map((from) => {
    const to = from === 'a' ? 'b' : 'a';
    const stream = new FaultStream(faults[from] ?? NO_FAULTS, (event) => sink.fault(from, event));
    const lane = new Lane(links[to], clock, to, sink);
    return Promise.race([lane.failed, pump(links[from], from, stream, lane, sink, end.signal)]);
  });
  // When one direction ends, the tap ends: the other one is aborted.
  for (const one of pumps) one.catch(() => end.abort());
  return Promise.race(pumps);
}

async function pump(
  link: Link,
  side: Side,
  stream: FaultStream,
  lane: Lane,
  sink: TapSink,
  end: AbortSignal,
): Promise<never> {
  for (;;) {
    end.throwIfAborted();
    const held = stream.deadline();
    const limit = held ?? after(link.clock.now(), POLL);
    const chunk = await link.receive(limit);
    if (chunk !== undefined) {
      sink.rx(side, chunk);
      lane.add(stream.push(chunk.bytes, chunk.notAfter));
    } else if (held !== undefined) lane.add(stream.tick(limit));
  }
}

interface Waiting {
  readonly event: WireEvent;
  /** The push that it belongs to: a fault has split the chunks of one push, and they stay split. */
  readonly push: number;
}

/** Sends events to one board, in order, each at its time. */
class Lane {
  /** Rejects when the link fails; never resolves. */
  readonly failed: Promise<never>;
  private fail: (error: unknown) => void = () => undefined;
  private readonly waiting: Waiting[] = [];
  private pushes = 0;
  private busy = false;

  constructor(
    private readonly link: Link,
    private readonly clock: Clock,
    private readonly side: Side,
    private readonly sink: TapSink,
  ) {
    this.failed = new Promise((_, reject) => (this.fail = reject));
  }

  add(events: readonly WireEvent[]): void {
    this.pushes++;
    for (const event of events) this.waiting.push({ event, push: this.pushes });
    if (this.busy) return;
    this.busy = true;
    this.drain().catch(this.fail);
  }

  private async drain(): Promise<void> {
    for (let next = this.waiting.shift(); next !== undefined; next = this.waiting.shift()) {
      const { event } = next;
      if (event.at > this.clock.now()) await this.clock.until(event.at);
      if (event.kind === 'unplug') continue;
      this.sink.beforeTx(this.side);
      const chunk =
        event.kind === 'break'
          ? await sendBreak(this.link, event.span)
          : await this.link.send(this.withDue(event.bytes, next.push));
      this.sink.tx(this.side, chunk);
    }
    this.busy = false;
  }

  /** The bytes, and later ones that are due too. */
  private withDue(bytes: Uint8Array, push: number): Uint8Array {
    const now: Micros = this.clock.now();
    const parts = [bytes];
    let last = push;
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      if (next.event.kind !== 'bytes' || next.event.at > now || next.push === last) break;
      last = next.push;
      parts.push(next.event.bytes);
      this.waiting.shift();
    }
    return parts.length === 1 ? bytes : concat(...parts);
  }
}
