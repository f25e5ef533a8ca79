/**
 * `wirejig audit`: how good is a suite? Each defect of a virtual board must be caught by the requirement that it
 * breaks, and the conformant board must pass.
 */
import { availableParallelism } from 'node:os';
import { boardKinds, defaultSuites, protocolOf } from '../../../scenarios/protocols';
import { findSuites, parseIds, parseJobs, parseSeed, pickByName } from '../../shared/option-values';
import { UsageError, reportFileErrors } from '../../shared/usage-error';
import { auditFinding, type AuditFinding, type AuditCase } from './audit-messages';
import {
  auditRow,
  boardOf,
  byKind,
  isRed,
  subjectsOf,
  type AuditRow,
  type Subject,
  percent,
  resultOf,
  subjectName,
} from './audit-row';
import { runAudit, runCases, type AuditTable } from './audit-runner';
import type { AuditRequest } from './command';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Colors } from 'picocolors/types';
import { auditPage } from '../../../reports/html/audit-page';
import { truncate } from '../../../reports/terminal/paint';
import { printable } from '../../../reports/text/printable';
import { say } from '../../shared/console';
import type { LabOptions } from '../../shared/command-options';
import { carryOutJobs, boardsWithTags, withLab } from '../../shared/lab/lab-jobs';
import type { JobEvent } from '../../../lab/results';
import { selectorOf } from '../../../lab/tags';
import type { Suite } from '../../../scenarios/suite';

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
      `no virtual board of ${asked.map(({ id }) => id).join(', ')} has defects: name another suite, or give your description some`,
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

/**
 * An audit as a person reads it, and as a page:
 *
 *     defect             breaks     verdict  also failed
 *     ✓ (none)           -          conformant
 *     ✓ checksum-ignored      OV-FR-02  caught   OV-FR-07
 *     ✗ sixth-shuffle    OV-GM-05  MISSED
 */
export function auditTable(
  subjects: readonly Subject[],
  seed: number,
  asReal: boolean,
  paint: Colors,
  columns = 100,
): AuditTable<AuditRow> {
  const width = Math.max(...subjects.map((subject) => subjectName(subject).length));
  const runs = subjects.length === 1 ? '1 run' : `${subjects.length} runs`;
  return {
    head: [
      `Audit: ${runs}, seed ${seed}${asReal ? ', judged as on a real board' : ''}\n`,
      paint.dim(`  ${'board'.padEnd(width)}  ${'breaks'.padEnd(10)}  result  also failed`),
    ],
    row: (row) => {
      const sign = row.good ? paint.green('✓') : paint.red('✗');
      const head = `${subjectName(row).padEnd(width)}  ${(row.defect?.breaks ?? '').padEnd(10)}  `;
      const word = resultOf(row, row.good);
      const result = row.good ? paint.green(word) : paint.bold(paint.red(word));
      const tail = `${row.others.join(' ')}${row.good || row.verdict === undefined ? '' : ` (verdict: ${row.verdict})`}`;
      const rest =
        tail === '' ? '' : `  ${paint.dim(truncate(tail, Math.max(20, columns - head.length - 10)))}`;
      return `${sign} ${head}${result}${rest}`;
    },
    end: (rows) => {
      const defects = rows.filter(({ defect }) => defect !== undefined);
      const caught = defects.filter(({ good }) => good).length;
      const nonconformant = rows.filter(({ defect, good }) => defect === undefined && !good);
      const rate = defects.length === 0 ? '' : ` (${percent(caught, defects.length)})`;
      const good = caught === defects.length && nonconformant.length === 0;
      const line = `kill rate ${caught} of ${defects.length} defects caught${rate}`;
      return [
        ...(asReal ? boardLines(rows, width) : []),
        paint.bold(good ? paint.green(`✓ ${line}`) : paint.red(`✗ ${line}`)),
        ...nonconformant.map(({ kind, others, reason }) =>
          paint.red(`  the conformant board ${kind.name} did not pass: ${reason ?? others.join(' ')}`),
        ),
      ];
    },
  };
}

/** `oven      115 of 115 caught, 115 with any failure; a conformant one takes 95 s`, for each board. */
function boardLines(rows: readonly AuditRow[], width: number): readonly string[] {
  return byKind(rows).map(({ kind, conformant, defects }) => {
    const caught = defects.filter(({ good }) => good).length;
    const rate = `${caught} of ${defects.length} caught, ${defects.filter(isRed).length} with any failure`;
    const time = `a conformant one takes ${((conformant?.duration ?? 0) / 1e6).toFixed(0)} s`;
    return `  ${kind.name.padEnd(width)}  ${rate}; ${time}`;
  });
}

/** Throws a UsageError with cause and remedy where there is no such folder, or the file cannot be written. `quiet`: says nothing. */
function pageWriter(out: string, seed: number, quiet: boolean): (rows: readonly AuditRow[]) => Promise<void> {
  const failure = (cause: string): string => `cannot write ${out}: ${cause}: give another file with --out`;
  // An audit takes minutes: what is wrong with its file is said before it.
  reportFileErrors(() => accessSync(dirname(resolve(out)), constants.W_OK), failure);
  return async (rows) => {
    const boards = await Promise.all(
      byKind(rows).map(async ({ kind, conformant, defects }) => ({
        name: kind.name,
        conformantPassed: conformant?.good ?? false,
        conformantFailed:
          conformant === undefined
            ? ['it was not run']
            : [...conformant.others, conformant.reason ?? []].flat(),
        clauses: (await protocolOf(kind.suite))?.suite.requirements.map(({ id }) => id) ?? [],
        defects: defects.map(({ defect: { name, text, breaks }, good, verdict, others }) => {
          return { name, text, breaks, caught: good, verdict, alsoFailed: others };
        }),
      })),
    );
    reportFileErrors(() => writeFileSync(out, auditPage(boards, seed)), failure);
    if (!quiet) say(`\n  page    ${printable(out)}\n`);
  };
}

/** `suites`: that of each case. Calls `found` for each case as it ends, in any order. Rejects where a case was not decided. */
async function runCasesInLab(
  cases: readonly (AuditCase & { readonly suite: Suite['id'] })[],
  options: LabOptions,
  signal: AbortSignal,
  found: (index: number, finding: AuditFinding) => void,
): Promise<void> {
  await withLab(options.lab, 'wait', async (client) => {
    const tags = (suite: string): readonly string[] => [`suite=${suite}`, 'kind=virtual'];
    for (const suite of new Set(cases.map((one) => one.suite))) await boardsWithTags(client, tags(suite));
    const jobs = cases.map(({ tries: _tries, ...one }) => ({
      selector: selectorOf(tags(one.suite)),
      task: { kind: 'audit' as const, ...one },
    }));
    const take = (event: JobEvent): void => {
      if (event.type === 'start' || event.type === 'bytes') return;
      const name = cases[event.index]?.board ?? '';
      if (event.type === 'failed') throw new UsageError(`the audit of ${name}: ${event.reason}`, 3);
      const { answer, reason = 'its worker gave no finding' } = event.outcome;
      if (answer === undefined) throw new UsageError(`the audit of ${name}: ${reason}`, 3);
      found(event.index, answer);
    };
    await carryOutJobs(client, jobs, options, signal, { take });
  });
}
