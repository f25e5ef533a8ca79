/** For tests: one frame at once. */
import { DecodeError, explainRejection } from '../../decode-error';
import { COMMANDS, REPLIES, WAKE, type Command, type Reply } from '../wire/message';
import { commands, DEFAULT_INTER_BYTE, isWake, replies } from '../wire/wire';

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
