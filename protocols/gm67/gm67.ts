/**
 * GM67: the codec of the barcode scanner's serial line (SSI). The host asks ({@link commands}), the scanner replies
 * ({@link replies}); codes in raw mode have no frame (raw-mode.ts). The wire page is README.md; message.ts describes
 * the frames.
 */
import { DecodeError, explainRejection } from '../decode-error';
import type { Codec } from '../frame';
import { millis, type Micros } from '../time';
import { codec } from '../wire/codec';
import { byLength } from '../wire/framing';
import { COMMANDS, REPLIES, WAKE, type Command, type Reply } from './message';
import { WAKE_BYTE, WAKE_MEANING, WakeDecoder } from './wake';

export interface SsiOptions {
  /** Silence that drops an unfinished frame, and ends a stretch after a bad LEN. */
  readonly interByte: Micros;
}

export const DEFAULT_INTER_BYTE: Micros = millis(200);

/** The command's frame, or the wake byte. Throws EncodeError for values that no frame carries. */
export function encodeCommand(command: Command): Uint8Array {
  return command.type === 'wake' ? Uint8Array.of(WAKE_BYTE) : COMMANDS.encode(command);
}

/** The reply's frame. Throws EncodeError for values that no frame carries. */
export function encodeReply(reply: Reply): Uint8Array {
  return REPLIES.encode(reply);
}

/** Host to scanner. At most 256 bytes are pending. */
export function commands({ interByte = DEFAULT_INTER_BYTE }: Partial<SsiOptions> = {}): Codec<Command> {
  const frames = codec(COMMANDS, byLength({ idle: interByte }));
  return {
    encode: encodeCommand,
    decoder: () => new WakeDecoder(frames.decoder()),
    fields: (raw) =>
      isWake(raw)
        ? [{ name: 'wake', offset: 0, length: 1, value: WAKE_BYTE, meaning: WAKE_MEANING }]
        : frames.fields(raw),
  };
}

function isWake(raw: Uint8Array): boolean {
  return raw.length === 1 && raw[0] === WAKE_BYTE;
}

/** Scanner to host, codes of packet mode included. At most 65537 bytes are pending. */
export function replies({ interByte = DEFAULT_INTER_BYTE }: Partial<SsiOptions> = {}): Codec<Reply> {
  return codec(REPLIES, byLength({ idle: interByte }));
}

/** The command of exactly one good frame, or the wake byte. Throws DecodeError. */
export function decodeCommand(raw: Uint8Array): Command {
  if (isWake(raw)) return WAKE;
  const read = COMMANDS.decode(raw);
  if (read.kind === 'frame') return read.value;
  throw new DecodeError(explainRejection(commands().decoder(), raw, DEFAULT_INTER_BYTE));
}

/** The reply of exactly one good frame. Throws DecodeError. */
export function decodeReply(raw: Uint8Array): Reply {
  const read = REPLIES.decode(raw);
  if (read.kind === 'frame') return read.value;
  throw new DecodeError(explainRejection(replies().decoder(), raw, DEFAULT_INTER_BYTE));
}
