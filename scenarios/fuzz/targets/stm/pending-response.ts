/** The due response to a request, and whether an answer is that response. */
import type { FrameEvent } from '../../../../protocols/frame';
import { errorOf, type Answer, type ErrorCode, type Request } from '../../../../protocols/stm/stm';
import {
  agrees,
  describeExpected,
  expect,
  type ExpectedAnswer,
  type Game,
} from '../../../../protocols/stm/rules';
import { micros, millis, type Micros } from '../../../../protocols/time';
import { answerLabel, rejectLabel, requestLabel } from './labels';

export interface PendingResponse {
  readonly trigger: string;
  /** The request, if it was a good one. */
  readonly request: Request | undefined;
  /** The code of the Error, if the request was not good. */
  readonly code: ErrorCode | undefined;
  /** Bounds of the time of the byte that decides the response. */
  readonly notBefore: Micros;
  readonly notAfter: Micros;
  /** The idle gap after that byte decides the response. */
  readonly atGap: boolean;
  /** The request was sent before the answer to an earlier one had come. */
  readonly pipelined: boolean;
  /** The request directly before had a wrong CRC. It is refused at once, and the next byte begins a new frame. */
  readonly afterWrongCrc: boolean;
}

export interface Times {
  readonly idleGap: Micros;
  readonly response: Micros;
}

/** undefined: a part of discarded bytes, which has no response. */
export function pendingResponseFor(
  event: FrameEvent<Request>,
  bounds: Pick<PendingResponse, 'notBefore' | 'notAfter'>,
  before: PendingResponse | undefined,
): PendingResponse | undefined {
  const request = event.kind === 'frame' ? event.value : undefined;
  const code = event.kind === 'frame' ? undefined : errorOf(event.error.code);
  if (request === undefined && code === undefined) return undefined;
  // All fields at once, not spread: this runs for each of a hundred thousand requests a second.
  return {
    trigger: event.kind === 'frame' ? requestLabel(event.value) : rejectLabel(event),
    request,
    code,
    notBefore: bounds.notBefore,
    notAfter: bounds.notAfter,
    atGap: event.kind === 'reject' && event.error.code !== 'checksum' && event.error.code !== 'content',
    pipelined: before !== undefined,
    afterWrongCrc: before?.trigger === 'wrong CRC',
  };
}

export function latest({ notAfter, atGap }: PendingResponse, { idleGap, response }: Times): Micros {
  return micros(notAfter + (atGap ? idleGap : 0) + response);
}

/** The earliest time of the answer. Only an answer that waits for the idle gap can come too early. */
export function earliest({ notBefore, atGap }: PendingResponse, { idleGap }: Times): Micros {
  return micros(atGap ? notBefore + idleGap / 2 : -Infinity);
}

/** An answer within this time after the limit is late. Without an answer the board is silent. */
export const GRACE = millis(250);

export function expectedFor({ request, code }: PendingResponse, game: Game): ExpectedAnswer | undefined {
  if (code !== undefined) return { type: 'exact', answer: { type: 'error', code } };
  return request === undefined ? undefined : expect(game, request);
}

export function isRight(expected: ExpectedAnswer, answer: Answer): boolean {
  return agrees(expected, answer);
}

/** The expected answer as a class and in words. */
export function wordsOf(expected: ExpectedAnswer): { readonly due: string; readonly expected: string } {
  const due = expected.type === 'exact' ? answerLabel(expected.answer) : 'Shuffle';
  return { due, expected: describeExpected(expected) };
}

/** The clause that a wrong answer to this breaks. */
export function clauseOf(
  response: Pick<PendingResponse, 'trigger'> &
    Partial<Pick<PendingResponse, 'request' | 'pipelined' | 'afterWrongCrc'>>,
  game: Game | undefined,
): string {
  if (response.afterWrongCrc === true) return 'STM-FR-02';
  if (response.pipelined === true) return 'STM-FR-10';
  switch (response.trigger) {
    case 'wrong CRC':
      return 'STM-FR-02';
    case 'truncated frame':
      return 'STM-FR-03';
    case 'unknown command':
      return 'STM-FR-05';
    case 'bad descriptor or count':
      return 'STM-FR-06';
    case 'value out of range':
      return 'STM-FR-07';
  }
  const type = response.request?.type;
  if (type !== 'start' && game?.started === false) return 'STM-GM-03';
  if (type !== 'start' && type !== 'reset' && game?.ended === true) return 'STM-GM-11';
  switch (type) {
    case 'start':
      return 'STM-GM-01';
    case 'reset':
      return 'STM-GM-02';
    case 'shuffle':
      return (game?.shuffles ?? 0) >= 5 ? 'STM-GM-05' : 'STM-GM-04';
    case 'select':
      return 'STM-GM-07';
    case 'match':
      return game?.selected === undefined ? 'STM-GM-09' : 'STM-GM-08';
    default:
      return 'STM-GM-10';
  }
}

/** A Set State ends a game only if it says so: otherwise both states are of the same game. */
export function sameGame(a: Game, b: Game | undefined): boolean {
  return (
    b !== undefined &&
    a.started === b.started &&
    a.ended === b.ended &&
    a.selected === b.selected &&
    a.pairs === b.pairs &&
    a.shuffles === b.shuffles &&
    a.board === b.board
  );
}
