/**
 * An audit as a person reads it, and as a page:
 *
 *     defect             breaks     verdict  also failed
 *     ✓ (none)           -          conformant
 *     ✓ checksum-ignored      OV-FR-02  caught   OV-FR-07
 *     ✗ sixth-shuffle    OV-GM-05  MISSED
 */
import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Colors } from 'picocolors/types';
import { auditPage } from '../../../reports/html/audit-page';
import { truncate } from '../../../reports/terminal/width';
import { printable } from '../../../reports/text/printable';
import { protocolOf } from '../../../scenarios/protocols';
import { say } from '../../shared/console';
import { reportFileErrors } from '../../shared/usage-error';
import { byKind, isRed, percent, resultOf, subjectName, type AuditRow, type Subject } from './audit-row';
import type { AuditTable } from './audit-runner';

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
export function pageWriter(
  out: string,
  seed: number,
  quiet: boolean,
): (rows: readonly AuditRow[]) => Promise<void> {
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
