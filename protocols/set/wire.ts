/**
 * The two links of the board: frames of the scanner, as the firmware reads them, and lines of the console.
 *
 *     card byte, 0D           a frame: everything up to CR
 *     LF right after a CR     ignored; but if a CR follows, it is a frame's payload
 *
 * Silence of `idleReset` drops an unfinished frame. A frame longer than the buffer is dropped as a whole.
 */
import {
  after,
  byteText,
  countBytes,
  EncodeError,
  LineBuffer,
  millis,
  consoleLines,
  byteNames,
  lineFaults,
  LONGEST_LINE,
  type Codec,
  type FieldSpan,
  type FrameError,
  type Micros,
  type LinkSide,
  type NamedMessage,
  type Grammar,
  type Piece,
} from '../../api/index';
import { byteMeaning, cardByte, cardName, CARDS, type CardEncoding } from './card';
import { readReport, type SetLine } from './reports';
import type { SetValues } from './parameters';

/** The bytes before a CR. */
export type ScannerFrame =
  /** One byte, a card or not. */
  | { readonly type: 'byte'; readonly byte: number }
  /** More than one (SET-FR-05). */
  | { readonly type: 'bytes'; readonly payload: Uint8Array }
  /** Nothing (SET-FR-02). */
  | { readonly type: 'empty' }
  /** No frame: an LF right after a CR that no CR follows (SET-FR-07). */
  | { readonly type: 'line-feed' };

export interface LinkOptions {
  readonly encoding: CardEncoding;
  readonly idleReset: Micros;
  /** `rxBufferBytes`: the longest frame, CR included; at least 2. */
  readonly longest: number;
}

const DEFAULT_LINK: LinkOptions = { encoding: '1..3', idleReset: millis(1000), longest: 150 };

export const CR = 0x0d;
export const LF = 0x0a;

/** Why bytes are no frame. */
const linkFaults = {
  overlong: (longest: number) => `a frame of more than ${longest} bytes`,
  more: 'more of a frame that is too long',
  last: 'the rest of a frame that is too long',
  idle: (bytes: string) => `${bytes} without a CR before the line fell silent`,
} as const;

/** The meaning of the bytes of a longer frame. */
const PAYLOAD_WORDS = 'more than one byte';

function fault(code: 'idle' | 'overlong' | 'discarded', offset: number, message: string): FrameError {
  return { code, offset, message };
}

/**
 * Rejects: `idle` (SET-FR-03). `overlong` for the first bytes of a frame that is too long for the buffer, and
 * `discarded` for its others (SET-FR-04). `overlong` also where silence ended it.
 */
export class ScannerLinkDecoder extends LineBuffer<ScannerFrame> {
  /** The byte before the first held one was a CR, and no silence came between. */
  private afterCr = false;

  constructor(private readonly options: LinkOptions) {
    super(options.longest, 2, 'a frame has at least 2 bytes');
  }

  get prelude(): Uint8Array | undefined {
    return this.afterCr ? Uint8Array.of(CR) : undefined;
  }

  deadline(): Micros | undefined {
    return this.length === 0 ? undefined : after(this.last, this.options.idleReset);
  }

  protected feed(byte: number, at: Micros): void {
    if (byte !== CR && this.holdsLineFeed()) this.frame({ type: 'line-feed' }, false);
    if (this.length === this.held.length) this.part();
    this.hold(byte, at);
    if (byte === CR) this.end();
  }

  /** Holds an LF right after a CR: the next byte decides its meaning. */
  private holdsLineFeed(): boolean {
    return this.afterCr && this.length === 1 && this.held[0] === LF;
  }

  private end(): void {
    const size = this.length - 1;
    if (this.over) {
      this.reject(fault('discarded', 0, linkFaults.last));
      this.restart(true);
    } else if (size === 0) this.frame({ type: 'empty' }, true);
    else if (size === 1) this.frame({ type: 'byte', byte: this.held[0]! }, true);
    else this.frame({ type: 'bytes', payload: this.held.slice(0, size) }, true);
  }

  protected expire(now: Micros): void {
    // After silence an LF does not belong to the CR before it.
    if (now >= after(this.last, this.options.idleReset)) {
      if (this.holdsLineFeed()) this.frame({ type: 'line-feed' }, false);
      else if (this.over) this.reject(fault('discarded', 0, linkFaults.last));
      else if (this.length > 0) this.reject(this.idleFault());
      this.restart(false);
    }
  }

  private idleFault(): FrameError {
    return fault('idle', this.length, linkFaults.idle(countBytes(this.length)));
  }

  private part(): void {
    const [code, message] = this.over
      ? (['discarded', linkFaults.more] as const)
      : (['overlong', linkFaults.overlong(this.held.length)] as const);
    this.reject(fault(code, 0, message));
    this.over = true;
    this.afterCr = false;
  }

  private frame(value: ScannerFrame, afterCr: boolean): void {
    this.accept(value);
    this.restart(afterCr);
  }

  private restart(afterCr: boolean): void {
    this.length = 0;
    this.over = false;
    this.afterCr = afterCr;
  }
}

function encodeFrame(frame: ScannerFrame, longest: number): Uint8Array {
  switch (frame.type) {
    case 'empty':
      return Uint8Array.of(CR);
    case 'line-feed':
      return Uint8Array.of(LF);
    case 'byte':
      if (!Number.isInteger(frame.byte) || frame.byte < 0 || frame.byte > 0xff || frame.byte === CR) {
        throw new EncodeError(`no payload byte: ${frame.byte}`);
      }
      return Uint8Array.of(frame.byte, CR);
    case 'bytes':
      if (frame.payload.includes(CR)) throw new EncodeError('a payload holds no CR');
      if (frame.payload.length < 2 || frame.payload.length >= longest) {
        throw new EncodeError(`a payload of 2..${longest - 1} bytes, not ${frame.payload.length}`);
      }
      return Uint8Array.of(...frame.payload, CR);
  }
}

function linkFields(raw: Uint8Array, encoding: CardEncoding): FieldSpan[] {
  const spans: FieldSpan[] = [];
  for (let offset = 0; offset < raw.length;) {
    const end = raw.indexOf(CR, offset);
    const length = (end < 0 ? raw.length : end) - offset;
    const value = raw[offset]!;
    if (length === 1)
      spans.push({ name: 'card', offset, length, value, meaning: byteMeaning(value, encoding) });
    else if (length > 1) {
      const bytes = Array.from(raw.subarray(offset, offset + Math.min(length, 16)), byteText).join(' ');
      spans.push({ name: 'payload', offset, length, value: bytes, meaning: PAYLOAD_WORDS });
    }
    if (end >= 0) spans.push({ name: 'CR', offset: end, length: 1, value: CR });
    offset += length + 1;
  }
  return spans;
}

/**
 * The scanner link, both ways. At most `longest` bytes are pending. A `line-feed` is decoded as one only right after a
 * CR. A longer payload that begins with LF is decoded only where no CR is right before it.
 */
export function scannerLink(options: Partial<LinkOptions> = {}): Codec<ScannerFrame> {
  const all = { ...DEFAULT_LINK, ...options };
  return {
    encode: (frame) => encodeFrame(frame, all.longest),
    decoder: () => new ScannerLinkDecoder(all),
    fields: (raw) => linkFields(raw, all.encoding),
  };
}

export function linkOptionsOf({ cardEncoding, idleResetMs, rxBufferBytes }: SetValues): LinkOptions {
  return { encoding: cardEncoding, idleReset: millis(idleResetMs), longest: rxBufferBytes };
}

export function scannerSide(p: SetValues): LinkSide<ScannerFrame> {
  const options = linkOptionsOf(p);
  const { encoding, longest, idleReset } = options;
  return { codec: scannerLink(options), silence: idleReset, grammar: scannerGrammar(encoding, longest) };
}

/** `card-0` to `card-80`. */
export function cardMessages({ cardEncoding }: SetValues): readonly NamedMessage[] {
  return Array.from({ length: CARDS }, (_, card) => ({
    name: `card-${card}`,
    description: cardName(card),
    bytes: Uint8Array.of(cardByte(card, cardEncoding), CR),
  }));
}

function scannerGrammar(encoding: CardEncoding, longest: number): Grammar {
  const names = byteNames((byte) => byteMeaning(byte, encoding));
  const card: Piece = { kind: 'byte', name: 'card', names, titled: true };
  const payload: Piece = { kind: 'rest', name: 'payload', meaning: PAYLOAD_WORDS, ends: [CR], titled: true };
  const framed: readonly Piece[] = [
    { kind: 'upTo', ends: [CR], one: [card], more: [payload] },
    { kind: 'byte', name: 'CR' },
  ];
  const { overlong: first, more, last, idle } = linkFaults;
  return {
    frame: [{ kind: 'stray', byte: LF, after: CR, unless: CR, of: [card], other: framed }],
    closes: [CR, LF],
    silence: idle('%n'),
    longest: { bytes: longest, first: first(longest), more, last },
  };
}

const { tooLong, discarded } = lineFaults;

const lineGrammar: Grammar = {
  frame: [{ kind: 'line', text: 'text', end: 'end' }],
  closes: [CR, LF],
  longest: { bytes: LONGEST_LINE, first: tooLong(LONGEST_LINE), more: discarded, last: discarded },
};

const lines = consoleLines({
  read: (line): SetLine => ({ ...line, type: 'line', report: readReport(line.text) }),
});

/** Another end than CR LF is marked (SET-FR-08). */
function withRightEnd(field: FieldSpan): FieldSpan {
  const isWrong = field.name === 'end' && !String(field.value).endsWith('CR LF');
  return isWrong ? { ...field, meaning: 'should be CR LF' } : field;
}

export const consoleSide: LinkSide<SetLine> = {
  codec: { ...lines, fields: (raw) => lines.fields(raw).map(withRightEnd) },
  grammar: lineGrammar,
};
