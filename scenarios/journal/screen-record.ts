/** A terminal's screen as a record of the journal. */
import type { ScreenSnapshot, StyledRun } from '../../protocols/terminal/terminal-screen';
import type { ScreenRecord, ScreenRunRecord } from '../record';

/** Leaves out plain blanks at the ends of rows, and empty rows at the end. */
export function screenRecord({ columns, rows, cursor }: ScreenSnapshot): ScreenRecord {
  const kept = rows.map(rowRecord);
  const last = kept.findLastIndex((row) => row.length > 0);
  return { columns, rows: kept.slice(0, last + 1), cursor };
}

function rowRecord(row: readonly StyledRun[]): readonly ScreenRunRecord[] {
  const runs = row.map(runRecord);
  const last = runs.at(-1);
  if (last === undefined || last.background !== undefined) return runs;
  const text = last.text.replace(/ +$/, '');
  return text === '' ? runs.slice(0, -1) : [...runs.slice(0, -1), { ...last, text }];
}

function runRecord({ text, style: { bold, foreground, background } }: StyledRun): ScreenRunRecord {
  return {
    text,
    ...(bold ? { bold } : {}),
    ...(foreground === undefined ? {} : { foreground }),
    ...(background === undefined ? {} : { background }),
  };
}
