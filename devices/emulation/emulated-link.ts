/**
 * The link of an emulated board. It behaves as if the board had a real wire and a real chip.
 *
 * No wire paces the bytes: each slice of some milliseconds is sent when its last byte would have passed. The emulator
 * shares this host, and its wait for a processor is no delay of the board. That time is added to the uncertainty of an
 * answer, and a silence is extended by it.
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Chunk } from '../../protocols/chunk';
import type { Link } from '../links/link';
import { SendQueue } from '../links/send-queue';
import type { ChipClock } from './chip-clock';
import { type EmulatorDelay, StallHistory } from './stall-history';

/** The slice of a transfer that is longer than a frame. */
const SLICE = millis(5);
/** Up to this length bytes are one slice: a delayed cable must not make a pause within a frame. */
const FRAME_BYTES = 1100;
/** The time that the emulator needs for a byte, if it has a processor. */
const RECEPTION_US = 50;
const NEGLIGIBLE_DELAY = millis(1);
/** A board tolerates a pause before a send that is this much too short. */
const TOLERATED_LAG = millis(5);
/** After a longer delay the chip's clock is sampled: it lost only a half or a third of the delay. */
const RESAMPLE_DELAY = millis(4);
const MAX_ROUNDS = 20;
/** A silence is extended by this much at a time. */
const MAX_EXTENSION = millis(1000);

export interface Wire {
  /** Bits per second. A byte has ten bits. */
  readonly baud: number;
  /** How long the emulator has waited for a processor. */
  readonly delay: () => EmulatorDelay;
  /** Absent if the firmware's count cannot be read. */
  readonly chip?: ChipClock;
}

export function emulatedLink(link: Link, wire: Wire): Link {
  return new EmulatedLink(link, wire);
}

/** An instant, and the delays until then. */
interface Snapshot {
  readonly at: Micros;
  readonly delay: EmulatorDelay;
  /** The least lag of the chip's clock. */
  readonly lag: Micros;
  /** For sent bytes: the beginning, and when the emulator has taken them if it has a processor. */
  readonly reception: readonly [from: Micros, end: Micros];
}

class EmulatedLink implements Link {
  private readonly sends = new SendQueue();
  private readonly byteTime: number;
  private readonly maxSlice: number;
  private readonly stalls: StallHistory;
  /** At the last byte of any direction. */
  private last: Snapshot;
  /** At the end of the last silence. */
  private silenceEnd: Snapshot;
  /** The total delay when the chip's clock was sampled last. */
  private delayAtSample = 0;

  constructor(
    private readonly link: Link,
    private readonly wire: Wire,
  ) {
    this.byteTime = 10e6 / wire.baud;
    this.maxSlice = Math.max(1, Math.floor(SLICE / this.byteTime));
    this.stalls = new StallHistory(link.clock, wire.delay);
    this.silenceEnd = this.last = this.snapshot(link.clock.now());
  }

  readonly stallDuration = (since: Micros): Micros => this.stalls.longestSince(since);

  get name(): string {
    return this.link.name;
  }

  get url(): string {
    return this.link.url;
  }

  get clock(): Link['clock'] {
    return this.link.clock;
  }

  send(bytes: Uint8Array): Promise<Chunk> {
    return this.sends.run(() => this.put(bytes));
  }

  async receive(deadline: Micros): Promise<Chunk | undefined> {
    const chunk = await this.receiveExtended(deadline);
    if (chunk === undefined) return undefined;
    const { last } = this;
    const way = this.stalls.inTransit(last.reception[0]);
    const lag = await this.lag(last, way);
    const notBefore = micros(Math.min(chunk.notBefore, Math.max(last.at, chunk.notBefore - lag)));
    // What delays the first byte is no pace of the bytes: all of them may be as old.
    const lastNotBefore = after(notBefore, micros(chunk.lastNotBefore - chunk.notBefore));
    const kept = this.stalledSinceReset(last);
    // Not if something was sent in the meantime.
    if (this.last === last) this.last = this.snapshot(chunk.notAfter);
    return { ...chunk, notBefore, lastNotBefore, stalledSinceReset: kept };
  }

  /** A silence ends when the emulator has had that much time too. */
  private async receiveExtended(deadline: Micros): Promise<Chunk | undefined> {
    let until = deadline;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const chunk = await this.link.receive(until);
      if (chunk !== undefined) return chunk;
      const then = this.silenceEnd.at > this.last.at ? this.silenceEnd : this.last;
      const lag = await this.lag(then, this.stalls.inTransit(then.reception[0]));
      this.silenceEnd = this.snapshot(this.clock.now());
      if (lag < NEGLIGIBLE_DELAY) return undefined;
      until = after(this.clock.now(), micros(Math.min(lag, MAX_EXTENSION)));
    }
    return undefined;
  }

  lines(state: Parameters<Link['lines']>[0]): Promise<void> {
    return this.link.lines(state);
  }

  close(): Promise<void> {
    this.stalls.close();
    return this.link.close();
  }

  private async put(bytes: Uint8Array): Promise<Chunk> {
    await this.waitForEmulator();
    const notBefore = this.clock.now();
    const before = this.snapshot(notBefore);
    const most = bytes.length <= FRAME_BYTES ? FRAME_BYTES : this.maxSlice;
    let [first, last]: (Chunk | undefined)[] = [];
    for (let from = 0; from < bytes.length; from += most) {
      const slice = bytes.subarray(from, from + most);
      await this.clock.until(after(notBefore, micros((from + slice.length) * this.byteTime)));
      const previous = last;
      last = await this.link.send(slice);
      first ??= last;
      if (previous !== undefined) this.stalls.addPause(last.notAfter - previous.notBefore);
    }
    const sent = last === undefined ? await this.link.send(bytes) : { ...last, bytes, notBefore };
    const end = after(sent.notAfter, micros(Math.min(bytes.length, most) * RECEPTION_US));
    this.last = { ...before, at: sent.notAfter, reception: [(first ?? sent).notBefore, end] };
    return sent;
  }

  /** Waits until the emulator has had as much time since the last byte as this host. */
  private async waitForEmulator(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const lag = await this.lostSince(this.last);
      if (lag < TOLERATED_LAG) break;
      this.last = this.snapshot(this.last.at);
      await this.clock.until(after(this.clock.now(), micros(lag)));
    }
    if (this.totalDelay() - this.delayAtSample > RESAMPLE_DELAY) await this.sampleChip();
  }

  private snapshot(at: Micros): Snapshot {
    const lag = this.wire.chip?.lag ?? micros(-Infinity);
    return { at, delay: this.wire.delay(), lag, reception: [at, at] };
  }

  /**
   * How much later than a real chip's an answer to bytes of `then` may come now: the delay while they were sent, the
   * time that the chip lost since then, and the delay on the `way` to here. The sum of all delays is only an upper
   * bound: a thread that runs a thousand times a second waits a little each time, and delays no byte.
   */
  private async lag(then: Snapshot, way: Micros): Promise<Micros> {
    const { core, rest } = this.delaySince(then);
    const sum = core + rest;
    const lost = await this.lostSince(then);
    return micros(Math.min(sum, lost + way));
  }

  /** The same for the chip alone: the time that it lost. */
  private async lostSince(then: Snapshot): Promise<Micros> {
    const { core, rest } = this.delaySince(then);
    if (core + rest < NEGLIGIBLE_DELAY) return micros(core + rest);
    const taking = this.stalls.duringReception(...then.reception);
    const took = Math.min(core, taking.core) + Math.min(rest, taking.rest);
    // The chip loses ticks when its core waits, when the thread of its timer waits, and when this machine stalls.
    const silent = core + rest - took;
    const lost = silent < RESAMPLE_DELAY ? Infinity : await this.sampleChip(then.lag);
    return micros(took + Math.min(silent, lost));
  }

  /**
   * The least time that the chip lost since its reset, if nothing has passed since then. An unrequested restart does
   * not count.
   */
  private stalledSinceReset(then: Snapshot): Micros {
    const { core, rest } = this.delaySince(then);
    return micros(Math.min(core + rest, this.wire.chip?.lostSinceReset(then.at) ?? 0));
  }

  private delaySince({ delay: waited }: Snapshot): { core: number; rest: number } {
    const { core, rest } = this.wire.delay();
    return { core: core - waited.core, rest: rest - waited.rest };
  }

  private totalDelay(): number {
    const { core, rest } = this.wire.delay();
    return core + rest;
  }

  /** The time that the chip lost since its lag was `lag`; Infinity: unknown. */
  private async sampleChip(lag = micros(-Infinity)): Promise<number> {
    this.delayAtSample = this.totalDelay();
    try {
      return (await this.wire.chip?.lost(lag)) ?? Infinity;
    } catch {
      // The emulator has ended: its link reports that.
      return Infinity;
    }
  }
}
