/** The clause that a wrong or missing reply breaks, and what nothing was due for. */
import type { Blame, ConversationFault, RxMessage } from '../../api/index';
import { CAUSE, isHostOpcode, isNeedlesslyLong, isRepeat, SOURCE, STATUS } from './wire/message';
import { isDamagedReply, isSummed, type Output } from './wire/decoders';
import { isCodeLike, untoldCode } from './code-forms';
import { profileOf, type GmValues } from './profile';
import type { Expected, Framed } from './rules';
import type { GmRuling, GmState, Notes } from './state';

export interface Asked {
  /** Why the bytes are no command; else the command. */
  readonly what: string | Framed;
  readonly expected: Expected;
  readonly notes: Notes;
  /** Its bytes came with pauses. */
  readonly isInParts: boolean;
  /** A code waited for its ACK. */
  readonly hasOpenCode: boolean;
}

const REFUSED: Readonly<Record<string, string>> = {
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
  const { what, expected, notes } = asked;
  const { garbled, refused } = notes;
  const reply = rx?.message;
  if (reply?.type === 'raw') return malformed(reply.bytes);
  if (notes.isAcknowledged && isAcknowledgement(reply)) return 'GM-CM-04';
  if (typeof what === 'string' && what in REFUSED)
    return reply === undefined && refused !== undefined ? refused : mainClause(asked);
  // As if it had not come, or not whole.
  const isLost = reply === undefined || isResend(reply);
  if (isLost && notes.isWoken) return 'GM-CM-07';
  if (reply === undefined && asked.hasOpenCode) return 'GM-DT-04';
  if (isLost && asked.isInParts) return 'GM-FR-03';
  if (isLost && refused !== undefined) return refused;
  if (typeof what === 'string') return 'GM-CM-01';
  const main = mainClause(asked);
  if (main === 'GM-CM-06') return main;
  switch (what.type) {
    case 'start':
    case 'stop': {
      const isOfMode = expected.type === 'nak' || (expected.type === 'one-of' && reply !== undefined);
      return isOfMode ? main : 'GM-CM-01';
    }
    case 'read':
    case 'write': {
      const isDenied = expected.type === 'nak' && reply !== undefined;
      const isOfGarbled = reply?.type === 'value' && reply.number === garbled?.number;
      if (what.type === 'read' && isOfGarbled && reply.value === garbled?.value) return 'GM-FR-02';
      const wasDenied = reply?.type === 'nak' && reply.cause !== CAUSE.resend;
      return wasDenied || isDenied || reply?.type === 'value' ? main : 'GM-CM-01';
    }
    case 'defaults':
      return 'GM-CM-01';
    default:
      return main;
  }
}

function isResend(reply: Output | undefined): boolean {
  return reply?.type === 'nak' && reply.cause === CAUSE.resend;
}

function isAcknowledgement(reply: Output | undefined): boolean {
  return reply?.type === 'ack' || reply?.type === 'nak';
}

/** Bytes that should be a frame of the scanner. A reset that nobody saw does not explain them. */
function malformed(raw: Uint8Array): Blame<Output, GmState> {
  return isNeedlesslyLong(raw) ? 'GM-DT-03' : 'GM-FR-01';
}

/** Commands with a clause of their own. */
const OWN: Readonly<Partial<Record<Framed['type'], string>>> = {
  start: 'GM-CM-02',
  stop: 'GM-CM-02',
  unknown: 'GM-CM-03',
  read: 'GM-CM-05',
  write: 'GM-CM-05',
  defaults: 'GM-CM-05',
};

/** The clause that such a command, or such bytes, are about. */
export function mainClause({ what, expected }: Pick<Asked, 'what' | 'expected'>): string {
  if (typeof what === 'string') return REFUSED[what] ?? 'GM-FR-05';
  return expected.type === 'ack' && isRepeat(what) ? 'GM-CM-06' : (OWN[what.type] ?? 'GM-CM-01');
}

/** The clause that one reply more breaks. */
export function surplusClause(message: Framed): string {
  return isRepeat(message) && message.type !== 'unknown' ? 'GM-CM-06' : 'GM-CM-01';
}

/** The clauses that the right reply keeps. */
export function keptClauses(asked: Asked): readonly string[] {
  const main = mainClause(asked);
  if (typeof asked.what === 'string') return [main];
  const { isWoken, refused } = asked.notes;
  return [
    ...new Set([
      'GM-CM-01',
      main,
      ...(isWoken ? ['GM-CM-07'] : []),
      ...(refused === undefined ? [] : [refused]),
    ]),
  ];
}

/** What a scanner may send that nothing is due for. */
export function beginsOf(rx: RxMessage<Output>, state: GmState, p: GmValues): GmRuling | undefined {
  const { message, first, mayBeUntold = false } = rx;
  if (message === undefined) return undefined;
  const { noiseUntil, stray, scanner } = state;
  const at = first.notBefore;
  // Noise itself may draw any number of NAKs.
  if (message.type === 'nak' && at < noiseUntil) return {};
  if (!isCodeLike(message)) return undefined;
  // Codes of before, or of which nobody told.
  if (at < stray) return {};
  if (!mayBeUntold || scanner.enabled === false) return undefined;
  if (message.type !== 'raw') return {};
  return isDamagedReply(message.bytes) ? undefined : untoldCode(message.bytes, rx, state, profileOf(p));
}

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
      if (isDue && isResend(message) && notes.refusedBefore !== undefined) return notes.refusedBefore;
      // A half-frame is answered, or a frame in what is dropped to the next pause is obeyed.
      if (isReceiving) return message?.type === 'nak' ? 'GM-FR-03' : 'GM-FR-04';
      return { clause: notes.surplus, trigger: notes.trigger };
  }
}

function chargeRaw(bytes: Uint8Array, { lost, mustBeLost, code }: Notes): Blame<Output, GmState> {
  const isLost = lost !== undefined && Buffer.from(bytes).indexOf(lost) >= 0;
  if (isLost || (mustBeLost && !isDamagedReply(bytes))) return 'GM-DT-05';
  return code !== undefined && Buffer.compare(code, bytes) === 0 ? 'GM-DT-06' : malformed(bytes);
}
