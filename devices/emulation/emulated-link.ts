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
const A_BYTE_US = 50;
/** Waits as short as this are everyday. */
const NEGLIGIBLE = millis(1);
/** A board that has so much less of a pause than it was meant to have is sent the next all the same. */
const FORGIVEN = millis(5);
/** Of more, the chip's own clock is asked what it lost: what was waited tells two to three times that. */
const WORTH_ASKING = millis(4);
const MOST_ROUNDS = 20;
/** What is waited in a silence for the emulator at a time. */
const LONGEST_GRANT = millis(1000);

export interface Wire {
  /** Bits per second, ten of which are a byte. */
  readonly baud: number;
  /** What the emulator has waited for a processor. */
  readonly waited: () => EmulatorDelay;
  /** Where the firmware counts its time. */
  readonly chip?: ChipClock;
}

export function emulatedLink(link: Link, wire: Wire): Link {
  return new EmulatedLink(link, wire);
}

/** An instant, and how things stood by then. */
interface Stamp {
  readonly at: Micros;
  readonly waited: EmulatorDelay;
  /** What the chip was behind at least. */
  readonly behind: Micros;
  /** Of bytes that were sent: when that began, and until when it has taken them where it has a processor. */
  readonly taken: readonly [from: Micros, end: Micros];
}

class EmulatedLink implements Link {
  private readonly lane = new SendQueue();
  private readonly byteTime: number;
  private readonly most: number;
  private readonly standstill: StallHistory;
  /** Of the last byte either way. */
  private last: Stamp;
  /** When the last silence was over. */
  private granted: Stamp;
  /** What had been waited in all when the chip's clock was asked last. */
  private asked = 0;

  constructor(
    private readonly link: Link,
    private readonly wire: Wire,
  ) {
    this.byteTime = 10e6 / wire.baud;
    this.most = Math.max(1, Math.floor(SLICE / this.byteTime));
    this.standstill = new StallHistory(link.clock, wire.waited);
    this.granted = this.last = this.stamp(link.clock.now());
  }

  readonly stallDuration = (since: Micros): Micros => this.standstill.since(since);

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
    return this.lane.run(() => this.put(bytes));
  }

  async receive(deadline: Micros): Promise<Chunk | undefined> {
    const chunk = await this.patiently(deadline);
    if (chunk === undefined) return undefined;
    const { last } = this;
    const way = this.standstill.bringing(last.taken[0]);
    const lag = await this.lag(last, way);
    const notBefore = micros(Math.min(chunk.notBefore, Math.max(last.at, chunk.notBefore - lag)));
    // A chip that was kept from working says what follows as much later: only what kept these bytes on their way is left.
    const lastNotBefore = micros(Math.max(notBefore, chunk.lastNotBefore - way));
    const kept = this.kept(last);
    // What was sent meanwhile came later.
    if (this.last === last) this.last = this.stamp(chunk.notAfter);
    return { ...chunk, notBefore, lastNotBefore, stalledSinceReset: kept };
  }

  /** A silence is over once the emulator has had the time of it too. */
  private async patiently(deadline: Micros): Promise<Chunk | undefined> {
    let until = deadline;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const chunk = await this.link.receive(until);
      if (chunk !== undefined) return chunk;
      const then = this.granted.at > this.last.at ? this.granted : this.last;
      const lag = await this.lag(then, this.standstill.bringing(then.taken[0]));
      this.granted = this.stamp(this.clock.now());
      if (lag < NEGLIGIBLE) return undefined;
      until = after(this.clock.now(), micros(Math.min(lag, LONGEST_GRANT)));
    }
    return undefined;
  }

  lines(state: Parameters<Link['lines']>[0]): Promise<void> {
    return this.link.lines(state);
  }

  close(): Promise<void> {
    this.standstill.close();
    return this.link.close();
  }

  private async put(bytes: Uint8Array): Promise<Chunk> {
    await this.caughtUp();
    const notBefore = this.clock.now();
    const before = this.stamp(notBefore);
    const most = bytes.length <= FRAME_BYTES ? FRAME_BYTES : this.most;
    let [first, last]: (Chunk | undefined)[] = [];
    for (let from = 0; from < bytes.length; from += most) {
      const slice = bytes.subarray(from, from + most);
      await this.clock.until(after(notBefore, micros((from + slice.length) * this.byteTime)));
      const previous = last;
      last = await this.link.send(slice);
      first ??= last;
      if (previous !== undefined) this.standstill.paused(last.notAfter - previous.notBefore);
    }
    const sent = last === undefined ? await this.link.send(bytes) : { ...last, bytes, notBefore };
    const end = after(sent.notAfter, micros(Math.min(bytes.length, most) * A_BYTE_US));
    this.last = { ...before, at: sent.notAfter, taken: [(first ?? sent).notBefore, end] };
    return sent;
  }

  /** Until the emulator has had as much time since the last byte as the harness meant it to have. */
  private async caughtUp(): Promise<void> {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const lag = await this.behind(this.last);
      if (lag < FORGIVEN) break;
      this.last = this.stamp(this.last.at);
      await this.clock.until(after(this.clock.now(), micros(lag)));
    }
    if (this.waitedInAll() - this.asked > WORTH_ASKING) await this.ask();
  }

  private stamp(at: Micros): Stamp {
    const behind = this.wire.chip?.behind ?? micros(-Infinity);
    return { at, waited: this.wire.waited(), behind, taken: [at, at] };
  }

  /**
   * How much later than on a chip of its own, at most, something comes now that hangs on what passed then: by what was waited
   * while it was sent, by what the chip lost since, and on the `way` to here now. A thread that runs a thousand times a second
   * waits a little each time, which keeps no byte: a sum over a silence would be no measure of it.
   */
  private async lag(then: Stamp, way: Micros): Promise<Micros> {
    const { core, rest } = this.waitedSince(then);
    const sum = core + rest;
    const behind = await this.behind(then);
    return micros(Math.min(sum, behind + way));
  }

  /** The same of the chip alone: how much less time than was meant it has had. */
  private async behind(then: Stamp): Promise<Micros> {
    const { core, rest } = this.waitedSince(then);
    if (core + rest < NEGLIGIBLE) return micros(core + rest);
    const taking = this.standstill.taking(...then.taken);
    const took = Math.min(core, taking.core) + Math.min(rest, taking.rest);
    // A tick is lost where the timer's thread waits, and where all of this machine does, as well as where the core's does.
    const silent = core + rest - took;
    const lost = silent < WORTH_ASKING ? Infinity : await this.ask(then.behind);
    return micros(took + Math.min(silent, lost));
  }

  /** What the chip lost at least since its reset, where nothing has passed since then. A chip that restarts by itself waited for nothing. */
  private kept(then: Stamp): Micros {
    const { core, rest } = this.waitedSince(then);
    return micros(Math.min(core + rest, this.wire.chip?.lostSinceReset(then.at) ?? 0));
  }

  private waitedSince({ waited }: Stamp): { core: number; rest: number } {
    const { core, rest } = this.wire.waited();
    return { core: core - waited.core, rest: rest - waited.rest };
  }

  private waitedInAll(): number {
    const { core, rest } = this.wire.waited();
    return core + rest;
  }

  /** What the chip's clock lost since it was behind by so much; Infinity: not known. */
  private async ask(behind = micros(-Infinity)): Promise<number> {
    this.asked = this.waitedInAll();
    try {
      return (await this.wire.chip?.lost(behind)) ?? Infinity;
    } catch {
      // An emulator that is gone: its link says so itself.
      return Infinity;
    }
  }
}
