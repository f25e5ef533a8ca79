/**
 * One suite of a run on a terminal, when it has ended:
 *
 *     ✗ oven  25 scenarios, 26 clauses, 1 failed, 2 not judged, 4.1 s
 */
import type { RunSummary, SuiteSummary } from '../summary/summary';
import { isTooLittle } from '../text/accounting';
import { wrapText } from '../text/exchange-text';
import { printable } from '../text/printable';
import { formatCount, formatWallTime, plural } from '../text/quantity';
import { mergeJudgements, verdictSign, worstSign, type VerdictSign } from '../text/verdicts';
import { paintTone, type Page } from './paint';

/** `width`: columns of the longest suite name. `took`: in milliseconds of the reader's clock; undefined: the run is not live. */
export function suiteLines(
  summary: RunSummary,
  suite: SuiteSummary,
  { width, took }: { readonly width: number; readonly took: number | undefined },
  { columns, paint }: Page,
): readonly string[] {
  const { accounting, scenarios } = suite;
  const signs = signsOf(summary, suite);
  const isBlind = accounting !== undefined && isTooLittle(accounting, summary.leastJudged);
  const { sign, tone } = worstSign(signs, isBlind || scenarios.some(({ state }) => state === 'cut'));
  const name = printable(suite.id).padEnd(width);
  // For a single suite, the final summary has the time.
  const time = summary.suites.length === 1 || took === undefined ? [] : [formatWallTime(took)];
  const tried = scenarios.filter(({ state }) => state !== 'not tried').length;
  const text = [plural(tried, 'scenario'), ...countTexts(signs), ...time].join(', ');
  const [first = '', ...rest] = wrapText(text, columns - name.length - 4, 0);
  return [
    `${paintTone(paint, tone)(sign)} ${paint.bold(name)}  ${first}`,
    ...rest.map((line) => `${' '.repeat(name.length + 4)}${line}`),
  ];
}

/** Of the clauses that a scenario judged, and of those that the run itself could not judge. */
function signsOf({ end }: RunSummary, { requirements }: SuiteSummary): readonly VerdictSign[] {
  return requirements.flatMap(({ id, level, scenarioJudgements: parts }) => {
    const { verdict } = end?.verdicts[id] ?? mergeJudgements(parts);
    return parts.length > 0 || (end?.verdicts[id] !== undefined && verdict !== 'skip')
      ? [verdictSign(verdict, level)]
      : [];
  });
}

function countTexts(signs: readonly VerdictSign[]): readonly string[] {
  const some = (word: string, shown: string): readonly string[] => {
    const count = signs.filter((one) => one.word === word).length;
    return count === 0 ? [] : [`${formatCount(count)} ${shown}`];
  };
  return [
    plural(signs.length, 'clause'),
    ...some('fail', 'failed'),
    ...some('warning', 'warned'),
    ...some('inconclusive', 'inconclusive'),
    ...some('not judged', 'not judged'),
    ...some('skipped', 'skipped'),
  ];
}
