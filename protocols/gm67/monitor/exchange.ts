/** What reached the scanner, the reply that is due to it, and the clause that another reply breaks. */
import { CAUSE, STATUS, type Command, type Reply } from '../message';
import { PARAMETER } from '../parameters';
import { encodeReply } from '../gm67';
import { onlyReply, type Expected, type ScannerState } from '../rules';
import type { Situation } from '../../monitor/judgement';
import type { Bounds } from '../../monitor/timed-decoder';
import type { Micros } from '../../time';

export interface Exchange extends Situation<Command> {
  /** In words. */
  readonly title: string;
  /** undefined: no command. */
  readonly command: Command | undefined;
  /** Why the bytes are no command. */
  readonly code: string | undefined;
  readonly expected: Expected;
  /** At most this many replies. */
  readonly most: number;
  /** No reply is right too. */
  readonly isOptional: boolean;
  /** The time of its last byte. */
  readonly at: Bounds;
  /** A reply is due from then on. */
  readonly since: Micros;
  readonly before: ScannerState;
  /** It neither slept nor started: wrong replies are judged. */
  readonly isListening: boolean;
  /** It certainly received: a missing reply is judged. */
  readonly mustAnswer: boolean;
  /** The scanner was asleep, and the wake byte came before this. */
  readonly isWoken: boolean;
  /** The clause of bytes just before this that were no command. */
  readonly refused: string | undefined;
  /** For a read: a write of a wrong checksum before it, which changes nothing. */
  readonly garbled: Extract<Command, { type: 'write' }> | undefined;
  /** Its bytes came with pauses between them. */
  readonly isInParts: boolean;
  /** A code waited for its ACK when this came. */
  readonly hasOpenCode: boolean;
}

const REFUSED: ReadonlyMap<string, string> = new Map([
  ['checksum', 'GM-FR-02'],
  ['length', 'GM-FR-04'],
  ['truncated', 'GM-FR-03'],
]);

type Asked = Pick<
  Exchange,
  'command' | 'code' | 'expected' | 'isWoken' | 'refused' | 'isInParts' | 'hasOpenCode' | 'garbled'
>;

/** The clause that this reply breaks; undefined: that no reply came. */
export function brokenClause(asked: Asked, reply: Reply | undefined): string {
  const { command, code, expected, garbled } = asked;
  const refused = REFUSED.get(code ?? '');
  if (refused !== undefined) return reply === undefined ? (asked.refused ?? refused) : refused;
  // As if it had not come, or not whole.
  const isLost = reply === undefined || (reply.type === 'nak' && reply.cause === CAUSE.resend);
  if (isLost && asked.isWoken) return 'GM-CM-07';
  if (reply === undefined && asked.hasOpenCode) return 'GM-DT-04';
  if (isLost && asked.isInParts) return 'GM-FR-03';
  if (isLost && asked.refused !== undefined) return asked.refused;
  if (expected.type === 'ack' && isRepeat(command)) return 'GM-CM-06';
  switch (command?.type) {
    case 'start':
    case 'stop':
      return expected.type === 'nak' || (expected.type === 'one-of' && reply !== undefined)
        ? 'GM-CM-02'
        : 'GM-CM-01';
    case 'read':
    case 'write': {
      const denied = reply?.type === 'nak' && reply.cause !== CAUSE.resend;
      if (reply?.type === 'value' && reply.number === garbled?.number && reply.value === garbled.value)
        return 'GM-FR-02';
      const taken = expected.type === 'nak' && reply !== undefined;
      return denied || taken || reply?.type === 'value' ? 'GM-CM-05' : 'GM-CM-01';
    }
    default:
      return ownClause(asked);
  }
}

/** The clause of commands that have one of their own, else that of all commands. */
function ownClause({ command }: Pick<Exchange, 'command'>): string {
  switch (command?.type) {
    case 'unknown':
      return 'GM-CM-03';
    case 'ack':
    case 'nak':
      return 'GM-CM-04';
    case 'wake':
      return 'GM-CM-07';
    default:
      return 'GM-CM-01';
  }
}

/** The clause that such an exchange is about. */
export function mainClause({ command, code, expected }: Asked): string {
  const refused = REFUSED.get(code ?? '');
  if (refused !== undefined) return refused;
  if (expected.type === 'ack' && isRepeat(command)) return 'GM-CM-06';
  switch (command?.type) {
    case 'start':
    case 'stop':
      return 'GM-CM-02';
    case 'read':
    case 'write':
    case 'defaults':
      return 'GM-CM-05';
    default:
      return ownClause({ command });
  }
}

/** The clause that one reply more breaks. */
export function surplusClause({ command, code }: Pick<Exchange, 'command' | 'code'>): string {
  const refused = REFUSED.get(code ?? '');
  if (refused !== undefined) return refused;
  if (command?.type === 'unknown') return 'GM-CM-01';
  const isAnswered = command?.type !== 'ack' && command?.type !== 'nak';
  return isAnswered && isRepeat(command) ? 'GM-CM-06' : ownClause({ command });
}

/** The clauses that the right reply keeps. */
export function keptClauses(asked: Asked): readonly string[] {
  const { code, refused, isWoken } = asked;
  if (code !== undefined) return [mainClause(asked)];
  const clauses = new Set(['GM-CM-01', mainClause(asked)]);
  if (isWoken) clauses.add('GM-CM-07');
  if (refused !== undefined) clauses.add(refused);
  return [...clauses];
}

/** The bytes of the right reply, if there is only one. */
export function dueAnswer({ expected }: Exchange): { readonly dueAnswer?: Uint8Array } {
  const reply = onlyReply(expected);
  return reply === undefined ? {} : { dueAnswer: encodeReply(reply) };
}

export function isRepeat(command: Command | undefined): boolean {
  return command !== undefined && 'status' in command && (command.status & STATUS.retransmission) !== 0;
}

/** By this command a code in packet mode may be lost, or its retries end. */
export function endsRetries(command: Command): boolean {
  if (command.type === 'write') return command.number === PARAMETER.packet;
  return ['disable', 'sleep', 'defaults', 'reset'].includes(command.type);
}

export function isSameState(a: ScannerState, b: ScannerState): boolean {
  return (
    a.enabled === b.enabled &&
    a.asleep === b.asleep &&
    a.session === b.session &&
    a.parameters.size === b.parameters.size &&
    [...a.parameters].every(([number, value]) => b.parameters.get(number) === value)
  );
}
