/** The dissection of the Set board's two lines. */
import { byteNames, lineFaults, LONGEST_LINE, type Grammar, type Piece } from '../../api/index';
import { byteMeaning, type CardEncoding } from './card';
import { CR, LF, linkFaults, PAYLOAD_WORDS } from './scanner-link';

export function scannerGrammar(encoding: CardEncoding, longest: number): Grammar {
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

export const lineGrammar: Grammar = {
  frame: [{ kind: 'line', text: 'text', end: 'end' }],
  closes: [CR, LF],
  longest: { bytes: LONGEST_LINE, first: tooLong(LONGEST_LINE), more: discarded, last: discarded },
};
