/**
 * Messages to bytes. A message that no frame can carry is our fault: EncodeError.
 */
import { EncodeError } from '../frame';
import {
  BARE,
  checksum,
  hex,
  isParameterNumber,
  isTwoByte,
  LONG,
  LONGEST_PAYLOAD,
  LONGEST_SHORT_PAYLOAD,
  OPCODE,
  SOURCE,
  type Command,
  type Reply,
} from './message';
import { isHostOpcode } from './shape';

function byte(value: number, what: string): number {
  // One comparison for every value that is no integer of 0..255, NaN among them.
  if ((value & 0xff) !== value) throw new EncodeError(`${what} ${value} is no byte`);
  return value;
}

/** A frame of the given bytes and their checksum. */
export function sealed(bytes: ArrayLike<number>): Uint8Array {
  const frame = new Uint8Array(bytes.length + 2);
  frame.set(bytes);
  return seal(frame);
}

/** Puts the checksum into the frame's last two bytes. */
function seal(frame: Uint8Array): Uint8Array {
  const end = frame.length - 2;
  const sum = checksum(frame, end);
  frame[end] = sum >> 8;
  frame[end + 1] = sum;
  return frame;
}

/** A short frame with room for `data` bytes from 4 on, to be filled and sealed. */
function short(opcode: number, source: number, status: number, data: number): Uint8Array {
  const frame = new Uint8Array(6 + data);
  frame[0] = 4 + data;
  frame[1] = opcode;
  frame[2] = byte(source, 'SOURCE');
  frame[3] = byte(status, 'STATUS');
  return frame;
}

function bare(opcode: number, source: number, status: number): Uint8Array {
  return seal(short(opcode, source, status, 0));
}

function single(opcode: number, source: number, status: number, value: number): Uint8Array {
  const frame = short(opcode, source, status, 1);
  frame[4] = value;
  return seal(frame);
}

/** Puts a parameter's number at `at`; gives where it ends. */
function putNumber(frame: Uint8Array, at: number, number: number): number {
  if (!isTwoByte(number)) {
    frame[at] = number;
    return at + 1;
  }
  frame[at] = number >> 8;
  frame[at + 1] = number;
  return at + 2;
}

/** Bytes that a parameter's number takes. Throws EncodeError for what is none. */
function numberLength(number: number): number {
  if (!isParameterNumber(number)) {
    throw new EncodeError(`no parameter number: ${number} (a byte but F2 and F3, or F200..F3FF)`);
  }
  return isTwoByte(number) ? 2 : 1;
}

interface Written {
  readonly prefix: number;
  readonly number: number;
  readonly value: number;
  readonly status: number;
}

function parameter(source: number, { prefix, number, value, status }: Written): Uint8Array {
  const frame = short(OPCODE.parameter, source, status, 2 + numberLength(number));
  frame[4] = byte(prefix, 'prefix');
  frame[putNumber(frame, 5, number)] = byte(value, 'value');
  return seal(frame);
}

function parameterRead(source: number, status: number, number: number): Uint8Array {
  const frame = short(OPCODE.read, source, status, numberLength(number));
  putNumber(frame, 4, number);
  return seal(frame);
}

/** The command's frame, or the wake byte. Throws EncodeError for values that no frame carries. */
export function encodeCommand(command: Command): Uint8Array {
  if (command.type === 'wake') return Uint8Array.of(0);
  const { source, status } = command;
  switch (command.type) {
    case 'nak':
      return command.cause === undefined
        ? bare(OPCODE.nak, source, status)
        : single(OPCODE.nak, source, status, byte(command.cause, 'cause'));
    case 'led-on':
      return single(OPCODE.ledOn, source, status, byte(command.led, 'LED'));
    case 'led-off':
      return single(OPCODE.ledOff, source, status, byte(command.led, 'LED'));
    case 'beep':
      return single(OPCODE.beep, source, status, byte(command.pattern, 'beep pattern'));
    case 'write':
      return parameter(source, command);
    case 'read':
      return parameterRead(source, status, command.number);
    case 'unknown':
      if (isHostOpcode(byte(command.opcode, 'opcode'))) {
        throw new EncodeError(`opcode ${hex(command.opcode)} is known`);
      }
      return bare(command.opcode, source, status);
    default:
      return bare(BARE[command.type], source, status);
  }
}

function dataFrame(codeType: number, payload: Uint8Array, status: number): Uint8Array {
  const { length } = payload;
  if (length > LONGEST_PAYLOAD) {
    throw new EncodeError(
      `a payload of ${length} bytes, above the ${LONGEST_PAYLOAD} that a long frame carries`,
    );
  }
  const type = byte(codeType, 'code type');
  if (length > LONGEST_SHORT_PAYLOAD) return longFrame(type, payload, byte(status, 'STATUS'));
  const frame = short(OPCODE.data, SOURCE.scanner, status, 1 + length);
  frame[4] = type;
  frame.set(payload, 5);
  return seal(frame);
}

function longFrame(codeType: number, payload: Uint8Array, status: number): Uint8Array {
  const counted = LONG.header + 1 + payload.length;
  const frame = new Uint8Array(counted + LONG.checksum);
  frame.set([LONG.firstByte, OPCODE.longData, counted >> 8, counted & 0xff, OPCODE.longData, SOURCE.scanner]);
  frame[6] = status;
  frame[LONG.header] = codeType;
  frame.set(payload, LONG.header + 1);
  return seal(frame);
}

function revision(text: string, status: number): Uint8Array {
  if (text.length > 250) throw new EncodeError(`a revision of ${text.length} characters, above 250`);
  const frame = short(OPCODE.revisionReply, SOURCE.scanner, status, text.length);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code > 0x7f) throw new EncodeError(`a revision is ASCII, not ${text.charAt(i)}`);
    frame[4 + i] = code;
  }
  return seal(frame);
}

/** The reply's frame. Throws EncodeError for values that no frame carries. */
export function encodeReply(reply: Reply): Uint8Array {
  const from = SOURCE.scanner;
  switch (reply.type) {
    case 'ack':
      return bare(OPCODE.ack, from, reply.status);
    case 'nak':
      return single(OPCODE.nak, from, reply.status, byte(reply.cause, 'cause'));
    case 'value':
      return parameter(from, reply);
    case 'revision':
      return revision(reply.text, reply.status);
    case 'data':
      return dataFrame(reply.codeType, reply.payload, reply.status);
  }
}
