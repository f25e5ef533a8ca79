/**
 * The messages of host and board: their wires, and their text for a person. Source: STM page, tables.
 */
import { millis, type Micros } from '../time';
import { bool, enumOf, listed } from '../wire/enum-field';
import { constant, list, struct, u8 } from '../wire/field';
import { sumOf, xor8 } from '../wire/sums';
import { wire, type Messages } from '../wire/wire';

/** Command bytes, except the Error's, which is a parameter ({@link StmOptions.errorCmd}). */
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

/** The listed Error codes, ascending: code n stands at n - 1. */
const ERROR_CODES = [1, 2, 3, 4, 5, 6] as const satisfies readonly ErrorCode[];

/** The states in Set State's answer; the index is the byte. */
export const STATES = ['playing', 'won', 'over'] as const;

export type State = (typeof STATES)[number];

/** Highest values of a tile's bytes and of a Shuffle's count (lowest: 0, and 1 for the count). */
export const LIMIT = { x: 63, y: 31, z: 7, kind: 41, count: 144 } as const;

export interface StmOptions {
  /** Command byte of the Error frame: 0 or 7..255. */
  readonly errorCmd: number;
  /** Silence that ends a truncated frame and a discarded stretch. */
  readonly idleGap: Micros;
}

export const DEFAULT_OPTIONS: StmOptions = { errorCmd: CMD.error, idleGap: millis(50) };

/** A tile at its place, in half-tile units: x 0..63, y 0..31, z 0..7, kind 0..41. */
export interface Tile {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly kind: number;
}

const SUITS = ['characters', 'bamboos', 'circles'] as const;
const HONOURS = [
  'East wind',
  'South wind',
  'West wind',
  'North wind',
  'Red dragon',
  'Green dragon',
  'White dragon',
] as const;

/** `5 of bamboos`, `East wind`, `flower 1`; for a number that is no kind, `no kind`. */
export function kindName(kind: number): string {
  if (!Number.isInteger(kind) || kind < 0 || kind > LIMIT.kind) return 'no kind';
  const suit = SUITS[Math.floor(kind / 9)];
  if (suit !== undefined) return `${(kind % 9) + 1} of ${suit}`;
  return HONOURS[kind - 27] ?? (kind < 38 ? `flower ${kind - 33}` : `season ${kind - 37}`);
}

const ERROR_NAMES: Readonly<Record<ErrorCode, string>> = {
  1: 'bad CRC',
  2: 'unknown command',
  3: 'bad data',
  4: 'truncated frame',
  5: 'shuffle blocked',
  6: 'no game',
};

const STATE_NAMES: Readonly<Record<State, string>> = { playing: 'playing', won: 'won', over: 'game over' };

/** `bad CRC`, `no game`; for a code that is not listed, `no listed code`. */
export function errorName(code: number): string {
  const listed = ERROR_CODES[code - 1];
  return listed === undefined ? 'no listed code' : ERROR_NAMES[listed];
}

/** `game over`; for a byte that is no state, `no state`. */
function stateName(byte: number): string {
  const state = STATES[byte];
  return state === undefined ? 'no state' : STATE_NAMES[state];
}

const COMMAND_NAMES: Readonly<Record<number, string>> = {
  [CMD.start]: 'Start',
  [CMD.reset]: 'Reset',
  [CMD.shuffle]: 'Shuffle',
  [CMD.select]: 'Select',
  [CMD.match]: 'Match',
  [CMD.setState]: 'Set State',
};

const DESCRIPTOR_NAMES: Readonly<Record<number, string>> = {
  [DESCRIPTOR.none]: 'command only',
  [DESCRIPTOR.false]: 'FALSE',
  [DESCRIPTOR.true]: 'TRUE',
  [DESCRIPTOR.payload]: 'payload',
};

/** The names of the numbers from 0 up to `last`. */
function numbered(last: number, nameOf: (value: number) => string): Readonly<Record<number, string>> {
  return Object.fromEntries(Array.from({ length: last + 1 }, (_, value) => [value, nameOf(value)]));
}

const CRC = xor8();

const TILE = {
  x: u8({ max: LIMIT.x }),
  y: u8({ max: LIMIT.y }),
  z: u8({ max: LIMIT.z }),
  kind: u8({ max: LIMIT.kind, names: numbered(LIMIT.kind, kindName) }),
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
export const REQUESTS = wire({
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

/** Bytes of the longest frame, a Shuffle of 144 tiles (STM-FR-08). */
export const LONGEST_FRAME = REQUESTS.longest;

/** Board to host. STM-GM-04 judges positions that a Shuffle's answer repeats. */
export function answerWire(errorCmd: number) {
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
          state: enumOf(u8({ names: numbered(STATES.length - 1, stateName) }), {
            playing: 0,
            won: 1,
            over: 2,
          }),
        },
      ],
      error: [
        errorCmd,
        { code: listed(u8({ names: numbered(ERROR_CODES.length, errorName) }), ERROR_CODES) },
      ],
    },
    sum: CRC,
  });
}

/** Host to board. `open` is the condition byte. */
export type Request = Messages<typeof REQUESTS>;

/** Board to host. */
export type Answer = Messages<ReturnType<typeof answerWire>>;

/** XOR of the first `length` bytes (all of them by default): a frame's CRC byte (STM-FR-01). */
export function crc(bytes: Uint8Array, length: number = bytes.length): number {
  return Number(sumOf(CRC, bytes, 0, length));
}

function tileText(tile: Tile): string {
  return `${kindName(tile.kind)} at ${tile.x},${tile.y},${tile.z}`;
}

function countText(tiles: readonly Tile[]): string {
  return tiles.length === 1 ? '1 tile' : `${tiles.length} tiles`;
}

/** One line for people: `Select open East wind at 4,2,0`. */
export function describeRequest(request: Request): string {
  switch (request.type) {
    case 'start':
      return 'Start';
    case 'reset':
      return 'Reset';
    case 'shuffle':
      return `Shuffle ${countText(request.tiles)}`;
    case 'select':
      return `Select ${request.open ? 'open' : 'closed'} ${tileText(request.tile)}`;
    case 'match':
      return `Match ${request.open ? 'open' : 'closed'} ${tileText(request.tile)}`;
    case 'set-state':
      return 'Set State';
  }
}

/** One line for people: `Match FALSE`, `Error 06 no game`. */
export function describeAnswer(answer: Answer): string {
  switch (answer.type) {
    case 'start':
      return 'Start';
    case 'reset':
      return 'Reset';
    case 'shuffle':
      return `Shuffle ${countText(answer.tiles)}`;
    case 'select':
      return `Select ${answer.result ? 'TRUE' : 'FALSE'}`;
    case 'match':
      return `Match ${answer.result ? 'TRUE' : 'FALSE'}`;
    case 'state':
      return `State ${STATE_NAMES[answer.state]}`;
    case 'error':
      return `Error 0${answer.code} ${ERROR_NAMES[answer.code]}`;
  }
}
