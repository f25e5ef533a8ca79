/**
 * The messages of host and board: their wires, and their text for a person. Source: STM page, tables.
 */
import {
  bool,
  constant,
  enumOf,
  list,
  listed,
  struct,
  u8,
  wire,
  xor8,
  type Messages,
  type Wire,
} from '../../api/index';

/** Command bytes. The Error's is a parameter, and this its default. */
export const CMD = { start: 1, reset: 2, shuffle: 3, select: 4, match: 5, setState: 6, error: 0xee } as const;

/** The first DATA byte: it says what follows. */
export const DESCRIPTOR = { none: 0xff, false: 0, true: 1, payload: 0x0a } as const;

/** Codes of the Error frame. */
export const ERROR = {
  badCrc: 1,
  unknownCommand: 2,
  badData: 3,
  truncated: 4,
  shuffleBlocked: 5,
  noGame: 6,
} as const;

export type ErrorCode = (typeof ERROR)[keyof typeof ERROR];

const ERROR_CODES = [1, 2, 3, 4, 5, 6] as const satisfies readonly ErrorCode[];

/** In Set State's answer. */
export type State = 'playing' | 'won' | 'over';

/** Highest values of a tile's bytes and of a Shuffle's count (lowest: 0, and 1 for the count). */
export const LIMIT = { x: 63, y: 31, z: 7, kind: 41, count: 144 } as const;

/** A tile at its place, in half-tile units: x 0..63, y 0..31, z 0..7, kind 0..41. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly kind: number;
}

const HONOURS = ['East wind', 'South wind', 'West wind', 'North wind', 'Red', 'Green', 'White'];

/** `5 of bamboos`, `East wind`, `flower 1`. */
function kindName(kind: number): string {
  const suit = ['characters', 'bamboos', 'circles'][Math.floor(kind / 9)];
  if (suit !== undefined) return `${(kind % 9) + 1} of ${suit}`;
  const honour = HONOURS[kind - 27];
  if (honour !== undefined) return honour.includes(' ') ? honour : `${honour} dragon`;
  return kind < 38 ? `flower ${kind - 33}` : `season ${kind - 37}`;
}

const KIND_NAMES = Object.fromEntries(
  Array.from({ length: LIMIT.kind + 1 }, (_, kind) => [kind, kindName(kind)]),
);
const ERROR_NAMES = [
  'bad CRC',
  'unknown command',
  'bad data',
  'truncated frame',
  'shuffle blocked',
  'no game',
];
const DESCRIPTOR_NAMES = { 0: 'FALSE', 1: 'TRUE', [0x0a]: 'payload', [0xff]: 'command only' };
const COMMAND_NAMES = { 1: 'Start', 2: 'Reset', 3: 'Shuffle', 4: 'Select', 5: 'Match', 6: 'Set State' };

const CRC = xor8();

const TILE = {
  x: u8({ max: LIMIT.x }),
  y: u8({ max: LIMIT.y }),
  z: u8({ max: LIMIT.z }),
  kind: u8({ max: LIMIT.kind, names: KIND_NAMES }),
};

const { none, payload } = DESCRIPTOR;
const bare = { descriptor: descriptor(none) };
const oneTile = {
  descriptor: descriptor(payload),
  tile: struct(TILE),
  open: bool(u8({ base: 'hex', names: { 0: 'closed', 1: 'open' } })),
};
const COUNT = u8({ min: 1, max: LIMIT.count });

function descriptor(value: number) {
  return constant(u8({ names: DESCRIPTOR_NAMES }), value);
}

/** Host to board. The board's Error command is unknown here, whatever its value. */
export const requests = wire({
  tag: { CMD: u8({ base: 'hex', names: COMMAND_NAMES }) },
  forms: {
    start: [CMD.start, bare],
    reset: [CMD.reset, bare],
    shuffle: [
      CMD.shuffle,
      {
        descriptor: descriptor(payload),
        tiles: list(struct(TILE), { count: COUNT, unique: ['x', 'y', 'z'] }),
      },
    ],
    select: [CMD.select, oneTile],
    match: [CMD.match, oneTile],
    'set-state': [CMD.setState, bare],
  },
  sum: CRC,
});

/** Board to host. STM-GM-04 judges positions that a Shuffle's answer repeats. */
function answerWire(errorCmd: number) {
  const truth = { result: bool(u8({ base: 'hex', names: DESCRIPTOR_NAMES }), { strict: true }) };
  return wire({
    tag: { CMD: u8({ base: 'hex', names: { ...COMMAND_NAMES, [errorCmd]: 'Error' } }) },
    forms: {
      start: [CMD.start, bare],
      reset: [CMD.reset, bare],
      shuffle: [
        CMD.shuffle,
        { descriptor: descriptor(payload), tiles: list(struct(TILE), { count: COUNT }) },
      ],
      select: [CMD.select, truth],
      match: [CMD.match, truth],
      state: [
        CMD.setState,
        {
          descriptor: descriptor(payload),
          state: enumOf(u8({ names: { 0: 'playing', 1: 'won', 2: 'game over' } }), {
            playing: 0,
            won: 1,
            over: 2,
          }),
        },
      ],
      error: [
        errorCmd,
        {
          code: listed(
            u8({ names: Object.fromEntries(ERROR_NAMES.map((name, i) => [i + 1, name])) }),
            ERROR_CODES,
          ),
        },
      ],
    },
    sum: CRC,
  });
}

/** Host to board. `open` is the condition byte. */
export type Request = Messages<typeof requests>;

/** Board to host. */
export type Answer = Messages<ReturnType<typeof answerWire>>;

const answerWires = new Map<number, Wire<Answer>>();

/** Board to host, with this command byte of the Error frame: 0, or 7..255. */
export function answersUnder(errorCmd: number): Wire<Answer> {
  const known = answerWires.get(errorCmd) ?? answerWire(errorCmd);
  answerWires.set(errorCmd, known);
  return known;
}

/** A unique number, 0..16 383, for each position of x 0..63, y 0..31, z 0..7. */
export function positionOf({ x, y, z }: Omit<Tile, 'kind'>): number {
  return x | (y << 6) | (z << 11);
}

/** The request with a wrong CRC. */
export function spoilt(request: Request, mask?: number): Uint8Array {
  return requests.spoil(requests.encode(request), mask);
}

/** The request with this byte, and a right CRC. */
export function altered(request: Request, at: number, byte: number): Uint8Array {
  return requests.seal(requests.encode(request).with(at, byte));
}
