/**
 * An audit as a person reads it:
 *
 *     defect             breaks     verdict  also failed
 *     ✓ (none)           -          conformant
 *     ✓ checksum-ignored      OV-FR-02  caught   OV-FR-07
 *     ✗ sixth-shuffle    OV-GM-05  MISSED
 */
import { createColors } from 'picocolors';
import { truncate } from '../../../reports/terminal/width';
import { auditOutput, subjectName } from './audit-output';
import { isRed, type AuditRow, type Subject } from './audit-row';
import type { AuditTable } from './audit-runner';

export function auditTable(
  subjects: readonly Subject[],
  seed: number,
  color: boolean,
  { plain = false, asReal = false }: { readonly plain?: boolean; readonly asReal?: boolean } = {},
): AuditTable<AuditRow> {
  const paint = createColors(color);
  const width = Math.max(...subjects.map((subject) => subjectName(subject).length));
  const columns = process.stdout.columns || 100;
  const output = auditOutput(subjects.length, 'runs', plain, paint);
  const { print } = output;
  const runs = subjects.length === 1 ? '1 run' : `${subjects.length} runs`;
  print(`Audit: ${runs}, seed ${seed}${asReal ? ', judged as on a real board' : ''}\n`);
  print(paint.dim(`  ${'board'.padEnd(width)}  ${'breaks'.padEnd(10)}  result  also failed`));
  return {
    ...output,
    row: (row) => {
      const sign = row.good ? paint.green('✓') : paint.red('✗');
      const head = `${subjectName(row).padEnd(width)}  ${(row.defect?.breaks ?? '').padEnd(10)}  `;
      const result = row.good ? paint.green(resultOf(row)) : paint.bold(paint.red(resultOf(row)));
      const tail = `${row.others.join(' ')}${row.good || row.verdict === undefined ? '' : ` (verdict: ${row.verdict})`}`;
      const rest =
        tail === '' ? '' : `  ${paint.dim(truncate(tail, Math.max(20, columns - head.length - 10)))}`;
      print(`${sign} ${head}${result}${rest}`);
    },
    end: (rows) => {
      const defects = rows.filter(({ defect }) => defect !== undefined);
      const caught = defects.filter(({ good }) => good).length;
      const nonconformant = rows.filter(({ defect, good }) => defect === undefined && !good);
      const rate = defects.length === 0 ? '' : ` (${((100 * caught) / defects.length).toFixed(1)} %)`;
      const good = caught === defects.length && nonconformant.length === 0;
      const line = `kill rate ${caught} of ${defects.length} defects caught${rate}`;
      print('');
      if (asReal) for (const line of boardLines(rows, width)) print(line);
      print(paint.bold(good ? paint.green(`✓ ${line}`) : paint.red(`✗ ${line}`)));
      for (const { kind, others, reason } of nonconformant)
        print(paint.red(`  the conformant board ${kind.name} did not pass: ${reason ?? others.join(' ')}`));
    },
  };
}

/** `oven      115 of 115 caught, 115 with any failure; a conformant one takes 95 s`, for each board. */
function boardLines(rows: readonly AuditRow[], width: number): readonly string[] {
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const defects = own.filter(({ defect }) => defect !== undefined);
    const conformant = own.find(({ defect }) => defect === undefined);
    const caught = defects.filter(({ good }) => good).length;
    const rate = `${caught} of ${defects.length} caught, ${defects.filter(isRed).length} with any failure`;
    const time = `a conformant one takes ${((conformant?.duration ?? 0) / 1e6).toFixed(0)} s`;
    return `  ${kind.name.padEnd(width)}  ${rate}; ${time}`;
  });
}

function resultOf({ defect, good }: AuditRow): string {
  if (defect === undefined) return good ? 'passed' : 'FAILED';
  return good ? 'caught' : 'MISSED';
}
