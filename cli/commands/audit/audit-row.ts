/** The row of an audit for one virtual board, and what all audits ask of their rows. */
import type { BoardKind, Defect } from '../../../devices/virtual/engine/board';
import type { AuditFinding } from './audit-messages';

export interface Subject {
  readonly kind: BoardKind;
  readonly defect: Defect | undefined;
}

export interface AuditRow extends Subject {
  /** With a defect: the requirement that it breaks failed. Conformant board: everything was judged, and nothing failed. */
  readonly good: boolean;
  readonly verdict: string | undefined;
  /** Other requirements that did not hold, in the order of the catalogue. */
  readonly others: readonly string[];
  readonly reason: string | undefined;
  /** Of the run, on the board's clock, microseconds. */
  readonly duration: number;
}

export function auditRow(
  { kind, defect }: Subject,
  { verdicts, outcome, reason, duration }: AuditFinding,
): AuditRow {
  const failed = idsWith(verdicts, 'fail').filter((id) => id !== defect?.breaks);
  const verdict = defect === undefined ? undefined : verdicts[defect.breaks];
  const others = defect === undefined ? [...failed, ...idsWith(verdicts, 'error', 'inconclusive')] : failed;
  const good = defect === undefined ? others.length === 0 && outcome === 'done' : verdict === 'fail';
  return { kind, defect, good, verdict, others, reason, duration };
}

/** Whether anything failed: the run ends with exit code 1. */
export function isRed({ verdict, others }: AuditRow): boolean {
  return verdict === 'fail' || others.length > 0;
}

export function idsWith(verdicts: AuditFinding['verdicts'], ...wanted: readonly string[]): string[] {
  return Object.keys(verdicts).filter((id) => wanted.includes(verdicts[id] ?? ''));
}

/** For each kind the conformant board, and a board with each defect. `names`: only these defects; empty: all. */
export function subjectsOf(kinds: readonly BoardKind[], names: readonly string[]): readonly Subject[] {
  return kinds.flatMap((kind) => [
    { kind, defect: undefined },
    ...kind.defects
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map((defect) => ({ kind, defect })),
  ]);
}

/** `virtual:oven+checksum-ignored`. */
export function boardOf({ kind, defect }: Subject): string {
  return `virtual:${kind.name}${defect === undefined ? '' : `+${defect.name}`}`;
}

export function subjectName(subject: Subject): string {
  const name = boardOf(subject).replace('virtual:', '');
  return subject.defect === undefined ? `${name} (conformant)` : name;
}

export function resultOf({ defect }: Subject, good: boolean): string {
  if (defect === undefined) return good ? 'passed' : 'FAILED';
  return good ? 'caught' : 'MISSED';
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

export function byKind<Row extends Subject>(rows: readonly Row[]) {
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const own = rows.filter((row) => row.kind === kind);
    const defects = own.flatMap((row) => (row.defect === undefined ? [] : [{ ...row, defect: row.defect }]));
    return { kind, conformant: own.find(({ defect }) => defect === undefined), defects };
  });
}
