/** The names of the bytes between two Durak boards, for dissectors. Both directions are the same. */
import type { Dissection, Grammar, Names, Piece } from '../../../api/index';
import { BYTE_NAMES, faultWords } from './faults';
import { STRANGE } from './fields';
import {
  colorOf,
  DECK_SIZE,
  EOT,
  ETX,
  GS,
  LF,
  LINE_MAX,
  meaningOf,
  RECORD_FIELDS,
  RS,
  SYN,
  TRUMP,
  TYPE_DECK,
  TYPE_HELLO,
  US,
} from './packet';

/** A line is dropped after this time (DRK-LK-11). */
const LINE_MS = 3000;

type BytePiece = Extract<Piece, { kind: 'byte' }>;

/** `why`: the reason to refuse a line with another byte there. */
function control(name: string, byte: number, meaning: string, why = ''): BytePiece {
  const bad = { means: meaning, why };
  return {
    kind: 'byte',
    name,
    names: [[byte, meaning]],
    only: [byte],
    bad,
    optional: true,
  };
}

const LAST = 'ends the line';
const TYPES: Names = [
  [TYPE_DECK, 'deck'],
  [TYPE_HELLO, 'hello'],
];

const RECORDS: Piece = {
  kind: 'records',
  name: 'record',
  when: { name: 'type', is: TYPE_DECK },
  first: RS,
  between: US,
  ends: [RS, ETX, LF, SYN],
  last: ETX,
  count: DECK_SIZE,
  fields: RECORD_FIELDS.map(({ name, min, max }) => ({
    name,
    min,
    max,
    names: Array.from({ length: max - min + 1 }, (_, i) => min + i).map(
      (value) => [value, meaningOf(name, value) ?? ''] as const,
    ),
  })),
  label: { fields: ['card', 'suit'], joiner: ' of ' },
  constraints: [
    {
      kind: 'dependent',
      field: 'color',
      on: 'suit',
      values: [0, 1, 2, 3].map(colorOf),
      refused: faultWords.color('%r', '%d', '%s', '%E'),
    },
    { kind: 'unique', refused: faultWords.twice('%r', '%c') },
    { kind: 'once', field: 'property', value: TRUMP, refused: faultWords.trumps('%r', '%c') },
  ],
  strange: { ...STRANGE, label: STRANGE.card },
  words: {
    none: faultWords.noRecord('%N'),
    end: faultWords.missingEtx,
    few: faultWords.few('%r'),
    many: faultWords.many,
    fields: faultWords.fields('%r', '%d'),
    range: faultWords.range('%f', '%r', '%t'),
    integer: faultWords.integer('%f', '%r', '%t'),
  },
};

const ACK: readonly Piece[] = [
  { ...control('EOT', EOT, 'acknowledgement'), titled: true },
  control('LF', LF, LAST, faultWords.noAck('%N')),
];

const PACKET: readonly Piece[] = [
  { ...control('SYN', SYN, 'starts a packet'), titled: [[SYN, 'packet']] },
  {
    kind: 'byte',
    name: 'type',
    names: TYPES,
    only: [TYPE_DECK, TYPE_HELLO],
    bad: { means: STRANGE.type, why: faultWords.type('%N') },
    titled: true,
  },
  control('GS', GS, 'ends the type', faultWords.missingGs('%N')),
  RECORDS,
  control('ETX', ETX, 'ends the data', faultWords.helloData('%N')),
  control('LF', LF, LAST, faultWords.trailing('%N')),
];

const LINE: Grammar = {
  frame: [{ kind: 'next', cases: [[[EOT], ACK]], other: PACKET }],
  lines: {
    start: SYN,
    between: EOT,
    end: LF,
    last: { name: 'LF', meaning: LAST },
    rest: { name: 'rest', meaning: STRANGE.rest, garbage: STRANGE.garbage },
    longest: LINE_MAX,
    names: [...BYTE_NAMES],
    garbage: faultWords.garbage('%d'),
    interrupted: faultWords.interrupted('%d'),
    tooLong: faultWords.tooLong,
    unfinished: faultWords.unfinished('%d'),
  },
};

export function durakDissection(): Dissection {
  return {
    id: 'durak',
    title: 'Durak',
    links: [{ name: 'main', idleMs: LINE_MS, tx: LINE, rx: LINE }],
  };
}
