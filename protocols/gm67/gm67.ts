/**
 * GM67: the codec of the barcode scanner's serial line (SSI).
 *
 *     LEN OPCODE SOURCE STATUS DATA (LEN - 4) CHECKSUM (2)
 *     FF F4 hh ll F4 SOURCE STATUS DATA (hhll - 7) CHECKSUM (2)     from the scanner, packet mode
 *
 * The host asks ({@link commands}), the scanner replies ({@link replies}); codes in raw mode come without
 * a frame (raw.ts). The wire page is README.md.
 */
import type { Codec } from '../frame';
import { millis, type Micros } from '../time';
import { decodeOnce, SsiDecoder, type Direction } from './decoder';
import { encodeCommand, encodeReply } from './encoder';
import { frameFields } from './fields';
import { LONGEST_FRAME, LONGEST_SHORT_FRAME, WAKE, type Command, type Reply } from './message';
import { readCommand, readReply, replyFlaw } from './content';
import { measureCommand, measureReply } from './shape';

export interface SsiOptions {
  /** Silence that drops a frame that stopped half-way, and ends a stretch behind a bad LEN. */
  readonly interByte: Micros;
}

export const DEFAULT_INTER_BYTE: Micros = millis(200);

const COMMANDS: Direction<Command> = {
  measure: measureCommand,
  read: readCommand,
  flaw: () => undefined,
  longest: LONGEST_SHORT_FRAME,
  wake: WAKE,
};

const REPLIES: Direction<Reply> = {
  measure: measureReply,
  read: readReply,
  flaw: replyFlaw,
  longest: LONGEST_FRAME,
};

/** Host to scanner. At most 256 bytes are pending. */
export function commands(options: Partial<SsiOptions> = {}): Codec<Command> {
  const { interByte = DEFAULT_INTER_BYTE } = options;
  return {
    encode: encodeCommand,
    decoder: () => new SsiDecoder(COMMANDS, interByte),
    fields: (raw) => frameFields(measureCommand, raw, true),
  };
}

/** Scanner to host, codes of packet mode among it. At most 65537 bytes are pending. */
export function replies(options: Partial<SsiOptions> = {}): Codec<Reply> {
  const { interByte = DEFAULT_INTER_BYTE } = options;
  return {
    encode: encodeReply,
    decoder: () => new SsiDecoder(REPLIES, interByte),
    fields: (raw) => frameFields(measureReply, raw, false),
  };
}

/** The command of exactly one good frame, or the wake byte. Throws DecodeError. */
export function decodeCommand(raw: Uint8Array): Command {
  return decodeOnce(COMMANDS, raw);
}

/** The reply of exactly one good frame. Throws DecodeError. */
export function decodeReply(raw: Uint8Array): Reply {
  return decodeOnce(REPLIES, raw);
}
