/**
 * Bytes explained, complete or not: one span after another from the first byte to the last.
 * After a whole frame the next one begins; what begins no frame is one span, `dropped`.
 */
import type { FieldSpan } from '../frame';
import { pair } from './fault';
import { CAUSE, checksum, hex, isNumberPrefix, LONG, OPCODE, SOURCE, STATUS, symbologyOf } from './message';
import { parameterName, valueName } from './parameters';
import { BAD, NUMBER_AT, type Measure } from './shape';

const OPCODE_NAMES: ReadonlyMap<number, string> = new Map<number, string>([
  [OPCODE.revision, 'revision'],
  [OPCODE.revisionReply, 'revision text'],
  [OPCODE.parameter, 'parameter'],
  [OPCODE.read, 'parameter read'],
  [OPCODE.defaults, 'parameter defaults'],
  [OPCODE.ack, 'ACK'],
  [OPCODE.nak, 'NAK'],
  [OPCODE.start, 'start decode'],
  [OPCODE.stop, 'stop decode'],
  [OPCODE.beep, 'beep'],
  [OPCODE.ledOn, 'LED on'],
  [OPCODE.ledOff, 'LED off'],
  [OPCODE.enable, 'scan enable'],
  [OPCODE.disable, 'scan disable'],
  [OPCODE.sleep, 'sleep'],
  [OPCODE.data, 'decoded data'],
  [OPCODE.longData, 'long frame'],
  [OPCODE.reset, 'reset'],
]);

const CAUSE_NAMES: ReadonlyMap<number, string> = new Map<number, string>([
  [CAUSE.resend, 'resend'],
  [CAUSE.badContext, 'bad context'],
  [CAUSE.denied, 'denied'],
]);

const SOURCE_NAMES: ReadonlyMap<number, string> = new Map<number, string>([
  [SOURCE.scanner, 'scanner'],
  [SOURCE.host, 'host'],
]);

/** What stands for more than its bytes say. */
export const FIELD_WORDS = {
  half: 'first of two bytes',
  dropped: 'begins no frame: dropped up to the next pause',
  wake: 'wakes a sleeping scanner',
} as const;

/** `start decode` for E4. */
export function opcodeName(opcode: number): string {
  return OPCODE_NAMES.get(opcode) ?? 'unknown opcode';
}

/** `denied` for 06. */
export function causeName(cause: number): string {
  return CAUSE_NAMES.get(cause) ?? 'unknown cause';
}

export function statusName(status: number): string {
  const names: string[] = [];
  if (status & STATUS.retransmission) names.push('retransmission');
  if (status & STATUS.permanent) names.push('permanent write');
  if (status & ~(STATUS.retransmission | STATUS.permanent)) names.push('bits that should be 0');
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Stretches of one frame: [name, length, meaning], from its first byte on. */
type Part = readonly [name: string, length: number, meaning?: string | undefined];

function parameterParts(frame: Uint8Array, at: number, withValue: boolean): Part[] {
  const first = frame[at];
  if (first === undefined) return [];
  const two = isNumberPrefix(first);
  if (two && frame[at + 1] === undefined) return [['number', 1, FIELD_WORDS.half]];
  const number = two ? (first << 8) | frame[at + 1]! : first;
  const parts: Part[] = [['number', two ? 2 : 1, parameterName(number)]];
  const value = frame[at + (two ? 2 : 1)];
  if (withValue && value !== undefined) parts.push(['value', 1, valueName(number, value)]);
  return parts;
}

function codeParts(data: number, type: number | undefined): Part[] {
  const parts: Part[] = [];
  if (type !== undefined && data > 0) parts.push(['code type', 1, symbologyOf(type) ?? 'unknown type']);
  if (data > 1) parts.push(['payload', data - 1]);
  return parts;
}

/** DATA of a short frame; `end`: where DATA ends by LEN. */
function dataParts(frame: Uint8Array, end: number): Part[] {
  const opcode = frame[1]!;
  const byte = frame[4];
  if (byte === undefined || end <= 4) return [];
  switch (opcode) {
    case OPCODE.nak:
      return [['cause', 1, causeName(byte)]];
    case OPCODE.ledOn:
    case OPCODE.ledOff:
      return [['LED', 1]];
    case OPCODE.beep:
      return [['pattern', 1]];
    case OPCODE.parameter:
      return [['prefix', 1], ...parameterParts(frame, NUMBER_AT[opcode], true)];
    case OPCODE.read:
      return parameterParts(frame, NUMBER_AT[opcode], false);
    case OPCODE.revisionReply:
      return [['text', end - 4]];
    case OPCODE.data:
      return codeParts(end - 4, byte);
    default:
      return [['DATA', end - 4]];
  }
}

function shortParts(frame: Uint8Array, end: number): Part[] {
  const parts: Part[] = [
    ['LEN', 1],
    ['OPCODE', 1, opcodeName(frame[1] ?? 0)],
    ['SOURCE', 1, SOURCE_NAMES.get(frame[2] ?? 0xff) ?? 'unknown source'],
    ['STATUS', 1, statusName(frame[3] ?? 0)],
  ];
  return [...parts, ...dataParts(frame, end)];
}

function longParts(frame: Uint8Array, end: number): Part[] {
  const parts: Part[] = [
    ['long mark', 1],
    ['OPCODE', 1, opcodeName(frame[1] ?? 0)],
    ['hhll', 2],
    ['OPCODE', 1, opcodeName(frame[4] ?? 0)],
    ['SOURCE', 1, SOURCE_NAMES.get(frame[5] ?? 0xff) ?? 'unknown source'],
    ['STATUS', 1, statusName(frame[6] ?? 0)],
  ];
  return [...parts, ...codeParts(end - LONG.header, frame[LONG.header])];
}

function valueOf(bytes: Uint8Array, name: string): number | string {
  if (name === 'text') return String.fromCharCode(...bytes);
  if (bytes.length > 2) return bytesText(bytes);
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

function bytesText(bytes: Uint8Array): string {
  const shown = Array.from(bytes.subarray(0, 16), hex).join(' ');
  return bytes.length > 16 ? `${shown} and ${bytes.length - 16} more` : shown;
}

/** The spans of one frame of which `frame` is what came; `total`: its whole length, MORE or BAD. */
function frameSpans(frame: Uint8Array, total: number, base: number): FieldSpan[] {
  const end = total > 0 ? Math.min(total - 2, frame.length) : frame.length;
  const parts = frame[0] === LONG.firstByte ? longParts(frame, end) : shortParts(frame, end);
  const spans: FieldSpan[] = [];
  let at = 0;
  const add = (name: string, length: number, meaning?: string): void => {
    const bytes = frame.subarray(at, at + length);
    if (bytes.length === 0) return;
    const span = { name, offset: base + at, length: bytes.length, value: valueOf(bytes, name) };
    spans.push(meaning === undefined ? span : { ...span, meaning });
    at += bytes.length;
  };
  for (const [name, length, meaning] of parts) add(name, Math.min(length, end - at), meaning);
  if (at < end) add('DATA', end - at);
  if (total > 0)
    add('CHECKSUM', frame.length - at, frame.length === total ? checksumMeaning(frame) : undefined);
  return spans;
}

function checksumMeaning(frame: Uint8Array): string {
  const right = checksum(frame, frame.length - 2);
  const seen = (frame[frame.length - 2]! << 8) | frame[frame.length - 1]!;
  return seen === right ? 'right' : `wrong, should be ${pair(right)}`;
}

/** Explains bytes of one direction. `wakes`: a lone 00 is a wake byte there. */
export function frameFields(measure: Measure, raw: Uint8Array, wakes: boolean): readonly FieldSpan[] {
  if (wakes && raw.length === 1 && raw[0] === 0) {
    return [{ name: 'wake', offset: 0, length: 1, value: 0, meaning: FIELD_WORDS.wake }];
  }
  const spans: FieldSpan[] = [];
  let at = 0;
  while (at < raw.length) {
    const rest = raw.subarray(at);
    const total = measure(raw, at, raw.length);
    if (total === BAD) {
      const meaning = FIELD_WORDS.dropped;
      spans.push({ name: 'dropped', offset: at, length: rest.length, value: bytesText(rest), meaning });
      break;
    }
    const frame = total > 0 ? rest.subarray(0, total) : rest;
    spans.push(...frameSpans(frame, total, at));
    at += frame.length;
  }
  return spans;
}
