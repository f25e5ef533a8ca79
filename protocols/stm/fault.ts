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

/** The Error a board owes for a reject of its request decoder; undefined for `discarded`: none. */
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

/** Why a frame is none whose CRC is another. */
export function crcWords(offset: string, seen: string, right: string): string {
  return `CRC at byte ${offset} is ${seen}, should be ${right}`;
}

export function checksumFault(raw: Uint8Array, expected: number): FrameError {
  const offset = raw.length - 1;
  return fault('checksum', offset, hex(expected), hex(raw[offset]!), (right, seen) =>
    crcWords(String(offset), seen, right),
  );
}

const TILE_BYTES = [
  ['x', `0..${LIMIT.x}`, LIMIT.x],
  ['y', `0..${LIMIT.y}`, LIMIT.y],
  ['z', `0..${LIMIT.z}`, LIMIT.z],
  ['kind', `0..${LIMIT.kind}`, LIMIT.kind],
] as const;

/** What stands at `offset` of a whole frame, and its range; no range: a position named twice. */
function place(raw: Uint8Array, offset: number): readonly [name: string, range?: string] {
  const cmd = raw[0]!;
  if (cmd === CMD.shuffle) {
    const [name, range, limit] = TILE_BYTES[(offset - TILES_AT) % 4]!;
    const tile = `tile ${Math.floor((offset - TILES_AT) / 4) + 1}`;
    return raw[offset]! > limit ? [`${name} of ${tile}`, range] : [`position of ${tile}`];
  }
  if (cmd === CMD.setState) return ['state', '0..2'];
  if (cmd !== CMD.select && cmd !== CMD.match) return ['Error code', '1..6'];
  if (offset === CONDITION_AT) return ['condition', '00 or 01'];
  const [name, range] = TILE_BYTES[offset - TILE_AT]!;
  return [name, range];
}

export function contentFault(raw: Uint8Array, offset: number): FrameError {
  const [name, range] = place(raw, offset);
  if (range === undefined) {
    const position = Array.from(raw.subarray(offset, offset + 3)).join(',');
    return fault(
      'content',
      offset,
      'a position of its own',
      position,
      (_, came) => `${name} at byte ${offset} is ${came}, which an earlier tile has`,
    );
  }
  return fault(
    'content',
    offset,
    range,
    String(raw[offset]!),
    (right, came) => `${name} at byte ${offset} is ${came}, should be ${right}`,
  );
}

function allowed(table: ArrayLike<number>, from: number): string {
  const bytes: string[] = [];
  for (let byte = 0; byte < 256; byte++) if (table[from + byte] !== 0) bytes.push(hex(byte));
  return bytes.join(' ');
}

/** The fault of first bytes that begin no frame, `offset` where it stands in the event's raw. */
export function headFault(shape: Shape, what: number, cmd: number, seen: number, offset: number): FrameError {
  if (what === UNKNOWN_COMMAND) {
    const known = allowed(shape.rows, 0);
    return fault(
      'unknown-command',
      offset,
      known,
      hex(seen),
      (right, came) => `no command ${came}, one of ${right}`,
    );
  }
  if (what === BAD_DESCRIPTOR) {
    const right = allowed(shape.lengths, shape.rows[cmd]! * 256);
    return fault(
      'bad-data',
      offset,
      right,
      hex(seen),
      (fit, came) => `command ${hex(cmd)} has no descriptor ${came}, only ${fit}`,
    );
  }
  if (what !== BAD_COUNT) throw new RangeError(`no fault ${what}`);
  return fault(
    'bad-data',
    offset,
    `1..${LIMIT.count}`,
    String(seen),
    (right, came) => `count is ${came}, should be ${right}`,
  );
}

export function discardedFault(): FrameError {
  return fault(
    'discarded',
    0,
    'an idle gap',
    'more bytes',
    () => 'part of a stretch that is discarded up to the next idle gap',
  );
}

/** `total`: whole length of the frame, 0 where its first bytes did not tell it. */
export function truncatedFault(length: number, total: number): FrameError {
  const expected = total > 0 ? `${total} bytes` : 'the bytes that tell the length';
  return fault(
    'truncated',
    length,
    expected,
    length === 1 ? '1 byte' : `${length} bytes`,
    (right, came) => `the line fell idle after ${came} of a frame, expected ${right}`,
  );
}
