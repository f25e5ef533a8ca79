/** The end of a campaign: the object of `--json`, and the last lines on the terminal. */
import { join } from 'node:path';
import { unreached } from '../../../reports/summary/campaign';
import { resyncVerdict } from '../../../reports/summary/resync-verdict';
import type { FuzzEnd, FuzzResync, FuzzStart } from '../../../scenarios/fuzz-record';
import type { Finding } from '../../../scenarios/fuzz/triage/finding';
import { shellWord } from '../../../reports/text/shell-word';
import { fuzzCommandLine, resumeCommandLine } from './fuzz-command-line';
import type { FuzzOptions, FuzzPlan } from './fuzz-plan';
import { resyncSummary } from './fuzz-resync';

export interface CampaignResult {
  readonly plan: FuzzPlan;
  readonly start: FuzzStart;
  readonly end: FuzzEnd;
  readonly findings: readonly Finding[];
  /** The path of a finding's file. */
  readonly files: (finding: Finding) => string;
  readonly resync: FuzzResync | undefined;
  readonly exitCode: number;
  readonly out: string;
}

export function fuzzSummary(result: CampaignResult): object {
  const { plan, start, end, findings, files, resync, exitCode, out } = result;
  const { outcome, reason, cases, exchanges, flakes } = end;
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
    findings: findings.map((finding) => {
      const { id, kind, requirement, level, title, bytes, repeats, count, twin } = finding;
      return { id, kind, requirement, level, title, bytes, repeats, count, twin, file: files(finding) };
    }),
    ...(resync === undefined ? {} : { resync: resyncSummary(resync) }),
    unreached: Object.fromEntries(unreached(start, end)),
    out,
  };
}

/** 0 no finding. 1 a finding, or slow after garbage. 3 the board was not reached, lost or wedged, or no case was tried. 130 interrupted. */
export function fuzzExitCode(
  { outcome, findings, cases }: FuzzEnd,
  resync: FuzzResync | undefined,
): 0 | 1 | 3 | 130 {
  if (outcome === 'interrupted') return 130;
  if (outcome === 'lost' || outcome === 'unreachable') return 3;
  const slow = resync !== undefined && resyncVerdict(resync) === 'fail';
  if (Object.keys(findings).length > 0 || slow) return 1;
  return outcome === 'wedged' || cases === 0 ? 3 : 0;
}

export function closingLines(
  { outcome }: FuzzEnd,
  options: FuzzOptions & { readonly out: string },
  { seed }: FuzzPlan,
): string {
  const { out } = options;
  const again = fuzzCommandLine(options, seed);
  const resume = `  resume  ${resumeCommandLine(options)}\n`;
  return `\n  report  ${shellWord(join(out, 'report.html'))}\n  again   ${again}\n${outcome === 'interrupted' ? resume : ''}`;
}
