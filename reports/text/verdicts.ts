/** Merges and counts verdicts. */
import type { RequirementRecord, ScenarioEnd, Verdict } from '../../scenarios/record';

export type Judgement = ScenarioEnd['requirements'][string];
export type Level = RequirementRecord['level'];

export type VerdictCounts = Readonly<Record<Verdict, number>> & { readonly total: number };
export type LevelCounts = Readonly<Record<Level, VerdictCounts>>;

/** From worst to best. A pass comes before a skip: one scenario tried what another could not. */
const WORST_FIRST: readonly Verdict[] = ['fail', 'error', 'inconclusive', 'pass', 'skip'];

/** The worst of `parts` (at least one), with the checks of all and the reason of the first that is equally bad. */
export function mergeJudgements(parts: readonly Judgement[]): Judgement {
  const verdict = WORST_FIRST.find((word) => parts.some((part) => part.verdict === word)) ?? 'error';
  const checks = parts.reduce((sum, part) => sum + part.checks, 0);
  const reason = parts.find((part) => part.verdict === verdict && part.reason !== undefined)?.reason;
  return { verdict, checks, ...(reason === undefined ? {} : { reason }) };
}

export function countLevel(list: readonly { level: Level; verdict: Verdict }[], level: Level): VerdictCounts {
  const at = list.filter((item) => item.level === level);
  const count = (verdict: Verdict): number => at.filter((item) => item.verdict === verdict).length;
  return {
    total: at.length,
    pass: count('pass'),
    fail: count('fail'),
    inconclusive: count('inconclusive'),
    error: count('error'),
    skip: count('skip'),
  };
}

export function countVerdicts(list: readonly { level: Level; verdict: Verdict }[]): LevelCounts {
  return { MUST: countLevel(list, 'MUST'), SHOULD: countLevel(list, 'SHOULD') };
}

/** The display of a verdict: a sign and a word, so that it never depends on colour alone. */
export interface VerdictSign {
  readonly sign: string;
  readonly word: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'dim';
}

/** The sign of several clauses: a failed MUST wins over an open clause (`open`: one that is not judged yet), then a warning, then a pass. */
export function worstSign(signs: readonly VerdictSign[], open: boolean): VerdictSign {
  const find = (sign: string): VerdictSign | undefined => signs.find((each) => each.sign === sign);
  const unended = open ? verdictSign('error') : undefined;
  return find('✗') ?? find('?') ?? unended ?? find('!') ?? find('✓') ?? verdictSign('skip');
}

export function verdictSign(verdict: Verdict, level: Level = 'MUST'): VerdictSign {
  switch (verdict) {
    case 'pass':
      return { sign: '✓', word: 'pass', tone: 'good' };
    case 'fail':
      return level === 'SHOULD'
        ? { sign: '!', word: 'warning', tone: 'warn' }
        : { sign: '✗', word: 'fail', tone: 'bad' };
    case 'inconclusive':
      return { sign: '?', word: 'inconclusive', tone: 'warn' };
    case 'error':
      return { sign: '?', word: 'not judged', tone: 'warn' };
    case 'skip':
      return { sign: '–', word: 'skipped', tone: 'dim' };
  }
}
