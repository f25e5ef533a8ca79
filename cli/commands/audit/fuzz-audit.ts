/**
 * `wirejig audit --fuzz`: how good is the fuzzer? Campaigns of most seeds must find each defect of a virtual board, as one
 * finding or two. On the conformant board nothing may be found.
 */
import type { BoardKind } from '../../../devices/virtual/engine/board';
import { derivedSeed } from '../../../scenarios/fuzz/campaign/dice';
import { campaignFinding, type CampaignCase, type CampaignFinding } from './audit-messages';
import { boardOf, byKind, type Subject, percent, subjectName } from './audit-row';
import { runAudit, runCases, type AuditTable } from './audit-runner';
import type { AuditRequest } from './command';
import { parseWhole } from '../../shared/option-values';
import type { fuzzRowOutput } from '../../schemas/campaign-output';
import type { Recorded } from '../../../scenarios/common-record';
import type { Colors } from 'picocolors/types';
import { truncate } from '../../../reports/terminal/paint';

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
  const cases = parseWhole('cases', request.cases, 'number of cases', 1_000_000_000) ?? CASES;
  const count = parseWhole('seeds', request.seeds, 'number of seeds', 1000) ?? SEEDS;
  const seeds = Array.from({ length: count }, (_, n) => Math.abs(derivedSeed(seed, n)));
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

/** More findings of one bug are flagged. */
const MOST_FINDINGS = 2;

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

interface FuzzAuditSize {
  readonly seed: number;
  readonly seeds: number;
  readonly cases: number;
  readonly campaigns: number;
}

/**
 * An audit by fuzzing as a person reads it:
 *
 *     board                breaks     cases  found  bytes   repeats   findings
 *     ✓ oven (conformant)                   300000
 *     ✓ oven+checksum-ignored    OV-FR-02     19  5/5    3..3    10 of 10  1
 *     ! oven+won-at-71      OV-GM-10   1074  5/5    1142    10 of 10  3         findings
 *     ✗ oven+sixth-shuffle  OV-GM-05         1/5    MISSED
 */
function fuzzAuditTable(
  subjects: readonly Subject[],
  { seed, seeds, cases, campaigns }: FuzzAuditSize,
  paint: Colors,
  columns = 120,
): AuditTable<FuzzRow> {
  const width = Math.max(...subjects.map((subject) => subjectName(subject).length));
  const titles = cells(['breaks', 'cases', 'found', 'bytes', 'repeats', 'findings']);
  return {
    head: [
      `Audit by fuzzing: ${campaigns} campaigns of up to ${cases} cases, ${seeds} seeds from ${seed}\n`,
      paint.dim(`  ${'board'.padEnd(width)}  ${titles}`),
    ],
    row: (row) => {
      const [sign, ink] = row.good
        ? row.flags.length > 0
          ? (['!', paint.yellow] as const)
          : (['✓', paint.green] as const)
        : (['✗', paint.red] as const);
      const line = `${subjectName(row).padEnd(width)}  ${textOf(row)}`;
      return `${ink(sign)} ${row.good ? truncate(line, Math.max(80, columns - 2)) : paint.bold(line)}`;
    },
    end: (rows) =>
      conclusion(rows, seeds).map(({ good, text }) =>
        paint.bold(good ? paint.green(`✓ ${text}`) : paint.red(`✗ ${text}`)),
      ),
  };
}

const WIDTHS = [10, 7, 5, 10, 8, 8];

function cells(texts: readonly string[]): string {
  return texts
    .map((text, n) => (n === 1 ? text.padStart(WIDTHS[n] ?? 0) : text.padEnd(WIDTHS[n] ?? 0)))
    .join('  ');
}

function textOf({ defect, result, median, found, bytes, repeats, findings, flags, campaigns }: FuzzRow) {
  const cases = campaigns.reduce((sum, one) => sum + one.cases, 0);
  if (result === 'conformant') return cells(['', String(cases), '', 'no finding']);
  if (result === 'blamed') {
    const titles = campaigns.flatMap((one) =>
      one.findings.map(({ requirement, title }) => `${requirement} ${title}`),
    );
    return cells(['', String(cases), '', `BLAMED: ${titles[0] ?? ''}`]);
  }
  const breaks = defect?.breaks ?? '';
  if (result === 'beyond') return cells([breaks, '', '', `beyond input: ${defect?.beyondInput ?? ''}`]);
  const size = bytes === undefined ? '' : [...new Set([bytes.least, bytes.most])].join('..');
  const again = repeats === undefined ? '' : `${repeats.shown} of ${repeats.tried}`;
  const words = [
    breaks,
    median === undefined ? 'MISSED' : String(median),
    `${found}/${campaigns.length}`,
    size,
    again,
  ];
  return `${cells([...words, findings > 0 ? String(findings) : ''])}  ${flags.join(', ')}`;
}

export function conclusion(rows: readonly FuzzRow[], seeds: number) {
  const defects = rows.filter(({ defect }) => defect !== undefined);
  const due = defects.filter(({ result }) => result !== 'beyond');
  const found = due.filter(({ result }) => result === 'found');
  const beyond = defects.length - due.length;
  const rate = due.length === 0 ? '' : ` (${percent(found.length, due.length)})`;
  const single = found.filter(({ flags }) => !flags.includes('findings')).length;
  const left = beyond === 0 ? '' : `, ${beyond} more beyond input`;
  const kill = `kill rate ${found.length} of ${due.length} defects found by the median of ${seeds} seeds${rate}${left}`;
  const quality = `of ${found.length} found: ${single} as at most two findings`;
  const blamed = rows.filter(({ result }) => result === 'blamed');
  return [
    { good: found.length === due.length && blamed.length === 0, text: kill },
    ...(found.length === 0 ? [] : [{ good: found.every(({ flags }) => flags.length === 0), text: quality }]),
    ...blamed.map(({ kind }) => ({ good: false, text: `the conformant board ${kind.name} was blamed` })),
  ];
}
