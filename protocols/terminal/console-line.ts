/**
 * Decodes the lines of a board's console.
 *
 *     ESC [ 3 2 m  text  ESC [ 0 m  CR LF        a line; its text has no escapes
 *
 * A line ends at LF, at CR LF, or at a CR without an LF after it. The event names the ending.
 */
import { EncodeError, type Codec, type FieldSpan } from '../frame';
import { after, type Micros } from '../time';
import { LineBuffer } from './line-buffer';

/** The end of a line. `silence`: no line end came within {@link ConsoleOptions.silence}. */
export type LineEnd = 'crlf' | 'lf' | 'cr' | 'silence';

/** A line of a console. */
export interface ConsoleLine {
  /** The line without its end and without escape sequences, read as UTF-8. */
  readonly text: string;
  readonly end: LineEnd;
}

/** Options of {@link consoleLines}. */
export interface ConsoleOptions {
  /** Most bytes of a line, its end included; a longer one is rejected to its end. */
  readonly longest: number;
  /** Silence that ends an unfinished line. Absent: it stays pending. Colours without text always stay pending. */
  readonly silence?: Micros;
}

/** Bytes of a line, its end included, unless {@link consoleLines} is given another limit. */
export const LONGEST_LINE = 1024;

/** Why bytes are not a line. */
export const lineFaults = {
  tooLong: (longest: number) => `a line of more than ${longest} bytes`,
  discarded: 'more of a line that is too long',
} as const;

/** A longer escape sequence counts as text. */
const LONGEST_COLOUR = 64;

const CR = 0x0d;
const LF = 0x0a;

const ESCAPE = 0x1b;
const ESC = String.fromCharCode(ESCAPE);
const BEL = String.fromCharCode(0x07);
const CSI = '\\[[0-?]*[ -/]*[@-~]';
const OSC = `\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)`;
const OTHER = '[ -/]*[0-Z\\\\^-~]';
/** Colour and cursor, titles, and escapes with one final byte. */
const ESCAPES = new RegExp(`${ESC}(?:${CSI}|${OSC}|${OTHER})`, 'g');

/** The text without ANSI escape sequences. An unfinished sequence stays. */
export function withoutEscapes(text: string): string {
  return text.replace(ESCAPES, '');
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

function lineOf(raw: Uint8Array, end: LineEnd): ConsoleLine {
  let stop = raw.length;
  if (end === 'crlf' || end === 'lf') stop--;
  if (end === 'crlf' || end === 'cr') while (stop > 0 && raw[stop - 1] === CR) stop--;
  return { text: withoutEscapes(UTF8.decode(raw.subarray(0, stop))), end };
}

/**
 * Rejects: `too-long` for the first {@link ConsoleOptions.longest} bytes of a longer line, `discarded` for each further
 * part, so that no part counts as a line.
 */
class ConsoleDecoder extends LineBuffer<ConsoleLine> {
  /** Throws RangeError for a limit below one byte. */
  constructor(
    private readonly options: ConsoleOptions,
    private readonly read: ReadLine<ConsoleLine>,
  ) {
    super(options.longest, 1, 'a line has at least 1 byte');
  }

  deadline(): Micros | undefined {
    const { silence } = this.options;
    return silence === undefined || this.blank() ? undefined : after(this.last, silence);
  }

  protected feed(byte: number, at: Micros): void {
    if (this.endsInCr() && byte !== LF && byte !== CR) this.end('cr');
    if (this.length === this.held.length) this.part();
    // After a CR in an earlier part, this LF ends CR LF. Rejected bytes need no ending.
    const end: LineEnd = this.endsInCr() ? 'crlf' : 'lf';
    this.hold(byte, at);
    if (byte === LF) this.end(end);
  }

  /** Only colour is held, or nothing: it belongs to the next line. */
  private blank(): boolean {
    if (this.length === 0) return !this.over;
    if (this.over || this.length > LONGEST_COLOUR || this.held[0] !== ESCAPE) return false;
    return withoutEscapes(UTF8.decode(this.held.subarray(0, this.length))) === '';
  }

  private endsInCr(): boolean {
    return this.length > 0 && this.held[this.length - 1] === CR;
  }

  protected expire(now: Micros): void {
    const deadline = this.deadline();
    if (deadline !== undefined && now >= deadline) this.end(this.endsInCr() ? 'cr' : 'silence');
  }

  private part(): void {
    this.rejectPart();
    this.over = true;
  }

  private end(end: LineEnd): void {
    if (!this.over) return this.accept(this.read(lineOf(this.held.subarray(0, this.length), end)));
    this.rejectPart();
    this.over = false;
  }

  private rejectPart(): void {
    this.reject(
      this.over
        ? { code: 'discarded', offset: 0, message: lineFaults.discarded }
        : { code: 'too-long', offset: 0, message: lineFaults.tooLong(this.held.length) },
    );
  }
}

const ENDS = { crlf: '\r\n', lf: '\n', cr: '\r', silence: '' } as const;

function encodeLine({ text, end }: ConsoleLine, longest: number): Uint8Array {
  if (/[\r\n]/.test(text) || text.includes(ESC)) throw new EncodeError('a line holds no CR, LF or ESC');
  const bytes = new TextEncoder().encode(text + ENDS[end]);
  if (bytes.length === 0) throw new EncodeError('nothing marks an empty line without an end');
  if (bytes.length > longest) throw new EncodeError(`a line of ${bytes.length} bytes, above ${longest}`);
  return bytes;
}

function lineFields(raw: Uint8Array): FieldSpan[] {
  let stop = raw.length;
  while (stop > 0 && (raw[stop - 1] === CR || raw[stop - 1] === LF)) stop--;
  const spans: FieldSpan[] = [];
  if (stop > 0) {
    spans.push({
      name: 'text',
      offset: 0,
      length: stop,
      value: withoutEscapes(UTF8.decode(raw.subarray(0, stop))),
    });
  }
  if (stop === raw.length) return spans;
  const value = Array.from(raw.subarray(stop), (byte) => (byte === CR ? 'CR' : 'LF')).join(' ');
  return [...spans, { name: 'end', offset: stop, length: raw.length - stop, value }];
}

type ReadLine<L extends ConsoleLine> = (line: ConsoleLine) => L;

/** The lines of a console, both ways. At most `longest` bytes are pending. `read`: adds what a line means. */
export function consoleLines<L extends ConsoleLine>(
  options: Partial<ConsoleOptions> & { readonly read: ReadLine<L> },
): Codec<L>;
export function consoleLines(options?: Partial<ConsoleOptions>): Codec<ConsoleLine>;
export function consoleLines({
  read = (line) => line,
  ...options
}: Partial<ConsoleOptions> & { readonly read?: ReadLine<ConsoleLine> } = {}): Codec<ConsoleLine> {
  const all: ConsoleOptions = { longest: LONGEST_LINE, ...options };
  return {
    encode: (line) => encodeLine(line, all.longest),
    decoder: () => new ConsoleDecoder(all, read),
    fields: lineFields,
  };
}
