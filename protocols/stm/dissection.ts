/** The names of what travels on the STM board's line, for dissectors: the forms of shape.ts. */
import {
  namesOf,
  range,
  type Dissection,
  type Grammar,
  type Names,
  type Piece,
} from '../dissection/dissection';
import {
  allowed,
  crcWords,
  DISCARDED,
  headWords,
  hex,
  RANGE,
  rangeWords,
  TILE_BYTES,
  truncatedWords,
  twiceWords,
  UNTOLD,
} from './fault';
import { commandName, descriptorName, UP_TO_GAP, UNFIT } from './fields';
import { CMD, errorName, ERROR_CODES, kindName, LIMIT, LONGEST_FRAME, stateName, STATES } from './message';
import { answerShape, REQUEST_SHAPE, type Shape } from './shape';

const COMMANDS: Names = namesOf(256, commandName);
const DESCRIPTORS: Names = namesOf(256, descriptorName);
const CONDITIONS: Names = [
  [0, 'closed'],
  [1, 'open'],
];

function byte(name: string, more: Partial<Extract<Piece, { kind: 'number' }>> = {}): Piece {
  return { kind: 'number', name, length: 1, base: 'dec', ...more };
}

/** A byte of whose values only some make a frame. */
function ranged(
  [name, right]: readonly [name: string, range: string],
  only: readonly number[],
  more: Partial<Extract<Piece, { kind: 'number' }>>,
): Piece {
  return byte(name, { only, refused: rangeWords(`${name}%g`, '%o', '%d', right), ...more });
}

const CRC: Piece = { kind: 'checksum', name: 'CRC', by: 'xor', refused: crcWords('%o', '%X', '%E') };
const KINDS: Names = namesOf(LIMIT.kind + 1, kindName);
const [X, Y, Z, KIND] = TILE_BYTES;

function tile(titled: Partial<Extract<Piece, { kind: 'number' }>> = {}): readonly Piece[] {
  const places = [X, Y, Z].map(([name, right, limit]) => ranged([name, right], range(0, limit), {}));
  const kind = { names: KINDS, otherwise: kindName(-1), ...titled };
  return [...places, ranged([KIND[0], KIND[1]], range(0, KIND[2]), kind)];
}

/** The bytes behind CMD, and CRC, of a frame of one length. */
function behind(shape: Shape, cmd: number, pieces: readonly Piece[] = []): readonly Piece[] {
  return [...descriptor(shape, cmd), { kind: 'total', bytes: pieces.length + 3 }, ...pieces, CRC];
}

function descriptor(shape: Shape, cmd: number, titled: { titled?: true } = {}): readonly Piece[] {
  const row = (shape.rows[cmd] ?? 0) * 256;
  const why = headWords.descriptor(hex(cmd), '%X', allowed(shape.lengths, row));
  return [
    byte('descriptor', {
      base: 'hex',
      names: DESCRIPTORS,
      only: range(0, 255).filter((one) => shape.lengths[row + one] !== 0),
      bad: { means: UNFIT.descriptor, why },
      ...titled,
    }),
  ];
}

/** `twice`: a position may not be named again. */
function shuffle(shape: Shape, twice: boolean): readonly Piece[] {
  const refused = twiceWords('%g', '%o', '%d');
  return [
    ...descriptor(shape, CMD.shuffle),
    byte('count', {
      only: range(1, LIMIT.count),
      titled: true,
      bad: { means: UNFIT.count, why: headWords.count('%d') },
    }),
    { kind: 'total', bytes: 4, count: 'count', each: 4 },
    {
      kind: 'times',
      name: 'tile',
      count: 'count',
      of: tile(),
      ...(twice ? { twice: { first: 3, refused } } : {}),
    },
    CRC,
  ];
}

const CONDITION = ranged(RANGE.condition, [0, 1], {
  base: 'hex',
  names: CONDITIONS,
  otherwise: 'no condition',
  titled: true,
});
const PLAY: readonly Piece[] = [...tile({ titled: true }), CONDITION];

function direction(
  shape: Shape,
  error: Names,
  cases: readonly (readonly [readonly number[], readonly Piece[]])[],
): Grammar {
  const why = headWords.command('%X', allowed(shape.rows, 0));
  return {
    frame: [
      byte('CMD', {
        base: 'hex',
        names: [...COMMANDS, ...error],
        only: cases.flatMap(([commands]) => commands),
        bad: { means: UNFIT.command, why },
        titled: true,
      }),
      { kind: 'switch', on: 'CMD', cases },
    ],
    silence: truncatedWords('%n', '%t'),
    untold: UNTOLD,
    dropped: { name: 'discarded', meaning: UP_TO_GAP, longest: LONGEST_FRAME, more: DISCARDED },
  };
}

const REQUEST: Grammar = direction(
  REQUEST_SHAPE,
  [],
  [
    ...[CMD.start, CMD.reset, CMD.setState].map((cmd) => [[cmd], behind(REQUEST_SHAPE, cmd)] as const),
    [[CMD.shuffle], shuffle(REQUEST_SHAPE, true)],
    ...[CMD.select, CMD.match].map((cmd) => [[cmd], behind(REQUEST_SHAPE, cmd, PLAY)] as const),
  ],
);

function answer(errorCmd: number): Grammar {
  const shape = answerShape(errorCmd);
  const state = ranged(RANGE.state, range(0, STATES.length - 1), {
    base: 'hex',
    names: namesOf(STATES.length, stateName),
    otherwise: stateName(-1),
    titled: true,
  });
  const code = byte('code', {
    base: 'hex',
    names: ERROR_CODES.map((one) => [one, errorName(one)] as const),
    only: ERROR_CODES,
    refused: rangeWords(RANGE.code[0], '%o', '%d', RANGE.code[1]),
    otherwise: errorName(0),
    titled: true,
  });
  const truth = (cmd: number) => [...descriptor(shape, cmd, { titled: true }), TOTAL, CRC];
  return direction(
    shape,
    [[errorCmd, 'Error']],
    [
      ...[CMD.start, CMD.reset].map((cmd) => [[cmd], behind(shape, cmd)] as const),
      [[CMD.shuffle], shuffle(shape, false)],
      ...[CMD.select, CMD.match].map((cmd) => [[cmd], truth(cmd)] as const),
      [[CMD.setState], behind(shape, CMD.setState, [state])],
      [[errorCmd], [code, TOTAL, CRC]],
    ],
  );
}

/** Of a frame of CMD, one byte, and CRC. */
const TOTAL: Piece = { kind: 'total', bytes: 3 };

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
