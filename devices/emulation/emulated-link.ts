/**
 * The link of an emulated board, made to behave as if it had a wire and a chip of its own.
 *
 * No wire paces the bytes: each few milliseconds of them are put there when the last of them would be through. And the
 * emulator shares this host: what it had to wait for a processor is no delay of the board. So that much is added to what
 * is not known of an answer's time, and a silence that the harness keeps is kept that much longer.
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Chunk, Link } from '../links/link';
import { SendQueue } from '../links/send-queue';
import type { ChipClock } from './chip-clock';
import type { EmulatorDelay } from './emulator-delay';
import { StallHistory } from './stall-history';

/** How much goes at once, of more bytes than a frame has. */
const SLICE = millis(5);
/** So many go as one: a cable that has to wait for a processor must not make a pause inside a frame. */
const FRAME_BYTES = 1100;
/** What the emulator takes for a byte that it is sent, where it has a processor. */
const RECEPTION_US = 50;
/** Waits as short as this are everyday. */
const NEGLIGIBLE_DELAY = millis(1);
/** A board that has so much less of a pause than it was meant to have is sent the next all the same. */
const TOLERATED_LAG = millis(5);
/** Of more, the chip's own clock is asked what it lost: what was waited tells two to three times that. */
const RESAMPLE_DELAY = millis(4);
const MAX_ROUNDS = 20;
/** What is waited in a silence for the emulator at a time. */
const MAX_EXTENSION = millis(1000);

export interface Wire {
  /** Bits per second, ten of which are a byte. */
  readonly baud: number;
  /** What the emulator has waited for a processor. */
  readonly delay: () => EmulatorDelay;
  /** Where the firmware counts its time. */
  readonly chip?: ChipClock;
}

export function emulatedLink(link: Link, wire: Wire): Link {
  return new EmulatedLink(link, wire);
}

/** An instant, and how things stood by then. */
interface Snapshot {
  readonly at: Micros;
  readonly delay: EmulatorDelay;
  /** What the chip was behind at least. */
  readonly behind: Micros;
  /** Of bytes that were sent: when that began, and until when it has taken them where it has a processor. */
  readonly reception: readonly [from: Micros, end: Micros];
}

class EmulatedLink implements Link {
  private readonly sends = new SendQueue();
  private readonly byteTime: number;
  private readonly maxSlice: number;
  private readonly stalls: StallHistory;
  /** Of the last byte either way. */
  private last: Snapshot;
  /** When the last silence was over. */
  private silenceEnd: Snapshot;
  /** What had been waited in all when the chip's clock was asked last. */
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
    // A chip that was kept from working says what follows as much later: only what kept these bytes on their way is left.
    const lastNotBefore = micros(Math.max(notBefore, chunk.lastNotBefore - way));
    const kept = this.stalledSinceReset(last);
    // What was sent meanwhile came later.
    if (this.last === last) this.last = this.snapshot(chunk.notAfter);
    return { ...chunk, notBefore, lastNotBefore, stalledSinceReset: kept };
  }

  /** A silence is over once the emulator has had the time of it too. */
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

  /** Until the emulator has had as much time since the last byte as the harness meant it to have. */
  private async waitForEmulator(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const lag = await this.behind(this.last);
      if (lag < TOLERATED_LAG) break;
      this.last = this.snapshot(this.last.at);
      await this.clock.until(after(this.clock.now(), micros(lag)));
    }
    if (this.totalDelay() - this.delayAtSample > RESAMPLE_DELAY) await this.sampleChip();
  }

  private snapshot(at: Micros): Snapshot {
    const behind = this.wire.chip?.behind ?? micros(-Infinity);
    return { at, delay: this.wire.delay(), behind, reception: [at, at] };
  }

  /**
   * How much later than on a chip of its own, at most, something comes now that hangs on what passed then: by what was waited
   * while it was sent, by what the chip lost since, and on the `way` to here now. A thread that runs a thousand times a second
   * waits a little each time, which keeps no byte: a sum over a silence would be no measure of it.
   */
  private async lag(then: Snapshot, way: Micros): Promise<Micros> {
    const { core, rest } = this.delaySince(then);
    const sum = core + rest;
    const behind = await this.behind(then);
    return micros(Math.min(sum, behind + way));
  }

  /** The same of the chip alone: how much less time than was meant it has had. */
  private async behind(then: Snapshot): Promise<Micros> {
    const { core, rest } = this.delaySince(then);
    if (core + rest < NEGLIGIBLE_DELAY) return micros(core + rest);
    const taking = this.stalls.duringReception(...then.reception);
    const took = Math.min(core, taking.core) + Math.min(rest, taking.rest);
    // A tick is lost where the timer's thread waits, and where all of this machine does, as well as where the core's does.
    const silent = core + rest - took;
    const lost = silent < RESAMPLE_DELAY ? Infinity : await this.sampleChip(then.behind);
    return micros(took + Math.min(silent, lost));
  }

  /** What the chip lost at least since its reset, where nothing has passed since then. A chip that restarts by itself waited for nothing. */
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

  /** What the chip's clock lost since it was behind by so much; Infinity: not known. */
  private async sampleChip(behind = micros(-Infinity)): Promise<number> {
    this.delayAtSample = this.totalDelay();
    try {
      return (await this.wire.chip?.lost(behind)) ?? Infinity;
    } catch {
      // An emulator that is gone: its link says so itself.
      return Infinity;
    }
  }
}
