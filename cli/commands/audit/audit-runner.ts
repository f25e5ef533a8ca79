/** How every audit passes and ends: rows in their order, each as soon as it is complete; Ctrl-C; a table or JSON; an exit code. */
import { say } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';

export interface AuditTable<Row> {
  row(row: Row): void;
  /** Processes' work that has ended: one or several for a row. */
  progress(done: number): void;
  end(rows: readonly Row[]): void;
  interrupted(): void;
}

export interface Audit<Finding, Row> {
  /** Calls `found` for each piece of work as it ends, in any order. Rejects when `signal` is given or a process dies. */
  readonly work: (signal: AbortSignal, found: (index: number, finding: Finding) => void) => Promise<void>;
  /** undefined: not all that it is made of is there, or there is none. */
  readonly rowAt: (at: number, found: ReadonlyMap<number, Finding>) => Row | undefined;
  readonly good: (row: Row) => boolean;
  /** Begins one, which says so; where there is none `json` is said at the end. */
  readonly table: (() => AuditTable<Row>) | undefined;
  readonly json: (rows: readonly Row[]) => object;
}

/** Resolves with 0 when every row is good, else 1; 130 interrupted. */
export async function runAudit<Finding, Row>(audit: Audit<Finding, Row>): Promise<number> {
  const interrupts = catchInterrupts(() => undefined);
  const table = audit.table?.();
  const rows = await rowsOf(audit, table, interrupts.signal);
  interrupts.release();
  if (rows === undefined) {
    table?.interrupted();
    return 130;
  }
  if (table === undefined) say(`${JSON.stringify(audit.json(rows))}\n`);
  else table.end(rows);
  return rows.every(audit.good) ? 0 : 1;
}

/** undefined: interrupted. */
async function rowsOf<Finding, Row>(
  { work, rowAt }: Audit<Finding, Row>,
  table: AuditTable<Row> | undefined,
  signal: AbortSignal,
): Promise<readonly Row[] | undefined> {
  const found = new Map<number, Finding>();
  const rows: Row[] = [];
  try {
    await work(signal, (index, finding) => {
      found.set(index, finding);
      for (let row = rowAt(rows.length, found); row !== undefined; row = rowAt(rows.length, found)) {
        rows.push(row);
        table?.row(row);
      }
      table?.progress(found.size);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return signal.aborted ? undefined : rows;
}
