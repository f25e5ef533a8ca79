/**
 * Bytes explained, complete or not: one span after another from the first byte to the last.
 * After a whole frame the next one begins; what can begin no frame is one span, `discarded`.
 */
import type { FieldSpan } from '../frame';
import { COUNT_RANGE, hex } from './fault';
import { CMD, crc, DESCRIPTOR, errorName, kindName, stateName } from './message';
import { BAD_COUNT, BAD_DESCRIPTOR, measure, MORE, UNKNOWN_COMMAND, type Shape } from './shape';

const COMMAND_NAMES = new Map<number, string>([
  [CMD.start, 'Start'],
  [CMD.reset, 'Reset'],
  [CMD.shuffle, 'Shuffle'],
  [CMD.select, 'Select'],
  [CMD.match, 'Match'],
  [CMD.setState, 'Set State'],
]);

const DESCRIPTOR_NAMES = new Map<number, string>([
  [DESCRIPTOR.none, 'command only'],
  [DESCRIPTOR.false, 'FALSE'],
  [DESCRIPTOR.true, 'TRUE'],
  [DESCRIPTOR.payload, 'payload'],
]);

/** `Start` for 01; undefined for a byte that is no command of the host. */
export function commandName(cmd: number): string | undefined {
  return COMMAND_NAMES.get(cmd);
}

/** `payload` for 0A. */
export function descriptorName(descriptor: number): string | undefined {
  return DESCRIPTOR_NAMES.get(descriptor);
}

/** What first bytes mean that begin no frame. */
export const UNFIT = {
  command: 'unknown command',
  descriptor: 'not allowed for this command',
  count: `should be ${COUNT_RANGE}`,
} as const;

/** What the bytes behind those mean. */
export const UP_TO_GAP = 'up to the next idle gap';

const COORDINATES = ['x', 'y', 'z'] as const;

type Named = readonly [name: string, meaning?: string | undefined];
type Naming = (frame: Uint8Array, offset: number) => Named;

function tileByte(part: number, byte: number): Named {
  const coordinate = COORDINATES[part];
  return coordinate === undefined ? ['kind', kindName(byte)] : [coordinate];
}

function payloadByte(frame: Uint8Array, offset: number): Named {
  const byte = frame[offset]!;
  if (frame[0] === CMD.setState) return ['state', stateName(byte)];
  if (frame[0] !== CMD.shuffle) {
    if (offset === 6) return ['condition', ['closed', 'open'][byte] ?? 'no condition'];
    return tileByte(offset - 2, byte);
  }
  if (offset === 2) return ['count'];
  const [name, meaning] = tileByte((offset - 3) % 4, byte);
  return [`tile ${Math.floor((offset - 3) / 4) + 1} ${name}`, meaning];
}

const nameRequest: Naming = (frame, offset) => {
  if (offset === 0) return ['CMD', COMMAND_NAMES.get(frame[0]!) ?? UNFIT.command];
  if (offset === 1) return ['descriptor', DESCRIPTOR_NAMES.get(frame[1]!) ?? 'no descriptor'];
  return payloadByte(frame, offset);
};

function span(
  offset: number,
  length: number,
  value: number | string,
  name: string,
  meaning?: string,
): FieldSpan {
  return meaning === undefined ? { name, offset, length, value } : { name, offset, length, value, meaning };
}

function spans(shape: Shape, raw: Uint8Array, naming: Naming): FieldSpan[] {
  const found: FieldSpan[] = [];
  let at = 0;
  while (at < raw.length) {
    const total = measure(shape, raw, at, raw.length);
    const stop = total === MORE ? raw.length : at + (total > 0 ? total : UNKNOWN_COMMAND - total + 1);
    const frame = raw.subarray(at, Math.min(stop, raw.length));
    const whole = total > 0 && frame.length === total;
    frame.forEach((byte, offset) => {
      const [name, meaning] = whole && offset === total - 1 ? crcName(frame) : naming(frame, offset);
      found.push(span(at + offset, 1, byte, name, refusal(total, offset) ?? meaning));
    });
    at = stop;
    if (total < 0 && at < raw.length) {
      found.push(span(at, raw.length - at, textOf(raw.subarray(at)), 'discarded', UP_TO_GAP));
      at = raw.length;
    }
  }
  return found;
}

function crcName(frame: Uint8Array): Named {
  const right = crc(frame, frame.length - 1);
  return ['CRC', right === frame[frame.length - 1] ? 'right' : `wrong, should be ${hex(right)}`];
}

function refusal(total: number, offset: number): string | undefined {
  if (total === UNKNOWN_COMMAND && offset === 0) return UNFIT.command;
  if (total === BAD_DESCRIPTOR && offset === 1) return UNFIT.descriptor;
  if (total === BAD_COUNT && offset === 2) return UNFIT.count;
  return undefined;
}

function textOf(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, 16), hex).join(' ');
  return bytes.length > 16 ? `${shown} and ${bytes.length - 16} more` : shown;
}

/** Explains bytes that went from host to board. */
export function requestFields(shape: Shape, raw: Uint8Array): readonly FieldSpan[] {
  return spans(shape, raw, nameRequest);
}

/** Explains bytes that went from board to host: the shape's one command outside 01..06 is the Error. */
export function answerFields(shape: Shape, raw: Uint8Array): readonly FieldSpan[] {
  return spans(shape, raw, (frame, offset) => {
    const cmd = frame[0]!;
    if (COMMAND_NAMES.has(cmd) || shape.rows[cmd] === 0) return nameRequest(frame, offset);
    return offset === 0 ? ['CMD', 'Error'] : ['code', errorName(frame[offset]!)];
  });
}
