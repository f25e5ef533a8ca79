/**
 * What a scanner sends, read without what the host sends: frames of replies and of packet mode, and codes of raw mode with their terminator.
 *
 *     LEN OPCODE …            a frame, where OPCODE is one of the scanner's
 *     payload CR              else a code, in one burst
 */
import { EventQueue } from '../event-queue';
import type { Codec, Decoder, FrameEvent } from '../frame';
import { after, micros, millis, type Micros } from '../time';
import { replies } from './gm67';
import { OPCODE, type Reply } from './message';

/** A code of raw mode. */
interface RawCode {
  readonly type: 'raw-code';
}

type ScannerOutput = Reply | RawCode;

const CR = 0x0d;
const LF = 0x0a;
export const RAW_CODE: RawCode = { type: 'raw-code' };

const OPCODES: readonly number[] = [
  OPCODE.revisionReply,
  OPCODE.parameter,
  OPCODE.ack,
  OPCODE.nak,
  OPCODE.data,
  OPCODE.longData,
];
/** A longer pause is in no code: 20 ms and two byte times at 9600 baud (GM-DT-01). */
const BURST_PAUSE: Micros = micros(22_100);
const LONGEST_CODE = 4096;
/** After this, the next byte begins a frame or a code. */
export const OUTPUT_IDLE: Micros = millis(250);

/** At most 65537 bytes are pending. It decodes only. */
export function scannerOutput(): Pick<Codec<ScannerOutput>, 'decoder'> {
  return { decoder: () => new OutputDecoder() };
}

class OutputDecoder implements Decoder<ScannerOutput> {
  private readonly frames = replies().decoder();
  private readonly events = new EventQueue<ScannerOutput>();
  /** What may be a code. */
  private text: number[] = [];
  private first = micros(0);
  private last = micros(0);

  get pending(): number {
    return this.text.length + this.frames.pending;
  }

  deadline(): Micros | undefined {
    return this.text.length === 0 ? this.frames.deadline() : after(this.last, BURST_PAUSE);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<ScannerOutput>[] {
    for (const byte of bytes) this.take(byte, at);
    return this.events.take();
  }

  tick(now: Micros): readonly FrameEvent<ScannerOutput>[] {
    for (const event of this.frames.tick(now)) this.events.add(event);
    if (this.text.length > 0 && now >= after(this.last, BURST_PAUSE)) this.reject('no-terminator');
    return this.events.take();
  }

  private take(byte: number, at: Micros): void {
    const { text } = this;
    if (this.frames.pending > 0) return this.delegate(Uint8Array.of(byte), at);
    if (text.length === 0) this.first = at;
    this.last = at;
    text.push(byte);
    if (text.length === 2 && OPCODES.includes(byte)) return this.delegate(this.taken(), at);
    if (byte === CR) {
      const { first, last } = this;
      return this.events.add({ kind: 'frame', raw: this.taken(), first, last, value: RAW_CODE });
    }
    // The second byte of a terminator.
    if (byte === LF && text.length === 1) this.reject('discarded');
    else if (text.length === LONGEST_CODE) this.reject('too-long');
  }

  private delegate(bytes: Uint8Array, at: Micros): void {
    for (const event of this.frames.push(bytes, at)) this.events.add(event);
  }

  private taken(): Uint8Array {
    const raw = Uint8Array.from(this.text);
    this.text = [];
    return raw;
  }

  private reject(code: string): void {
    const { first, last } = this;
    const raw = this.taken();
    const message = `${raw.length} bytes that are no code with its terminator`;
    this.events.reject(raw, first, last, { code, offset: raw.length, message });
  }
}
