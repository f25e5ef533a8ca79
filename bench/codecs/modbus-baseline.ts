/**
 * Handwritten Modbus RTU, as a good engineer would write it for this task alone: the peers of wirejig.
 *
 * The same fields, lengths and CRC are checked, and errors are data. Wirejig also gives the wrong place in a frame, its
 * right value, and the field of a message that cannot be encoded.
 */
import { MOST_WRITTEN, type Request } from './modbus-frames';

export type Read<T> =
  | { readonly kind: 'frame'; readonly value: T }
  | { readonly kind: 'reject'; readonly reason: 'length' | 'checksum' | 'function' };

const LONGEST = 256;

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xa001 : 0);
  return value;
});

/** 0 for all bytes of a good frame. */
export function crc16(bytes: Uint8Array, from: number, to: number): number {
  let value = 0xffff;
  for (let at = from; at < to; at++) value = (value >>> 8) ^ CRC_TABLE[(value ^ bytes[at]!) & 0xff]!;
  return value;
}

export function readWord(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 8) | bytes[at + 1]!;
}

export function readWords(bytes: Uint8Array, from: number, count: number): number[] {
  const values: number[] = [];
  for (let i = 0; i < count; i++) values.push(readWord(bytes, from + 2 * i));
  return values;
}

/** Also copies a Buffer, whose `slice` is a view. */
export function copyOf(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const copy = new Uint8Array(to - from);
  // Faster than set() for so few bytes.
  for (let i = from; i < to; i++) copy[i - from] = bytes[i]!;
  return copy;
}

/** Decodes one complete request. */
export function decodeRequest(frame: Uint8Array): Read<Request> {
  const { length } = frame;
  if (length < 4 || length > LONGEST) return { kind: 'reject', reason: 'length' };
  if (crc16(frame, 0, length) !== 0) return { kind: 'reject', reason: 'checksum' };
  return { kind: 'frame', value: knownRequest(frame) ?? otherRequest(frame) };
}

const READS = { 1: 'read-coils', 2: 'read-inputs', 3: 'read-holding', 4: 'read-input' } as const;

function knownRequest(frame: Uint8Array): Request | undefined {
  const { length } = frame;
  const unit = frame[0]!;
  const code = frame[1]!;
  switch (code) {
    case 1:
    case 2:
    case 3:
    case 4:
      if (length !== 8) return undefined;
      return { type: READS[code], unit, address: readWord(frame, 2), count: readWord(frame, 4) };
    case 5:
      if (length !== 8) return undefined;
      return { type: 'write-coil', unit, address: readWord(frame, 2), value: readWord(frame, 4) };
    case 6:
      if (length !== 8) return undefined;
      return { type: 'write-register', unit, address: readWord(frame, 2), value: readWord(frame, 4) };
    case 15: {
      if (length < 9 || length !== 9 + frame[6]!) return undefined;
      const bits = copyOf(frame, 7, length - 2);
      return { type: 'write-coils', unit, address: readWord(frame, 2), count: readWord(frame, 4), bits };
    }
    case 16: {
      if (length < 9) return undefined;
      const count = readWord(frame, 4);
      if (count > MOST_WRITTEN || frame[6] !== 2 * count || length !== 9 + 2 * count) return undefined;
      return {
        type: 'write-registers',
        unit,
        address: readWord(frame, 2),
        values: readWords(frame, 7, count),
      };
    }
    default:
      return undefined;
  }
}

function otherRequest(frame: Uint8Array): Request {
  return { type: 'other', unit: frame[0]!, function: frame[1]!, data: copyOf(frame, 2, frame.length - 2) };
}

/** Encodes a request into a new frame. Throws RangeError for a value that its field cannot hold. */
export function encodeRequest(request: Request): Uint8Array {
  switch (request.type) {
    case 'read-coils':
      return fixedRequest(request.unit, 1, request.address, request.count);
    case 'read-inputs':
      return fixedRequest(request.unit, 2, request.address, request.count);
    case 'read-holding':
      return fixedRequest(request.unit, 3, request.address, request.count);
    case 'read-input':
      return fixedRequest(request.unit, 4, request.address, request.count);
    case 'write-coil':
      return fixedRequest(request.unit, 5, request.address, request.value);
    case 'write-register':
      return fixedRequest(request.unit, 6, request.address, request.value);
    case 'write-coils': {
      const { bits } = request;
      const frame = new Uint8Array(9 + checked(bits.length, LONGEST - 9));
      putHead(frame, request.unit, 15, request.address, request.count);
      frame[6] = bits.length;
      frame.set(bits, 7);
      return withCrc(frame);
    }
    case 'write-registers': {
      const { values } = request;
      const count = checked(values.length, MOST_WRITTEN);
      const frame = new Uint8Array(9 + 2 * count);
      putHead(frame, request.unit, 16, request.address, count);
      frame[6] = 2 * count;
      for (let i = 0; i < count; i++) putWord(frame, 7 + 2 * i, values[i]!);
      return withCrc(frame);
    }
    case 'other': {
      const { data } = request;
      const frame = new Uint8Array(4 + checked(data.length, LONGEST - 4));
      frame[0] = checked(request.unit, 0xff);
      frame[1] = checked(request.function, 0xff);
      frame.set(data, 2);
      return withCrc(frame);
    }
  }
}

function fixedRequest(unit: number, code: number, address: number, value: number): Uint8Array {
  const frame = new Uint8Array(8);
  putHead(frame, unit, code, address, value);
  return withCrc(frame);
}

function putHead(frame: Uint8Array, unit: number, code: number, address: number, value: number): void {
  frame[0] = checked(unit, 0xff);
  frame[1] = code;
  putWord(frame, 2, address);
  putWord(frame, 4, value);
}

function putWord(frame: Uint8Array, at: number, value: number): void {
  checked(value, 0xffff);
  frame[at] = value >> 8;
  frame[at + 1] = value;
}

function checked(value: number, most: number): number {
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new RangeError(`${value}, should be 0..${most}`);
  return value;
}

function withCrc(frame: Uint8Array): Uint8Array {
  const end = frame.length - 2;
  const crc = crc16(frame, 0, end);
  frame[end] = crc;
  frame[end + 1] = crc >> 8;
  return frame;
}
