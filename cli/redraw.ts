/** `wirejig report`: the reports of a run again, from its journal; of a run that was killed, too. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { printable } from '../reports/printable';
import { summarize } from '../reports/summary';
import { terminalReporter } from '../reports/terminal';
import { readJournal } from '../scenarios/journal';
import { journalEvent } from '../scenarios/journal-schema';
import type { JournalEvent } from '../scenarios/record';
import { say, wantsColor } from './console';
import { drawReports, JOURNAL } from './output';
import { fileTrouble, UsageError } from './usage-error';

export interface ReportRequest {
  /** A journal, or the directory of one. */
  readonly path: string;
  /** Where the reports go; beside the journal where it is not said. */
  readonly out?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly color?: boolean | undefined;
}

/** Resolves with 0 when the reports are drawn, whatever they say. Rejects with {@link UsageError}. */
export function reportCommand(request: ReportRequest): Promise<number> {
  const journal = journalAt(request.path);
  const events = eventsOf(journal);
  const out = request.out ?? dirname(journal);
  drawReports(out, summarize(events));
  if (!request.quiet) show(events, request);
  say(`${request.quiet ? '' : '\n'}  report  ${printable(join(out, 'report.html'))}\n`);
  return Promise.resolve(0);
}

function journalAt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined)
    throw new UsageError(`no journal at ${path}: give the --out DIR of a run, or its ${JOURNAL}`);
  return found.isDirectory() ? join(path, JOURNAL) : path;
}

function eventsOf(path: string): readonly JournalEvent[] {
  const events = read(path);
  if (events[0]?.type !== 'run')
    throw new UsageError(`${path} does not begin with a run: give the ${JOURNAL} of one`);
  return events;
}

function read(path: string): readonly JournalEvent[] {
  try {
    return readJournal(path, journalEvent);
  } catch (error) {
    const cause = fileTrouble(error);
    if (cause !== undefined)
      throw new UsageError(`cannot read ${path}: ${cause}: give the --out DIR of a run, or its ${JOURNAL}`);
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}: is it a whole journal?`);
  }
}

function show(events: readonly JournalEvent[], { color, verbose }: ReportRequest): void {
  const { columns } = process.stdout;
  const reporter = terminalReporter({
    write: say,
    isTty: false,
    columns,
    color: wantsColor(color),
    verbose,
  });
  for (const event of events) reporter.onEvent(event);
  reporter.end();
}
