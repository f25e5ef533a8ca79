/** `wirejig report`: the reports of a run again, from its journal; of a run that was killed, too. */
import { dirname, join } from 'node:path';
import { printable } from '../reports/printable';
import { summarize } from '../reports/summary';
import { terminalReporter } from '../reports/terminal';
import type { JournalEvent } from '../scenarios/record';
import { say, wantsColor } from './console';
import { stopCommands, tellGithub, wantsGithub } from './github';
import { eventsOf, journalAt } from './journal-file';
import { drawReports, drawTrace } from './output';

export interface ReportRequest {
  /** A journal, or the directory of one. */
  readonly path: string;
  /** Where the reports go; beside the journal where it is not said. */
  readonly out?: string | undefined;
  readonly quiet?: boolean | undefined;
  readonly verbose?: boolean | undefined;
  readonly color?: boolean | undefined;
  readonly reporter?: string | undefined;
}

/** Resolves with 0 when the reports are drawn, whatever they say. Rejects with {@link UsageError}. */
export function reportCommand(request: ReportRequest): Promise<number> {
  const github = wantsGithub(request.reporter, undefined);
  const journal = journalAt(request.path);
  const events = eventsOf(journal);
  const out = request.out ?? dirname(journal);
  // Read whole before anything is written: a journal that is none draws nothing.
  const summary = summarize(events);
  drawReports(out, summary);
  drawTrace(out, events);
  const resumeCommands = github ? stopCommands() : undefined;
  if (!request.quiet) show(events, request);
  say(`${request.quiet ? '' : '\n'}  report  ${printable(join(out, 'report.html'))}\n`);
  resumeCommands?.();
  if (github) tellGithub(summary);
  return Promise.resolve(0);
}

function show(events: Iterable<JournalEvent>, { color, verbose }: ReportRequest): void {
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
