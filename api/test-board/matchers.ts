/**
 * Matchers for `expect.extend(matchers)` of Jest and Vitest:
 *
 *     expect(board).toPassClause('MB-FR-01');
 *     expect(await board.exchange(request)).toAnswerWithin(100);
 */
import { boundsText, ClauseError } from './clause-error';
import type { Played, MsLimits, TestBoard } from './test-board';

/** The result that `expect.extend` needs. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** For `declare module 'vitest' { interface Assertion extends BoardMatchers {} }`, or Jest's `interface Matchers<R>`. */
export interface BoardMatchers<R = void> {
  /** The clause was judged, and held each time. */
  toPassClause(clause: string): R;
  /** The time of the answer is not certainly outside these limits, ms. */
  toAnswerWithin(limits: number | MsLimits): R;
}

type AnyBoard = Pick<TestBoard<never, never, never>, 'expectClause'>;

/** For `expect.extend(matchers)` of Jest and Vitest: `expect(board).toPassClause('OV-TG-01')`, `expect(exchange).toAnswerWithin(50)`. */
export const matchers = {
  toPassClause(board: AnyBoard, clause: string): MatcherResult {
    const flaw = thrownBy(() => board.expectClause(clause));
    if (flaw !== undefined && !(flaw instanceof ClauseError)) throw flaw;
    return {
      pass: flaw === undefined,
      message: () => flaw?.message ?? `${clause} was judged, and held each time`,
    };
  },
  toAnswerWithin({ ms }: Pick<Played<unknown>, 'ms'>, limits: number | MsLimits): MatcherResult {
    const { min = 0, max } = typeof limits === 'number' ? { max: limits } : limits;
    const pass = ms !== undefined && ms.low <= max && ms.high >= min;
    const seen = ms === undefined ? 'no answer came' : `the answer came after ${boundsText(ms)}`;
    return { pass, message: () => `${seen}; limits: ${min} to ${max} ms` };
  },
};

function thrownBy(work: () => void): Error | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}
