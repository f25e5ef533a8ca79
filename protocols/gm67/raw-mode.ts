/**
 * Decoded data in raw mode: nothing marks the start of a code, its terminator the end.
 *
 *     payload bytes, then the terminator (default CR, 0D)
 *
 * Two receivers: {@link rawCodes} ends a code at the terminator, so a payload that holds it comes in
 * pieces; {@link KnownLengthDecoder} takes as many bytes as it was told, whatever they are (GM-DT-01).
 */
import {
  EncodeError,
  type Codec,
  type Decoder,
  type FieldSpan,
  type FrameError,
  type FrameEvent,
} from '../frame';
import { after, micros, millis, type Micros } from '../time';
import { hex, LONGEST_PAYLOAD } from './message';
import { TERMINATORS } from './parameters';

export interface RawOptions {
  /** Setting of parameter F2 05, 0..5. */
  readonly terminator: number;
  /** Silence that ends a code without a terminator: `idleResetMs`. */
  readonly idleReset: Micros;
  /** Most payload bytes of a code, up to {@link LONGEST_PAYLOAD}. */
  readonly longest: number;
}

const DEFAULT_RAW: RawOptions = { terminator: 2, idleReset: millis(1000), longest: LONGEST_PAYLOAD };

export const STX = 0x02;
export const ETX = 0x03;

/** The bytes of a terminator setting. Throws RangeError outside 0..5. */
export function terminatorBytes(setting: number): readonly number[] {
  const bytes = TERMINATORS[setting];
  if (bytes === undefined) throw new RangeError(`terminator settings are 0..5, not ${setting}`);
  return bytes;
}

/** What a scanner sends for a code in raw mode, any payload; `stxEtx`: setting of F2 B7, 0..3. */
export function rawBytes(payload: Uint8Array, terminator: number, stxEtx = 0): Uint8Array {
  const before = stxEtx & 1 ? [STX] : [];
  const behind = stxEtx & 2 ? [ETX] : [];
  return Uint8Array.from([...before, ...payload, ...behind, ...terminatorBytes(terminator)]);
}

/** Offset of `what` in `bytes`, -1: nowhere. */
function find(bytes: Uint8Array, what: readonly number[], from: number): number {
  for (let at = from; at + what.length <= bytes.length; at++) {
    if (what.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

function refusal(code: string, offset: number, message: string): FrameError {
  return { code, offset, message };
}

/** What the two receivers share: bytes held, when they came, and what silence does to them. */
abstract class Receiver implements Decoder<Uint8Array> {
  private held = new Uint8Array(256);
  protected length = 0;
  private first = micros(0);
  private last = micros(0);
  private found: FrameEvent<Uint8Array>[] = [];

  /** `limit`: most bytes that are held. */
  constructor(
    private readonly idleReset: Micros,
    private readonly limit: number,
  ) {}

  protected abstract feed(byte: number): void;
  /** Silence came with bytes pending. */
  protected abstract idle(): void;

  get pending(): number {
    return this.length;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.idleReset);
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<Uint8Array>[] {
    if (bytes.length > 0) this.expire(at);
    for (const byte of bytes) {
      this.prepare(at);
      this.held[this.length++] = byte;
      this.last = at;
      this.feed(byte);
    }
    return this.take();
  }

  tick(now: Micros): readonly FrameEvent<Uint8Array>[] {
    this.expire(now);
    return this.take();
  }

  /** Called with room for no byte more; may let some go. */
  protected full(): void {}

  protected frame(payload: number): void {
    const raw = this.held.slice(0, this.length);
    const { first, last } = this;
    this.found.push({ kind: 'frame', raw, first, last, value: raw.slice(0, payload) });
    this.length = 0;
  }

  protected reject(error: FrameError, payload?: number): void {
    const raw = this.held.slice(0, this.length);
    const { first, last } = this;
    const value = payload === undefined ? {} : { value: raw.slice(0, payload) };
    this.found.push({ kind: 'reject', raw, first, last, error, ...value });
    this.length = 0;
  }

  protected endsWith(bytes: readonly number[]): boolean {
    const start = this.length - bytes.length;
    return bytes.every((byte, i) => this.held[start + i] === byte);
  }

  private prepare(at: Micros): void {
    if (this.length === this.limit) this.full();
    if (this.length === 0) this.first = at;
    if (this.length < this.held.length) return;
    const larger = new Uint8Array(this.held.length * 2);
    larger.set(this.held);
    this.held = larger;
  }

  private expire(now: Micros): void {
    const deadline = this.deadline();
    if (deadline !== undefined && now >= deadline) this.idle();
  }

  private take(): readonly FrameEvent<Uint8Array>[] {
    const found = this.found;
    this.found = [];
    return found;
  }
}

class TerminatorDecoder extends Receiver {
  /** A part of the code at hand is gone already: the rest of it is dropped too. */
  private over = false;
  /** The last four bytes of the code, the newest lowest: a terminator may straddle what is gone. */
  private window = 0;
  private seen = 0;
  private readonly mask: number;
  private readonly wanted: number;

  constructor(
    private readonly terminator: readonly number[],
    idleReset: Micros,
    private readonly longest: number,
  ) {
    super(idleReset, longest + terminator.length);
    this.wanted = terminator.reduce((sum, byte) => ((sum << 8) | byte) >>> 0, 0);
    this.mask = terminator.length === 4 ? 0xffffffff : (1 << (8 * terminator.length)) - 1;
  }

  protected override feed(byte: number): void {
    const { terminator } = this;
    this.window = ((this.window << 8) | byte) >>> 0;
    this.seen++;
    if (terminator.length === 0 || this.seen < terminator.length) return;
    if ((this.window & this.mask) >>> 0 === this.wanted) this.end();
  }

  protected override idle(): void {
    if (this.terminator.length === 0) return this.end();
    const message = `the line fell silent after ${this.length} bytes of a code without its terminator`;
    if (this.over) this.drop();
    else this.reject(refusal('truncated', this.length, message));
    this.restart();
  }

  protected override full(): void {
    if (this.over) return this.drop();
    this.reject(refusal('too-long', 0, `a code of more than ${this.longest} bytes`));
    this.over = true;
  }

  private drop(): void {
    this.reject(refusal('discarded', 0, 'the rest of a code that is too long'));
  }

  private end(): void {
    if (this.over) this.drop();
    else this.frame(this.length - this.terminator.length);
    this.restart();
  }

  private restart(): void {
    this.over = false;
    this.seen = 0;
  }
}

/**
 * Takes codes of a payload length known beforehand, each with its terminator. Rejects: `terminator`
 * (with the payload as value) where other bytes stand in its place, `truncated` at silence.
 */
export class KnownLengthDecoder extends Receiver {
  private readonly terminator: readonly number[];

  /** `payload`: bytes of each code, 0..65527; 0 not with terminator 0. Throws RangeError. */
  constructor(
    private readonly payload: number,
    options: Partial<RawOptions> = {},
  ) {
    const { terminator, idleReset, longest } = { ...DEFAULT_RAW, ...options };
    const end = terminatorBytes(terminator);
    const whole = payload + end.length;
    super(idleReset, whole);
    this.terminator = end;
    if (!Number.isInteger(payload) || payload < 0 || payload > longest || whole === 0) {
      throw new RangeError(`no code of ${payload} bytes`);
    }
  }

  protected override feed(): void {
    if (this.length < this.payload + this.terminator.length) return;
    if (this.endsWith(this.terminator)) return this.frame(this.payload);
    const right = this.terminator.map(hex).join(' ');
    const message = `the terminator ${right} does not follow the ${this.payload} bytes of the code`;
    this.reject({ ...refusal('terminator', this.payload, message), expected: right }, this.payload);
  }

  protected override idle(): void {
    const whole = this.payload + this.terminator.length;
    const message = `the line fell silent after ${this.length} of ${whole} bytes`;
    this.reject(refusal('truncated', this.length, message));
  }
}

function encodeRaw(payload: Uint8Array, setting: number, longest: number): Uint8Array {
  const terminator = terminatorBytes(setting);
  const bytes = rawBytes(payload, setting);
  if (payload.length > longest) throw new EncodeError(`a payload of ${payload.length} bytes`);
  if (bytes.length === 0) throw new EncodeError('nothing marks an empty code without a terminator');
  if (terminator.length > 0 && find(bytes, terminator, 0) < payload.length) {
    throw new EncodeError('the payload holds the terminator: rawBytes sends it, a known length takes it');
  }
  return bytes;
}

function rawFields(raw: Uint8Array, terminator: readonly number[]): FieldSpan[] {
  const spans: FieldSpan[] = [];
  const add = (name: string, offset: number, end: number): void => {
    const value = Array.from(raw.subarray(offset, Math.min(end, offset + 16)), hex).join(' ');
    if (end > offset) spans.push({ name, offset, length: end - offset, value });
  };
  let at = 0;
  while (at < raw.length) {
    const found = terminator.length === 0 ? -1 : find(raw, terminator, at);
    const end = found < 0 ? raw.length : found;
    add('payload', at, end);
    add('terminator', end, found < 0 ? end : end + terminator.length);
    at = found < 0 ? end : end + terminator.length;
  }
  return spans;
}

/**
 * Codes ended by their terminator; without one (setting 0) by silence. At most
 * `longest` bytes and a terminator are pending; what is longer is rejected (`too-long`, then `discarded`) to its end.
 * Throws RangeError for a terminator setting outside 0..5.
 */
export function rawCodes(options: Partial<RawOptions> = {}): Codec<Uint8Array> {
  const { terminator, idleReset, longest } = { ...DEFAULT_RAW, ...options };
  const bytes = terminatorBytes(terminator);
  return {
    encode: (payload) => encodeRaw(payload, terminator, longest),
    decoder: () => new TerminatorDecoder(bytes, idleReset, longest),
    fields: (raw) => rawFields(raw, bytes),
  };
}
