/**
 * `wirejig audit`: how good is a suite? Each defect of a virtual board must be caught by the requirement that it
 * breaks, and the sound board must pass.
 */
import { availableParallelism } from 'node:os';
import { boardKinds, defaultSuites } from '../../../scenarios/protocols';
import type { AuditFinding } from './audit-case';
import { auditRow, describeByKind, isRed, subjectsOf, type AuditRow, type Subject } from './audit-row';
import { runAuditCases } from './audit-pool';
import { auditTable } from './audit-table';
import { pageWriter } from './audit-report';
import { runAudit } from './audit-runner';
import { wantsColor } from '../../shared/console';
import { checkSuiteName, findSuites } from '../../shared/find-suite';
import { parseIds, pickByName, parseSeed } from '../../shared/option-values';
import { isPlain } from '../../shared/output/run-output';
import { UsageError } from '../../shared/usage-error';

export interface AuditRequest {
  readonly suites: readonly string[];
  readonly defects: readonly string[];
  readonly seed?: string | undefined;
  readonly jobs?: string | undefined;
  /** Audits the C firmware under emulation. */
  readonly firmware?: boolean | undefined;
  /** Only whether each defect is caught by its own clause. */
  readonly quick?: boolean | undefined;
  /** Judges virtual boards as real ones: in samples, with the limits of real time. */
  readonly asReal?: boolean | undefined;
  /** Audits fuzzing in place of the suite. */
  readonly fuzz?: boolean | undefined;
  /** For fuzzing: the number of seeds, and of cases of a campaign. */
  readonly seeds?: string | undefined;
  readonly cases?: string | undefined;
  /** Where the page goes; undefined: there is none. */
  readonly out?: string | undefined;
  readonly json?: boolean | undefined;
  readonly color?: boolean | undefined;
  readonly progress?: string | undefined;
  /** The virtual boards of this lab in place of processes here. */
  readonly lab?: string | undefined;
  readonly wait?: string | undefined;
  readonly urgent?: boolean | undefined;
}

/** Resolves with 0 when all was caught and every sound board passed, else 1; 130 interrupted. */
export async function auditCommand(request: AuditRequest): Promise<number> {
  const seed = parseSeed(request.seed);
  refuseConflictingOptions(request);
  if (request.firmware === true) return auditFirmware(request, seed);
  if (request.fuzz === true) return auditByFuzzing(request, seed);
  const plain = isPlain(request.progress);
  const jobs = parseJobs(request.jobs, availableParallelism());
  const subjects = await virtualSubjects(request);
  const cases = subjects.map(({ kind, defect }) => ({
    suite: kind.suite,
    board: ['virtual:' + kind.name, ...(defect === undefined ? [] : [defect.name])].join('+'),
    seed,
    ...(request.asReal === true ? { asReal: true } : {}),
    ...(request.quick === true && defect !== undefined
      ? { only: [defect.breaks], until: defect.breaks }
      : {}),
  }));
  return runAudit<AuditFinding, AuditRow>({
    work: async (signal, found) => {
      if (request.lab === undefined) return runAuditCases(cases, jobs, signal, found);
      const { runCasesInLab } = await import('./audit-lab.js');
      return runCasesInLab(cases, request, signal, found);
    },
    rowAt: (at, found) => {
      const [subject, finding] = [subjects[at], found.get(at)];
      return subject === undefined || finding === undefined ? undefined : auditRow(subject, finding);
    },
    good: ({ good }) => good,
    table: request.json
      ? undefined
      : () =>
          auditTable(subjects, seed, wantsColor(request.color), { plain, asReal: request.asReal === true }),
    json: (rows) => jsonAudit(rows, seed),
    writePage: request.out === undefined ? undefined : pageWriter(request.out, seed, request.json === true),
  });
}

function refuseConflictingOptions({
  firmware,
  fuzz,
  quick,
  seeds,
  cases,
  progress,
  out,
  lab,
  jobs,
  wait,
  urgent,
}: AuditRequest): void {
  if (lab !== undefined && (fuzz === true || firmware === true || jobs !== undefined))
    throw new UsageError(
      '--lab audits suites on virtual boards elsewhere: leave out --fuzz, --firmware and --jobs',
    );
  if (lab === undefined && (urgent ?? wait !== undefined))
    throw new UsageError('--wait and --urgent are for boards of a lab: give --lab too');
  if (fuzz === true && progress !== undefined)
    throw new UsageError('--progress is for an audit of suites: leave it out, --fuzz prints each campaign');
  if (fuzz === true && firmware === true)
    throw new UsageError('--fuzz and --firmware exclude each other: give one');
  if (quick === true && (fuzz === true || firmware === true))
    throw new UsageError('--quick is for virtual boards and their suites: leave out --fuzz and --firmware');
  if (out !== undefined && (fuzz === true || firmware === true))
    throw new UsageError('--out is for the audit of a suite: leave out --fuzz and --firmware');
  const alone = seeds !== undefined ? 'seeds' : cases !== undefined ? 'cases' : undefined;
  if (fuzz !== true && alone !== undefined)
    throw new UsageError(`--${alone} is for an audit by fuzzing: give --fuzz too, or leave it out`);
}

async function auditByFuzzing(request: AuditRequest, seed: number): Promise<number> {
  const { auditFuzzing } = await import('./fuzz-audit.js');
  return auditFuzzing({
    subjects: await virtualSubjects(request),
    seed,
    seeds: request.seeds,
    cases: request.cases,
    jobs: parseJobs(request.jobs, availableParallelism()),
    json: request.json === true,
    color: wantsColor(request.color),
  });
}

/** Runs in real time mostly wait, so a processor serves several. */
const IMAGES_A_PROCESSOR = 3;

async function auditFirmware(request: AuditRequest, seed: number): Promise<number> {
  const { auditImages } = await import('./firmware-audit.js');
  return auditImages({
    suites: request.suites.map(checkSuiteName),
    defects: parseIds(request.defects),
    seed,
    jobs: parseJobs(request.jobs, IMAGES_A_PROCESSOR * availableParallelism()),
    json: request.json === true,
    color: wantsColor(request.color),
    plain: isPlain(request.progress),
  });
}

function parseJobs(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  const jobs = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (jobs < 1) throw new UsageError(`--jobs '${text}' is no number of processes: give 1 to 999`);
  return jobs;
}

async function virtualSubjects({ suites, defects }: AuditRequest): Promise<readonly Subject[]> {
  const asked = suites.length > 0 ? await findSuites(suites) : await defaultSuites();
  // A board without defects has nothing to miss. One that runs a published firmware need not pass.
  const kinds = (await boardKinds(asked.map(({ id }) => id))).filter(({ defects: own }) => own.length > 0);
  if (kinds.length === 0)
    throw new UsageError(
      `no virtual board of ${asked.map(({ id }) => id).join(', ')} has defects: name another suite`,
    );
  const names = parseIds(defects);
  const known = kinds.flatMap((kind) => kind.defects);
  for (const name of names) pickByName(known, (one) => one.name, name, 'defect', 'there are');
  return subjectsOf(kinds, names);
}

function jsonAudit(rows: readonly AuditRow[], seed: number): object {
  const boards = describeByKind(rows, (kind, sound, defects) => ({
    board: kind.name,
    suite: kind.suite,
    sound: { passed: sound?.good ?? false, failed: sound?.others ?? [] },
    soundDuration: (sound?.duration ?? 0) / 1e6,
    caught: defects.filter(({ good }) => good).length,
    total: defects.length,
    red: defects.filter(isRed).length,
    defects: defects.map(({ defect, good, verdict, others, reason }) => ({
      name: defect.name,
      breaks: defect.breaks,
      caught: good,
      verdict,
      alsoFailed: others,
      reason,
    })),
  }));
  return { seed, boards };
}
