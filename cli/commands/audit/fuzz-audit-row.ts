/** The row of an audit by fuzzing: the result of all campaigns against one board. */
import type { Subject } from './audit-row';
import type { CampaignFinding } from './audit-messages';
import type { fuzzRowOutput } from '../../schemas/campaign-output';
import type { Recorded } from '../../../scenarios/common-record';

/** More findings of one bug are flagged. */
const MOST_FINDINGS = 2;

/** What an audit with `--json` prints of it, too. */
export type FuzzRow = Subject & Recorded<typeof fuzzRowOutput>;

export function fuzzRow({ kind, defect }: Subject, campaigns: readonly CampaignFinding[]): FuzzRow {
  const withins = campaigns.map(({ findings }) => least(findings.map(({ within }) => within)));
  const sizes = campaigns.map(({ findings }) => least(findings.map(({ bytes }) => bytes))).filter(isFinite);
  const median = withins.toSorted((a, b) => a - b)[campaigns.length >> 1] ?? Infinity;
  const bytes = sizes.length === 0 ? undefined : { least: least(sizes), most: Math.max(...sizes) };
  const repeats = campaigns
    .flatMap(({ findings }) => findings.map((one) => one.repeats))
    .toSorted((a, b) => a.shown - b.shown)[0];
  const findings = Math.max(...campaigns.map((one) => one.findings.length));
  const result =
    defect === undefined
      ? findings > 0
        ? 'blamed'
        : 'conformant'
      : Number.isFinite(median)
        ? 'found'
        : defect.beyondInput !== undefined && findings === 0
          ? 'beyond'
          : 'missed';
  const flags: FuzzRow['flags'][number][] = [];
  if (findings > MOST_FINDINGS) flags.push('findings');
  if (defect?.beyondInput !== undefined && findings > 0) flags.push('beyond input');
  return {
    kind,
    defect,
    result,
    good: result !== 'missed' && result !== 'blamed',
    median: Number.isFinite(median) ? median : undefined,
    found: withins.filter(isFinite).length,
    bytes,
    repeats,
    findings,
    flags,
    campaigns,
  };
}

function least(numbers: readonly number[]): number {
  return Math.min(Infinity, ...numbers);
}
