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
import { checkIdle, checkMarker, type Idle } from './bytes/marker';
import { delimited, type DelimitedFraming, type DelimitedOptions } from './decoders/delimiting';
import { given } from './layout/given';

const CR = 0x0d;
const LF = 0x0a;

/** Frames whose length follows from their content, or is fixed. */
export interface SizedFraming extends Required<Idle> {
  readonly kind: 'sized';
  /** The first bytes of every frame. They are no part of the content. */
  readonly start: readonly number[];
  /** Bytes after the content and its sum. They are no part of the content. */
  readonly trailer: readonly number[];
  /** Bytes of every frame. */
  readonly fixed?: number;
}

/** What ends a line. `either`: LF or CR LF are read, LF is written. */
export type LineEnd = 'lf' | 'crlf' | 'either';

export interface SilenceFraming {
  readonly kind: 'silence';
  /** Microseconds without a byte that end a frame. */
  readonly silence: Micros;
}

export interface DatagramFraming {
  readonly kind: 'datagram';
}

/** A framing whose bytes show where its frames end. */
export type PartFraming = SizedFraming | DelimitedFraming;

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
export function byLength(options: LengthFramingOptions): SizedFraming {
  return sized('byLength', options);
}

/** Every frame has `length` bytes. A silence of `idle` ends a half frame. */
export function fixedLength(length: number, { idle }: { idle: Micros }): SizedFraming {
  if (!Number.isInteger(length) || length < 1)
    throw new RangeError(`fixedLength: a frame has 1 byte or more, not ${length}`);
  return { ...sized('fixedLength', { idle }), fixed: length };
}

/**
 * A start byte (or several), then by length. What comes before a start byte is rejected, and a frame that is refused is
 * rejected as a whole. Fields, lengths and sum begin after the start bytes; `raw` of an event has them.
 */
export function startByte(start: number | readonly number[], options: LengthFramingOptions): SizedFraming {
  return { ...sized('startByte', options), start: checkMarker('startByte', start) };
}

function sized(name: string, options: LengthFramingOptions): SizedFraming {
  const { trailer } = options;
  return {
    kind: 'sized',
    start: [],
    trailer: trailer === undefined ? [] : checkMarker(name, trailer),
    ...checkIdle(name, options),
  };
}

/** One or several bytes that end a frame and do not occur in its content. STX and ETX: `delimiter(3, { start: 2 })`. */
export function delimiter(
  bytes: number | readonly number[],
  options: DelimitedOptions = {},
): DelimitedFraming {
  return delimited('delimiter', options, { marker: checkMarker('delimiter', bytes) });
}

/** Options of {@link lines}. */
export interface LinesOptions extends DelimitedOptions {
  /** `either`: LF and CR LF are read, LF is written. */
  readonly end: LineEnd;
  /** Most bytes of a line without its start and its end; default: the longest content. */
  readonly longest?: number;
}

/** Lines of text. An empty line has content of no bytes: the form `{}` takes it. NMEA: `lines({ start: 0x24, end: 'crlf' })`. */
export function lines({ end, longest, ...options }: LinesOptions): DelimitedFraming {
  if (longest !== undefined && (!Number.isInteger(longest) || longest < 1))
    throw new RangeError(`lines: longest is 1 byte or more, not ${longest}`);
  const marker = end === 'crlf' ? [CR, LF] : [LF];
  const either = end === 'either' ? { before: CR } : {};
  return delimited('lines', options, { name: 'line end', marker, ...either, ...given({ longest }) });
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

/** The silence of a framing: it ends a frame, or an unfinished one. Undefined: silence ends nothing. */
export function silenceOf(framing: Framing): Micros | undefined {
  if (framing.kind === 'silence') return framing.silence;
  return 'idle' in framing ? framing.idle : undefined;
}
