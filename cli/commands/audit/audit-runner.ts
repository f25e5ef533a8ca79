/** Runs an audit: prints each row in order as soon as it is complete, handles Ctrl-C, prints a table or JSON, gives the exit code. */
import { say } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';

export interface AuditTable<Row> {
  row(row: Row): void;
  /** `done`: pieces of work that have ended; a row needs one or several. */
  progress(done: number): void;
  end(rows: readonly Row[]): void | Promise<void>;
  interrupted(): void;
}

export interface Audit<Finding, Row> {
  /** Calls `found` for each piece of work as it ends, in any order. Rejects when `signal` is given or a process dies. */
  readonly work: (signal: AbortSignal, found: (index: number, finding: Finding) => void) => Promise<void>;
  /** undefined: some of its findings are missing, or there is no such row. */
  readonly rowAt: (at: number, found: ReadonlyMap<number, Finding>) => Row | undefined;
  readonly good: (row: Row) => boolean;
  /** Begins a table and prints its head. undefined: `json` is printed at the end instead. */
  readonly table: (() => AuditTable<Row>) | undefined;
  readonly json: (rows: readonly Row[]) => object;
  /** Writes the rows to a page, and resolves when it is there. Not called after Ctrl-C. */
  readonly writePage?: ((rows: readonly Row[]) => Promise<void>) | undefined;
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
  else await table.end(rows);
  await audit.writePage?.(rows);
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
