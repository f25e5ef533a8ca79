/** The two links of the board: frames of the scanner, and lines of the console. */
import {
  consoleLines,
  millis,
  type Codec,
  type FrameEvent,
  type LinkSide,
  type Parameters,
  type ConsoleLine,
  type Decoder,
  type FieldSpan,
  type Micros,
  type NamedMessage,
  byteNames,
  lineFaults,
  LONGEST_LINE,
  type Grammar,
  type Piece,
} from '../../api/index';
import { cardByte, cardName, CARDS, byteMeaning, type CardEncoding } from './card';
import {
  CR,
  scannerLink,
  type LinkOptions,
  type ScannerFrame,
  LF,
  linkFaults,
  PAYLOAD_WORDS,
} from './scanner-link';
import { readReport } from './reports';
import { profileOf } from './firmware';
import type { SetLine } from './state';

export function linkOptionsOf(p: Parameters): LinkOptions {
  const { encoding } = profileOf(p);
  return { encoding, idleReset: millis(Number(p['idleResetMs'])), longest: Number(p['rxBufferBytes']) };
}

export function scannerSide(p: Parameters): LinkSide<ScannerFrame> {
  const options = linkOptionsOf(p);
  const { encoding, longest, idleReset } = options;
  return { codec: scannerLink(options), silence: idleReset, grammar: scannerGrammar(encoding, longest) };
}

export function consoleSide(): LinkSide<SetLine> {
  return { codec: setLines(), grammar: lineGrammar };
}

/** `card-0` to `card-80`. */
export function cardMessages(p: Parameters): readonly NamedMessage[] {
  return Array.from({ length: CARDS }, (_, card) => ({
    name: `card-${card}`,
    description: cardName(card),
    bytes: Uint8Array.of(cardByte(card, profileOf(p).encoding), CR),
  }));
}

/** Lines with their meaning. */
function setLines(): Codec<SetLine> {
  const lines = consoleLines();
  return {
    encode: (line) => lines.encode(line),
    fields: (raw) => lines.fields(raw).map(withRightEnd),
    decoder: () => new SetLineDecoder(lines.decoder()),
  };
}

/** Another end than CR LF is marked (SET-FR-08). */
function withRightEnd(field: FieldSpan): FieldSpan {
  const isWrong = field.name === 'end' && !String(field.value).endsWith('CR LF');
  return isWrong ? { ...field, meaning: 'should be CR LF' } : field;
}

class SetLineDecoder implements Decoder<SetLine> {
  constructor(private readonly lines: Decoder<ConsoleLine>) {}

  get pending(): number {
    return this.lines.pending;
  }

  deadline(): Micros | undefined {
    return this.lines.deadline();
  }

  push(bytes: Uint8Array, at: Micros): readonly FrameEvent<SetLine>[] {
    return this.lines.push(bytes, at).map(withReport);
  }

  tick(now: Micros): readonly FrameEvent<SetLine>[] {
    return this.lines.tick(now).map(withReport);
  }
}

function withReport(event: FrameEvent<ConsoleLine>): FrameEvent<SetLine> {
  const { raw, first, last } = event;
  if (event.kind !== 'frame') return { kind: event.kind, raw, first, last, error: event.error };
  const { text, end } = event.value;
  return { kind: 'frame', raw, first, last, value: { text, end, type: 'line', report: readReport(text) } };
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
