/** One campaign over several boards: what each found and reached, as one {@link CampaignSummary}. */
import type { FuzzEnd, FuzzFinding, FuzzResync } from '../../scenarios/record';
import { campaignHeadline, type CampaignSummary, type Counts, resyncVerdict } from './campaign';

/** Worst first: the campaign is as good as its worst board. */
const OUTCOMES = ['unreachable', 'wedged', 'lost', 'cut-off', 'interrupted', 'done'] as const;
const VERDICTS = ['fail', 'inconclusive', 'pass'] as const;

/** `boards`: the name of each. Of a finding that several boards showed the shortest case counts. Progress over time is each board's. */
export function joinCampaigns(
  campaigns: readonly [CampaignSummary, ...CampaignSummary[]],
  boards: readonly string[],
  command: string,
): CampaignSummary {
  const [{ start }] = campaigns;
  const sum = (value: (one: CampaignSummary) => number): number =>
    campaigns.reduce((total, one) => total + value(one), 0);
  const outcome = OUTCOMES.find((one) => campaigns.some((campaign) => campaign.outcome === one)) ?? 'cut-off';
  const findings = shortestOfEach(campaigns.flatMap((one) => one.findings));
  const isFound = ({ id }: FuzzFinding): boolean => findings.some((one) => one.id === id);
  const open = shortestOfEach(campaigns.flatMap((one) => one.unconfirmed));
  // What one board showed again is a finding.
  const unconfirmed = open.filter((one) => !isFound(one));
  const findingsLeftOut = sum((one) => one.findingsLeftOut);
  const resync = worstOf(campaigns.flatMap((one) => one.resync ?? []));
  const cases = sum((one) => one.cases);
  const ends = campaigns.flatMap(({ end }) => end ?? []);
  const { seconds: _seconds, ...asked } = start;
  return {
    start: {
      ...asked,
      cases: sum((one) => one.start.cases ?? one.cases),
      board: { ...start.board, name: `${boards.length} boards`, links: [] },
      command,
    },
    ...(ends.length === campaigns.length ? { end: joinEnds(ends, outcome) } : {}),
    outcome,
    headline: campaignHeadline({ findings, findingsLeftOut, unconfirmed, resync, outcome, cases }),
    cases,
    exchanges: sum((one) => one.exchanges),
    failures: sum((one) => one.failures),
    findings,
    findingsLeftOut,
    unconfirmed,
    progress: [],
    ...(resync === undefined ? {} : { resync }),
    resumed: 0,
    boards,
  };
}

/** One finding of each id, the one with the fewest bytes. */
export function shortestOfEach<T extends Pick<FuzzFinding, 'id' | 'bytes'>>(all: readonly T[]): readonly T[] {
  const joined = new Map<string, T>();
  for (const finding of all)
    if (finding.bytes < (joined.get(finding.id)?.bytes ?? Infinity)) joined.set(finding.id, finding);
  return [...joined.values()];
}

function worstOf(all: readonly FuzzResync[]): FuzzResync | undefined {
  for (const verdict of VERDICTS) {
    const found = all.find((one) => resyncVerdict(one) === verdict);
    if (found !== undefined) return found;
  }
  return undefined;
}

function joinEnds(ends: readonly FuzzEnd[], outcome: CampaignSummary['outcome']): FuzzEnd {
  const added = (value: (end: FuzzEnd) => Counts): Counts => addCounts(ends.map(value));
  const total = (value: (end: FuzzEnd) => number): number => ends.reduce((sum, end) => sum + value(end), 0);
  const kinds: Record<string, [number, number]> = {};
  for (const end of ends)
    for (const [name, [cases, failures]] of Object.entries(end.kinds)) {
      const [knownCases, knownFailures] = kinds[name] ?? [0, 0];
      kinds[name] = [knownCases + cases, knownFailures + failures];
    }
  const reason = ends.find((end) => end.reason !== undefined)?.reason;
  return {
    type: 'fuzz-end',
    outcome: outcome === 'cut-off' ? 'interrupted' : outcome,
    ...(reason === undefined ? {} : { reason }),
    cases: total(({ cases }) => cases),
    exchanges: total(({ exchanges }) => exchanges),
    flakes: total(({ flakes }) => flakes),
    kinds,
    findings: added(({ findings }) => findings),
    unconfirmed: added(({ unconfirmed = {} }) => unconfirmed),
    fields: added(({ fields }) => fields),
    states: added(({ states }) => states),
    triggers: added(({ triggers }) => triggers),
    responses: added(({ responses }) => responses),
    reached: added(({ reached }) => reached),
  };
}

function addCounts(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const [name, count] of all.flatMap((counts) => Object.entries(counts)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
