/**
 * `wirejig audit --fuzz`: how good is the fuzzer? Campaigns of most seeds must find each defect of a virtual board, as one
 * finding or two. On the conformant board nothing may be found.
 */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { derivedSeed } from '../../../scenarios/fuzz/campaign/dice';
import { campaignFinding, type CampaignCase, type CampaignFinding } from './audit-messages';
import { boardOf, byKind, type Subject } from './audit-row';
import { runAudit, runCases } from './audit-runner';
import type { AuditRequest } from './command';
import { fuzzAuditTable } from './fuzz-audit-table';
import { fuzzRow, type FuzzRow } from './fuzz-audit-row';
import { parseWhole } from '../../shared/option-values';

const SEEDS = 5;
const CASES = 20_000;
/** A campaign with a finding ends at this many cases: a bug that comes as two findings mostly has both by then. */
const ENOUGH = 3000;
/** A campaign against the conformant board has this many times the cases. */
const CONFORMANT_TIMES = 3;

/** Resolves with 0 when every defect that input can trigger was found and no conformant board was blamed, else 1; 130 interrupted. */
export async function auditFuzzing(
  request: AuditRequest,
  subjects: readonly Subject[],
  seed: number,
  jobs: number,
): Promise<number> {
  const cases = parseCount('cases', request.cases, CASES, 1_000_000_000);
  const seeds = Array.from({ length: parseCount('seeds', request.seeds, SEEDS, 1000) }, (_, n) =>
    Math.abs(derivedSeed(seed, n)),
  );
  const campaigns = subjects.map((subject) => campaignsOf(subject, seeds, cases));
  const places = campaigns.flatMap((some, subject) => some.map(() => subject));
  const size = { seed, seeds: seeds.length, cases, campaigns: places.length };
  return runAudit<CampaignFinding, FuzzRow>(request, {
    total: places.length,
    what: 'campaigns',
    work: (signal, found) => runCases(campaigns.flat(), campaignFinding, jobs, signal, found),
    rowAt: (at, found) => {
      const subject = subjects[at];
      const own = places.flatMap((place, n) => (place === at ? (found.get(n) ?? []) : []));
      return subject === undefined || own.length < (campaigns[at]?.length ?? 0)
        ? undefined
        : fuzzRow(subject, own);
    },
    good: ({ good }) => good,
    table: (paint, columns) => fuzzAuditTable(subjects, size, paint, columns),
    json: (rows) => ({ seed, seeds, cases, boards: describeBoards(rows) }),
  });
}

function parseCount(option: string, text: string | undefined, fallback: number, most: number): number {
  return text === undefined ? fallback : parseWhole(option, text, `number of ${option}`, most);
}

/** One campaign for each seed. A conformant board must pass under the settings of every defect, so each has a campaign. */
function campaignsOf({ kind, defect }: Subject, seeds: readonly number[], cases: number): CampaignCase[] {
  const settings = defect === undefined ? settingsOf(kind) : [assignmentsOf(defect.parameters)];
  const most = defect === undefined ? CONFORMANT_TIMES * cases : cases;
  const count = Math.max(seeds.length, settings.length);
  return Array.from({ length: count }, (_, n) => ({
    board: boardOf({ kind, defect }),
    seed: seeds[n % seeds.length] ?? 0,
    params: settings[n % settings.length] ?? [],
    cases: most,
    enough: ENOUGH,
  }));
}

function settingsOf({ defects }: BoardKind): readonly (readonly string[])[] {
  const all = [[], ...defects.map(({ parameters }) => assignmentsOf(parameters))];
  return [...new Map(all.map((words) => [words.join(' '), words])).values()];
}

function assignmentsOf(parameters: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(parameters).map(([name, value]) => `${name}=${value}`);
}

function describeBoards(rows: readonly FuzzRow[]): readonly object[] {
  return byKind(rows).map(({ kind: { name, suite }, conformant, defects }) => ({
    board: name,
    suite,
    conformant: conformant && { ...conformant, kind: undefined, defect: undefined },
    defects: defects.map(({ kind: _, defect, ...rest }) => ({
      name: defect.name,
      breaks: defect.breaks,
      beyondInput: defect.beyondInput,
      ...rest,
    })),
  }));
}
