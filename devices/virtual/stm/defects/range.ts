/** Defects of the allowed values in a request, and of the order of checks: STM-FR-06 and FR-07. */
import type { FrameEvent, RejectOf } from '../../../../protocols/frame';
import {
  CMD,
  crc,
  DESCRIPTOR,
  ERROR,
  hasGoodContent,
  LIMIT,
  requestWire,
  type Answer,
  type Request,
} from '../../../../protocols/stm/stm';
import type { StmDefect, StmDefects } from '../firmware';
import { onReject, createReject, readAs } from '../hooks';

/** Offset of a Shuffle's first tile, and of the tile and the condition of a Select or Match. */
const TILES_AT = 3;
const TILE_AT = 2;
const CONDITION_AT = 6;

/** A Select or a Match: a request with one tile. */
function oneTile(raw: Uint8Array): boolean {
  return raw[0] === CMD.select || raw[0] === CMD.match;
}

/** Accepts content with the wrong byte out of range. */
function tolerate(
  tolerated: (raw: Uint8Array, flaw: number) => boolean,
  mended: (raw: Uint8Array) => Uint8Array = (raw) => raw,
): StmDefect['change'] {
  return ({ wire }) => ({
    wire: {
      ...wire,
      decode: (raw) => {
        const read = wire.decode(raw);
        if (read.kind === 'frame' || read.error.code !== 'content' || !tolerated(raw, read.error.offset))
          return read;
        const { value } = wire.decode(requestWire.seal(mended(raw)));
        return value === undefined ? read : { kind: 'frame', value };
      },
    },
  });
}

/** Reads the second byte `second` of a command as `like`. */
function acceptDescriptor(cmd: number, second: number, like: number): StmDefect['change'] {
  return readAs((raw) =>
    raw[0] === cmd && raw[1] === second ? Uint8Array.of(cmd, like, ...raw.subarray(2)) : raw,
  );
}

const DESCRIPTORS: StmDefects = {
  'reset-descriptor-zero': {
    breaks: 'STM-FR-06',
    text: 'Reset takes the descriptor 00 for FF.',
    change: acceptDescriptor(CMD.reset, DESCRIPTOR.false, DESCRIPTOR.none),
  },
  'select-descriptor-true': {
    breaks: 'STM-FR-06',
    text: 'Select takes the descriptor 01 for a payload.',
    change: acceptDescriptor(CMD.select, DESCRIPTOR.true, DESCRIPTOR.payload),
  },
  'count-zero-done': {
    breaks: 'STM-FR-06',
    text: 'A Shuffle of no tiles is answered as done.',
    change: (sound) => ({
      encode: (answer) => (isEmptyShuffle(answer) ? EMPTY_SHUFFLE : sound.encode(answer)),
      handleReject: (game, reject) =>
        announcedCount(reject) === 0
          ? { game, answer: { type: 'shuffle', tiles: [] } }
          : sound.handleReject(game, reject),
    }),
  },
  'count-145-silent': {
    breaks: 'STM-FR-06',
    text: 'A count of 145, the first above the table, is dropped without an Error.',
    change: onReject('bad-data', (reject) => (announcedCount(reject) === 145 ? [] : [reject])),
  },
  'count-high-truncated': {
    breaks: 'STM-FR-06',
    text: 'A count above 144 waits for its tiles, and is reported as a truncated frame.',
    change: onReject('bad-data', (reject) =>
      (announcedCount(reject) ?? 0) > LIMIT.count
        ? [createReject('truncated', reject.raw, reject.last)]
        : [reject],
    ),
  },
};

/** The count of a Shuffle that was refused for that count. */
function announcedCount({ error, raw }: RejectOf<Request>): number | undefined {
  return error.code === 'bad-data' && raw[0] === CMD.shuffle && raw[1] === DESCRIPTOR.payload
    ? raw[2]
    : undefined;
}

const EMPTY_SHUFFLE = Uint8Array.of(CMD.shuffle, DESCRIPTOR.payload, 0, CMD.shuffle ^ DESCRIPTOR.payload);

function isEmptyShuffle(answer: Answer): boolean {
  return answer.type === 'shuffle' && answer.tiles.length === 0;
}

const VALUES: StmDefects = {
  'kind-42': {
    breaks: 'STM-FR-07',
    text: 'Select and Match take kind 42: the limit is compared with > instead of >=.',
    change: tolerate((raw) => oneTile(raw) && raw[TILE_AT + 3] === 42),
  },
  'shuffle-kinds-unchecked': {
    breaks: 'STM-FR-07',
    text: 'A Shuffle checks the kinds of its first 36 tiles only.',
    change: (sound, context) => ({
      ...tolerate((raw, flaw) => isKind(raw, flaw) && flaw >= TILES_AT + 4 * 36)(sound, context),
      encode: (answer) => (answer.type === 'shuffle' ? encodeUnchecked(answer) : sound.encode(answer)),
    }),
  },
  'condition-any': {
    breaks: 'STM-FR-07',
    text: 'Every condition but 00 is taken for open.',
    change: tolerate(
      (raw, flaw) => oneTile(raw) && flaw === CONDITION_AT,
      (raw) => {
        const copy = Uint8Array.from(raw);
        if (oneTile(raw) && raw[CONDITION_AT]! > 1) copy[CONDITION_AT] = 1;
        return copy;
      },
    ),
  },
  'y-checked-as-x': {
    breaks: 'STM-FR-07',
    text: 'Select and Match check y against the range of x.',
    change: tolerate((raw, flaw) => oneTile(raw) && flaw === TILE_AT + 1 && inRange(raw, LIMIT.x)),
  },
  'match-z-unchecked': {
    breaks: 'STM-FR-07',
    text: 'Match does not check z.',
    change: tolerate(
      (raw, flaw) =>
        raw[0] === CMD.match &&
        flaw === TILE_AT + 2 &&
        raw[TILE_AT + 3]! <= LIMIT.kind &&
        raw[CONDITION_AT]! <= 1,
    ),
  },
  'repeat-neighbours-only': {
    breaks: 'STM-FR-07',
    text: 'A position named twice in one Shuffle is found only where the two stand side by side.',
    change: tolerate((raw, flaw) => isPosition(raw, flaw) && !repeatsNeighbour(raw)),
  },
  'content-deselects': {
    breaks: 'STM-FR-07',
    text: 'A Select or Match with a value out of range drops the selected tile.',
    change: (sound) => ({
      handleReject: (game, reject) => {
        const turn = sound.handleReject(game, reject);
        const hit = reject.error.code === 'content' && oneTile(reject.raw);
        return hit ? { ...turn, game: { ...turn.game, selected: undefined } } : turn;
      },
    }),
  },
  'content-before-crc': {
    breaks: 'STM-FR-07',
    text: 'Content is judged before the CRC: where both are wrong the Error is 03.',
    change: (sound) => ({
      mapEvent: (event) =>
        sound
          .mapEvent(event)
          .map((one) => (hasBadContentToo(one) ? createReject('content', one.raw, one.last) : one)),
    }),
  },
  'no-game-before-content': {
    breaks: 'STM-FR-07',
    text: 'Before the first Start bad content gets Error 06 instead of 03.',
    change: (sound) => ({
      handleReject: (game, reject) =>
        reject.error.code === 'content' && !game.started
          ? { game, answer: { type: 'error', code: ERROR.noGame } }
          : sound.handleReject(game, reject),
    }),
  },
  'blocked-before-content': {
    breaks: 'STM-FR-07',
    text: 'After five shuffles a Shuffle with bad content gets Error 05 instead of 03.',
    change: (sound) => ({
      handleReject: (game, reject) =>
        reject.error.code === 'content' && reject.raw[0] === CMD.shuffle && game.shuffles >= 5
          ? { game, answer: { type: 'error', code: ERROR.shuffleBlocked } }
          : sound.handleReject(game, reject),
    }),
  },
};

function inRange(raw: Uint8Array, limitY: number): boolean {
  return (
    raw[TILE_AT + 1]! <= limitY &&
    raw[TILE_AT + 2]! <= LIMIT.z &&
    raw[TILE_AT + 3]! <= LIMIT.kind &&
    raw[CONDITION_AT]! <= 1
  );
}

function isKind(raw: Uint8Array, flaw: number): boolean {
  return raw[0] === CMD.shuffle && (flaw - TILES_AT) % 4 === 3;
}

/** The flaw is a repeated position, not a value out of range. */
function isPosition(raw: Uint8Array, flaw: number): boolean {
  return raw[0] === CMD.shuffle && (flaw - TILES_AT) % 4 === 0 && raw[flaw]! <= LIMIT.x;
}

function repeatsNeighbour(raw: Uint8Array): boolean {
  for (let at = TILES_AT + 4; at < raw.length - 1; at += 4)
    if ([0, 1, 2].every((i) => raw[at + i] === raw[at + i - 4])) return true;
  return false;
}

function hasBadContentToo(event: FrameEvent<Request>): boolean {
  return event.kind === 'reject' && event.error.code === 'checksum' && !hasGoodContent(event.raw);
}

function encodeUnchecked({ tiles }: Extract<Answer, { type: 'shuffle' }>): Uint8Array {
  const data = [
    CMD.shuffle,
    DESCRIPTOR.payload,
    tiles.length,
    ...tiles.flatMap(({ x, y, z, kind }) => [x, y, z, kind]),
  ];
  return Uint8Array.of(...data, crc(Uint8Array.from(data)));
}

export const RANGE_DEFECTS: StmDefects = { ...DESCRIPTORS, ...VALUES };
