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
  type CommandBody,
  type Reply,
} from './message';
import { isHostOpcode } from './shape';

function byte(value: number, what: string): number {
  if (!Number.isInteger(value) || value < 0 || value > 0xff)
    throw new EncodeError(`${what} ${value} is no byte`);
  return value;
}

function numberBytes(number: number): readonly number[] {
  if (!isParameterNumber(number)) {
    throw new EncodeError(`no parameter number: ${number} (a byte but F2 and F3, or F200..F3FF)`);
  }
  return isTwoByte(number) ? [number >> 8, number & 0xff] : [number];
}

/** A frame of the given bytes and their checksum. */
export function sealed(bytes: ArrayLike<number>): Uint8Array {
  const frame = new Uint8Array(bytes.length + 2);
  frame.set(bytes);
  const sum = checksum(frame, bytes.length);
  frame[bytes.length] = sum >> 8;
  frame[bytes.length + 1] = sum & 0xff;
  return frame;
}

function short(opcode: number, source: number, status: number, data: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(4 + data.length);
  bytes[0] = 4 + data.length;
  bytes[1] = opcode;
  bytes[2] = byte(source, 'SOURCE');
  bytes[3] = byte(status, 'STATUS');
  bytes.set(data, 4);
  return sealed(bytes);
}

function commandParts(command: CommandBody): readonly [opcode: number, data: readonly number[]] {
  switch (command.type) {
    case 'nak':
      return [OPCODE.nak, command.cause === undefined ? [] : [byte(command.cause, 'cause')]];
    case 'led-on':
      return [OPCODE.ledOn, [byte(command.led, 'LED')]];
    case 'led-off':
      return [OPCODE.ledOff, [byte(command.led, 'LED')]];
    case 'beep':
      return [OPCODE.beep, [byte(command.pattern, 'beep pattern')]];
    case 'write': {
      const { prefix, number, value } = command;
      return [OPCODE.parameter, [byte(prefix, 'prefix'), ...numberBytes(number), byte(value, 'value')]];
    }
    case 'read':
      return [OPCODE.read, numberBytes(command.number)];
    case 'unknown':
      if (isHostOpcode(byte(command.opcode, 'opcode'))) {
        throw new EncodeError(`opcode ${hex(command.opcode)} is known`);
      }
      return [command.opcode, []];
    default:
      return [BARE[command.type], []];
  }
}

/** The command's frame, or the wake byte. Throws EncodeError for values that no frame carries. */
export function encodeCommand(command: Command): Uint8Array {
  if (command.type === 'wake') return Uint8Array.of(0);
  const [opcode, data] = commandParts(command);
  return short(opcode, command.source, command.status, data);
}

function dataFrame(codeType: number, payload: Uint8Array, status: number): Uint8Array {
  const { length } = payload;
  if (length > LONGEST_PAYLOAD) {
    throw new EncodeError(
      `a payload of ${length} bytes, above the ${LONGEST_PAYLOAD} that a long frame carries`,
    );
  }
  byte(codeType, 'code type');
  byte(status, 'STATUS');
  const counted = LONG.header + 1 + length;
  const head =
    length > LONGEST_SHORT_PAYLOAD
      ? [LONG.mark, OPCODE.longData, counted >> 8, counted & 0xff, OPCODE.longData, SOURCE.scanner, status]
      : [5 + length, OPCODE.data, SOURCE.scanner, status];
  const bytes = new Uint8Array(head.length + 1 + length);
  bytes.set(head);
  bytes[head.length] = codeType;
  bytes.set(payload, head.length + 1);
  return sealed(bytes);
}

function textBytes(text: string): Uint8Array {
  if (text.length > 250) throw new EncodeError(`a revision of ${text.length} characters, above 250`);
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0x7f) throw new EncodeError(`a revision is ASCII, not ${character}`);
    return code;
  });
}

/** The reply's frame. Throws EncodeError for values that no frame carries. */
export function encodeReply(reply: Reply): Uint8Array {
  const from = SOURCE.scanner;
  switch (reply.type) {
    case 'ack':
      return short(OPCODE.ack, from, reply.status, []);
    case 'nak':
      return short(OPCODE.nak, from, reply.status, [byte(reply.cause, 'cause')]);
    case 'value': {
      const { prefix, number, value } = reply;
      const data = [byte(prefix, 'prefix'), ...numberBytes(number), byte(value, 'value')];
      return short(OPCODE.parameter, from, reply.status, data);
    }
    case 'revision':
      return short(OPCODE.revisionReply, from, reply.status, textBytes(reply.text));
    case 'data':
      return dataFrame(reply.codeType, reply.payload, reply.status);
  }
}
