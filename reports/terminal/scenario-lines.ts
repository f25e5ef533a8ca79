/**
 * One scenario of a run on a terminal, when it has ended:
 *
 *     ✗ a wrong checksum is discarded  OV-FR-02  96 checks
 *         ✗ fail OV-FR-02 MUST
 *           one flipped bit in the CRC
 *           expected  exactly one Error (01)
 *           seen      the answer to Start
 *           12.034 ms  sent  01 FF 00
 *                            CMD 01 Start | DATA FF | CRC 00
 */
import type { CheckRecord, RunStart, ScenarioEnd, ScenarioStart } from '../../scenarios/record';
import { checkLines } from '../text/check-text';
import { wrapText, type TextLimits } from '../text/exchange-text';
import { clip, printable } from '../text/printable';
import { plural, formatCount, formatWallTime } from '../text/quantity';
import { checkHeadline } from '../text/reason';
import { paintTone, type Page, widthOf } from './paint';
import {
  mergeJudgements,
  verdictSign,
  worstSign,
  type Judgement,
  type Level,
  type VerdictSign,
} from '../text/verdicts';
import type { RunSummary, SuiteSummary } from '../summary/summary';
import { isTooLittle } from '../text/accounting';

export interface ScenarioPage extends Page {
  readonly limits: TextLimits;
  /** The shown checks of a requirement that did not pass. */
  readonly checks: number;
}

export interface ScenarioResult {
  readonly run: RunStart | undefined;
  readonly scenario: ScenarioStart | ScenarioEnd | undefined;
  /** Its end; undefined: it did not end. */
  readonly end: ScenarioEnd | undefined;
  readonly checks: readonly CheckRecord[];
}

interface RequirementResult {
  readonly id: string;
  readonly level: Level;
  readonly judgement: Judgement;
  readonly checks: readonly CheckRecord[];
}

function requirementResults({ run, end, checks }: ScenarioResult): readonly RequirementResult[] {
  const judgements = new Map(Object.entries(end?.requirements ?? {}));
  const ids = new Set([...judgements.keys(), ...checks.map(({ requirement }) => requirement)]);
  const catalogue = run?.suites.flatMap(({ requirements }) => requirements) ?? [];
  return [...ids].map((id) => {
    const own = checks.filter(({ requirement }) => requirement === id);
    const judgement =
      judgements.get(id) ?? mergeJudgements(own.map(({ verdict }) => ({ verdict, checks: 1 })));
    const same = own.filter(({ verdict }) => verdict === judgement.verdict);
    const level = catalogue.find((requirement) => requirement.id === id)?.level ?? 'MUST';
    return { id, level, judgement, checks: same.length > 0 || judgement.verdict === 'pass' ? same : own };
  });
}

function titleOf({ run, scenario, end }: ScenarioResult): string {
  if (scenario === undefined) return 'outside of any scenario';
  const suite = run?.suites.find(({ id }) => id === scenario.suite);
  const title = suite?.scenarios.find(({ id }) => id === scenario.scenario)?.title ?? scenario.scenario;
  return `${printable(clip(title, 200))}${end === undefined ? ' (did not come to its end)' : ''}`;
}

/** The clauses that it covers. Other judged clauses have lines only if they did not pass. */
function coveredIds({ run, scenario }: ScenarioResult, judged: readonly RequirementResult[]) {
  const suite = run?.suites.find(({ id }) => id === scenario?.suite);
  const covers = suite?.scenarios.find(({ id }) => id === scenario?.scenario)?.covers;
  return judged.map(({ id }) => id).filter((id) => covers === undefined || covers.includes(id));
}

function headLines(result: ScenarioResult, judged: readonly RequirementResult[], page: ScenarioPage) {
  const covered = coveredIds(result, judged);
  // Its results for other clauses have separate lines, and no effect on its sign.
  const own = covered.length === 0 ? judged : judged.filter(({ id }) => covered.includes(id));
  const signs = own.map(({ judgement, level }) => verdictSign(judgement.verdict, level));
  const { sign, tone } = worstSign(signs, result.end === undefined);
  const title = titleOf(result);
  const checks = judged.reduce((sum, { judgement }) => sum + judgement.checks, 0);
  const tail = [...covered.map(printable), ` ${plural(checks, 'check')}`].join(' ');
  const [first, ...rest] = wrapText(title, page.columns, 2);
  const head = `${paintTone(page.paint, tone)(sign)} ${first}`;
  if (widthOf(title) + 4 + tail.length <= page.columns) return [`${head}  ${page.paint.dim(tail)}`];
  const folded = wrapText(tail, page.columns, 4).map((line) => page.paint.dim(line.trimStart()));
  return [head, ...rest, ...folded.map((line) => `    ${line}`)];
}

function requirementLines({ id, level, judgement, checks }: RequirementResult, page: ScenarioPage) {
  const { verdict, reason } = judgement;
  if (verdict === 'pass') return [];
  const { sign, tone, word } = verdictSign(verdict, level);
  const { paint, limits } = page;
  const shown = checks.slice(0, page.checks);
  const wrapped = (text: string): readonly string[] =>
    wrapText(printable(clip(text, limits.text)), limits.columns, 0).map((line) => `      ${line}`);
  return [
    `    ${paintTone(paint, tone)(`${sign} ${word}`)} ${paint.bold(printable(id))} ${paint.dim(level)}`,
    ...(reason === undefined || shown.length > 0 ? [] : wrapped(reason)),
    ...shown.flatMap((check) => [
      ...wrapped(checkHeadline(check)),
      ...(verdict === 'skip' ? [] : checkLines(check, limits, paint).map((line) => `      ${line}`)),
    ]),
    ...(checks.length > shown.length
      ? [paint.dim(`      and at least ${plural(checks.length - shown.length, 'more check')} like this`)]
      : []),
  ];
}

export function scenarioLines(result: ScenarioResult, page: ScenarioPage): readonly string[] {
  const judged = requirementResults(result);
  return [...headLines(result, judged, page), ...judged.flatMap((each) => requirementLines(each, page))];
}

/**
 * One suite of a run on a terminal, when it has ended:
 *
 *     ✗ oven  25 scenarios, 26 clauses, 1 failed, 2 not judged, 4.1 s
 *
 * `width`: columns of the longest suite name. `took`: in milliseconds of the reader's clock; undefined: the run is not live.
 */
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
