/**
 * Handwritten GM67 frames, as an engineer would write them for this task alone: the peers of wirejig.
 *
 *     LEN OPCODE SOURCE STATUS DATA (LEN - 4) CHECKSUM (2)      checksum: 0x10000 less the sum of the rest
 *
 * Bare means: LEN and checksum are checked, the message is made, a wrong frame is null. Wirejig also handles long
 * frames and silence, and gives reasons, raw bytes and times.
 */
import type { Command, Reply } from '../../protocols/gm67/message';

/** The reply of `length` bytes from `at`; null if there is none. */
function replyAt(bytes: Uint8Array, at: number, length: number): Reply | null {
  let sum = 0;
  const end = at + length - 2;
  for (let i = at; i < end; i++) sum += bytes[i]!;
  if (((sum + (bytes[end]! << 8) + bytes[end + 1]!) & 0xffff) !== 0) return null;
  const status = bytes[at + 3]!;
  switch (bytes[at + 1]) {
    case 0xd0:
      return { type: 'ack', status };
    case 0xd1:
      return { type: 'nak', cause: bytes[at + 4]!, status };
    case 0xc6: {
      const number = length === 9 ? bytes[at + 5]! : (bytes[at + 5]! << 8) | bytes[at + 6]!;
      return { type: 'value', prefix: bytes[at + 4]!, number, value: bytes[end - 1]!, status };
    }
    case 0xf3:
      return { type: 'data', codeType: bytes[at + 4]!, payload: bytes.slice(at + 5, end), status };
    default:
      return null;
  }
}

/** Decodes one complete frame. */
export function decodeBareReply(frame: Uint8Array): Reply | null {
  const length = frame.length;
  return length >= 6 && frame[0] === length - 2 ? replyAt(frame, 0, length) : null;
}

/** Frames from chunks. A bad LEN is skipped. */
export class BareReplyStream {
  private readonly buffer = new Uint8Array(256);
  private length = 0;

  constructor(private readonly onReply: (reply: Reply) => void) {}

  push(chunk: Uint8Array): void {
    const { buffer: held } = this;
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i]!;
      if (this.length === 0 && (byte < 4 || byte > 254)) continue;
      held[this.length++] = byte;
      if (this.length !== held[0]! + 2) continue;
      const reply = replyAt(held, 0, this.length);
      if (reply !== null) this.onReply(reply);
      this.length = 0;
    }
  }
}

/** Encodes the commands of the mix; the caller checks the ranges. */
export function encodeBareCommand(command: Command): Uint8Array {
  switch (command.type) {
    case 'start':
      return withChecksum(Uint8Array.of(4, 0xe4, command.source, command.status, 0, 0));
    case 'beep':
      return withChecksum(Uint8Array.of(5, 0xe6, command.source, command.status, command.pattern, 0, 0));
    case 'write': {
      const { source, status, prefix, number, value } = command;
      return withChecksum(
        number > 0xff
          ? Uint8Array.of(8, 0xc6, source, status, prefix, number >> 8, number, value, 0, 0)
          : Uint8Array.of(7, 0xc6, source, status, prefix, number, value, 0, 0),
      );
    }
    default:
      throw new Error(`${command.type} is not in the mix`);
  }
}

function withChecksum(frame: Uint8Array): Uint8Array {
  let sum = 0;
  const end = frame.length - 2;
  for (let i = 0; i < end; i++) sum -= frame[i]!;
  frame[end] = sum >> 8;
  frame[end + 1] = sum;
  return frame;
}
