/**
 * Faults on the bytes of one direction: bytes and times go in, wire events come out. It reads no clock.
 *
 * At most one fault changes a byte. A fault is skipped if another one (a drop, a copy, a cut line) has claimed its
 * byte. Only faults that reached the wire are reported.
 */
import { after, micros, type Micros } from '../../protocols/time';
import { describeFault, type Fault, type FaultPlan, type FaultSink } from './faults';

/** What reaches the wire, and when. Times never decrease. Each `bytes` event is one chunk on the wire. */
export type WireEvent =
  | { readonly kind: 'bytes'; readonly at: Micros; readonly bytes: Uint8Array }
  | { readonly kind: 'break'; readonly at: Micros; readonly span: Micros }
  /** The cable was pulled for good: nothing comes after it. */
  | { readonly kind: 'unplug'; readonly at: Micros };

type FaultOf<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

export class FaultStream {
  private position = 0;
  private next: Fault | undefined;
  /** Bytes of the unfinished chunk, and the time when it leaves. */
  private chunk: number[] = [];
  private chunkTime = micros(0);
  private lastEventTime = micros(0);
  private events: WireEvent[] = [];
  /** The merge that holds the chunk for the next one, and whether no byte of the next one has come yet. */
  private merging: FaultOf<'merge'> | undefined;
  private joining: FaultOf<'merge'> | undefined;
  private heldUntil: Micros | undefined;
  private copying: { readonly fault: FaultOf<'duplicate'>; readonly bytes: number[] } | undefined;
  private dropping = 0;
  private cutUntil = micros(-Infinity);

  constructor(
    private readonly plan: FaultPlan,
    private readonly sink: FaultSink,
  ) {
    this.next = plan.next();
  }

  /** A chunk that came at `at`, not before the last call's time. */
  push(bytes: Uint8Array, at: Micros): readonly WireEvent[] {
    this.heldUntil = undefined;
    this.chunkTime = later(at, this.lastEventTime);
    if (this.isUntouched(bytes.length)) return this.passUnchanged(bytes);
    if (bytes.length === 0) return this.passEmptyChunk();
    this.joining = this.chunk.length > 0 ? this.merging : undefined;
    this.merging = undefined;
    for (const byte of bytes) this.take(byte);
    if (!this.holdForMerge()) this.flush();
    return this.takeEvents();
  }

  /** When the waiting chunk leaves alone; undefined: none waits. */
  deadline(): Micros | undefined {
    return this.heldUntil;
  }

  /** Lets time pass: call it when `deadline()` has come without a chunk. */
  tick(now: Micros): readonly WireEvent[] {
    if (this.heldUntil === undefined || now < this.heldUntil) return [];
    this.chunkTime = later(this.heldUntil, this.lastEventTime);
    this.heldUntil = undefined;
    this.flush();
    return this.takeEvents();
  }

  /** Whether the next `count` bytes have no fault. */
  private isUntouched(count: number): boolean {
    const clear = this.dropping === 0 && this.copying === undefined && this.chunk.length === 0;
    return clear && this.chunkTime >= this.cutUntil && (this.next?.at ?? Infinity) >= this.position + count;
  }

  private passUnchanged(bytes: Uint8Array): readonly WireEvent[] {
    this.position += bytes.length;
    this.lastEventTime = this.chunkTime;
    return [{ kind: 'bytes', at: this.chunkTime, bytes: Uint8Array.from(bytes) }];
  }

  /** Returns whether the chunk waits for the next one. */
  private holdForMerge(): boolean {
    if (this.merging === undefined || this.chunk.length === 0) return false;
    this.heldUntil = after(this.chunkTime, this.merging.span);
    return true;
  }

  /** An empty chunk (an empty datagram) passes too. */
  private passEmptyChunk(): readonly WireEvent[] {
    this.flush();
    if (this.chunkTime >= this.cutUntil)
      this.events.push({ kind: 'bytes', at: this.chunkTime, bytes: new Uint8Array(0) });
    return this.takeEvents();
  }

  private take(byte: number): void {
    let value = byte;
    let changed = false;
    for (let fault = this.next; fault !== undefined && fault.at <= this.position; fault = this.next) {
      this.next = this.plan.next();
      if (fault.at < this.position || changed || this.isClaimed()) continue;
      if (fault.kind === 'flip') {
        this.report(fault, byte);
        value ^= 1 << fault.bit;
        changed = true;
      } else this.applyFault(fault);
    }
    this.position++;
    if (this.chunkTime < this.cutUntil) return;
    if (this.dropping > 0) this.dropping--;
    else this.passByte(value);
  }

  /** Whether an earlier fault has claimed the byte. */
  private isClaimed(): boolean {
    return this.dropping > 0 || this.copying !== undefined || this.chunkTime < this.cutUntil;
  }

  private passByte(value: number): void {
    this.chunk.push(value);
    if (this.joining !== undefined) this.report(this.joining);
    this.joining = undefined;
    const { copying } = this;
    if (copying === undefined) return;
    copying.bytes.push(value);
    if (copying.bytes.length < copying.fault.count) return;
    for (const copy of copying.bytes) this.chunk.push(copy);
    this.report(copying.fault);
    this.copying = undefined;
  }

  private applyFault(fault: Exclude<Fault, FaultOf<'flip'>>): void {
    switch (fault.kind) {
      case 'drop':
        this.dropping = fault.count;
        return this.report(fault);
      case 'duplicate':
        this.copying = { fault, bytes: [] };
        return;
      case 'merge':
        this.merging = fault;
        return;
      case 'delay':
        this.chunkTime = after(this.chunkTime, fault.span);
        return this.report(fault);
      case 'split':
        if (this.chunk.length > 0) this.report(fault);
        return this.flush();
      case 'gap':
        this.flush();
        this.chunkTime = after(this.chunkTime, fault.span);
        return this.report(fault);
      case 'break':
        this.flush();
        this.events.push({ kind: 'break', at: this.chunkTime, span: fault.span });
        this.report(fault);
        this.chunkTime = this.lastEventTime = after(this.chunkTime, fault.span);
        return;
      case 'unplug':
        this.flush();
        this.report(fault);
        this.cutUntil = after(this.chunkTime, fault.span ?? micros(Infinity));
        if (fault.span === undefined) this.events.push({ kind: 'unplug', at: this.chunkTime });
    }
  }

  private report(fault: Fault, was?: number): void {
    this.sink({ fault, at: this.chunkTime, detail: describeFault(fault, was) });
  }

  /** Ends the unfinished chunk. */
  private flush(): void {
    this.merging = this.joining = undefined;
    if (this.chunk.length === 0) return;
    this.events.push({ kind: 'bytes', at: this.chunkTime, bytes: Uint8Array.from(this.chunk) });
    this.lastEventTime = this.chunkTime;
    this.chunk = [];
  }

  private takeEvents(): readonly WireEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}

function later(a: Micros, b: Micros): Micros {
  return a > b ? a : b;
}
