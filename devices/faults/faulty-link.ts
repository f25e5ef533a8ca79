/**
 * A link whose wire has faults: what is sent and what is received passes a fault stream each.
 *
 *     owner ── send ──▶ FaultStream ──▶ link        link ──▶ FaultStream ── receive ──▶ owner
 */
import { micros, type Micros } from '../../protocols/time';
import type { CancelAlarm } from '../clock/alarms';
import { FaultStream, type WireEvent } from './fault-stream';
import type { FaultEvent, FaultPlan } from './faults';
import { BREAK_BYTE, sendBreak } from '../links/line-break';
import { LinkError, type Chunk, type Link } from '../links/link';

export interface FaultyPlans {
  /** Faults on what the host sends. */
  readonly tx?: FaultPlan;
  /** Faults on what the host receives. */
  readonly rx?: FaultPlan;
}

export type LinkFaultSink = (link: string, direction: Chunk['direction'], event: FaultEvent) => void;

const NO_FAULTS: FaultPlan = { next: () => undefined };

/**
 * Wraps a link. `sink` hears of each fault once it has reached the wire. A send resolves with the bytes that really
 * left, so that a trace outside of the wrapper is true; what a merge holds back leaves with the next send, or alone.
 * A break is driven where the link can; elsewhere the far end gets the 00 that a UART would read.
 */
export function faultyLink(link: Link, plans: FaultyPlans, sink: LinkFaultSink): Link {
  return new FaultyLink(link, plans, sink);
}

class FaultyLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock;
  private readonly tx: FaultStream;
  private readonly rx: FaultStream;
  private readonly rxEvents: WireEvent[] = [];
  /** The chunk that was taken in last: what passes unchanged keeps its bounds. */
  private lastReceived: Chunk | undefined;
  private sending: Promise<unknown> = Promise.resolve();
  private cancelMergeTimeout: CancelAlarm | undefined;
  private loss: LinkError | undefined;

  constructor(
    private readonly link: Link,
    plans: FaultyPlans,
    sink: LinkFaultSink,
  ) {
    this.name = link.name;
    this.url = link.url;
    this.clock = link.clock;
    this.tx = new FaultStream(plans.tx ?? NO_FAULTS, (event) => sink(link.name, 'tx', event));
    this.rx = new FaultStream(plans.rx ?? NO_FAULTS, (event) => sink(link.name, 'rx', event));
  }

  send(bytes: Uint8Array): Promise<Chunk> {
    this.cancelMergeTimeout?.();
    const sent = this.sending.then(() => this.transmit(this.tx.push(bytes, this.clock.now())));
    this.sending = sent.then(
      () => this.armMergeTimeout(),
      () => undefined,
    );
    return sent;
  }

  async receive(deadline: Micros): Promise<Chunk | undefined> {
    for (;;) {
      const event = this.rxEvents[0];
      if (event !== undefined) {
        if (event.at > deadline) return this.waitUntil(deadline);
        this.rxEvents.shift();
        const chunk = await this.deliver(event);
        if (chunk !== undefined) return chunk;
        continue;
      }
      if (this.loss !== undefined) throw this.loss;
      const held = this.rx.deadline();
      const limit = held === undefined ? deadline : micros(Math.min(held, deadline));
      const chunk = await this.receiveFromLink(limit);
      if (chunk !== undefined) {
        this.lastReceived = chunk;
        this.rxEvents.push(...this.rx.push(chunk.bytes, chunk.notAfter));
      } else if (held !== undefined && held <= deadline) this.rxEvents.push(...this.rx.tick(limit));
      else return undefined;
    }
  }

  lines(state: Parameters<Link['lines']>[0]): Promise<void> {
    return this.loss === undefined ? this.link.lines(state) : Promise.reject(this.loss);
  }

  close(): Promise<void> {
    this.cancelMergeTimeout?.();
    return this.link.close();
  }

  private async receiveFromLink(limit: Micros): Promise<Chunk | undefined> {
    try {
      return await this.link.receive(limit);
    } catch (error) {
      throw this.loss ?? error;
    }
  }

  private async waitUntil(deadline: Micros): Promise<undefined> {
    await this.clock.until(deadline);
    return undefined;
  }

  /** What the owner gets of it; undefined: nothing. Rejects where it is the end. */
  private async deliver(event: WireEvent): Promise<Chunk | undefined> {
    if (event.kind === 'unplug') throw this.pullCable();
    const { at } = event;
    const bytes = event.kind === 'break' ? BREAK_BYTE : event.bytes;
    const source = this.lastReceived;
    if (source !== undefined && at <= source.notAfter) return { ...source, bytes };
    if (at > this.clock.now()) await this.clock.until(at);
    return { direction: 'rx', bytes, notBefore: at, notAfter: this.clock.now(), lastNotBefore: at };
  }

  /** Puts on the wire what passes, each at its time. */
  private async transmit(events: readonly WireEvent[]): Promise<Chunk> {
    if (this.loss !== undefined) throw this.loss;
    const start = this.clock.now();
    const chunks: Chunk[] = [];
    for (const event of events) {
      if (event.at > this.clock.now()) await this.clock.until(event.at);
      if (event.kind === 'unplug') throw this.pullCable();
      if (event.kind === 'bytes') chunks.push(await this.link.send(event.bytes));
      else await sendBreak(this.link, event.span);
    }
    return joinChunks(chunks, start);
  }

  /** What a merge holds back leaves alone when no send comes in time. */
  private armMergeTimeout(): void {
    const held = this.tx.deadline();
    if (held === undefined || this.loss !== undefined) return;
    this.cancelMergeTimeout = this.clock.alarm(held, () => {
      // A link that is lost meanwhile tells its owner at the next call.
      this.sending = this.sending.then(() => this.transmit(this.tx.tick(held))).catch(() => undefined);
    });
  }

  private pullCable(): LinkError {
    if (this.loss !== undefined) return this.loss;
    const reason = 'an injected fault pulled the cable';
    this.loss = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    void this.link.close();
    return this.loss;
  }
}

function joinChunks(chunks: readonly Chunk[], start: Micros): Chunk {
  const [first] = chunks;
  const last = chunks.at(-1);
  if (first === undefined || last === undefined)
    return {
      direction: 'tx',
      bytes: new Uint8Array(0),
      notBefore: start,
      notAfter: start,
      lastNotBefore: start,
    };
  const bytes = chunks.length === 1 ? first.bytes : Buffer.concat(chunks.map((chunk) => chunk.bytes));
  const { notAfter, lastNotBefore } = last;
  return { direction: 'tx', bytes, notBefore: first.notBefore, notAfter, lastNotBefore };
}
