/**
 * What either side of the line sends, read without what the other sends.
 *
 *     04 D0 00 00 FF 2C     a frame: LEN fits an opcode of the scanner, SOURCE is 00, and the checksum is right
 *     41 42 0D              anything else of the scanner, up to the next frame or a pause: codes of raw mode come in it
 *     00                    of the host, with silence before and after it: the wake byte. Any other 00 begins a frame, which is refused
 */
import { after, isSameData, micros } from '../../../api/index';
import type { Decoder, FrameEvent, Micros, RejectOf } from '../../../api/index';
import { COMMANDS, OPCODE, REPLIES, SOURCE, WAKE, WAKE_SILENCE } from './message';
import type { Reply, Command, FramedCommand } from './message';

/** `raw`: bytes that are no frame. */
export type Output = Reply | { readonly type: 'raw'; readonly bytes: Uint8Array };

const SHORTEST = 6;
/** LEN, opcode and SOURCE. */
const HEAD = 3;
const LONGEST_SHORT = 256;
/** More bytes than any code has. */
const LONGEST = 65_537;
const REPLY_OPCODES: readonly number[] = [OPCODE.ack, OPCODE.nak, 0xc6, 0xa4];
const SHORT_OPCODES: readonly number[] = [...REPLY_OPCODES, OPCODE.data];

/** What is wrong with bytes that are no frame; undefined: they may be a code. */
export type Refusal = (bytes: Uint8Array) => RejectOf<Output>['error'] | undefined;

/** `silence` ends what is pending. `refusal`: by default bytes that are no frame may always be a code. */
export function outputDecoder(silence: Micros, refusal: Refusal = () => undefined): Decoder<Output> {
  return new OutputDecoder(silence, refusal);
}

class OutputDecoder implements Decoder<Output> {
  private bytes = new Uint8Array(64);
  private length = 0;
  private first = micros(0);
  private last = micros(0);
  private found: FrameEvent<Output>[] = [];
  /** Where frames may end, by their LEN, and where the first of those begins. */
  private readonly ends = new Map<number, number>();

  constructor(
    private readonly silence: Micros,
    private readonly refusal: Refusal,
  ) {}

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.silence);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Output>[] {
    for (const byte of bytes) this.take(byte, at);
    return this.takeFound();
  }

  tick(now: Micros): readonly FrameEvent<Output>[] {
    const end = this.deadline();
    if (end !== undefined && now >= end) this.takeRaw(this.length);
    return this.takeFound();
  }

  private takeFound(): readonly FrameEvent<Output>[] {
    const { found } = this;
    if (found.length > 0) this.found = [];
    return found;
  }

  private take(byte: number, at: Micros): void {
    if (this.length === 0) this.first = at;
    this.last = at;
    if (this.length === this.bytes.length) {
      const { bytes } = this;
      this.bytes = new Uint8Array(2 * this.length);
      this.bytes.set(bytes);
    }
    this.bytes[this.length++] = byte;
    this.noteHead();
    const from = this.frameStart();
    if (from === undefined) {
      if (this.length === LONGEST) this.takeRaw(this.length);
      return;
    }
    const read = REPLIES.decode(this.bytes.slice(from, this.length));
    if (read.kind !== 'frame') return;
    const frame = this.bytes.slice(from, this.length);
    if (from > 0) this.takeRaw(from);
    this.add(read.value, frame);
  }

  /** Where a frame begins that ends with the last byte, by its length, opcode and SOURCE. */
  private frameStart(): number | undefined {
    const { bytes, length } = this;
    if (length < SHORTEST) return undefined;
    if (bytes[0] === 0xff && bytes[1] === OPCODE.longData)
      return REPLIES.measure(bytes, 0, length) === length ? 0 : undefined;
    // A frame's own bytes are searched for no other one.
    if (isHead(bytes, 0) && length < (bytes[0] ?? 0) + 2) return undefined;
    return this.ends.get(length);
  }

  /** The last three bytes may begin a frame. */
  private noteHead(): void {
    const from = this.length - HEAD;
    if (from < 0 || !isHead(this.bytes, from)) return;
    const end = from + (this.bytes[from] ?? 0) + 2;
    if (end - from >= SHORTEST && end - from <= LONGEST_SHORT && !this.ends.has(end))
      this.ends.set(end, from);
  }

  private takeRaw(count: number): void {
    const raw = this.bytes.slice(0, count);
    this.add({ type: 'raw', bytes: raw }, raw);
  }

  private add(value: Output, raw: Uint8Array): void {
    const { first, last } = this;
    const error = value.type === 'raw' ? this.refusal(raw) : undefined;
    this.found.push(
      error === undefined
        ? { kind: 'frame', raw, first, last, value }
        : { kind: 'reject', raw, first, last, error },
    );
    this.bytes.copyWithin(0, raw.length, this.length);
    this.length -= raw.length;
    if (this.length === 0) this.ends.clear();
    this.first = this.last;
  }
}

function isHead(bytes: Uint8Array, from: number): boolean {
  return SHORT_OPCODES.includes(bytes[from + 1] ?? 0) && bytes[from + 2] === SOURCE.scanner;
}

/** Bytes that would be a reply without an error. */
export function isDamagedReply(bytes: Uint8Array): boolean {
  const [, opcode = 0] = bytes;
  if (bytes.length >= SHORTEST && REPLIES.measure(bytes, 0, bytes.length) === bytes.length)
    return REPLY_OPCODES.includes(opcode) || isSummed(bytes);
  return bytes.length >= SHORTEST && REPLY_OPCODES.includes(opcode) && bytes[2] === 0 && bytes[3] === 0;
}

/** Whether the last two bytes are the checksum of the others. */
export function isSummed(bytes: Uint8Array): boolean {
  return isSameData(COMMANDS.resum(bytes), bytes);
}

export const WAKE_BYTE = 0x00;
export const WAKE_MEANING = 'wakes a sleeping scanner';

type Events = readonly FrameEvent<Command>[];

export class WakeDecoder implements Decoder<Command> {
  /** The time of a 00 that may still be a wake byte. */
  private lone: Micros | undefined;

  constructor(private readonly frames: Decoder<FramedCommand>) {}

  get pending(): number {
    return this.frames.pending + (this.lone === undefined ? 0 : 1);
  }

  deadline(): Micros | undefined {
    return this.lone === undefined ? this.frames.deadline() : after(this.lone, WAKE_SILENCE);
  }

  push(bytes: Uint8Array, at: Micros): Events {
    if (bytes.length === 0) return [];
    const woken = this.tick(at);
    const held = this.release();
    const last = bytes.length - 1;
    if (bytes[last] !== WAKE_BYTE) return [woken, held, this.frames.push(bytes, at)].flat();
    const before = this.frames.push(bytes.subarray(0, last), at);
    const isBegun = this.frames.pending > 0;
    if (!isBegun) this.lone = at;
    const rest = isBegun ? this.frames.push(bytes.subarray(last), at) : [];
    return [woken, held, before, rest].flat();
  }

  tick(now: Micros): Events {
    const { lone } = this;
    if (lone === undefined) return this.frames.tick(now);
    if (now < after(lone, WAKE_SILENCE)) return [];
    this.lone = undefined;
    return [{ kind: 'frame', raw: Uint8Array.of(WAKE_BYTE), first: lone, last: lone, value: WAKE }];
  }

  /** A 00 with other bytes after it belongs to them. */
  private release(): Events {
    const { lone } = this;
    this.lone = undefined;
    return lone === undefined ? [] : this.frames.push(Uint8Array.of(WAKE_BYTE), lone);
  }
}
