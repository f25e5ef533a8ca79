/** The names of the bytes between two Durak boards, for dissectors. Both directions are the same. */
import type { Dissection, Grammar, Piece } from '../../../api/index';
import { BYTE_NAMES, CONTROLS, faultWords, STRANGE } from './line';
import {
  colorOf,
  DECK_SIZE,
  EOT,
  ETX,
  LF,
  LINE_MAX,
  RECORD_FIELDS,
  RS,
  SYN,
  TRUMP,
  TYPE_DECK,
  TYPE_HELLO,
  US,
} from './packet';
import { LINE_TIMEOUT } from './wire';

type BytePiece = Extract<Piece, { kind: 'byte' }>;

/** `why`: the reason to refuse a line with another byte there. */
function control(name: keyof typeof CONTROLS, why = ''): BytePiece {
  const { byte, meaning } = CONTROLS[name];
  const bad = { means: meaning, why };
  return { kind: 'byte', name, names: [[byte, meaning]], only: [byte], bad, optional: true };
}

const RECORDS: Piece = {
  kind: 'records',
  name: 'record',
  when: { name: 'type', is: TYPE_DECK },
  first: RS,
  between: US,
  ends: [RS, ETX, LF, SYN],
  last: ETX,
  count: DECK_SIZE,
  fields: RECORD_FIELDS.map(({ name, min, max, meanings }) => ({
    name,
    min,
    max,
    names: meanings.map((meaning, i) => [min + i, meaning] as const),
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

const ACK: readonly Piece[] = [{ ...control('EOT'), titled: true }, control('LF', faultWords.noAck('%N'))];

const PACKET: readonly Piece[] = [
  { ...control('SYN'), titled: [[SYN, 'packet']] },
  {
    kind: 'byte',
    name: 'type',
    names: [
      [TYPE_DECK, 'deck'],
      [TYPE_HELLO, 'hello'],
    ],
    only: [TYPE_DECK, TYPE_HELLO],
    bad: { means: STRANGE.type, why: faultWords.type('%N') },
    titled: true,
  },
  control('GS', faultWords.missingGs('%N')),
  RECORDS,
  control('ETX', faultWords.helloData('%N')),
  control('LF', faultWords.trailing('%N')),
];

const LINE: Grammar = {
  frame: [{ kind: 'next', cases: [[[EOT], ACK]], other: PACKET }],
  lines: {
    start: SYN,
    between: EOT,
    end: LF,
    last: { name: 'LF', meaning: CONTROLS.LF.meaning },
    rest: { name: 'rest', meaning: STRANGE.rest, garbage: STRANGE.garbage },
    longest: LINE_MAX,
    names: BYTE_NAMES,
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
    links: [{ name: 'main', idleMs: LINE_TIMEOUT / 1000, tx: LINE, rx: LINE }],
  };
}
