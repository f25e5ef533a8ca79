/** The names of what travels on a GM67 scanner's line, for dissectors: SSI frames, and codes of raw mode between them. */
import { namesOf, range, type Dissection, type Grammar, type Names, type Piece } from '../dissection';
import { causeName, opcodeName, statusName } from './fields';
import { isNumberPrefix, LONG, OPCODE, SOURCE, symbologyOf } from './message';
import { parameterName, valueName } from './parameters';
import { checksumWords } from './fault';

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

const LEN = byte('LEN', { base: 'dec' });
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

function numbered(name: string, numbers: readonly number[], length: 1 | 2): NumberPiece {
  const names = numbers
    .map((number) => [number, parameterName(number)] as const)
    .filter(([, meaning]) => meaning !== parameterName(-1));
  return byte(name, { length, names, only: numbers, otherwise: parameterName(-1), titled: true });
}

const SHORT_NUMBER = numbered('number', SHORT_NUMBERS, 1);
const LONG_NUMBER = numbered('long number', LONG_NUMBERS, 2);

function byLength(...cases: readonly (readonly [number, readonly Piece[]])[]): Piece {
  return { kind: 'switch', on: 'LEN', cases: cases.map(([len, pieces]) => [[len], pieces] as const) };
}

/** The value of a parameter, which means something else of each. */
function valued(on: string, numbers: readonly number[]): Piece {
  const cases = numbers.flatMap((number) => {
    const names = namesOf(256, (value) => valueName(number, value));
    return names.length === 0 ? [] : [[[number], [byte('value', { names })]] as const];
  });
  return { kind: 'switch', on, cases, other: [byte('value')] };
}

const WRITE = byLength(
  [7, [byte('prefix'), SHORT_NUMBER, valued('number', SHORT_NUMBERS)]],
  [8, [byte('prefix'), LONG_NUMBER, valued('long number', LONG_NUMBERS)]],
);

const HOST_DATA: Piece = {
  kind: 'switch',
  on: 'OPCODE',
  cases: [
    [[OPCODE.parameter], [WRITE]],
    [[OPCODE.read], [byLength([5, [SHORT_NUMBER]], [6, [LONG_NUMBER]])]],
    [[OPCODE.beep], [byLength([5, [byte('pattern')]])]],
    [[OPCODE.ledOn, OPCODE.ledOff], [byLength([5, [byte('LED')]])]],
    [[OPCODE.nak], [byLength([4, []], [5, [CAUSE]])]],
  ],
  other: [byLength([4, []])],
};

const BEHIND_LEN: readonly Piece[] = [
  byte('OPCODE', { names: OPCODES, titled: true }),
  byte('SOURCE', { names: SOURCES, otherwise: 'unknown source' }),
  STATUS,
  HOST_DATA,
  SUM,
];

/** A lone 00 wakes the scanner; whether one is alone shows only later. */
const COMMAND: Grammar = {
  frame: [
    { ...LEN, names: [[0, 'wake']], only: [0, ...range(4, 254)] },
    { kind: 'switch', on: 'LEN', cases: [[[0], []]], other: BEHIND_LEN },
  ],
  resync: 'idle',
};

const LONG_FRAME: readonly Piece[] = [
  byte('OPCODE', { names: OPCODES, only: [OPCODE.longData], titled: true }),
  byte('hhll', { length: 2, base: 'dec' }),
  byte('OPCODE', { names: OPCODES, only: [OPCODE.longData] }),
  byte('SOURCE', { names: SOURCES, only: [SOURCE.scanner] }),
  STATUS,
  CODE_TYPE,
  { kind: 'bytes', name: 'payload', count: 'hhll', less: LONG.header + 1 },
  SUM,
];

/** What only the host sends is no scanner's opcode: bytes like those are a code. */
const SCANNER_OPCODES = [OPCODE.ack, OPCODE.nak, OPCODE.parameter, OPCODE.revisionReply, OPCODE.data];

const SHORT_FRAME: readonly Piece[] = [
  byte('OPCODE', { names: OPCODES, only: SCANNER_OPCODES, titled: true }),
  byte('SOURCE', { names: SOURCES, only: [SOURCE.scanner] }),
  STATUS,
  {
    kind: 'switch',
    on: 'OPCODE',
    cases: [
      [[OPCODE.ack], [byLength([4, []])]],
      [[OPCODE.nak], [byLength([5, [CAUSE]])]],
      [[OPCODE.parameter], [WRITE]],
      [[OPCODE.revisionReply], [{ kind: 'bytes', name: 'text', count: 'LEN', less: 4, text: true }]],
      [[OPCODE.data], [CODE_TYPE, { kind: 'bytes', name: 'payload', count: 'LEN', less: 5 }]],
    ],
  },
  SUM,
];

const REPLY: Grammar = {
  frame: [
    { ...LEN, only: [...range(4, 254), LONG.mark] },
    { kind: 'switch', on: 'LEN', cases: [[[LONG.mark], LONG_FRAME]], other: SHORT_FRAME },
  ],
  resync: { after: [0x0d], before: [] },
  loose: 'raw code',
};

export function gm67Dissection(options: { readonly interByteMs: number }): Dissection {
  return {
    id: 'gm67',
    title: 'GM67 scanner',
    links: [{ name: 'main', idleMs: options.interByteMs, tx: COMMAND, rx: REPLY }],
  };
}
