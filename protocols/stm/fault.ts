/**
 * Why bytes are no frame, as data. The sentence is put together only when it is read.
 */
import type { FrameError } from '../frame';
import { CONDITION_AT, TILE_AT, TILES_AT } from './content';
import { CMD, ERROR, LIMIT, type ErrorCode } from './message';
import { BAD_COUNT, BAD_DESCRIPTOR, UNKNOWN_COMMAND, type Shape } from './shape';

/**
 * - `checksum`: complete, wrong CRC (STM-FR-02).
 * - `content`: complete, right CRC, a value out of range or a position named twice (STM-FR-07).
 * - `unknown-command` (STM-FR-05), `bad-data` (a descriptor or a count, STM-FR-06), `truncated`
 *   (STM-FR-03): decided by the idle gap.
 * - `discarded`: an earlier part of what the next `unknown-command` or `bad-data` ends; asks for no answer.
 */
export type RejectCode = 'checksum' | 'content' | 'unknown-command' | 'bad-data' | 'truncated' | 'discarded';

const ERROR_OF: ReadonlyMap<string, ErrorCode> = new Map<RejectCode, ErrorCode>([
  ['checksum', ERROR.badCrc],
  ['content', ERROR.badData],
  ['unknown-command', ERROR.unknownCommand],
  ['bad-data', ERROR.badData],
  ['truncated', ERROR.truncated],
]);

/** The Error that is due for a reject of the request decoder; undefined for `discarded`: none. */
export function errorOf(code: string): ErrorCode | undefined {
  return ERROR_OF.get(code);
}

/** `0x1B` as `1B`. */
export function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}

function fault(
  code: RejectCode,
  offset: number,
  expected: string,
  seen: string,
  sentence: (expected: string, seen: string) => string,
): FrameError {
  return {
    code,
    offset,
    expected,
    seen,
    get message() {
      return sentence(expected, seen);
    },
  };
}

/** Why a frame with a wrong CRC is refused. */
export function crcWords(offset: string, seen: string, right: string): string {
  return `CRC at byte ${offset} is ${seen}, should be ${right}`;
}

/** Why a frame with a value out of range is refused. */
export function rangeWords(name: string, offset: string, seen: string, right: string): string {
  return `${name} at byte ${offset} is ${seen}, should be ${right}`;
}

/** Why a frame with a repeated position is refused. */
export function twiceWords(tile: string, offset: string, position: string): string {
  return `position of ${tile} at byte ${offset} is ${position}, which an earlier tile has`;
}

/** Why bytes begin no frame. */
export const headWords = {
  command: (seen: string, known: string) => `no command ${seen}, one of ${known}`,
  descriptor: (cmd: string, seen: string, fit: string) =>
    `command ${cmd} has no descriptor ${seen}, only ${fit}`,
  count: (seen: string) => `count is ${seen}, should be ${COUNT_RANGE}`,
} as const;

export const COUNT_RANGE = `1..${LIMIT.count}`;

/** What is expected where the first bytes do not tell the length. */
export const UNTOLD = 'the bytes that tell the length';
export const DISCARDED = 'part of a stretch that is discarded up to the next idle gap';

/** Why a frame that stopped half-way is refused. */
export function truncatedWords(came: string, right: string): string {
  return `the line fell idle after ${came} of a frame, expected ${right}`;
}

export function checksumFault(raw: Uint8Array, expected: number): FrameError {
  const offset = raw.length - 1;
  return fault('checksum', offset, hex(expected), hex(raw[offset]!), (right, seen) =>
    crcWords(String(offset), seen, right),
  );
}

export const TILE_BYTES = [
  ['x', `0..${LIMIT.x}`, LIMIT.x],
  ['y', `0..${LIMIT.y}`, LIMIT.y],
  ['z', `0..${LIMIT.z}`, LIMIT.z],
  ['kind', `0..${LIMIT.kind}`, LIMIT.kind],
] as const;

/** The other bytes that have a range. */
export const RANGE = {
  state: ['state', '0..2'],
  code: ['Error code', '1..6'],
  condition: ['condition', '00 or 01'],
} as const;

/** What stands at `offset` of a whole frame, and its range; no range: a position named twice. */
function place(raw: Uint8Array, offset: number): readonly [name: string, range?: string] {
  const cmd = raw[0]!;
  if (cmd === CMD.shuffle) {
    const [name, range, limit] = TILE_BYTES[(offset - TILES_AT) % 4]!;
    const tile = `tile ${Math.floor((offset - TILES_AT) / 4) + 1}`;
    return raw[offset]! > limit ? [`${name} of ${tile}`, range] : [tile];
  }
  if (cmd === CMD.setState) return RANGE.state;
  if (cmd !== CMD.select && cmd !== CMD.match) return RANGE.code;
  if (offset === CONDITION_AT) return RANGE.condition;
  const [name, range] = TILE_BYTES[offset - TILE_AT]!;
  return [name, range];
}

export function contentFault(raw: Uint8Array, offset: number): FrameError {
  const [name, range] = place(raw, offset);
  if (range === undefined) {
    const position = Array.from(raw.subarray(offset, offset + 3)).join(',');
    return fault('content', offset, 'a position of its own', position, (_, came) =>
      twiceWords(name, String(offset), came),
    );
  }
  return fault('content', offset, range, String(raw[offset]!), (right, came) =>
    rangeWords(name, String(offset), came, right),
  );
}

/** Every byte that a table of a shape has something for, behind `from`. */
export function allowed(table: ArrayLike<number>, from: number): string {
  const bytes: string[] = [];
  for (let byte = 0; byte < 256; byte++) if (table[from + byte] !== 0) bytes.push(hex(byte));
  return bytes.join(' ');
}

/** The fault of first bytes that begin no frame, `offset` where it stands in the event's raw. */
export function headFault(shape: Shape, what: number, cmd: number, seen: number, offset: number): FrameError {
  if (what === UNKNOWN_COMMAND) {
    const known = allowed(shape.rows, 0);
    return fault('unknown-command', offset, known, hex(seen), (right, came) =>
      headWords.command(came, right),
    );
  }
  if (what === BAD_DESCRIPTOR) {
    const right = allowed(shape.lengths, shape.rows[cmd]! * 256);
    return fault('bad-data', offset, right, hex(seen), (fit, came) =>
      headWords.descriptor(hex(cmd), came, fit),
    );
  }
  if (what !== BAD_COUNT) throw new RangeError(`no fault ${what}`);
  return fault('bad-data', offset, COUNT_RANGE, String(seen), (_, came) => headWords.count(came));
}

export function discardedFault(): FrameError {
  return fault('discarded', 0, 'an idle gap', 'more bytes', () => DISCARDED);
}

/** `total`: whole length of the frame, 0 where its first bytes did not tell it. */
export function truncatedFault(length: number, total: number): FrameError {
  const expected = total > 0 ? `${total} bytes` : UNTOLD;
  return fault('truncated', length, expected, length === 1 ? '1 byte' : `${length} bytes`, (right, came) =>
    truncatedWords(came, right),
  );
}
