import { CLAUSES } from '../testing/byte-board';
import { exitCode } from './exit-code';
import type { RunEnd, Verdict } from '../record';

/** Verdicts of two MUSTs and a SHOULD. */
function end(outcome: RunEnd['outcome'], ...verdicts: readonly Verdict[]): RunEnd {
  const judged: Record<string, { verdict: Verdict; checks: number }> = {};
  for (const [at, verdict] of verdicts.entries()) judged[CLAUSES[at]?.id ?? ''] = { verdict, checks: 1 };
  return { type: 'run-end', at: 0, outcome, verdicts: judged, exchanges: 0 };
}

test.each([
  ['done', ['pass', 'pass', 'pass'], 0],
  ['done', ['pass', 'pass', 'fail'], 0],
  ['done', ['skip', 'inconclusive', 'error'], 0],
  ['done', ['pass', 'fail', 'pass'], 1],
  ['done', ['error', 'fail', 'pass'], 1],
  ['done', ['pass', 'error', 'pass'], 3],
  ['silent', ['pass', 'fail', 'pass'], 1],
  ['silent', ['pass', 'inconclusive', 'pass'], 3],
  ['timeout', ['pass', 'inconclusive', 'pass'], 3],
  ['timeout', ['pass', 'fail', 'pass'], 1],
  ['done', ['skip', 'skip', 'skip'], 3],
  ['done', ['skip', 'skip', 'pass'], 0],
  ['lost', ['pass', 'fail', 'pass'], 3],
  ['unreachable', ['error', 'error', 'error'], 3],
  ['interrupted', ['fail', 'error', 'pass'], 130],
] as const)('%s with %j ends with %d', (outcome, verdicts, code) => {
  expect(exitCode(end(outcome, ...verdicts), CLAUSES)).toBe(code);
});
