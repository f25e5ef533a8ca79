/**
 * `wirejig audit`: how good is a suite? Each defect of a virtual board must be caught by the requirement that it
 * breaks, and the conformant board must pass.
 */
import { availableParallelism } from 'node:os';
import { boardKinds, defaultSuites } from '../../../scenarios/protocols';
import type { AuditFinding } from './audit-messages';
import { auditRow, describeByKind, isRed, subjectsOf, type AuditRow, type Subject } from './audit-row';
import { runAuditCases } from './audit-pool';
import { auditTable } from './audit-table';
import { pageWriter } from './audit-report';
import { runAudit } from './audit-runner';
import { wantsColor } from '../../shared/console';
import { checkSuiteName, findSuites } from '../../shared/find-suite';
import { parseIds, parseJobs, parseSeed, pickByName } from '../../shared/option-values';
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

/** Resolves with 0 when all was caught and every conformant board passed, else 1; 130 interrupted. */
export async function auditCommand(request: AuditRequest): Promise<number> {
  const seed = parseSeed(request.seed);
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
    plain: isPlain(request.progress),
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
  const boards = describeByKind(rows, (kind, conformant, defects) => ({
    board: kind.name,
    suite: kind.suite,
    conformant: { passed: conformant?.good ?? false, failed: conformant?.others ?? [] },
    conformantDuration: (conformant?.duration ?? 0) / 1e6,
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
