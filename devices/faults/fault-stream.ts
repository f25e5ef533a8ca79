/**
 * Faults on the bytes of one direction: bytes and time in, what passes on and when out. It reads no clock.
 *
 * At most one fault changes a byte; one whose byte another has taken (a drop, a copy, a cut line) is passed over.
 * Only faults that reached the wire are told.
 */
import { after, micros, type Micros } from '../../protocols/time';
import { describeFault, type Fault, type FaultPlan, type FaultSink } from './faults';

/** What goes on, and when. Times never go back; a chunk's end in it is a chunk's end on the wire. */
export type Passing =
  | { readonly kind: 'bytes'; readonly at: Micros; readonly bytes: Uint8Array }
  | { readonly kind: 'break'; readonly at: Micros; readonly span: Micros }
  /** The cable was pulled for good: nothing comes after it. */
  | { readonly kind: 'unplug'; readonly at: Micros };

type Of<K extends Fault['kind']> = Extract<Fault, { kind: K }>;

export class FaultStream {
  private position = 0;
  private next: Fault | undefined;
  /** Bytes of the chunk in the making, and when it goes. */
  private open: number[] = [];
  private due = micros(0);
  private floor = micros(0);
  private out: Passing[] = [];
  /** A chunk that waits for the next one, and the next one while nothing of it has come through. */
  private merging: Of<'merge'> | undefined;
  private joining: Of<'merge'> | undefined;
  private heldUntil: Micros | undefined;
  private copying: { readonly fault: Of<'duplicate'>; readonly bytes: number[] } | undefined;
  private dropping = 0;
  private deadUntil = micros(-Infinity);

  constructor(
    private readonly plan: FaultPlan,
    private readonly tell: FaultSink,
  ) {
    this.next = plan.next();
  }

  /** A chunk that came at `at`, not before the last call's time. */
  push(bytes: Uint8Array, at: Micros): readonly Passing[] {
    this.heldUntil = undefined;
    this.due = later(at, this.floor);
    if (this.untouched(bytes.length)) return this.whole(bytes);
    if (bytes.length === 0) return this.empty();
    this.joining = this.open.length > 0 ? this.merging : undefined;
    this.merging = undefined;
    for (const byte of bytes) this.take(byte);
    if (!this.hold()) this.flush();
    return this.passed();
  }

  /** When what is held back for the next chunk goes alone; undefined where nothing is. */
  deadline(): Micros | undefined {
    return this.heldUntil;
  }

  /** Lets time pass: call it when `deadline()` has come without a chunk. */
  tick(now: Micros): readonly Passing[] {
    if (this.heldUntil === undefined || now < this.heldUntil) return [];
    this.due = later(this.heldUntil, this.floor);
    this.heldUntil = undefined;
    this.flush();
    return this.passed();
  }

  /** true: no fault, begun or to come, has to do with the next `count` bytes. */
  private untouched(count: number): boolean {
    const clear = this.dropping === 0 && this.copying === undefined && this.open.length === 0;
    return clear && this.due >= this.deadUntil && (this.next?.at ?? Infinity) >= this.position + count;
  }

  private whole(bytes: Uint8Array): readonly Passing[] {
    this.position += bytes.length;
    this.floor = this.due;
    return [{ kind: 'bytes', at: this.due, bytes: Uint8Array.from(bytes) }];
  }

  /** true: the chunk waits for the next one. */
  private hold(): boolean {
    if (this.merging === undefined || this.open.length === 0) return false;
    this.heldUntil = after(this.due, this.merging.span);
    return true;
  }

  /** A chunk of no bytes (an empty datagram) is one too. */
  private empty(): readonly Passing[] {
    this.flush();
    if (this.due >= this.deadUntil) this.out.push({ kind: 'bytes', at: this.due, bytes: new Uint8Array(0) });
    return this.passed();
  }

  private take(byte: number): void {
    let value = byte;
    let changed = false;
    for (let fault = this.next; fault !== undefined && fault.at <= this.position; fault = this.next) {
      this.next = this.plan.next();
      if (fault.at < this.position || changed || this.taken()) continue;
      if (fault.kind === 'flip') {
        this.told(fault, byte);
        value ^= 1 << fault.bit;
        changed = true;
      } else this.act(fault);
    }
    this.position++;
    if (this.due < this.deadUntil) return;
    if (this.dropping > 0) this.dropping--;
    else this.keep(value);
  }

  /** true: a fault that has begun decides what becomes of the byte. */
  private taken(): boolean {
    return this.dropping > 0 || this.copying !== undefined || this.due < this.deadUntil;
  }

  private keep(value: number): void {
    this.open.push(value);
    if (this.joining !== undefined) this.told(this.joining);
    this.joining = undefined;
    const { copying } = this;
    if (copying === undefined) return;
    copying.bytes.push(value);
    if (copying.bytes.length < copying.fault.count) return;
    for (const copy of copying.bytes) this.open.push(copy);
    this.told(copying.fault);
    this.copying = undefined;
  }

  private act(fault: Exclude<Fault, Of<'flip'>>): void {
    switch (fault.kind) {
      case 'drop':
        this.dropping = fault.count;
        return this.told(fault);
      case 'duplicate':
        this.copying = { fault, bytes: [] };
        return;
      case 'merge':
        this.merging = fault;
        return;
      case 'delay':
        this.due = after(this.due, fault.span);
        return this.told(fault);
      case 'split':
        if (this.open.length > 0) this.told(fault);
        return this.flush();
      case 'gap':
        this.flush();
        this.due = after(this.due, fault.span);
        return this.told(fault);
      case 'break':
        this.flush();
        this.out.push({ kind: 'break', at: this.due, span: fault.span });
        this.told(fault);
        this.due = this.floor = after(this.due, fault.span);
        return;
      case 'unplug':
        this.flush();
        this.told(fault);
        this.deadUntil = after(this.due, fault.span ?? micros(Infinity));
        if (fault.span === undefined) this.out.push({ kind: 'unplug', at: this.due });
    }
  }

  private told(fault: Fault, was?: number): void {
    this.tell({ fault, at: this.due, detail: describeFault(fault, was) });
  }

  /** Ends the chunk in the making. */
  private flush(): void {
    this.merging = this.joining = undefined;
    if (this.open.length === 0) return;
    this.out.push({ kind: 'bytes', at: this.due, bytes: Uint8Array.from(this.open) });
    this.floor = this.due;
    this.open = [];
  }

  private passed(): readonly Passing[] {
    const { out } = this;
    this.out = [];
    return out;
  }
}

function later(a: Micros, b: Micros): Micros {
  return a > b ? a : b;
}
