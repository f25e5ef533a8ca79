/**
 * A link whose wire has faults: what is sent and what is received passes a fault stream each.
 *
 *     owner ── send ──▶ FaultStream ──▶ link        link ──▶ FaultStream ── receive ──▶ owner
 */
import { micros, type Micros } from '../../protocols/time';
import type { CancelAlarm } from '../clock/alarms';
import { FaultStream, type Passing } from './fault-stream';
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
export function faulty(link: Link, plans: FaultyPlans, sink: LinkFaultSink): Link {
  return new FaultyLink(link, plans, sink);
}

class FaultyLink implements Link {
  readonly name: string;
  readonly url: string;
  readonly clock;
  private readonly tx: FaultStream;
  private readonly rx: FaultStream;
  private readonly arrived: Passing[] = [];
  /** The chunk that was taken in last: what passes unchanged keeps its bounds. */
  private source: Chunk | undefined;
  private sending: Promise<unknown> = Promise.resolve();
  private cancelHeld: CancelAlarm | undefined;
  private gone: LinkError | undefined;

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
    this.cancelHeld?.();
    const sent = this.sending.then(() => this.put(this.tx.push(bytes, this.clock.now())));
    this.sending = sent.then(
      () => this.armHeld(),
      () => undefined,
    );
    return sent;
  }

  async receive(deadline: Micros): Promise<Chunk | undefined> {
    for (;;) {
      const passing = this.arrived[0];
      if (passing !== undefined) {
        if (passing.at > deadline) return this.nothingUntil(deadline);
        this.arrived.shift();
        const chunk = await this.delivered(passing);
        if (chunk !== undefined) return chunk;
        continue;
      }
      if (this.gone !== undefined) throw this.gone;
      const held = this.rx.deadline();
      const limit = held === undefined ? deadline : micros(Math.min(held, deadline));
      const chunk = await this.taken(limit);
      if (chunk !== undefined) {
        this.source = chunk;
        this.arrived.push(...this.rx.push(chunk.bytes, chunk.notAfter));
      } else if (held !== undefined && held <= deadline) this.arrived.push(...this.rx.tick(limit));
      else return undefined;
    }
  }

  lines(state: Parameters<Link['lines']>[0]): Promise<void> {
    return this.gone === undefined ? this.link.lines(state) : Promise.reject(this.gone);
  }

  close(): Promise<void> {
    this.cancelHeld?.();
    return this.link.close();
  }

  private async taken(limit: Micros): Promise<Chunk | undefined> {
    try {
      return await this.link.receive(limit);
    } catch (error) {
      throw this.gone ?? error;
    }
  }

  private async nothingUntil(deadline: Micros): Promise<undefined> {
    await this.clock.until(deadline);
    return undefined;
  }

  /** What the owner gets of it; undefined: nothing. Rejects where it is the end. */
  private async delivered(passing: Passing): Promise<Chunk | undefined> {
    if (passing.kind === 'unplug') throw this.pulled();
    const { at } = passing;
    const bytes = passing.kind === 'break' ? BREAK_BYTE : passing.bytes;
    const source = this.source;
    if (source !== undefined && at <= source.notAfter) return { ...source, bytes };
    if (at > this.clock.now()) await this.clock.until(at);
    return { direction: 'rx', bytes, notBefore: at, notAfter: this.clock.now(), lastNotBefore: at };
  }

  /** Puts on the wire what passes, each at its time. */
  private async put(passings: readonly Passing[]): Promise<Chunk> {
    if (this.gone !== undefined) throw this.gone;
    const start = this.clock.now();
    const chunks: Chunk[] = [];
    for (const passing of passings) {
      if (passing.at > this.clock.now()) await this.clock.until(passing.at);
      if (passing.kind === 'unplug') throw this.pulled();
      if (passing.kind === 'bytes') chunks.push(await this.link.send(passing.bytes));
      else await sendBreak(this.link, passing.span);
    }
    return joined(chunks, start);
  }

  /** What a merge holds back leaves alone when no send comes in time. */
  private armHeld(): void {
    const held = this.tx.deadline();
    if (held === undefined || this.gone !== undefined) return;
    this.cancelHeld = this.clock.alarm(held, () => {
      // A link that is lost meanwhile tells its owner at the next call.
      this.sending = this.sending.then(() => this.put(this.tx.tick(held))).catch(() => undefined);
    });
  }

  private pulled(): LinkError {
    if (this.gone !== undefined) return this.gone;
    const reason = 'an injected fault pulled the cable';
    this.gone = new LinkError(this.name, 'lost', `link ${this.name} (${this.url}) was lost: ${reason}`);
    void this.link.close();
    return this.gone;
  }
}

function joined(chunks: readonly Chunk[], start: Micros): Chunk {
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
