/** Failures of an STM board: their trigger, and what was due. */
import type { RejectOf } from '../../../../protocols/frame';
import { describeSeen, POWER_ON, type ExpectedAnswer, type Game } from '../../../../protocols/stm/rules';
import { describeAnswer, errorOf, type Answer } from '../../../../protocols/stm/stm';
import type { Micros } from '../../../../protocols/time';
import { hex } from '../../../bench/channel';
import { classifyConsoleText } from '../../../oracle/console-text';
import type { Failure } from '../../../oracle/failure';
import { commandName, NOISE, rejectLabel, requestLabel } from './labels';
import { clauseOf, expectedFor, latest, wordsOf, type PendingResponse, type Times } from './pending-response';

const WELL_FORMED = 'a well-formed answer';
/** The known board is wrong, whichever state is reported. */
const STATE_OF_BOARD = 'State playing or over';

export function wrongAnswer(
  pending: PendingResponse,
  game: Game | undefined,
  answer: Answer,
  expected: ExpectedAnswer,
): Failure {
  const forgotten = answer.type === 'error' && answer.code === 6 && game?.started === true && !game.ended;
  const anew = forgotten && pending.code === undefined;
  const words = wordsOf(expected);
  return {
    kind: anew ? 'reboot' : 'answer',
    requirement: clauseOf(pending, game),
    trigger: pending.trigger,
    pipelined: pending.pipelined,
    due: isOfBoard(expected, answer) ? STATE_OF_BOARD : words.due,
    expected: words.expected,
    seen: describeSeen(answer, expected) + (anew ? ', as if it had begun anew' : ''),
  };
}

function isOfBoard(expected: ExpectedAnswer, answer: Answer): boolean {
  const due = expected.type === 'exact' ? expected.answer : undefined;
  return due?.type === 'state' && answer.type === 'state' && due.state !== 'won' && answer.state !== 'won';
}

export function lateAnswer(pending: PendingResponse, due: string, began: Micros, times: Times): Failure {
  return {
    kind: 'late',
    requirement: pending.atGap ? 'STM-TM-02' : 'STM-TM-01',
    trigger: pending.trigger,
    due,
    expected: `within ${ms(latest(pending, times) - pending.notAfter)}`,
    seen: `after ${ms(began - pending.notAfter)}`,
  };
}

export function earlyAnswer(
  pending: PendingResponse,
  due: string,
  began: Micros,
  { idleGap }: Times,
): Failure {
  return {
    kind: 'early',
    requirement: 'STM-TM-02',
    trigger: pending.trigger,
    due,
    expected: `no earlier than ${ms(idleGap / 2)} after the last byte`,
    seen: `after ${ms(Math.max(0, began - pending.notAfter))}`,
  };
}

/** An answer before the idle gap that decides it. Only the right answer can be early. */
export function answerBeforeGap(pending: RejectOf<unknown>, answer: Answer, { idleGap }: Times): Failure {
  const trigger = rejectLabel(pending);
  const code = errorOf(pending.error.code);
  if (code === undefined || (answer.type === 'error' && answer.code === code))
    return {
      kind: 'early',
      requirement: 'STM-TM-02',
      trigger,
      due: 'silence',
      expected: `silence until ${ms(idleGap / 2)} after the last byte`,
      seen: describeAnswer(answer),
    };
  const words = wordsOf({ type: 'exact', answer: { type: 'error', code } });
  const seen = `${describeAnswer(answer)}, at once`;
  return { kind: 'answer', requirement: clauseOf({ trigger }, undefined), trigger, ...words, seen };
}

export function noAnswer(
  pending: PendingResponse,
  game: Game | undefined,
  answered: PendingResponse | undefined,
  times: Times,
): Failure {
  // A refused request is refused in any game.
  const known = game ?? (pending.code === undefined ? undefined : POWER_ON);
  const expected = known === undefined ? undefined : expectedFor(pending, known);
  const words = expected === undefined ? { due: 'an answer', expected: 'an answer' } : wordsOf(expected);
  const refusedBefore = answered !== undefined && answered.request === undefined;
  const unheard = pending.request !== undefined && !pending.pipelined && refusedBefore;
  return {
    kind: 'silence',
    requirement: unheard ? 'STM-FR-09' : clauseOf(pending, game),
    trigger: pending.trigger,
    pipelined: pending.pipelined,
    ...words,
    seen: `nothing for ${ms(latest(pending, times) - pending.notAfter)}`,
  };
}

export function unaskedAnswer(
  answer: Answer,
  answered: PendingResponse | undefined,
  began: Micros,
  { response }: Times,
): Failure {
  const soon = answered !== undefined && began - answered.notAfter < 4 * response;
  const besides = soon && answered.request === undefined ? clauseOf(answered, undefined) : 'STM-FR-11';
  return {
    kind: 'unasked',
    requirement: soon ? besides : 'STM-TM-03',
    trigger: soon ? answered.trigger : 'silence',
    due: 'silence',
    expected: soon ? 'exactly one answer' : 'silence',
    seen: `${describeAnswer(answer)}${soon ? ' besides' : ''}`,
  };
}

export function pauseInside(trigger: string, pause: number, { idleGap }: Times): Failure {
  return {
    kind: 'gap',
    requirement: 'STM-TM-04',
    trigger,
    due: 'an answer in one piece',
    expected: `no pause above ${ms(idleGap / 2)} inside an answer`,
    seen: ms(pause),
  };
}

/** Bytes that are no answer. If they belong to another answer than the due one, the failure is a wrong answer. */
export function brokenAnswer(
  { raw, error }: RejectOf<unknown>,
  pending: PendingResponse | undefined,
  game: Game | undefined,
): Failure {
  const spoken = classifyConsoleText(raw);
  const seen = `${hex(raw.subarray(0, 32))}: ${error.message}`;
  const expected = pending === undefined || game === undefined ? undefined : expectedFor(pending, game);
  if (spoken === undefined && pending !== undefined && expected?.type === 'exact') {
    const isError = expected.answer.type === 'error' || pending.request === undefined;
    const command = isError ? 'Error' : requestLabel(pending.request);
    if (command !== commandName(raw[0])) {
      const { trigger } = pending;
      return { kind: 'answer', requirement: clauseOf(pending, game), trigger, ...wordsOf(expected), seen };
    }
  }
  const clause = spoken !== undefined ? 'STM-TM-03' : error.code === 'checksum' ? 'STM-FR-01' : 'STM-FR-11';
  return {
    kind: spoken ?? 'malformed',
    requirement: clause,
    trigger: spoken === undefined ? `frame of ${commandName(raw[0])}` : 'anything',
    due: WELL_FORMED,
    expected: WELL_FORMED,
    seen,
  };
}

export function predictableDeal(seen: string): Failure {
  const due = 'a random deal';
  return {
    kind: 'answer',
    requirement: 'STM-GM-06',
    trigger: 'Shuffle',
    due,
    expected: 'random deals',
    seen,
  };
}

export const ENDLESS_CHATTER: Failure = {
  kind: 'unasked',
  requirement: 'STM-TM-03',
  trigger: NOISE,
  due: 'silence',
  expected: 'silence',
  seen: 'talk that goes on and on',
};

function ms(span: number): string {
  return `${(span / 1000).toFixed(1)} ms`;
}
