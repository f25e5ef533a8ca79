/**
 * Durak over a serial line: encode, decode, explain. The decoder cuts bytes into packets and acknowledgements.
 *
 *     garbage* ( SYN ... LF | EOT LF )      a line is dropped: at a SYN inside it, up to LF when over
 *                                           2048 bytes, 3000 ms after its first byte
 *
 * A packet is read at its LF.
 */
import { after, EncodeError, LineBuffer, micros, millis } from '../../../api/index';
import type { Codec, LinkSide, Micros } from '../../../api/index';
import { explain, lineFault, readLine, type LineCode } from './line';
import { bytesOf, EOT, LF, LINE_MAX, SYN, type Packet } from './packet';

/** How long a line may take from its first byte (DRK-LK-11). */
export const LINE_TIMEOUT = millis(3000);

/** The kind of the pending bytes: none or garbage, a line from SYN, a line from EOT, the rest of an over-long line. */
type State = 'between' | 'packet' | 'ack' | 'dropping';

const OPEN_CODE = {
  between: 'garbage',
  packet: 'unfinished',
  ack: 'unfinished',
  dropping: 'too-long',
} as const;

export class DurakDecoder extends LineBuffer<Packet> {
  private state: State = 'between';
  /** The time of the first byte of the line. */
  private opened = micros(0);

  /** `lineTimeout`: a line is dropped so long after its first byte. */
  constructor(private readonly lineTimeout: Micros = LINE_TIMEOUT) {
    super(LINE_MAX, 1, '');
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.opened, this.lineTimeout);
  }

  protected expire(now: Micros): void {
    const end = this.deadline();
    if (end !== undefined && now >= end) this.drop(OPEN_CODE[this.state]);
  }

  protected feed(byte: number, at: Micros): void {
    const { state } = this;
    if (byte === SYN) {
      this.drop(state === 'packet' || state === 'ack' ? 'interrupted' : OPEN_CODE[state]);
      this.state = 'packet';
    } else if (state === 'between' && byte === EOT) {
      this.drop('garbage');
      this.state = 'ack';
    } else if (this.length === LINE_MAX) {
      this.drop(state === 'between' ? 'garbage' : 'too-long');
      if (state !== 'between') this.state = 'dropping';
    }
    if (this.length === 0 && this.state !== 'dropping') this.opened = at;
    this.hold(byte, at);
    if (byte === LF && this.state !== 'between') this.finish();
  }

  /** The LF of the open line has come. */
  private finish(): void {
    if (this.state === 'dropping') return this.drop('too-long');
    const read = readLine(this.held.subarray(0, this.length));
    if ('code' in read) this.reject(read);
    else this.accept(read);
    this.state = 'between';
  }

  private drop(code: LineCode): void {
    this.reject(lineFault(code, this.held.subarray(0, this.length)));
    this.state = 'between';
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

export const LINE: LinkSide<Packet> = {
  codec: packets(LINE_AGE.most),
  age: LINE_AGE,
};
