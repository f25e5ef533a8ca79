/** What an STM board owes for what reached it, and which clause it breaks by not giving it. */
import type { Received } from './request-framer';
import {
  ERROR,
  errorOf,
  hasGoodContent,
  LIMIT,
  type Answer,
  type ErrorCode,
  type Request,
} from '../../../protocols/stm/stm';

export interface PendingResponse {
  readonly received: Received;
  /** A good request; undefined: the input must be refused. */
  readonly request: Request | undefined;
  readonly code: ErrorCode | undefined;
  /** The idle gap decides: the Error comes then, not before. */
  readonly atGap: boolean;
  /** Charged where the answer is missing. */
  readonly clause: string;
  /** Sent before the one before it was answered. */
  readonly pipelined: boolean;
}

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['checksum', 'STM-FR-02'],
  ['truncated', 'STM-FR-03'],
  ['unknown-command', 'STM-FR-05'],
  ['bad-data', 'STM-FR-06'],
  ['content', 'STM-FR-07'],
]);
const REFUSED_AT_GAP = ['truncated', 'unknown-command', 'bad-data'];

/** undefined: nothing is owed. `behind`: the input before it was refused. */
export function pendingResponseFor(
  received: Received,
  behind: boolean,
  hurried: boolean,
): PendingResponse | undefined {
  const { event } = received.passed;
  if (event.kind === 'frame') {
    const clause = missingClause(event.value, received.pieces, behind, hurried);
    return { received, request: event.value, code: undefined, atGap: false, clause, pipelined: hurried };
  }
  const clause = REFUSALS.get(event.error.code);
  const code = errorOf(event.error.code);
  if (clause === undefined || code === undefined) return undefined;
  return {
    received,
    request: undefined,
    code,
    atGap: REFUSED_AT_GAP.includes(event.error.code),
    clause,
    pipelined: hurried,
  };
}

function missingClause(request: Request, pieces: number, behind: boolean, hurried: boolean): string {
  if (hurried) return 'STM-FR-10';
  if (behind) return 'STM-FR-09';
  if (pieces > 1) return 'STM-FR-04';
  return isLongest(request) ? 'STM-FR-08' : 'STM-FR-11';
}

export function isLongest(request: Request): boolean {
  return request.type === 'shuffle' && request.tiles.length === LIMIT.count;
}

/** Input that must be refused gets another answer: where content was judged before the CRC it is the order that is wrong. */
export function wrongRefusalClause(
  { received, code, clause }: PendingResponse,
  answer: Answer | undefined,
): string {
  const { event } = received.passed;
  const both = code === ERROR.badCrc && !hasGoodContent(event.raw);
  return both && answer?.type === 'error' && answer.code === ERROR.badData ? 'STM-FR-07' : clause;
}

/** A good frame that is refused as if it were none: which clause of the framing it breaks; undefined: the game's own. */
export function framingClause(
  { request, received, clause }: PendingResponse,
  code: ErrorCode,
): string | undefined {
  const { badCrc, unknownCommand, badData, truncated } = ERROR;
  const codes: readonly ErrorCode[] = [badCrc, unknownCommand, badData, truncated];
  if (request === undefined || !codes.includes(code)) return undefined;
  if (received.pieces > 1) return 'STM-FR-04';
  if (isLongest(request)) return 'STM-FR-08';
  return clause === 'STM-FR-09' ? clause : undefined;
}
