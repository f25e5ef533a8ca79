/**
 * Whole frames to messages: reads what is there, whatever the checksum; the decoder judges that.
 */
import type { FrameError } from '../frame';
import { formFault, sourceFault, textFault } from './fault';
import {
  BARE,
  isNumberPrefix,
  LONG,
  LONGEST_SHORT_PAYLOAD,
  OPCODE,
  SOURCE,
  type BareType,
  type Command,
  type CommandBody,
  type Reply,
} from './message';
import { NUMBER_AT } from './shape';

const BARE_NAMES: ReadonlyMap<number, BareType> = new Map<number, BareType>([
  [BARE.ack, 'ack'],
  [BARE.start, 'start'],
  [BARE.stop, 'stop'],
  [BARE.enable, 'enable'],
  [BARE.disable, 'disable'],
  [BARE.sleep, 'sleep'],
  [BARE.reset, 'reset'],
  [BARE.defaults, 'defaults'],
  [BARE.revision, 'revision'],
]);

function numberAt(raw: Uint8Array, offset: number): number {
  const byte = raw[offset]!;
  return isNumberPrefix(byte) ? (byte << 8) | raw[offset + 1]! : byte;
}

function commandBody(raw: Uint8Array): CommandBody {
  const opcode = raw[1]!;
  const name = BARE_NAMES.get(opcode);
  if (name !== undefined) return { type: name };
  switch (opcode) {
    case OPCODE.nak:
      return raw[0] === 4 ? { type: 'nak' } : { type: 'nak', cause: raw[4]! };
    case OPCODE.ledOn:
      return { type: 'led-on', led: raw[4]! };
    case OPCODE.ledOff:
      return { type: 'led-off', led: raw[4]! };
    case OPCODE.beep:
      return { type: 'beep', pattern: raw[4]! };
    case OPCODE.parameter:
      return {
        type: 'write',
        prefix: raw[4]!,
        number: numberAt(raw, NUMBER_AT[OPCODE.parameter]),
        value: raw[raw[0]! - 1]!,
      };
    case OPCODE.read:
      return { type: 'read', number: numberAt(raw, NUMBER_AT[OPCODE.read]) };
    default:
      return { type: 'unknown', opcode };
  }
}

/** The command of a whole frame whose LEN fits its opcode. */
export function readCommand(raw: Uint8Array): Command {
  return { ...commandBody(raw), source: raw[2]!, status: raw[3]! };
}

function isLong(raw: Uint8Array): boolean {
  return raw[0] === LONG.mark;
}

/** The reply of a whole frame; undefined for an opcode that is not the scanner's. */
export function readReply(raw: Uint8Array): Reply | undefined {
  if (isLong(raw)) {
    const payload = raw.slice(LONG.header + 1, raw.length - LONG.checksum);
    return { type: 'data', codeType: raw[LONG.header]!, payload, status: raw[6]! };
  }
  const status = raw[3]!;
  switch (raw[1]!) {
    case OPCODE.ack:
      return { type: 'ack', status };
    case OPCODE.nak:
      return { type: 'nak', cause: raw[4]!, status };
    case OPCODE.parameter:
      return {
        type: 'value',
        prefix: raw[4]!,
        number: numberAt(raw, NUMBER_AT[OPCODE.parameter]),
        value: raw[raw[0]! - 1]!,
        status,
      };
    case OPCODE.revisionReply:
      return { type: 'revision', text: String.fromCharCode(...raw.subarray(4, raw.length - 2)), status };
    case OPCODE.data:
      return { type: 'data', codeType: raw[4]!, payload: raw.slice(5, raw.length - 2), status };
    default:
      return undefined;
  }
}

/** What is wrong with a whole reply whose opcode and checksum are right; undefined: nothing. */
export function replyFlaw(raw: Uint8Array): FrameError | undefined {
  const long = isLong(raw);
  const sourceAt = long ? 5 : 2;
  if (raw[sourceAt] !== SOURCE.scanner) return sourceFault(sourceAt, raw[sourceAt]!);
  if (long) {
    const payload = raw.length - LONG.header - 1 - LONG.checksum;
    return payload <= LONGEST_SHORT_PAYLOAD ? formFault(payload) : undefined;
  }
  if (raw[1] !== OPCODE.revisionReply) return undefined;
  const end = raw.length - 2;
  for (let at = 4; at < end; at++) if (raw[at]! > 0x7f) return textFault(at, raw[at]!);
  return undefined;
}
