/**
 * Durak over a serial line: encode, decode, explain. The decoder cuts bytes into packets and acknowledgements.
 *
 *     garbage* ( SYN ... LF | EOT LF )      a line is dropped: at a SYN inside it, up to LF when over
 *                                           2048 bytes, 3000 ms after its first byte
 *
 * A packet is read at its LF.
 */
import { after, EncodeError, micros, millis } from '../../../api/index';
import type { Codec, Decoder, FrameError, FrameEvent, LinkSide, Micros } from '../../../api/index';
import { explain, lineFault, readLine, type LineCode } from './line';
import { bytesOf, EOT, LF, LINE_MAX, SYN, type Packet } from './packet';

/** How long a line may take from its first byte (DRK-LK-11). */
const LINE_TIMEOUT = millis(3000);

/** The kind of the pending bytes: none or garbage, a line from SYN, a line from EOT, the rest of an over-long line. */
type State = 'between' | 'packet' | 'ack' | 'dropping';

const NO_BYTES = new Uint8Array(0);
const OPEN_CODE = {
  between: 'garbage',
  packet: 'unfinished',
  ack: 'unfinished',
  dropping: 'too-long',
} as const;

export class DurakDecoder implements Decoder<Packet> {
  private readonly held = new Uint8Array(LINE_MAX);
  private length = 0;
  private state: State = 'between';
  /** The times of the first byte of the line, of the first pending byte, and of the last pending byte. */
  private opened = micros(0);
  private first = micros(0);
  private last = micros(0);
  private events: FrameEvent<Packet>[] = [];

  /** `lineTimeout`: a line is dropped so long after its first byte. */
  constructor(private readonly lineTimeout: Micros = LINE_TIMEOUT) {}

  /** Bytes held, 0..2048. */
  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.opened, this.lineTimeout);
  }

  tick(now: Micros): readonly FrameEvent<Packet>[] {
    return this.push(NO_BYTES, now);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Packet>[] {
    if (this.length > 0 && at >= after(this.opened, this.lineTimeout)) this.drop(OPEN_CODE[this.state]);
    const count = bytes.length;
    for (let i = 0; i < count;) i = bytes[i] === SYN ? this.start(bytes, i, at) : this.fill(bytes, i, at);
    const { events } = this;
    if (events.length > 0) this.events = [];
    return events;
  }

  /** A SYN at `i`: it ends all pending bytes. */
  private start(bytes: Uint8Array, i: number, at: Micros): number {
    if (this.length > 0) {
      const isCut = this.state === 'packet' || this.state === 'ack';
      this.drop(isCut ? 'interrupted' : OPEN_CODE[this.state]);
    }
    this.state = 'packet';
    return this.hold(bytes, i, i + 1, at);
  }

  /** The open line's bytes up to its LF, or garbage up to an EOT; up to a SYN in any case. */
  private fill(bytes: Uint8Array, start: number, at: Micros): number {
    if (this.state === 'between' && bytes[start] === EOT) {
      if (this.length > 0) this.drop('garbage');
      this.state = 'ack';
    } else if (this.length === LINE_MAX) {
      const isLine = this.state !== 'between';
      this.drop(isLine ? 'too-long' : 'garbage');
      if (isLine) this.state = 'dropping';
    }
    const ending = this.state === 'between' ? EOT : LF;
    const stop = Math.min(bytes.length, start + LINE_MAX - this.length);
    let end = start;
    while (end < stop && bytes[end] !== SYN && bytes[end] !== ending) end++;
    const isEnded = ending === LF && end < stop && bytes[end] === LF;
    if (isEnded) end++;
    this.hold(bytes, start, end, at);
    if (isEnded) this.finish();
    return end;
  }

  private hold(bytes: Uint8Array, start: number, end: number, at: Micros): number {
    if (this.length === 0) {
      this.first = at;
      if (this.state !== 'dropping') this.opened = at;
    }
    this.held.set(bytes.subarray(start, end), this.length);
    this.length += end - start;
    this.last = at;
    return end;
  }

  /** The LF of the open line has come. */
  private finish(): void {
    if (this.state === 'dropping') return this.drop('too-long');
    const read = readLine(this.held.subarray(0, this.length));
    if ('code' in read) return this.refuse(read);
    this.events.push({ kind: 'frame', ...this.release(), value: read });
  }

  private drop(code: LineCode): void {
    this.refuse(lineFault(code, this.held.subarray(0, this.length)));
  }

  private refuse(error: FrameError): void {
    this.events.push({ kind: 'reject', ...this.release(), error });
  }

  /** The pending bytes, which are over. */
  private release(): Pick<FrameEvent<Packet>, 'raw' | 'first' | 'last'> {
    const { first, last, length } = this;
    this.length = 0;
    this.state = 'between';
    return { raw: this.held.slice(0, length), first, last };
  }
}

/** A packet's bytes. Throws EncodeError for a deck that is not well-formed. */
export function encode(packet: Packet): Uint8Array {
  const bytes = bytesOf(packet);
  const read = readLine(bytes);
  if ('code' in read) throw new EncodeError(read.message);
  return bytes;
}

/** Both directions of the line: the boards are equal. */
export function packets(lineTimeout?: Micros): Codec<Packet> {
  return { encode, decoder: () => new DurakDecoder(lineTimeout), fields: explain };
}

export const codec: Codec<Packet> = packets();

/** A line that does not end is dropped 3000 ms after its first byte, give or take (DRK-LK-11). */
const LINE_AGE = { least: millis(2450), most: millis(3550) };

/** Both sides of the line are alike. */
export const LINE: LinkSide<Packet> = {
  codec: packets(LINE_AGE.most),
  age: LINE_AGE,
};
