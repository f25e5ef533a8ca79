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
 *     running      content                        as byLength; its first byte may be left out (MIDI)
 *     anyOf        frames of several of these     each is looked for by its own start
 */
import { micros, type Micros } from '../time';
import { checkByte, checkMarker } from './bytes/marker';

/** Silence that ends an unfinished frame. */
export interface Idle {
  /** Microseconds since the last byte. Without it, silence ends nothing. */
  readonly idle?: Micros;
}

interface Started {
  /** The first bytes of every frame, where they are not those that end it. They are no part of the content. */
  readonly start?: readonly number[];
}

interface Trailed {
  /** Bytes after the content and its sum. They are no part of the content. */
  readonly trailer?: readonly number[];
}

interface Leading {
  /** Whether an encoded frame begins with a delimiter too. A decoder takes both. */
  readonly leading: boolean;
}

export interface LengthFraming extends Required<Idle>, Trailed {
  readonly kind: 'length';
}

export interface FixedFraming extends Required<Idle> {
  readonly kind: 'fixed';
  /** Bytes of every frame. */
  readonly length: number;
}

export interface StartFraming extends Required<Idle>, Trailed {
  readonly kind: 'start';
  /** The first bytes of every frame. They are no part of the content. */
  readonly bytes: readonly number[];
}

export interface DelimiterFraming extends Idle, Started {
  readonly kind: 'delimiter';
  /** The last bytes of every frame. They are no part of the content. */
  readonly bytes: readonly number[];
}

/** What ends a line. `either`: LF or CR LF are read, LF is written. */
export type LineEnd = 'lf' | 'crlf' | 'either';

export interface LinesFraming extends Idle, Started {
  readonly kind: 'lines';
  readonly end: LineEnd;
  /** Most bytes of a line without its end; default: the longest content. */
  readonly longest?: number;
}

export interface SlipFraming extends Idle, Leading {
  readonly kind: 'slip';
}

export interface EscapedFraming extends Idle, Leading, Started {
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

/** A framing whose bytes show where its frames end. */
export type PartFraming =
  | LengthFraming
  | FixedFraming
  | StartFraming
  | DelimiterFraming
  | LinesFraming
  | SlipFraming
  | EscapedFraming
  | CobsFraming;

export interface RunningFraming extends Required<Idle> {
  readonly kind: 'running';
}

export interface AnyFraming extends Idle {
  readonly kind: 'any';
  /** One for each wire of the side, in the same order. */
  readonly framings: readonly PartFraming[];
}

/** How frames are separated, as one of the functions of this group gives it. */
export type Framing = PartFraming | SilenceFraming | DatagramFraming | RunningFraming | AnyFraming;

/** Options of {@link byLength} and {@link startByte}. */
export interface LengthFramingOptions {
  /** Microseconds of silence that end a half frame. */
  readonly idle: Micros;
  /** One byte or several after each frame, sum included. Others are a `framing` error. They are no part of its content. */
  readonly trailer?: number | readonly number[];
}

/** The length follows from the content. Bytes that begin no frame are rejected up to the next silence of `idle`. */
export function byLength(options: LengthFramingOptions): LengthFraming {
  return { kind: 'length', ...checkIdle('byLength', options), ...checkTrailer('byLength', options) };
}

/** Every frame has `length` bytes. A silence of `idle` ends a half frame. */
export function fixedLength(length: number, { idle }: { idle: Micros }): FixedFraming {
  if (!Number.isInteger(length) || length < 1)
    throw new RangeError(`fixedLength: a frame has 1 byte or more, not ${length}`);
  return { kind: 'fixed', length, ...checkIdle('fixedLength', { idle }) };
}

/**
 * A start byte (or several), then by length. What comes before a start byte is rejected, and a frame that is refused is
 * rejected as a whole. Fields, lengths and sum begin after the start bytes; `raw` of an event has them.
 */
export function startByte(start: number | readonly number[], options: LengthFramingOptions): StartFraming {
  const bytes = checkMarker('startByte', start);
  return { kind: 'start', bytes, ...checkIdle('startByte', options), ...checkTrailer('startByte', options) };
}

/** Options of framings that a delimiter ends. */
export interface DelimitedOptions extends Idle {
  /**
   * One byte or several that begin each frame. They do not occur in its content. What comes before them is rejected.
   * Default: a frame begins where the one before it ended.
   */
  readonly start?: number | readonly number[];
}

/** One or several bytes that end a frame and do not occur in its content. STX and ETX: `delimiter(3, { start: 2 })`. */
export function delimiter(
  bytes: number | readonly number[],
  options: DelimitedOptions = {},
): DelimiterFraming {
  const marker = checkMarker('delimiter', bytes);
  return {
    kind: 'delimiter',
    bytes: marker,
    ...checkIdle('delimiter', options),
    ...checkStart('delimiter', options),
  };
}

/** Options of {@link lines}. */
export interface LinesOptions extends DelimitedOptions {
  /** `either`: LF and CR LF are read, LF is written. */
  readonly end: LineEnd;
  /** Most bytes of a line without its start and its end; default: the longest content. */
  readonly longest?: number;
}

/** Lines of text. An empty line has content of no bytes: the form `{}` takes it. NMEA: `lines({ start: 0x24, end: 'crlf' })`. */
export function lines(options: LinesOptions): LinesFraming {
  const { end, longest } = options;
  const shared = { end, ...checkIdle('lines', options), ...checkStart('lines', options) };
  if (longest === undefined) return { kind: 'lines', ...shared };
  if (!Number.isInteger(longest) || longest < 1)
    throw new RangeError(`lines: longest is 1 byte or more, not ${longest}`);
  return { kind: 'lines', longest, ...shared };
}

/** Options of {@link slip} and {@link cobs}. */
export interface LeadingOptions extends Idle {
  /** Whether an encoded frame begins with a delimiter too. */
  readonly leading?: boolean;
}

/** RFC 1055. An encoded frame begins with END too, as the RFC proposes, unless `leading` is false. */
export function slip(options: LeadingOptions = {}): SlipFraming {
  return { kind: 'slip', leading: options.leading ?? true, ...checkIdle('slip', options) };
}

/** Options of {@link escaped}. */
export interface EscapedOptions extends LeadingOptions {
  /** The byte that ends a frame, and begins it where there is no `start`. Default 7E. */
  readonly flag?: number;
  /** The byte before an escaped one. Default 7D. */
  readonly escape?: number;
  /** What an escaped byte is xored with. Default 20. */
  readonly xor?: number;
  /** Another byte than `flag` that begins each frame. It is escaped in the content, too. */
  readonly start?: number;
}

/** As HDLC on an asynchronous line (RFC 1662): flag 7E, escape 7D, xor 20, and a flag before the frame too. */
export function escaped(options: EscapedOptions = {}): EscapedFraming {
  const { flag = 0x7e, escape = 0x7d, xor = 0x20, start, leading = start === undefined } = options;
  const special = [...(start === undefined ? [] : [start]), flag, escape];
  for (const byte of [...special, xor]) checkByte('escaped', byte);
  const all = [...special, ...special.map((byte) => byte ^ xor)];
  if (new Set(all).size < all.length)
    throw new RangeError(
      `escaped: ${start === undefined ? '' : 'start, '}flag, escape, and what they become by xor must be ${start === undefined ? 'four' : 'six'} different bytes`,
    );
  const shared = { flag, escape, xor, leading, ...checkIdle('escaped', options) };
  return { kind: 'escaped', ...shared, ...checkStart('escaped', options) };
}

/** Consistent Overhead Byte Stuffing; 00 ends a frame. With `leading`, an encoded frame begins with 00 too. */
export function cobs(options: LeadingOptions = {}): CobsFraming {
  return { kind: 'cobs', leading: options.leading ?? false, ...checkIdle('cobs', options) };
}

/**
 * Running status, as in MIDI: the length follows from the content, which begins with a status byte (80 to FF) and has no
 * other. A frame may leave it out where it is that of the frame before (80 to EF); F0 to F7 end this. Frames are written
 * whole. Bytes that begin no frame are rejected up to the next status byte.
 */
export function runningStatus({ idle }: { idle: Micros }): RunningFraming {
  return { kind: 'running', ...checkIdle('runningStatus', { idle }) };
}

/** A pause of `span` ends a frame. Modbus RTU: `silence(characters(3.5, 19200, 11))`. */
export function silence(span: Micros): SilenceFraming {
  if (!(span > 0)) throw new RangeError(`silence: a pause of more than 0 µs is due, not ${span}`);
  return { kind: 'silence', silence: span };
}

/**
 * Several framings on one line, one for each wire of `oneOf` in the same order: binary frames beside lines of text,
 * single bytes beside lines. Each looks for its own start; one without start bytes begins where another frame ended. A
 * frame that is refused is searched again from its second byte, so that a false start costs nothing after it. A silence
 * of the longest `idle` of them ends what is unfinished; if one has none, silence ends nothing. Throws RangeError for
 * what shares no line: `silence`, `datagram`, `runningStatus`. Two framings that could take the same bytes are a LayoutError at load.
 */
export function anyOf(...framings: readonly [PartFraming, ...PartFraming[]]): AnyFraming {
  for (const framing of framings)
    if (ALONE.includes(framing.kind)) throw new RangeError(`anyOf: '${framing.kind}' shares no line`);
  const idles = framings.flatMap(({ idle }) => (idle === undefined ? [] : [idle]));
  const shared = { kind: 'any', framings } as const;
  return idles.length < framings.length ? shared : { ...shared, idle: micros(Math.max(...idles)) };
}

const ALONE: readonly string[] = ['silence', 'datagram', 'running', 'any'];

/** Each packet of the link is a frame. */
export function datagram(): DatagramFraming {
  return { kind: 'datagram' };
}

/** How long `count` characters take on a line. A character of 8N1 has 10 bits, one of 8E1 has 11. */
export function characters(count: number, baud: number, bitsPerCharacter = 10): Micros {
  return micros((count * bitsPerCharacter * 1e6) / baud);
}

function checkStart(name: string, { start }: { readonly start?: number | readonly number[] }): Started {
  return start === undefined ? {} : { start: checkMarker(name, start) };
}

function checkTrailer(name: string, { trailer }: LengthFramingOptions): Trailed {
  return trailer === undefined ? {} : { trailer: checkMarker(name, trailer) };
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
