/**
 * `wirejig audit`: how good is a suite? Each defect of a virtual board must be caught by the requirement that it
 * breaks, and the conformant board must pass.
 */
import { availableParallelism } from 'node:os';
import { boardKinds, defaultSuites } from '../../../scenarios/protocols';
import { findSuites } from '../../shared/find-suite';
import { parseIds, parseJobs, parseSeed, pickByName } from '../../shared/option-values';
import { UsageError } from '../../shared/usage-error';
import { auditFinding, type AuditFinding } from './audit-messages';
import { auditRow, boardOf, byKind, isRed, subjectsOf, type AuditRow, type Subject } from './audit-row';
import { runAudit, runCases } from './audit-runner';
import type { AuditRequest } from './command';
import { auditTable, pageWriter } from './audit-table';

/** Resolves with 0 when all was caught and every conformant board passed, else 1; 130 interrupted. */
export async function auditCommand(request: AuditRequest): Promise<number> {
  const seed = parseSeed(request.seed);
  if (request.firmware === true) return (await import('./firmware-audit.js')).auditImages(request, seed);
  const jobs = parseJobs(request.jobs, availableParallelism());
  const subjects = await virtualSubjects(request);
  if (request.fuzz === true)
    return (await import('./fuzz-audit.js')).auditFuzzing(request, subjects, seed, jobs);
  const { asReal = false, quick, out, json } = request;
  const cases = subjects.map((subject) => ({
    suite: subject.kind.suite,
    board: boardOf(subject),
    seed,
    ...(asReal ? { asReal } : {}),
    ...(quick === true && subject.defect !== undefined
      ? { only: [subject.defect.breaks], until: subject.defect.breaks }
      : {}),
  }));
  return runAudit<AuditFinding, AuditRow>(request, {
    total: cases.length,
    what: 'runs',
    work: async (signal, found) => {
      if (request.lab === undefined) return runCases(cases, auditFinding, jobs, signal, found);
      const { runCasesInLab } = await import('./audit-lab.js');
      return runCasesInLab(cases, request, signal, found);
    },
    rowAt: (at, found) => {
      const [subject, finding] = [subjects[at], found.get(at)];
      return subject === undefined || finding === undefined ? undefined : auditRow(subject, finding);
    },
    good: ({ good }) => good,
    table: (paint, columns) => auditTable(subjects, seed, asReal, paint, columns),
    json: (rows) => jsonAudit(rows, seed),
    writePage: out === undefined ? undefined : pageWriter(out, seed, json === true),
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
  const boards = byKind(rows).map(({ kind, conformant, defects }) => ({
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
