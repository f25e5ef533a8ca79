/**
 * Whole frames to messages: reads what is there, whatever the checksum; the decoder judges that.
 */
import type { FrameError } from '../frame';
import { formFault, sourceFault, textFault } from './fault';
import {
  BARE,
  BARE_TYPES,
  isNumberPrefix,
  LONG,
  LONGEST_SHORT_PAYLOAD,
  OPCODE,
  SOURCE,
  type BareType,
  type Command,
  type Reply,
} from './message';
import { NUMBER_AT } from './shape';

/** Names of the commands of an opcode alone, by opcode. */
const BARE_NAMES: readonly (BareType | undefined)[] = bareNames();

function bareNames(): (BareType | undefined)[] {
  const names = Array<BareType | undefined>(256).fill(undefined);
  for (const type of BARE_TYPES) names[BARE[type]] = type;
  return names;
}

function numberAt(raw: Uint8Array, offset: number): number {
  const byte = raw[offset]!;
  return isNumberPrefix(byte) ? (byte << 8) | raw[offset + 1]! : byte;
}

/** The command of a whole frame whose LEN fits its opcode. */
export function readCommand(raw: Uint8Array): Command {
  const opcode = raw[1]!;
  const source = raw[2]!;
  const status = raw[3]!;
  const type = BARE_NAMES[opcode];
  if (type !== undefined) return { type, source, status };
  switch (opcode) {
    case OPCODE.nak:
      return raw[0] === 4 ? { type: 'nak', source, status } : { type: 'nak', cause: raw[4]!, source, status };
    case OPCODE.ledOn:
      return { type: 'led-on', led: raw[4]!, source, status };
    case OPCODE.ledOff:
      return { type: 'led-off', led: raw[4]!, source, status };
    case OPCODE.beep:
      return { type: 'beep', pattern: raw[4]!, source, status };
    case OPCODE.parameter: {
      const number = numberAt(raw, NUMBER_AT[OPCODE.parameter]);
      return { type: 'write', prefix: raw[4]!, number, value: raw[raw[0]! - 1]!, source, status };
    }
    case OPCODE.read:
      return { type: 'read', number: numberAt(raw, NUMBER_AT[OPCODE.read]), source, status };
    default:
      return { type: 'unknown', opcode, source, status };
  }
}

function isLong(raw: Uint8Array): boolean {
  return raw[0] === LONG.firstByte;
}

/** How a payload, which begins at `at`, is taken out of its frame. */
export type PayloadSlice = (raw: Uint8Array, at: number) => Uint8Array;

/** A view, as a copy would cost more than the rest of the message. */
const viewPayload: PayloadSlice = (raw, at) =>
  new Uint8Array(raw.buffer, raw.byteOffset + at, raw.length - at - LONG.checksum);

/** A copy, for a frame that is the caller's. */
export const copyPayload: PayloadSlice = (raw, at) => new Uint8Array(viewPayload(raw, at));

/** The reply of a whole frame, its payload a view of `raw` unless it is `cut`; undefined for an opcode that is not the scanner's. */
export function readReply(raw: Uint8Array, cut = viewPayload): Reply | undefined {
  if (isLong(raw)) {
    return {
      type: 'data',
      codeType: raw[LONG.header]!,
      payload: cut(raw, LONG.header + 1),
      status: raw[6]!,
    };
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
      return { type: 'data', codeType: raw[4]!, payload: cut(raw, 5), status };
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
