/** The names of what travels on a GM67 scanner's line, for dissectors: SSI frames, and codes of raw mode between them. */
import {
  namesOf,
  range,
  type Dissection,
  type ExpectedCode,
  type Grammar,
  type Names,
  type Piece,
} from '../dissection/dissection';
import { causeName, FIELD_WORDS, opcodeName, statusName } from './fields';
import {
  hex,
  isNumberPrefix,
  LONG,
  LONGEST_FRAME,
  LONGEST_SHORT_FRAME,
  LONGEST_SHORT_PAYLOAD,
  OPCODE,
  SOURCE,
  STATUS as STATUS_BIT,
  symbologyOf,
  WAKE_SILENCE,
} from './message';
import { PARAMETER, parameterName, TERMINATORS, valueName } from './parameters';
import { checksumWords, DISCARDED, lengthWords, replyWords, truncatedWords, UNTOLD } from './fault';
import { ETX, STX } from './raw-mode';
import { ANY_LEN, BARE_LEN, HOST_LEN, SCANNER_LEN, type LenRange } from './shape';

type NumberPiece = Extract<Piece, { kind: 'number' }>;

function byte(name: string, more: Partial<NumberPiece> = {}): NumberPiece {
  return { kind: 'number', name, length: 1, base: 'hex', ...more };
}

const OPCODES: Names = namesOf(256, opcodeName);
const SOURCES: Names = [
  [SOURCE.scanner, 'scanner'],
  [SOURCE.host, 'host'],
];
const SHORT_NUMBERS = range(0, 255).filter((one) => !isNumberPrefix(one));
const LONG_NUMBERS = range(0xf200, 0xf3ff);

const PREFIXES = [0xf2, 0xf3];

const LEN = byte('LEN', {
  base: 'dec',
  only: range(4, 254),
  bad: { means: '', why: lengthWords.range('%X') },
});
const NO_LONG = { means: '', why: lengthWords.long('%H') };
/** LEN and the checksum. */
const TOTAL: Piece = { kind: 'total', bytes: LONG.checksum, count: 'LEN', each: 1 };
const SUM: Piece = {
  kind: 'checksum',
  name: 'CHECKSUM',
  by: 'sum',
  refused: checksumWords('%o', '%X', '%E'),
};
const STATUS = byte('STATUS', { names: namesOf(256, statusName) });
const CAUSE = byte('cause', { names: namesOf(256, causeName), titled: true });
const CODE_TYPE = byte('code type', {
  names: namesOf(256, symbologyOf),
  otherwise: 'unknown type',
  titled: true,
});

function number(numbers: readonly number[], length: 1 | 2): Piece {
  const names = numbers
    .map((one) => [one, parameterName(one)] as const)
    .filter(([, meaning]) => meaning !== parameterName(-1));
  const otherwise = parameterName(-1);
  return byte('number', { length, names, otherwise, half: FIELD_WORDS.half, titled: true });
}

/** LEN is one of these, or no frame begins so. */
function fits(about: string, [least, most]: LenRange): Piece {
  const why = lengthWords.unfit('%{LEN}', about);
  return { kind: 'switch', on: 'LEN', cases: [[range(least, most), []]], why };
}

/** A number and what stands behind it, by LEN in a frame of one byte and of two. */
function numbered(
  opcode: number,
  [short, long]: LenRange,
  behind: (numbers: readonly number[]) => readonly Piece[],
): Piece {
  const about = lengthWords.numbered(hex(opcode), '%N');
  const of = (numbers: readonly number[], length: 1 | 2): readonly Piece[] => {
    const len = length === 2 ? long : short;
    return [fits(about, [len, len]), TOTAL, number(numbers, length), ...behind(numbers)];
  };
  return { kind: 'next', cases: [[PREFIXES, of(LONG_NUMBERS, 2)]], other: of(SHORT_NUMBERS, 1) };
}

/** The value of a parameter, which means something else of each. */
function valued(numbers: readonly number[]): Piece {
  const cases = numbers.flatMap((one) => {
    const names = namesOf(256, (value) => valueName(one, value));
    return names.length === 0 ? [] : [[[one], [byte('value', { names })]] as const];
  });
  return { kind: 'switch', on: 'number', cases, other: [byte('value')] };
}

const READ_ABOUT = lengthWords.numbered(hex(OPCODE.read), '%N');

/** A frame by its opcode, behind LEN: what LEN it may have, SOURCE, STATUS, DATA and CHECKSUM. */
function byOpcode(
  source: Piece,
  lengths: ReadonlyMap<number, LenRange>,
  data: Readonly<Record<number, readonly Piece[]>>,
  other: readonly Piece[],
): readonly Piece[] {
  const numbered = Object.entries(data).filter(([, pieces]) => pieces.some(({ kind }) => kind === 'next'));
  const later = numbered.map(([opcode]) => Number(opcode));
  const counted = [...lengths].map(([opcode, range]) => {
    const len = fits(lengthWords.opcode(hex(opcode)), range);
    return [[opcode], later.includes(opcode) ? [len] : [len, TOTAL]] as const;
  });
  const shown = Object.entries(data).map(([opcode, pieces]) => [[Number(opcode)], pieces] as const);
  const untold = later.filter((opcode) => !lengths.has(opcode)).map((opcode) => [[opcode], []] as const);
  return [
    byte('OPCODE', { names: OPCODES, titled: true }),
    { kind: 'switch', on: 'OPCODE', cases: [...counted, ...untold], other: [...other, TOTAL] },
    source,
    STATUS,
    { kind: 'switch', on: 'OPCODE', cases: shown, other: [REST] },
    SUM,
  ];
}

/** The pieces of a frame whose opcode has no data. */
const REST = { kind: 'bytes', name: 'DATA', count: 'LEN', less: 4 } as const;

function writes(opcode: number, lengths: LenRange): Piece {
  return numbered(opcode, lengths, (numbers) => [valued(numbers)]);
}

const SILENCE = { silence: truncatedWords('%n', '%t'), untold: UNTOLD } as const;
const DROPPED = { name: 'dropped', meaning: FIELD_WORDS.dropped, more: DISCARDED, whole: true } as const;
const WRITE_LEN: LenRange = [7, 8];
const PREFIX = byte('prefix');

/** A lone 00 wakes the scanner; whether one is alone shows only later. */
const COMMAND: Grammar = {
  ...SILENCE,
  frame: [
    { kind: 'next', cases: [[[LONG.firstByte], [{ ...LEN, bad: NO_LONG }]]], other: [LEN] },
    ...byOpcode(
      byte('SOURCE', { names: SOURCES, otherwise: 'unknown source' }),
      HOST_LEN,
      {
        [OPCODE.parameter]: [PREFIX, writes(OPCODE.parameter, WRITE_LEN)],
        [OPCODE.read]: [numbered(OPCODE.read, [5, 6], () => [])],
        [OPCODE.beep]: [byte('pattern')],
        [OPCODE.ledOn]: [byte('LED')],
        [OPCODE.ledOff]: [byte('LED')],
        [OPCODE.nak]: [{ kind: 'switch', on: 'LEN', cases: [[[4], []]], other: [CAUSE] }],
      },
      [fits(lengthWords.opcode('%{OPCODE}'), BARE_LEN)],
    ),
  ],
  dropped: { ...DROPPED, longest: LONGEST_SHORT_FRAME },
  wake: { byte: 0, ms: WAKE_SILENCE / 1000, name: 'wake', means: FIELD_WORDS.wake },
};

const LONG_OPCODE = { names: OPCODES, only: [OPCODE.longData], bad: NO_LONG };
const SCANNER = byte('SOURCE', {
  names: SOURCES,
  otherwise: 'unknown source',
  only: [SOURCE.scanner],
  refused: replyWords.source('%o', '%X'),
});

const LONG_FRAME: readonly Piece[] = [
  byte('long mark'),
  byte('OPCODE', { ...LONG_OPCODE, titled: true }),
  byte('hhll', { length: 2, base: 'dec', least: LONG.header + 1, bad: NO_LONG }),
  byte('OPCODE', LONG_OPCODE),
  { kind: 'total', bytes: LONG.checksum, count: 'hhll', each: 1 },
  SCANNER,
  STATUS,
  CODE_TYPE,
  {
    kind: 'bytes',
    name: 'payload',
    count: 'hhll',
    less: LONG.header + 1,
    short: { most: LONGEST_SHORT_PAYLOAD, refused: replyWords.form('%d') },
  },
  SUM,
];

/** A host's frame, from the scanner: by its LEN it is told from none. */
const NO_READ: Piece = {
  kind: 'next',
  cases: [
    [
      PREFIXES,
      [fits(READ_ABOUT, [ANY_LEN[1], ANY_LEN[1]]), TOTAL, number(LONG_NUMBERS, 2), { ...REST, less: 6 }],
    ],
  ],
  other: [fits(READ_ABOUT, [ANY_LEN[0], ANY_LEN[0]]), TOTAL],
};

/** A code that was shown, in raw mode: between STX and ETX where they are on, and its terminator. */
const CODE: ExpectedCode = {
  before: [
    { setting: PARAMETER.packet, usual: 0, values: [[0, []]] },
    {
      setting: PARAMETER.stxEtx,
      usual: 0,
      values: range(0, 3).map((value) => [value, value & 1 ? [STX] : []]),
    },
  ],
  behind: [
    {
      setting: PARAMETER.stxEtx,
      usual: 0,
      values: range(0, 3).map((value) => [value, value & 2 ? [ETX] : []]),
    },
    { setting: PARAMETER.terminator, usual: 2, values: TERMINATORS.map((bytes, value) => [value, bytes]) },
  ],
  setting: 'number',
  value: 'value',
  on: 'OPCODE',
  taken: [OPCODE.ack],
  denied: [OPCODE.nak],
  back: [OPCODE.defaults],
  reset: [OPCODE.reset],
  kept: { name: 'STATUS', bit: STATUS_BIT.permanent },
};

const REPLY: Grammar = {
  ...SILENCE,
  frame: [
    {
      kind: 'next',
      cases: [[[LONG.firstByte], LONG_FRAME]],
      other: [
        LEN,
        ...byOpcode(
          SCANNER,
          SCANNER_LEN,
          {
            [OPCODE.nak]: [CAUSE],
            [OPCODE.parameter]: [PREFIX, writes(OPCODE.parameter, WRITE_LEN)],
            [OPCODE.read]: [{ kind: 'none', refused: replyWords.opcode('%{OPCODE}') }, NO_READ],
            [OPCODE.revisionReply]: [
              { kind: 'bytes', name: 'text', count: 'LEN', less: 4, ascii: replyWords.text('%o', '%X') },
            ],
            [OPCODE.data]: [CODE_TYPE, { kind: 'bytes', name: 'payload', count: 'LEN', less: 5 }],
          },
          [{ kind: 'none', refused: replyWords.opcode('%{OPCODE}') }],
        ),
      ],
    },
  ],
  dropped: { ...DROPPED, longest: LONGEST_FRAME },
  loose: { name: 'raw code', end: 0x0d, due: CODE },
};

export function gm67Dissection(options: { readonly interByteMs: number }): Dissection {
  return {
    id: 'gm67',
    title: 'GM67 scanner',
    links: [{ name: 'main', idleMs: options.interByteMs, tx: COMMAND, rx: REPLY }],
  };
}
