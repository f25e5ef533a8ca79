/**
 * An audit by fuzzing as a person reads it:
 *
 *     board                breaks     cases  found  bytes   repeats   findings
 *     ✓ oven (conformant)                   300000
 *     ✓ oven+checksum-ignored    OV-FR-02     19  5/5    3..3    10 of 10  1
 *     ! oven+won-at-71      OV-GM-10   1074  5/5    1142    10 of 10  3         findings
 *     ✗ oven+sixth-shuffle  OV-GM-05         1/5    MISSED
 */
import type { Colors } from 'picocolors/types';
import { truncate } from '../../../reports/terminal/width';
import { percent, subjectName, type Subject } from './audit-row';
import type { AuditTable } from './audit-runner';
import type { FuzzRow } from './fuzz-audit-row';

interface FuzzAuditSize {
  readonly seed: number;
  readonly seeds: number;
  /** The most cases of one campaign. */
  readonly cases: number;
  readonly campaigns: number;
}

export function fuzzAuditTable(
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

function textOf({
  defect,
  result,
  median,
  found,
  bytes,
  repeats,
  findings,
  flags,
  campaigns,
}: FuzzRow): string {
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

/** The kill rate, and how many of the defects found came as one finding or two. */
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
