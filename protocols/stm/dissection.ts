/** The names of what travels on the STM board's line, for dissectors: the forms of shape.ts. */
import { namesOf, range, type Dissection, type Grammar, type Names, type Piece } from '../dissection';
import { crcWords } from './fault';
import { commandName, descriptorName } from './fields';
import { CMD, DESCRIPTOR, errorName, ERROR_CODES, kindName, LIMIT, stateName, STATES } from './message';

const COMMANDS: Names = namesOf(256, commandName);
const DESCRIPTORS: Names = namesOf(256, descriptorName);
const CONDITIONS: Names = [
  [0, 'closed'],
  [1, 'open'],
];

function byte(name: string, more: Partial<Extract<Piece, { kind: 'number' }>> = {}): Piece {
  return { kind: 'number', name, length: 1, base: 'dec', ...more };
}

const CRC: Piece = { kind: 'checksum', name: 'CRC', by: 'xor', refused: crcWords('%o', '%X', '%E') };
const KINDS: Names = namesOf(LIMIT.kind + 1, kindName);
const TILE: readonly Piece[] = [byte('x'), byte('y'), byte('z'), byte('kind', { names: KINDS })];

function descriptor(...only: readonly number[]): Piece {
  return byte('descriptor', { base: 'hex', names: DESCRIPTORS, only });
}

const BARE: readonly Piece[] = [descriptor(DESCRIPTOR.none), CRC];
const SHUFFLE: readonly Piece[] = [
  descriptor(DESCRIPTOR.payload),
  byte('count', { only: range(1, LIMIT.count), titled: true }),
  { kind: 'times', name: 'tile', count: 'count', of: TILE },
  CRC,
];
const PLAY: readonly Piece[] = [
  descriptor(DESCRIPTOR.payload),
  byte('x'),
  byte('y'),
  byte('z'),
  byte('kind', { names: KINDS, titled: true }),
  byte('condition', { base: 'hex', names: CONDITIONS, titled: true }),
  CRC,
];
const TRUTH: readonly Piece[] = [
  byte('descriptor', {
    base: 'hex',
    names: DESCRIPTORS,
    only: [DESCRIPTOR.false, DESCRIPTOR.true],
    titled: true,
  }),
  CRC,
];

const REQUEST: Grammar = {
  frame: [
    byte('CMD', { base: 'hex', names: COMMANDS, titled: true }),
    {
      kind: 'switch',
      on: 'CMD',
      cases: [
        [[CMD.start, CMD.reset, CMD.setState], BARE],
        [[CMD.shuffle], SHUFFLE],
        [[CMD.select, CMD.match], PLAY],
      ],
    },
  ],
  resync: 'idle',
};

function answer(errorCmd: number): Grammar {
  const state = byte('state', { base: 'hex', names: namesOf(STATES.length, stateName), titled: true });
  const codes = ERROR_CODES.map((one) => [one, errorName(one)] as const);
  const code = byte('code', { base: 'hex', names: codes, titled: true });
  return {
    frame: [
      byte('CMD', { base: 'hex', names: [...COMMANDS, [errorCmd, 'Error']], titled: true }),
      {
        kind: 'switch',
        on: 'CMD',
        cases: [
          [[CMD.start, CMD.reset], BARE],
          [[CMD.shuffle], SHUFFLE],
          [[CMD.select, CMD.match], TRUTH],
          [[CMD.setState], [descriptor(DESCRIPTOR.payload), state, CRC]],
          [[errorCmd], [code, CRC]],
        ],
      },
    ],
    resync: 'idle',
  };
}

export function stmDissection(options: {
  readonly errorCmd: number;
  readonly idleGapMs: number;
}): Dissection {
  return {
    id: 'stm',
    title: 'STM mahjong solitaire',
    links: [{ name: 'main', idleMs: options.idleGapMs, tx: REQUEST, rx: answer(options.errorCmd) }],
  };
}
