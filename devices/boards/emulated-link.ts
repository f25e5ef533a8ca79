/**
 * The link of an emulated board, made to behave as if it had a wire and a chip of its own.
 *
 * No wire paces the bytes: each few milliseconds of them are put there when the last of them would be through. And the
 * emulator shares this host: what it had to wait for a processor is no delay of the board. So that much is added to what
 * is not known of an answer's time, and a silence that the harness keeps is kept that much longer.
 */
import { after, micros, millis, type Micros } from '../../protocols/time';
import type { Chunk, Link } from '../link';
import { SendLane } from '../send-lane';
import { Standstill } from './standstill';

/** How much goes at once, of more bytes than a frame has. */
const SLICE = millis(5);
/** So many go as one: a cable that has to wait for a processor must not make a pause inside a frame. */
const FRAME_BYTES = 1100;
/** Waits as short as this are everyday. */
const NEGLIGIBLE = millis(1);
const MOST_ROUNDS = 20;
/** What is waited in a silence for the emulator at a time. */
const LONGEST_GRANT = millis(1000);

export interface Wire {
  /** Bits per second, ten of which are a byte. */
  readonly baud: number;
  /** What the emulator has waited for a processor since its start. */
  readonly waited: () => Micros;
}

export function emulatedLink(link: Link, wire: Wire): Link {
  return new EmulatedLink(link, wire);
}

class EmulatedLink implements Link {
  private readonly lane = new SendLane();
  private readonly byteTime: number;
  private readonly most: number;
  /** Of the last byte either way: when it passed, and what the emulator had waited by then. */
  private last: { readonly at: Micros; readonly waited: Micros };

  /** What the emulator had waited when the last silence was over. */
  private granted = 0;
  private readonly standstill: Standstill;

  constructor(
    private readonly link: Link,
    private readonly wire: Wire,
  ) {
    this.byteTime = 10e6 / wire.baud;
    this.most = Math.max(1, Math.floor(SLICE / this.byteTime));
    this.last = { at: link.clock.now(), waited: wire.waited() };
    this.standstill = new Standstill(link.clock, wire.waited);
  }

  readonly stood = (since: Micros): Micros => this.standstill.since(since);

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
    const lag = this.wire.waited() - this.last.waited;
    const notBefore = micros(Math.min(chunk.notBefore, Math.max(this.last.at, chunk.notBefore - lag)));
    this.mark(chunk.notAfter);
    return { ...chunk, notBefore };
  }

  /** A silence is over once the emulator has had the time of it too. */
  private async patiently(deadline: Micros): Promise<Chunk | undefined> {
    let until = deadline;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const chunk = await this.link.receive(until);
      if (chunk !== undefined) return chunk;
      const waited = this.wire.waited();
      const lag = waited - Math.max(this.last.waited, this.granted);
      this.granted = waited;
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
    this.standstill.watch();
    const notBefore = this.clock.now();
    const most = bytes.length <= FRAME_BYTES ? FRAME_BYTES : this.most;
    let last: Chunk | undefined;
    for (let from = 0; from < bytes.length; from += most) {
      const slice = bytes.subarray(from, from + most);
      await this.clock.until(after(notBefore, micros((from + slice.length) * this.byteTime)));
      const before = last;
      last = await this.link.send(slice);
      if (before !== undefined) this.standstill.paused(last.notAfter - before.notBefore);
    }
    const sent = last === undefined ? await this.link.send(bytes) : { ...last, bytes, notBefore };
    this.mark(sent.notAfter);
    return sent;
  }

  /** Until the emulator has had as much time since the last byte as the harness meant it to have. */
  private async caughtUp(): Promise<void> {
    let { waited } = this.last;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const now = this.wire.waited();
      const lag = now - waited;
      if (lag < NEGLIGIBLE) return;
      waited = now;
      await this.clock.until(after(this.clock.now(), micros(lag)));
    }
  }

  private mark(at: Micros): void {
    this.last = { at, waited: this.wire.waited() };
  }
}
