/**
 * Cuts a byte stream into packets and acknowledgements.
 *
 *     garbage* ( SYN ... LF | EOT LF )      a line is dropped: at a SYN inside it, up to LF when over
 *                                           2048 bytes, 3000 ms after its first byte
 *
 * A packet within one push is read in place; any other is read at its LF. Bytes are copied once, into a slab that is
 * never written twice; `raw` of events is a view of it. A buffer for each event would cost more than reading the
 * packet.
 */
import {
  after,
  micros,
  millis,
  type Decoder,
  type FrameError,
  type FrameEvent,
  type Micros,
} from '../../../api/index';
import { lineFault, packetFault, type LineCode } from './line';
import { DECK_SIZE, EOT, LF, LINE_MAX, SYN, TYPE_HELLO, type Packet } from './packet';
import { PacketReader } from './reader';

/** How long a line may take from its first byte (DRK-LK-11). */
const LINE_TIMEOUT = millis(3000);

export interface DecoderOptions {
  /** Time from a line's first byte after which it is dropped, in microseconds; default 3000 ms. */
  readonly lineTimeout?: Micros;
}

/** The kind of the pending bytes: none or garbage, a line from SYN, a line from EOT, the rest of an over-long line. */
type State = 'between' | 'packet' | 'ack' | 'dropping';

const ACK: Packet = Object.freeze({ type: 'ack' });
/** SYN, type, GS, ETX, LF; and 36 records of ten bytes between them. */
const HELLO_LENGTH = 5;
const SHORTEST_DECK = HELLO_LENGTH + DECK_SIZE * 10;
const SLAB = 8 * LINE_MAX;
const OPEN_CODE = {
  between: 'garbage',
  packet: 'unfinished',
  ack: 'unfinished',
  dropping: 'too-long',
} as const;

export class DurakDecoder implements Decoder<Packet> {
  private readonly lineTimeout: Micros;
  private readonly reader = new PacketReader();
  /** The pending bytes are `length` bytes from `base`. */
  private slab = new Uint8Array(0);
  private base = 0;
  private length = 0;
  private state: State = 'between';
  /** The times of the first byte of the line, of the first pending byte, and of the last pending byte. */
  private opened = micros(0);
  private first = micros(0);
  private last = micros(0);
  private events: FrameEvent<Packet>[] = [];

  constructor(options: DecoderOptions = {}) {
    this.lineTimeout = options.lineTimeout ?? LINE_TIMEOUT;
  }

  /** Bytes held, 0..2048. */
  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.opened, this.lineTimeout);
  }

  tick(now: Micros): readonly FrameEvent<Packet>[] {
    this.expire(now);
    return this.take();
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Packet>[] {
    this.expire(at);
    const count = bytes.length;
    for (let i = 0; i < count;) {
      if (bytes[i] === SYN) i = this.start(bytes, i, at);
      else if (this.state === 'between') i = this.skip(bytes, i, at);
      else i = this.fill(bytes, i, at);
    }
    return this.take();
  }

  private take(): readonly FrameEvent<Packet>[] {
    const { events } = this;
    if (events.length > 0) this.events = [];
    return events;
  }

  private expire(now: Micros): void {
    if (this.length === 0 || now < after(this.opened, this.lineTimeout)) return;
    this.drop(OPEN_CODE[this.state]);
    this.state = 'between';
  }

  /** A SYN at `i`: it ends all pending bytes. */
  private start(bytes: Uint8Array, i: number, at: Micros): number {
    if (this.length > 0) {
      const cut = this.state === 'packet' || this.state === 'ack';
      this.drop(cut ? 'interrupted' : OPEN_CODE[this.state]);
    }
    // An incomplete deck is not read.
    if (bytes.length - i >= (bytes[i + 1] === TYPE_HELLO ? HELLO_LENGTH : SHORTEST_DECK)) {
      const value = this.reader.read(bytes, i, bytes.length);
      if (value !== undefined) return this.whole(bytes, i, at, value);
    }
    this.state = 'packet';
    this.open(at);
    this.slab[this.base] = SYN;
    this.length = 1;
    this.last = at;
    return i + 1;
  }

  /** The packet at `i` that the reader has found. */
  private whole(bytes: Uint8Array, i: number, at: Micros, value: Packet): number {
    const { end } = this.reader;
    this.state = 'between';
    this.begin(at);
    this.slab.set(bytes.subarray(i, end), this.base);
    this.length = end - i;
    this.events.push({ kind: 'frame', raw: this.release(), first: at, last: at, value });
    return end;
  }

  /** Garbage, up to the next SYN or EOT. */
  private skip(bytes: Uint8Array, start: number, at: Micros): number {
    if (bytes[start] === EOT) {
      if (this.length > 0) this.drop('garbage');
      this.state = 'ack';
      return this.hold(bytes, start, start + 1, at);
    }
    if (this.length === LINE_MAX) this.drop('garbage');
    const stop = Math.min(bytes.length, start + LINE_MAX - this.length);
    let end = start + 1;
    while (end < stop && bytes[end] !== SYN && bytes[end] !== EOT) end++;
    return this.hold(bytes, start, end, at);
  }

  /** The open line's bytes, up to its LF or the next SYN. */
  private fill(bytes: Uint8Array, start: number, at: Micros): number {
    if (this.length === LINE_MAX) {
      this.drop('too-long');
      this.state = 'dropping';
      this.begin(at);
    }
    const { slab } = this;
    const shift = this.base + this.length - start;
    const stop = Math.min(bytes.length, start + LINE_MAX - this.length);
    let end = start;
    let byte = 0;
    while (end < stop) {
      byte = bytes[end]!;
      // One comparison for nearly every byte of a packet: the bytes between SYN and ETX are above SYN.
      if (byte <= SYN && (byte === SYN || byte === LF)) break;
      slab[shift + end++] = byte;
    }
    if (byte === LF) slab[shift + end++] = LF;
    this.length += end - start;
    this.last = at;
    if (byte === LF) this.finish();
    return end;
  }

  /** Takes in the bytes from `start` to `end`, the first of a line or garbage. */
  private hold(bytes: Uint8Array, start: number, end: number, at: Micros): number {
    if (this.length === 0) this.open(at);
    this.slab.set(bytes.subarray(start, end), this.base + this.length);
    this.length += end - start;
    this.last = at;
    return end;
  }

  private open(at: Micros): void {
    this.begin(at);
    this.opened = at;
  }

  /** Makes room for the next event. Its first byte comes at `at`. */
  private begin(at: Micros): void {
    this.first = at;
    if (this.base + LINE_MAX <= this.slab.length) return;
    this.slab = new Uint8Array(SLAB);
    this.base = 0;
  }

  /** The LF of the open line has come. */
  private finish(): void {
    const { state, length } = this;
    this.state = 'between';
    if (state === 'dropping') return this.drop('too-long');
    if (state === 'packet') {
      const { slab, base } = this;
      const value = this.reader.read(slab, base, base + length);
      if (value !== undefined) return this.accept(value);
      return this.refuse(packetFault(slab.subarray(base, base + length)));
    }
    if (length > 2) return this.drop('no-ack');
    this.accept(ACK);
  }

  private accept(value: Packet): void {
    const { first, last } = this;
    this.events.push({ kind: 'frame', raw: this.release(), first, last, value });
  }

  private drop(code: LineCode): void {
    this.refuse(lineFault(code, this.slab.subarray(this.base, this.base + this.length)));
  }

  private refuse(error: FrameError): void {
    const { first, last } = this;
    this.events.push({ kind: 'reject', raw: this.release(), first, last, error });
  }

  private release(): Uint8Array {
    const end = this.base + this.length;
    const raw = this.slab.subarray(this.base, end);
    this.base = end;
    this.length = 0;
    return raw;
  }
}

const once = new PacketReader();

/** The packet of exactly one good line; undefined: it is none. */
export function decodeOnce(raw: Uint8Array): Packet | undefined {
  if (raw[0] !== SYN) return raw.length === 2 && raw[0] === EOT && raw[1] === LF ? ACK : undefined;
  const packet = once.read(raw, 0, raw.length);
  return once.end === raw.length ? packet : undefined;
}
