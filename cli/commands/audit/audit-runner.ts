/**
 * Runs an audit: prints each row in order as soon as it is complete, handles Ctrl-C, prints a table or JSON, gives the exit code. How many
 * runs have ended is one line on a terminal, which is rewritten, else a line every 10 s if asked for.
 */
import { join } from 'node:path';
import type { Colors } from 'picocolors/types';
import type { z } from 'zod';
import { formatElapsed } from '../../../reports/text/quantity';
import { sayJson, StatusLine, painter } from '../../shared/console';
import { catchInterrupts } from '../../shared/interrupts';
import { isPlain } from '../../shared/output/run-output';
import { WorkerPool } from '../../shared/worker-pool';
import type { AuditCase, CampaignCase } from './audit-messages';
import type { AuditRequest } from './command';

export interface AuditTable<Row> {
  readonly head: readonly string[];
  row(row: Row): string;
  end(rows: readonly Row[]): readonly string[] | Promise<readonly string[]>;
}

export type OnFinding<Finding> = (index: number, finding: Finding) => void;

export interface Audit<Finding, Row> {
  /** The number of pieces of work, and their name. A row needs one or several. */
  readonly total: number;
  readonly what: 'runs' | 'campaigns';
  /** Calls `found` for each piece of work as it ends, in any order. Rejects when `signal` is given or a process dies. */
  readonly work: (signal: AbortSignal, found: OnFinding<Finding>) => Promise<void>;
  /** undefined: some of its findings are missing, or there is no such row. */
  readonly rowAt: (at: number, found: ReadonlyMap<number, Finding>) => Row | undefined;
  readonly good: (row: Row) => boolean;
  readonly table: (paint: Colors, columns: number | undefined) => AuditTable<Row>;
  readonly json: (rows: readonly Row[]) => object;
  /** Writes the rows to a page, and resolves when it is there. Not called after Ctrl-C. */
  readonly writePage?: ((rows: readonly Row[]) => Promise<void>) | undefined;
}

/** Resolves with 0 when every row is good, else 1; 130 interrupted. */
export async function runAudit<Finding, Row>(
  { json, color, progress }: AuditRequest,
  audit: Audit<Finding, Row>,
): Promise<number> {
  const plain = isPlain(progress);
  const paint = painter(color);
  const table = json === true ? undefined : audit.table(paint, process.stdout.columns);
  const status = new StatusLine();
  const print = (line: string): void => status.print(line);
  const interrupts = catchInterrupts();
  table?.head.forEach(print);
  const lineAt = countLines(audit.total, audit.what, { plain, isTty: process.stdout.isTTY });
  const rows = await rowsOf(audit, interrupts.signal, (added, done) => {
    if (table === undefined) return;
    for (const row of added) print(table.row(row));
    const line = lineAt(done);
    if (line === undefined) return;
    if (plain) print(line);
    else status.update(paint.dim(line));
  });
  interrupts.release();
  if (rows === undefined) {
    if (table !== undefined) print('interrupted');
    return 130;
  }
  if (table === undefined) sayJson(audit.json(rows));
  else ['', ...(await table.end(rows))].forEach(print);
  await audit.writePage?.(rows);
  return rows.every(audit.good) ? 0 : 1;
}

/** `onDone` gets the rows that are complete now, and the pieces of work that have ended. Resolves with undefined when interrupted. */
async function rowsOf<Finding, Row>(
  { work, rowAt }: Audit<Finding, Row>,
  signal: AbortSignal,
  onDone: (added: readonly Row[], done: number) => void,
): Promise<readonly Row[] | undefined> {
  const found = new Map<number, Finding>();
  const rows: Row[] = [];
  try {
    await work(signal, (index, finding) => {
      found.set(index, finding);
      const before = rows.length;
      for (let row = rowAt(before, found); row !== undefined; row = rowAt(rows.length, found)) rows.push(row);
      onDone(rows.slice(before), found.size);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return signal.aborted ? undefined : rows;
}

const LOG_MS = 10_000;

/** The result gives the line to show now; undefined: none is due. */
export function countLines(
  total: number,
  what: string,
  { plain, isTty, now = () => performance.now() }: { plain: boolean; isTty: boolean; now?: () => number },
): (done: number) => string | undefined {
  const began = now();
  let shownAt = began;
  return (done) => {
    const time = now();
    if (done >= total || (plain ? time - shownAt < LOG_MS : !isTty)) return undefined;
    shownAt = time;
    return `${done}/${total} ${what} done, ${formatElapsed(time - began, done, total)}`;
  };
}

/** Runs cases side by side in processes, and reads what each found by `schema`. Rejects when a process dies, and when `signal` ends them. */
export async function runCases<Finding>(
  cases: readonly (AuditCase | CampaignCase)[],
  schema: z.ZodType<Finding>,
  jobs: number,
  signal: AbortSignal,
  found: OnFinding<Finding>,
): Promise<void> {
  const pool = new WorkerPool(join(__dirname, 'audit-worker.js'), jobs);
  const stop = (): void => pool.close();
  signal.addEventListener('abort', stop);
  try {
    const runs = cases.map(async (one, index) => {
      const name = `the run of ${one.board} with seed ${one.seed}`;
      found(index, schema.parse(await pool.start({ task: one, name }).answer));
    });
    await Promise.all(runs);
  } finally {
    signal.removeEventListener('abort', stop);
    pool.close();
  }
}
