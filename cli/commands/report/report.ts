/**
 * `wirejig report`: the reports of a run again, from its journal; of a run that was killed, too. Of a fuzzing campaign its
 * page. Of many runs, one page of boards × suites.
 */
import { dirname, join } from 'node:path';
import { printable } from '../../../reports/text/printable';
import { summarize, createSummaryBuilder, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent } from '../../../scenarios/record';
import { drawCampaign } from '../../shared/output/campaign-report';
import { say } from '../../shared/console';
import { stopCommands, reportToGithub, wantsGithub } from '../../shared/output/github';
import { eventsOf, isCampaign, journalAt } from '../../shared/output/journal-file';
import { drawBoards, drawReports, drawTrace } from '../../shared/output/output-folder';
import { createTerminal, type OutputOptions } from '../../shared/output/run-output';
import { UsageError } from '../../shared/usage-error';

export interface ReportRequest extends Omit<OutputOptions, 'json'> {
  /** Journals, or the directories of some. */
  readonly paths: readonly string[];
  /** Prints the dissector of this suite, and draws nothing. */
  readonly dissector?: string | undefined;
  readonly params: readonly string[];
  /** Where the reports go; where it is not said, beside the journal, or in `wirejig-boards` for many. */
  readonly out?: string | undefined;
  readonly reporter?: string | undefined;
}

/** Resolves with 0 when the reports are drawn, whatever they say. Rejects with {@link UsageError}. */
export async function reportCommand(request: ReportRequest): Promise<number> {
  const { dissector, params } = request;
  if (dissector !== undefined) return (await import('./dissectors.js')).printDissector(dissector, params);
  if (params.length > 0) throw new UsageError('--param is for --dissector: a journal has its own parameters');
  const github = wantsGithub(request.reporter, undefined);
  const journals = request.paths.map(journalAt);
  const [first, ...others] = journals;
  if (first === undefined)
    throw new UsageError('no journal: give the --out DIR of a run, or of many, or --dissector SUITE');
  const draw = others.length === 0 ? drawRun(first, request) : drawMany(journals, request);
  const resumeCommands = github ? stopCommands() : undefined;
  draw.print();
  say(`${request.quiet ? '' : '\n'}  report  ${printable(join(draw.out, 'report.html'))}\n`);
  resumeCommands?.();
  if (github) for (const summary of draw.summaries) reportToGithub(summary);
  return 0;
}

interface DrawnReport {
  readonly out: string;
  readonly summaries: readonly RunSummary[];
  /** Says on the terminal what was drawn. */
  readonly print: () => void;
}

function drawRun(journal: string, request: ReportRequest): DrawnReport {
  const out = request.out ?? dirname(journal);
  if (isCampaign(journal)) return drawCampaignAgain(journal, out, request);
  const events = eventsOf(journal);
  // Read whole before anything is written: a journal that is none draws nothing.
  const summary = summarize(events);
  drawReports(out, summary);
  drawTrace(out, events);
  return {
    out,
    summaries: [summary],
    print: () => {
      if (!request.quiet) show(events, request);
    },
  };
}

function drawCampaignAgain(journal: string, out: string, { quiet }: ReportRequest): DrawnReport {
  const { headline, start } = drawCampaign(journal, out);
  const line = `${headline.sign} ${headline.word}  ${printable(start.board.name)}: ${headline.text}\n`;
  return {
    out,
    summaries: [],
    print: () => {
      if (!quiet) say(line);
    },
  };
}

/** Journals in the order given: of one board, an earlier run stands before a later one. */
function drawMany(
  journals: readonly string[],
  { out = 'wirejig-boards', quiet }: ReportRequest,
): DrawnReport {
  const summaries = journals.map((journal) => {
    const fold = createSummaryBuilder({ wire: false });
    for (const event of eventsOf(journal)) fold.add(event);
    return fold.summary();
  });
  drawBoards(out, summaries);
  const lines = summaries.map(
    ({ headline, start }) =>
      `${headline.sign} ${headline.word}  ${printable(start?.board.name ?? '')}: ${headline.text}\n`,
  );
  return {
    out,
    summaries,
    print: () => {
      if (!quiet) say(lines.join(''));
    },
  };
}

function show(events: Iterable<JournalEvent>, request: ReportRequest): void {
  const reporter = createTerminal(request, false);
  for (const event of events) reporter.onEvent(event);
  reporter.end();
}
