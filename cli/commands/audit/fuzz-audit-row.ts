/** The row of an audit by fuzzing: the result of all campaigns against one board. */
import type { Subject } from './audit-row';
import type { CampaignFinding } from './audit-messages';

/** findings: more than `MOST_FINDINGS` of one bug. beyond input: a finding of a bug that no input should show. */
type Flag = 'findings' | 'beyond input';

/** More findings of one bug are flagged. */
const MOST_FINDINGS = 2;

export interface FuzzRow extends Subject {
  /** conformant, blamed: a board without a defect. beyond: no input should show the defect, and none did. */
  readonly result: 'conformant' | 'blamed' | 'found' | 'missed' | 'beyond';
  /** It is neither missed nor blamed. */
  readonly good: boolean;
  /** Cases until the median of the campaigns had found it. */
  readonly median: number | undefined;
  /** Campaigns that found it. */
  readonly found: number;
  /** Of the smallest case of a campaign, over those that found it. */
  readonly bytes: { readonly least: number; readonly most: number } | undefined;
  /** Of the finding with the lowest reproduction rate. */
  readonly repeats: { readonly shown: number; readonly tried: number } | undefined;
  /** Most findings of one campaign. */
  readonly findings: number;
  readonly flags: readonly Flag[];
  readonly campaigns: readonly CampaignFinding[];
}

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
  const flags: Flag[] = [];
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
