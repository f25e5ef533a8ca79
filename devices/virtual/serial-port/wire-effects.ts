/**
 * A line with the latency of an adapter and faults of the wire, between the host and a virtual line.
 *
 *     host ─▶ latency ─▶ faults ─▶ line at its pace ─▶ board
 *     host ◀─ latency ◀─ faults ◀─ line at its pace ◀─ board
 */
import { FaultStream, type WireEvent } from '../../faults/fault-stream';
import { fixedPlan, type Fault, type FaultPlan, type FaultSink } from '../../faults/faults';
import type { Direction } from '../../../protocols/chunk';
import { after, micros, type Micros } from '../../../protocols/time';
import type { HostEnd, VirtualLine } from '../engine/simulation';
import type { VirtualClock } from '../engine/virtual-clock';

/** The effects of one direction of the wire on its bytes. */
export interface WireEffects {
  /** The delay of the adapter; default 0. */
  readonly latency: Micros;
  /** Positions count the bytes of this direction. Default: none. */
  readonly faults: readonly Fault[] | FaultPlan;
  readonly onFault: FaultSink;
}

export interface AffectedLineOptions {
  readonly line: VirtualLine;
  readonly clock: VirtualClock;
  readonly effects: Readonly<Record<Direction, WireEffects>>;
  /** The host did something: the board may react. */
  readonly onHostAction: () => void;
  /** A fault pulls the cable. */
  readonly unplug: () => void;
}

/** The byte that a host receives for a break. */
const BREAK = Uint8Array.of(0);

export function affectedLine(options: AffectedLineOptions): VirtualLine {
  const { line, clock, effects, onHostAction, unplug } = options;
  let host: HostEnd | undefined;
  const tx = new AffectedDirection(clock, effects.tx, (event) => {
    if (event.kind === 'unplug') unplug();
    else if (event.kind === 'bytes') line.send(event.bytes);
    else {
      line.drive({ brk: true });
      clock.schedule(after(event.at, event.span), () => {
        line.drive({ brk: false });
        return false;
      });
    }
    return false;
  });
  const rx = new AffectedDirection(clock, effects.rx, (event) => {
    if (event.kind === 'unplug') unplug();
    else return host?.deliver(event.kind === 'bytes' ? event.bytes : BREAK, clock.now(), 0) ?? false;
    return true;
  });
  const end: HostEnd = { deliver: (bytes) => rx.push(bytes), unplugged: () => host?.unplugged() };
  return {
    name: line.name,
    send: (bytes) => {
      tx.push(bytes);
      onHostAction();
      return line.sentAt;
    },
    get sentAt() {
      return micros(Math.max(line.sentAt, tx.busyUntil));
    },
    attach: (to) => {
      host = to;
      line.attach(to && end);
      onHostAction();
    },
    drive: (state) => {
      line.drive(state);
      onHostAction();
    },
    setBaud: (baud) => line.setBaud(baud),
  };
}

class AffectedDirection {
  /** When the last bytes leave it, as far as is known. */
  busyUntil = micros(0);
  private readonly faults: FaultStream;
  private readonly latency: Micros;

  constructor(
    private readonly clock: VirtualClock,
    { latency, faults, onFault }: WireEffects,
    /** Returns true when it touched the host. */
    private readonly out: (event: WireEvent) => boolean,
  ) {
    this.latency = latency;
    this.faults = new FaultStream('next' in faults ? faults : fixedPlan(faults), onFault);
  }

  /** Returns true when it touched the host. */
  push(bytes: Uint8Array): boolean {
    const touched = this.pass(this.faults.push(bytes, this.clock.now()));
    const deadline = this.faults.deadline();
    if (deadline !== undefined)
      this.clock.schedule(deadline, () => this.pass(this.faults.tick(this.clock.now())));
    return touched;
  }

  private pass(events: readonly WireEvent[]): boolean {
    return events.map((event) => this.passOne(event)).includes(true);
  }

  private passOne(event: WireEvent): boolean {
    const at = after(event.at, this.latency);
    this.busyUntil = at;
    if (at <= this.clock.now()) return this.out(event);
    this.clock.schedule(at, () => this.out(event));
    return false;
  }
}
