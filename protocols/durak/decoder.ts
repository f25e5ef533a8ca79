/**
 * Cuts a byte stream into packets and acknowledgements.
 *
 *     garbage* ( SYN ... LF | EOT LF )      a line is dropped: at a SYN inside it, up to LF when over
 *                                           2048 bytes, 3000 ms after its first byte
 *
 * A packet that lies whole in one push is read where it lies; only what a push leaves open is copied
 * into the line buffer and read at its LF.
 */
import type { Decoder, FrameError, FrameEvent } from '../frame';
import { after, micros, millis, type Micros } from '../time';
import { lineFault, packetFault, type LineCode } from './faults';
import { EOT, LF, LINE_MAX, SYN, type Packet } from './packet';
import { PacketReader } from './reader';

/** How long a line may take from its first byte (DRK-LK-11). */
export const LINE_TIMEOUT = millis(3000);

export interface DecoderOptions {
  /** Time from a line's first byte after which it is dropped, in microseconds; default 3000 ms. */
  readonly lineTimeout?: Micros;
}

/** What the pending bytes are: none or garbage, a line from SYN, one from EOT, an over-long one's rest. */
type State = 'between' | 'packet' | 'ack' | 'dropping';

const ACK: Packet = Object.freeze({ type: 'ack' });
const NOTHING: readonly FrameEvent<Packet>[] = Object.freeze([]);
/** SYN, type, GS, ETX, LF. */
const SHORTEST_PACKET = 5;
const OPEN_CODE = {
  between: 'garbage',
  packet: 'unfinished',
  ack: 'unfinished',
  dropping: 'too-long',
} as const;

export class DurakDecoder implements Decoder<Packet> {
  private readonly lineTimeout: Micros;
  private readonly reader = new PacketReader();
  private readonly line = new Uint8Array(LINE_MAX);
  private length = 0;
  private state: State = 'between';
  /** When the first byte of the line came, when that of the pending bytes, and when the last of them. */
  private opened = micros(0);
  private first = micros(0);
  private last = micros(0);
  private found: FrameEvent<Packet>[] | undefined;

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

  private expire(now: Micros): void {
    if (this.length === 0 || now < after(this.opened, this.lineTimeout)) return;
    this.drop(OPEN_CODE[this.state]);
    this.state = 'between';
  }

  private take(): readonly FrameEvent<Packet>[] {
    const found = this.found;
    if (found === undefined) return NOTHING;
    this.found = undefined;
    return found;
  }

  /** A SYN at `i`: whatever stands before it is over. */
  private start(bytes: Uint8Array, i: number, at: Micros): number {
    if (this.length > 0) {
      const cut = this.state === 'packet' || this.state === 'ack';
      this.drop(cut ? 'interrupted' : OPEN_CODE[this.state]);
    }
    if (bytes.length - i >= SHORTEST_PACKET) {
      const value = this.reader.read(bytes, i, bytes.length);
      if (value !== undefined) {
        const { end } = this.reader;
        this.state = 'between';
        this.emit({ kind: 'frame', raw: copy(bytes, i, end), first: at, last: at, value });
        return end;
      }
    }
    this.state = 'packet';
    this.hold(SYN, at);
    return i + 1;
  }

  /** Garbage, up to the next SYN or EOT. */
  private skip(bytes: Uint8Array, start: number, at: Micros): number {
    let i = start;
    for (; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === SYN) return i;
      if (byte === EOT) {
        if (this.length > 0) this.drop('garbage');
        this.state = 'ack';
        this.hold(EOT, at);
        return i + 1;
      }
      if (this.length === LINE_MAX) this.drop('garbage');
      this.hold(byte, at);
    }
    return i;
  }

  /** The open line's bytes, up to its LF or the next SYN. */
  private fill(bytes: Uint8Array, start: number, at: Micros): number {
    for (let i = start; i < bytes.length; i++) {
      const byte = bytes[i] ?? 0;
      if (byte === SYN) return i;
      if (this.length === LINE_MAX) {
        const { opened } = this;
        this.drop('too-long');
        this.state = 'dropping';
        this.hold(byte, at);
        this.opened = opened;
      } else this.hold(byte, at);
      if (byte === LF) {
        this.finish();
        return i + 1;
      }
    }
    return bytes.length;
  }

  private hold(byte: number, at: Micros): void {
    if (this.length === 0) {
      this.opened = at;
      this.first = at;
    }
    this.line[this.length++] = byte;
    this.last = at;
  }

  /** The LF of the open line has come. */
  private finish(): void {
    const { state, length } = this;
    this.state = 'between';
    if (state === 'dropping') return this.drop('too-long');
    if (state === 'packet') {
      const value = this.reader.read(this.line, 0, length);
      if (value === undefined) return this.refuse(packetFault(this.line.subarray(0, length), this.reader));
      return this.accept(value);
    }
    if (length > 2) return this.drop('no-ack');
    this.accept(ACK);
  }

  private accept(value: Packet): void {
    const { first, last } = this;
    this.emit({ kind: 'frame', raw: this.release(), first, last, value });
  }

  private drop(code: LineCode): void {
    this.refuse(lineFault(code, this.line.subarray(0, this.length)));
  }

  private refuse(error: FrameError): void {
    const { first, last } = this;
    this.emit({ kind: 'reject', raw: this.release(), first, last, error });
  }

  private release(): Uint8Array {
    const raw = this.line.slice(0, this.length);
    this.length = 0;
    return raw;
  }

  private emit(event: FrameEvent<Packet>): void {
    if (this.found === undefined) this.found = [event];
    else this.found.push(event);
  }
}

/** A copy for certain: `slice` of a Buffer would be a view. */
function copy(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const raw = new Uint8Array(end - start);
  raw.set(bytes.subarray(start, end));
  return raw;
}

/** Bytes that are not exactly one good line: their fault, as data in `error`. */
export class DecodeError extends Error {
  override readonly name = 'DecodeError';

  constructor(readonly error: FrameError) {
    super(error.message);
  }
}

const once = new PacketReader();

/** The packet of exactly one good line. Throws {@link DecodeError}. */
export function decodeOnce(raw: Uint8Array): Packet {
  if (raw[0] === SYN) {
    const packet = once.read(raw, 0, raw.length);
    if (packet !== undefined && once.end === raw.length) return packet;
  } else if (raw.length === 2 && raw[0] === EOT && raw[1] === LF) return ACK;
  throw new DecodeError(whyNot(raw));
}

function whyNot(raw: Uint8Array): FrameError {
  const decoder = new DurakDecoder();
  const [event] = [...decoder.push(raw, micros(0)), ...decoder.tick(LINE_TIMEOUT)];
  if (event === undefined)
    return { code: 'unfinished', offset: 0, expected: 'SYN or EOT', message: 'no bytes' };
  if (event.kind === 'reject') return event.error;
  const offset = event.raw.length;
  return { code: 'trailing', offset, message: `${raw.length - offset} bytes too many after the line` };
}
