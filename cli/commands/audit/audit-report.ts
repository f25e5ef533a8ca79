/** Writes an audit to a page. */
import { accessSync, constants, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { auditPage, type AuditedBoard } from '../../../reports/html/audit-page';
import { printable } from '../../../reports/text/printable';
import { protocolOf } from '../../../scenarios/protocols';
import { say } from '../../shared/console';
import { reportFileErrors } from '../../shared/usage-error';
import type { AuditRow } from './audit-row';

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
    const boards = await auditedBoards(rows);
    reportFileErrors(() => writeFileSync(out, auditPage(boards, seed)), failure);
    if (!quiet) say(`\n  page    ${printable(out)}\n`);
  };
}

function auditedBoards(rows: readonly AuditRow[]): Promise<readonly AuditedBoard[]> {
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const boards = kinds.map(async (kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const conformant = own.find(({ defect }) => defect === undefined);
    const defects = own.flatMap(({ defect, good, verdict, others }) =>
      defect === undefined
        ? []
        : [
            {
              name: defect.name,
              text: defect.text,
              breaks: defect.breaks,
              caught: good,
              verdict,
              alsoFailed: others,
            },
          ],
    );
    const suite = (await protocolOf(kind.suite))?.suite;
    return {
      name: kind.name,
      conformantPassed: conformant?.good ?? false,
      conformantFailed:
        conformant === undefined
          ? ['it was not run']
          : [...conformant.others, ...(conformant.reason === undefined ? [] : [conformant.reason])],
      clauses: suite?.requirements.map(({ id }) => id) ?? [],
      defects,
    };
  });
  return Promise.all(boards);
}
