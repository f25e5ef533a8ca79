/**
 * Framings: how a receiver knows where a frame begins and ends. Data only; `codec()` makes decoders of it.
 *
 *     byLength     content                        its first bytes tell the length
 *     fixedLength  content                        always n bytes
 *     startByte    START content                  START again after noise
 *     delimiter    content DELIMITER
 *     lines        content LF | CR LF
 *     slip         C0 content C0                  C0 and DB in the content are escaped (RFC 1055)
 *     escaped      FLAG content FLAG              as HDLC: flag and escape in the content are escaped
 *     cobs         content 00                     the content is coded without 00 (Cheshire and Baker)
 *     silence      content (silence)
 *     datagram     content                        one packet, one frame
 */
import { micros, type Micros } from '../time';

/** Silence that ends an unfinished frame. */
interface Idle {
  /** Microseconds since the last byte. Without it, silence ends nothing. */
  readonly idle?: Micros;
}

interface Leading {
  /** Whether an encoded frame begins with a delimiter too. A decoder takes both. */
  readonly leading: boolean;
}

export interface LengthFraming extends Required<Idle> {
  readonly kind: 'length';
}

export interface FixedFraming extends Required<Idle> {
  readonly kind: 'fixed';
  /** Bytes of every frame. */
  readonly length: number;
}

export interface StartFraming extends Required<Idle> {
  readonly kind: 'start';
  /** The first bytes of every frame. They are no part of the content. */
  readonly bytes: readonly number[];
}

export interface DelimiterFraming extends Idle {
  readonly kind: 'delimiter';
  /** The last bytes of every frame. They are no part of the content. */
  readonly bytes: readonly number[];
}

/** What ends a line. `either`: LF or CR LF are read, LF is written. */
export type LineEnd = 'lf' | 'crlf' | 'either';

export interface LinesFraming extends Idle {
  readonly kind: 'lines';
  readonly end: LineEnd;
  /** Most bytes of a line without its end; default: the longest content. */
  readonly longest?: number;
}

export interface SlipFraming extends Idle, Leading {
  readonly kind: 'slip';
}

export interface EscapedFraming extends Idle, Leading {
  readonly kind: 'escaped';
  readonly flag: number;
  readonly escape: number;
  /** What an escaped byte is xored with. */
  readonly xor: number;
}

export interface CobsFraming extends Idle, Leading {
  readonly kind: 'cobs';
}

export interface SilenceFraming {
  readonly kind: 'silence';
  /** Microseconds without a byte that end a frame. */
  readonly silence: Micros;
}

export interface DatagramFraming {
  readonly kind: 'datagram';
}

/** How frames are separated, as one of the functions of this group gives it. */
export type Framing =
  | LengthFraming
  | FixedFraming
  | StartFraming
  | DelimiterFraming
  | LinesFraming
  | SlipFraming
  | EscapedFraming
  | CobsFraming
  | SilenceFraming
  | DatagramFraming;

/** The length follows from the content. Bytes that begin no frame are rejected up to the next silence of `idle`. */
export function byLength({ idle }: { idle: Micros }): LengthFraming {
  return { kind: 'length', ...checkIdle('byLength', { idle }) };
}

/** Every frame has `length` bytes. A silence of `idle` ends a half frame. */
export function fixedLength(length: number, { idle }: { idle: Micros }): FixedFraming {
  if (!Number.isInteger(length) || length < 1)
    throw new RangeError(`fixedLength: a frame has 1 byte or more, not ${length}`);
  return { kind: 'fixed', length, ...checkIdle('fixedLength', { idle }) };
}

/** A start byte (or several), then by length. What comes before a start byte is rejected. */
export function startByte(start: number | readonly number[], { idle }: { idle: Micros }): StartFraming {
  return { kind: 'start', bytes: checkMarker('startByte', start), ...checkIdle('startByte', { idle }) };
}

/** One or several bytes that end a frame and do not occur in its content. */
export function delimiter(bytes: number | readonly number[], options: Idle = {}): DelimiterFraming {
  return {
    kind: 'delimiter',
    bytes: checkMarker('delimiter', bytes),
    ...checkIdle('delimiter', options),
  };
}

export interface LinesOptions extends Idle {
  readonly end: LineEnd;
  readonly longest?: number;
}

/** Lines of text. */
export function lines(options: LinesOptions): LinesFraming {
  const { end, longest } = options;
  if (longest === undefined) return { kind: 'lines', end, ...checkIdle('lines', options) };
  if (!Number.isInteger(longest) || longest < 1)
    throw new RangeError(`lines: longest is 1 byte or more, not ${longest}`);
  return { kind: 'lines', end, longest, ...checkIdle('lines', options) };
}

export interface LeadingOptions extends Idle {
  readonly leading?: boolean;
}

/** RFC 1055. An encoded frame begins with END too, as the RFC proposes, unless `leading` is false. */
export function slip(options: LeadingOptions = {}): SlipFraming {
  return { kind: 'slip', leading: options.leading ?? true, ...checkIdle('slip', options) };
}

export interface EscapedOptions extends LeadingOptions {
  readonly flag?: number;
  readonly escape?: number;
  readonly xor?: number;
}

/** As HDLC on an asynchronous line (RFC 1662): flag 7E, escape 7D, xor 20, and a flag before the frame too. */
export function escaped(options: EscapedOptions = {}): EscapedFraming {
  const { flag = 0x7e, escape = 0x7d, xor = 0x20, leading = true } = options;
  for (const byte of [flag, escape, xor]) checkByte('escaped', byte);
  const coded = [flag ^ xor, escape ^ xor];
  if (flag === escape || xor === 0 || coded.some((byte) => byte === flag || byte === escape))
    throw new RangeError('escaped: flag, escape, and what they become by xor must be four different bytes');
  return { kind: 'escaped', flag, escape, xor, leading, ...checkIdle('escaped', options) };
}

/** Consistent Overhead Byte Stuffing; 00 ends a frame. With `leading`, an encoded frame begins with 00 too. */
export function cobs(options: LeadingOptions = {}): CobsFraming {
  return { kind: 'cobs', leading: options.leading ?? false, ...checkIdle('cobs', options) };
}

/** A pause of `span` ends a frame. Modbus RTU: `silence(characters(3.5, 19200, 11))`. */
export function silence(span: Micros): SilenceFraming {
  if (!(span > 0)) throw new RangeError(`silence: a pause of more than 0 µs is due, not ${span}`);
  return { kind: 'silence', silence: span };
}

/** Each packet of the link is a frame. */
export function datagram(): DatagramFraming {
  return { kind: 'datagram' };
}

/** How long `count` characters take on a line. A character of 8N1 has 10 bits, one of 8E1 has 11. */
export function characters(count: number, baud: number, bitsPerCharacter = 10): Micros {
  return micros((count * bitsPerCharacter * 1e6) / baud);
}

function checkByte(name: string, byte: number): void {
  if (!Number.isInteger(byte) || byte < 0 || byte > 255)
    throw new RangeError(`${name}: a byte is 0 to 255, not ${byte}`);
}

const LONGEST_MARKER = 8;

function checkMarker(name: string, bytes: number | readonly number[]): readonly number[] {
  const marker = typeof bytes === 'number' ? [bytes] : [...bytes];
  if (marker.length < 1 || marker.length > LONGEST_MARKER)
    throw new RangeError(`${name}: 1 to ${LONGEST_MARKER} bytes are due, not ${marker.length}`);
  for (const byte of marker) checkByte(name, byte);
  return marker;
}

function checkIdle<T extends Idle>(name: string, { idle }: T): Pick<T, 'idle'>;
function checkIdle(name: string, { idle }: Idle): Idle {
  if (idle === undefined) return {};
  if (!(idle > 0)) throw new RangeError(`${name}: idle is more than 0 µs, not ${idle}`);
  return { idle };
}

/** The silence of a framing: it ends a frame, or an unfinished one. Undefined: silence ends nothing. */
export function silenceOf(framing: Framing): Micros | undefined {
  if (framing.kind === 'silence') return framing.silence;
  return 'idle' in framing ? framing.idle : undefined;
}
