/** The times that a monitor of an STM board judges by. */
import type { Parameters } from '../../../protocols/requirement';
import { micros, millis, type Micros } from '../../../protocols/time';

export interface Limits {
  readonly gap: Micros;
  readonly response: Micros;
  /** An answer that comes later than `response` is late. After this time it is missing. */
  readonly answerTimeout: Micros;
  /** Of one byte, in microseconds. */
  readonly byteTime: number;
}

export function limitsOf(parameters: Parameters): Limits {
  const gap = millis(Number(parameters['idleGapMs']));
  const response = millis(Number(parameters['responseMs']));
  const answerTimeout = micros(Math.max(500_000, 5 * response));
  return { gap, response, answerTimeout, byteTime: 10e6 / Number(parameters['baud']) };
}
