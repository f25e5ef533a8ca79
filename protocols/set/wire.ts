/** The two links of the board: frames of the scanner, and lines of the console. */
import {
  consoleLines,
  millis,
  type LinkSide,
  type FieldSpan,
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
import type { SetValues } from './parameters';
import type { SetLine } from './state';

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
