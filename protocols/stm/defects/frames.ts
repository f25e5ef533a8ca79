/** Defects of frames: checksum, framing, allowed values, answers, and times. STM-FR and STM-TM. */
import { CMD, DESCRIPTOR, ERROR, LIMIT, requests } from '../message';
import { SHUFFLES_PER_GAME } from '../rules';
import { hasGoodContent, type Reject, type StmState } from '../rulings';
import {
  decode,
  deselecting,
  ignoring,
  losing,
  obey,
  onEncode,
  onReject,
  onRequest,
  readAs,
  withXorOver,
  xorOf,
  type Change,
  type Changes,
} from './hooks';

/** Offset of a Shuffle's first tile, and of the tile and the condition of a Select or Match. */
const TILES_AT = 3;
const TILE_AT = 2;
const CONDITION_AT = 6;

function isChecksum({ error }: Reject): boolean {
  return error.code === 'checksum';
}

function obeyWrongSum(isObeyed: (reject: Reject) => boolean): Change {
  return obey((reject) =>
    isChecksum(reject) && isObeyed(reject) ? decode(requests.seal(reject.raw)) : undefined,
  );
}

/** Twice the same Error. */
function twice(isDoubled: (reject: Reject) => boolean): Change {
  return onReject((ruling, reject) => {
    const { answer, ...rest } = ruling;
    return answer === undefined || !isDoubled(reject) ? ruling : { ...rest, answers: [answer, answer] };
  });
}

const CHECKSUMS: Changes = {
  'error-crc-without-cmd': onEncode((bytes, { type }) =>
    type === 'error' ? bytes.with(2, bytes[1] ?? 0) : bytes,
  ),
  'long-answer-crc': onEncode((bytes) => (bytes.length > 256 ? withXorOver(bytes, 255) : bytes)),
  'crc-ignored': obeyWrongSum(() => true),
  'crc-low-nibble': obeyWrongSum(({ raw }) => (xorOf(raw) & 0x0f) === 0),
  'crc-complement': obeyWrongSum(({ raw }) => xorOf(raw) === 0xff),
  'crc-ignored-long': obeyWrongSum(({ raw }) => raw.length > 256),
  'crc-ignored-shuffle': obeyWrongSum(({ raw }) => raw[0] === CMD.shuffle),
  'crc-error-deselects': onReject((ruling, reject, state) =>
    isChecksum(reject) ? { ...ruling, state: deselecting(state) } : ruling,
  ),
  'crc-error-twice': twice((reject) => isChecksum(reject) && reject.raw[0] === CMD.shuffle),
};

const FRAMING: Changes = {
  'truncated-silent': ignoring(({ error }) => error.code === 'truncated'),
  'lone-command-silent': ignoring(({ error, raw }) => error.code === 'truncated' && raw.length === 1),
  'ee-silent': ignoring(({ error, raw }) => error.code === 'unknown-form' && raw[0] === CMD.error),
  'zero-skipped': obey(({ raw }) =>
    raw[0] === 0 ? decode(raw.subarray(raw.findIndex((byte) => byte > 0))) : undefined,
  ),
  'unknown-command-one-byte': obey(({ error, raw }) =>
    error.code === 'unknown-form' ? decode(raw.subarray(1)) : undefined,
  ),
  'command-seven-bits': readAs((raw) => raw.with(0, (raw[0] ?? 0) & 0x7f)),
  'rx-512': losing(
    () =>
      ({ raw }) =>
        raw.length > 512,
  ),
  'count-signed': onRequest('shuffle', (turn, game, { tiles }) =>
    tiles.length > 127 ? { game, answer: { type: 'error', code: ERROR.badData } } : turn,
  ),
  'unknown-then-deaf': losing(() => {
    let isDeaf = false;
    return (event) => {
      const isLost = isDeaf && event.kind === 'frame';
      isDeaf = event.kind === 'reject' && event.error.code === 'unknown-form' && event.raw.length > 16;
      return isLost;
    };
  }),
};

/** The count of a Shuffle that was refused for its count. */
function announcedCount({ error, raw }: Reject): number | undefined {
  return error.code === 'length' && raw[0] === CMD.shuffle ? raw[2] : undefined;
}

/** Reads the second byte `second` of a command as `like`. */
function acceptDescriptor(cmd: number, second: number, like: number): Change {
  return readAs((raw) => (raw[0] === cmd && raw[1] === second ? raw.with(1, like) : raw));
}

/** Accepts values out of range; `flaw`: where the wrong byte is. */
function tolerate(isTolerated: (raw: Uint8Array, flaw: number) => boolean): Change {
  return obey(({ error, raw, value }) =>
    ['range', 'repeat'].includes(error.code) && isTolerated(raw, error.offset) ? value : undefined,
  );
}

/** A Select or a Match: a request with one tile. */
function isOneTile([cmd]: Uint8Array): boolean {
  return cmd === CMD.select || cmd === CMD.match;
}

function isInRange(raw: Uint8Array, at: number, limit: number): boolean {
  return (raw[at] ?? 0) <= limit;
}

function repeatsNeighbour(raw: Uint8Array): boolean {
  for (let at = TILES_AT + 4; at < raw.length - 1; at += 4)
    if ([0, 1, 2].every((i) => raw[at + i] === raw[at + i - 4])) return true;
  return false;
}

/** Content out of range gets this Error instead in such games. */
function otherFirst(code: 5 | 6, when: (state: StmState, reject: Reject) => boolean): Change {
  return onReject((ruling, reject, state) =>
    ['range', 'repeat'].includes(reject.error.code) && when(state, reject)
      ? { ...ruling, answer: { type: 'error', code } }
      : ruling,
  );
}

const VALUES: Changes = {
  'reset-descriptor-zero': acceptDescriptor(CMD.reset, DESCRIPTOR.false, DESCRIPTOR.none),
  'select-descriptor-true': acceptDescriptor(CMD.select, DESCRIPTOR.true, DESCRIPTOR.payload),
  'count-145-silent': ignoring((reject) => announcedCount(reject) === LIMIT.count + 1),
  'kind-42': tolerate((raw) => isOneTile(raw) && raw[TILE_AT + 3] === LIMIT.kind + 1),
  'condition-any': readAs((raw) =>
    isOneTile(raw) && !isInRange(raw, CONDITION_AT, 1) ? raw.with(CONDITION_AT, 1) : raw,
  ),
  'y-checked-as-x': tolerate(
    (raw, flaw) => isOneTile(raw) && flaw === TILE_AT + 1 && isInRange(raw, flaw, LIMIT.x),
  ),
  'repeat-neighbours-only': obey(({ error, raw, value }) =>
    error.code === 'repeat' && !repeatsNeighbour(raw) ? value : undefined,
  ),
  'content-deselects': onReject((ruling, { error, raw }, state) =>
    error.code === 'range' && isOneTile(raw) ? { ...ruling, state: deselecting(state) } : ruling,
  ),
  'content-before-crc': onReject((ruling, reject) =>
    isChecksum(reject) && !hasGoodContent(reject.raw)
      ? { ...ruling, answer: { type: 'error', code: ERROR.badData } }
      : ruling,
  ),
  'no-game-before-content': otherFirst(ERROR.noGame, ({ game }) => !game.started),
  'blocked-before-content': otherFirst(
    ERROR.shuffleBlocked,
    ({ game }, { raw }) => raw[0] === CMD.shuffle && game.shuffles >= SHUFFLES_PER_GAME,
  ),
};

export const FRAME_DEFECTS: Changes = { ...CHECKSUMS, ...FRAMING, ...VALUES };
