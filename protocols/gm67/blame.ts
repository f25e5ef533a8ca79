/** The clause that a wrong or missing reply breaks, and what nothing was due for. */
import type { Blame, ConversationFault } from '../../api/index';
import { CAUSE, isHostOpcode, isNeedlesslyLong, isRepeat, SOURCE, STATUS } from './wire/message';
import { isDamagedReply, isSummed, type Output } from './wire/output';
import type { Expected, Framed } from './rules';
import type { GmState, WriteOf } from './state';

/** What a reply is due to. */
export interface Asked {
  /** undefined: it is no command. */
  readonly message: Framed | undefined;
  /** Why the bytes are no command. */
  readonly code: string | undefined;
  readonly expected: Expected;
  /** A wake byte came before it. */
  readonly isWoken: boolean;
  /** The clause of bytes just before that were no command. */
  readonly refused: string | undefined;
  /** Its bytes came with pauses. */
  readonly isInParts: boolean;
  /** A code waited for its ACK. */
  readonly hasOpenCode: boolean;
  /** ACK or NAK of the host came just before. */
  readonly isAcknowledged: boolean;
  /** For a read: a write of a wrong checksum before it. */
  readonly garbled: WriteOf | undefined;
}

export const REFUSED: Readonly<Record<string, string>> = {
  checksum: 'GM-FR-02',
  length: 'GM-FR-04',
  truncated: 'GM-FR-03',
};
/** The most bytes of a reject that counts as a frame with a wrong LEN; a longer one is noise. */
const LONGEST = 10;
/** No command has a higher LEN. */
const LONGEST_LEN = 8;

/**
 * A frame with nothing wrong but its LEN may draw one NAK. Noise may draw any number. It rarely has the length of its first byte and a
 * right checksum.
 */
export function mostNaks(raw: Uint8Array): number {
  const isMeant = raw.length <= LONGEST && raw.length >= 4 && raw[2] === SOURCE.host;
  return isMeant || isDeliberate(raw) ? 1 : Infinity;
}

function isDeliberate(raw: Uint8Array): boolean {
  return raw[0] === raw.length - 2 && isSummed(raw);
}

/** The clause of the next command, if these bytes keep the scanner from it. */
export function refusedClause(code: string, raw: Uint8Array): string {
  if (code === 'checksum') return 'GM-FR-02';
  const [len = 0, opcode = 0] = raw;
  if (code === 'truncated') return len <= LONGEST_LEN ? 'GM-FR-03' : 'GM-FR-05';
  const isNoise = code !== 'length' || raw.length > LONGEST || !isHostOpcode(opcode);
  return isNoise && !isDeliberate(raw) ? 'GM-FR-05' : 'GM-FR-04';
}

/** The clause of a wrong reply, or of none. */
export function brokenClause(asked: Asked, { rx }: ConversationFault<Output>): Blame<Output, GmState> {
  const { message, code, expected, garbled } = asked;
  const reply = rx?.message;
  if (reply?.type === 'raw') return malformed(reply.bytes);
  if (asked.isAcknowledged && isAcknowledgement(reply)) return 'GM-CM-04';
  const refused = REFUSED[code ?? ''];
  if (refused !== undefined) return reply === undefined ? (asked.refused ?? refused) : refused;
  // As if it had not come, or not whole.
  const isLost = reply === undefined || (reply.type === 'nak' && reply.cause === CAUSE.resend);
  if (isLost && asked.isWoken) return 'GM-CM-07';
  if (reply === undefined && asked.hasOpenCode) return 'GM-DT-04';
  if (isLost && asked.isInParts) return 'GM-FR-03';
  if (isLost && asked.refused !== undefined) return asked.refused;
  if (message === undefined) return 'GM-CM-01';
  if (expected.type === 'ack' && isRepeat(message)) return 'GM-CM-06';
  const isDenied = expected.type === 'nak' && reply !== undefined;
  switch (message.type) {
    case 'start':
    case 'stop':
      return expected.type === 'nak' || (expected.type === 'one-of' && reply !== undefined)
        ? 'GM-CM-02'
        : 'GM-CM-01';
    case 'read':
    case 'write': {
      const isOfGarbled = reply?.type === 'value' && reply.number === garbled?.number;
      if (isOfGarbled && reply.value === garbled?.value) return 'GM-FR-02';
      const wasDenied = reply?.type === 'nak' && reply.cause !== CAUSE.resend;
      return wasDenied || isDenied || reply?.type === 'value' ? 'GM-CM-05' : 'GM-CM-01';
    }
    default:
      return ownClause(message);
  }
}

function isAcknowledgement(reply: Output | undefined): boolean {
  return reply?.type === 'ack' || reply?.type === 'nak';
}

/** Bytes that should be a frame of the scanner. A reset that nobody saw does not explain them. */
function malformed(raw: Uint8Array): Blame<Output, GmState> {
  return isNeedlesslyLong(raw) ? 'GM-DT-03' : 'GM-FR-01';
}

/** The clause of commands that have one of their own, else that of all commands. */
function ownClause({ type }: Framed): string {
  if (type === 'unknown') return 'GM-CM-03';
  return type === 'ack' || type === 'nak' ? 'GM-CM-04' : 'GM-CM-01';
}

/** The clause that such a command is about. */
export function mainClause({ message, code, expected }: Asked): string {
  const refused = REFUSED[code ?? ''];
  if (refused !== undefined || message === undefined) return refused ?? 'GM-FR-05';
  if (expected.type === 'ack' && isRepeat(message)) return 'GM-CM-06';
  switch (message.type) {
    case 'start':
    case 'stop':
      return 'GM-CM-02';
    case 'read':
    case 'write':
    case 'defaults':
      return 'GM-CM-05';
    default:
      return ownClause(message);
  }
}

/** The clause that one reply more breaks. */
export function surplusClause(message: Framed): string {
  if (message.type === 'unknown') return 'GM-CM-01';
  return isRepeat(message) ? 'GM-CM-06' : ownClause(message);
}

/** The clauses that the right reply keeps. */
export function keptClauses(asked: Asked): readonly string[] {
  const main = mainClause(asked);
  if (asked.code !== undefined) return [main];
  const clauses = new Set(['GM-CM-01', main]);
  if (asked.isWoken) clauses.add('GM-CM-07');
  if (asked.refused !== undefined) clauses.add(asked.refused);
  return [...clauses];
}

/** What nothing was due for. */
export function chargeUnasked(
  { rx, isReceiving }: ConversationFault<Output>,
  { notes, scanner, isDue }: GmState,
): Blame<Output, GmState> {
  const message = rx?.message;
  // Nobody knows what it was asked before.
  if (scanner.asleep === undefined) return { then: {} };
  switch (message?.type) {
    case undefined:
      return 'GM-FR-01';
    case 'data':
      if (notes.mustBeLost) return 'GM-DT-05';
      return (message.status & STATUS.retransmission) === 0 ? 'GM-DT-06' : 'GM-DT-04';
    case 'raw':
      return chargeRaw(message.bytes, notes);
    default:
      if (isDue && notes.mayAnswerEarlier && isAcknowledgement(message)) return 'GM-CM-04';
      // A half-frame is answered, or a frame in what is dropped to the next pause is obeyed.
      if (isReceiving) return message?.type === 'nak' ? 'GM-FR-03' : 'GM-FR-04';
      return { clause: notes.surplus, trigger: notes.trigger };
  }
}

function chargeRaw(bytes: Uint8Array, { lost, mustBeLost, code }: GmState['notes']): Blame<Output, GmState> {
  const isLost = lost !== undefined && Buffer.from(bytes).indexOf(lost) >= 0;
  if (isLost || (mustBeLost && !isDamagedReply(bytes))) return 'GM-DT-05';
  return code !== undefined && Buffer.compare(code, bytes) === 0 ? 'GM-DT-06' : malformed(bytes);
}
