/** The end of a campaign: the object of `--json`, and the last lines on the terminal. */
import { withheldText } from '../../../protocols/withheld';
import { join } from 'node:path';
import {
  hasAnswers,
  unreached,
  resyncVerdict,
  countUnknownRows,
  unknownText,
} from '../../../reports/summary/campaign';
import type { FuzzEnd, FuzzResync, FuzzStart, ResyncRow } from '../../../scenarios/fuzz-record';
import type { BoardWedged } from '../../../scenarios/fuzz/execution/rig';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import { plural, formatSpan } from '../../../reports/text/quantity';
import { shellWord } from '../../../reports/text/printable';
import type { FuzzOutput } from '../../schemas/campaign-output';
import { fuzzCommandLine, resumeCommandLine, type FuzzPlan } from './fuzz-plan';
import type { FuzzRequest } from './command';

const NO_ANSWER =
  'the board answers nothing: is it powered, is RX wired to TX, is the baud rate right, does it need a --reset?';

export interface CampaignEnd {
  readonly start: FuzzStart;
  readonly end: FuzzEnd;
  readonly findings: readonly Finding[];
  readonly unconfirmed: readonly Finding[];
  readonly resync: FuzzResync | undefined;
}

interface CampaignResult extends CampaignEnd {
  readonly plan: FuzzPlan;
  readonly files: (finding: Finding) => string;
  readonly exitCode: number;
  readonly out: string;
}

export function fuzzSummary(result: CampaignResult): FuzzOutput {
  const { plan, start, end, findings, unconfirmed, files, resync, exitCode, out } = result;
  const { outcome, reason, cases, exchanges, flakes, ofHost } = end;
  return {
    suite: plan.suite.id,
    board: plan.board.record.name,
    seed: plan.seed,
    outcome,
    reason,
    exitCode,
    cases,
    exchanges,
    flakes,
    ofHost,
    findings: findings.map((finding) => summaryOf(finding, files(finding))),
    unconfirmed: unconfirmed.map((one) => summaryOf(one, files(one))),
    ...(resync === undefined ? {} : { resync: resyncSummary(resync) }),
    unreached: Object.fromEntries(unreached(start, end)),
    out,
  };
}

function summaryOf(finding: Finding, file: string): FuzzOutput['findings'][number] {
  const { id, kind, requirement, level, title, bytes, repeats, replaysEndedBy, count, twin } = finding;
  return { id, kind, requirement, level, title, bytes, repeats, replaysEndedBy, count, twin, file };
}

/** `wasAlive`: the board has sent something. */
export function endOfDeadBoard(
  { message }: BoardWedged,
  wasAlive: boolean,
  cases: number,
): Pick<FuzzEnd, 'outcome' | 'reason'> {
  return wasAlive
    ? { outcome: 'wedged', reason: `after ${plural(cases, 'case')}: ${message}` }
    : { outcome: 'unreachable', reason: NO_ANSWER };
}

export function endOfTime(wasAlive: boolean, cases: number): Pick<FuzzEnd, 'outcome' | 'reason'> {
  if (!wasAlive) return { outcome: 'unreachable', reason: 'the board answered nothing in this time' };
  return {
    outcome: 'done',
    ...(cases === 0 ? { reason: 'the time limit was reached before a case was tried' } : {}),
  };
}

/** Why nothing is decided, where the campaign came to its end. */
export function openText(unconfirmed: number): string {
  return unconfirmed === 0
    ? 'nothing that the board sent could be judged'
    : `${plural(unconfirmed, 'failure')} did not reproduce`;
}

/**
 * 0 no failure. 1 a finding, or slow after garbage. 3 only unconfirmed failures, the board was not reached, lost or wedged, no
 * case was tried, or nothing that it sent could be judged. 130 interrupted.
 */
export function fuzzExitCode(
  {
    outcome,
    findings,
    unconfirmed = {},
    cases,
    ...reached
  }: Pick<FuzzEnd, 'outcome' | 'findings' | 'unconfirmed' | 'cases' | 'responses'>,
  resync: FuzzResync | undefined,
): 0 | 1 | 3 | 130 {
  if (outcome === 'interrupted') return 130;
  const slow = resync !== undefined && resyncVerdict(resync) === 'fail';
  if (Object.keys(findings).length > 0 || slow) return 1;
  const isJudged = cases > 0 && hasAnswers(reached);
  return outcome !== 'done' || !isJudged || Object.keys(unconfirmed).length > 0 ? 3 : 0;
}

export function closingLines({ outcome }: FuzzEnd, options: FuzzRequest, { seed, board }: FuzzPlan): string {
  const { out } = options;
  const withheld = withheldText(board.real?.guard?.reasons);
  const unsent = withheld === undefined ? '' : `\n  ${withheld}\n`;
  const again = fuzzCommandLine(options, seed);
  const resume = `  resume  ${resumeCommandLine(options)}\n`;
  return `${unsent}\n  report  ${shellWord(join(out, 'report.html'))}\n  again   ${again}\n${outcome === 'interrupted' ? resume : ''}`;
}

/** The row with the longest time for each kind of garbage. A row without an answer is the longest. */
function worstOf({ rows }: FuzzResync): readonly ResyncRow[] {
  const weight = ({ worstUs, never, tries }: ResyncRow): number =>
    tries === 0 ? 0 : never > 0 ? Infinity : (worstUs ?? Infinity);
  const worst = new Map<string, ResyncRow>();
  for (const row of rows) {
    const known = worst.get(row.kind);
    if (known === undefined || weight(row) > weight(known)) worst.set(row.kind, row);
  }
  return [...worst.values()];
}

function resyncSummary(resync: FuzzResync): NonNullable<FuzzOutput['resync']> {
  const { requirement, limitUs } = resync;
  const verdict = resyncVerdict(resync);
  return {
    requirement,
    limitUs,
    verdict,
    slow: verdict === 'fail',
    unknown: countUnknownRows(resync),
    worst: worstOf(resync),
  };
}

/** Lines for the terminal: the worst row of each kind. `slow` marks a row over the limit. */
export function resyncLines(resync: FuzzResync, slow: (text: string) => string): readonly string[] {
  const { requirement, limitUs, asked } = resync;
  const unknown = unknownText(resync);
  const lines = worstOf(resync).map((row) => {
    const { kind, length, frames, bytes, worstUs, never, over } = row;
    if (row.tries === 0) return `  ? ${kind}: not known`;
    const took = worstUs === undefined ? '' : `${formatSpan(worstUs)}, `;
    const lost = never > 0 ? `never answered again ${never} of ${row.tries} times` : '';
    const within = lost === '' ? `${took}${frames} good frames of ${bytes} bytes` : lost;
    const line = `  ${over ? '✗' : ' '} ${kind}: ${within}, after ${length} of it`;
    return over ? slow(line) : line;
  });
  const limit = `${formatSpan(limitUs)} ${asked ? 'asked for' : `by ${requirement}`}`;
  const verdict = resyncVerdict(resync) === 'inconclusive' ? 'inconclusive: ' : '';
  const remedy = countUnknownRows(resync) > 0 ? 'end its other work' : '--time gives more';
  return [
    `resync   worst after garbage, at most 2 good frames and ${limit}:`,
    ...lines,
    ...(unknown === undefined ? [] : [`  ? ${verdict}${unknown}: ${remedy}`]),
  ];
}
