/**
 * `wirejig report`: draws the reports of a run again from its journal, also of a killed run. For a fuzzing campaign it draws
 * its page. For several runs it draws one page of boards × suites.
 */
import { dirname, join } from 'node:path';
import { boardName } from '../../../reports/text/parameters';
import { printable, COMBINING_MARK, MAX_MARKS, INVISIBLE } from '../../../reports/text/printable';
import { summarize, type RunSummary } from '../../../reports/summary/summary';
import type { JournalEvent } from '../../../scenarios/record';
import { drawCampaign, drawBoards, drawReports } from '../../shared/output/report-files';
import { say } from '../../shared/console';
import { stopCommands, reportToGithub, wantsGithub } from '../../shared/output/github';
import { loadFrameReaders } from '../../shared/output/frame-readers';
import { eventsOf, isCampaign, journalAt } from '../../shared/output/journal-file';
import { drawTrace, withFolder } from '../../shared/output/output-folder';
import { createTerminal } from '../../shared/output/run-output';
import { UsageError } from '../../shared/usage-error';
import type { ReportRequest } from './command';
import { parseAssignments, parseParameters, pickByName, type Assignments } from '../../shared/option-values';
import type { TextDisplay } from '../../../protocols/dissection/lua-dissector';
import { FIELD_TEXT_LENGTH } from '../../../reports/html/evidence/bytes';
import { protocols } from '../../../scenarios/protocols';

/** Resolves with 0 when the reports are drawn, also for a failed run. Rejects with {@link UsageError}. */
export async function reportCommand(request: ReportRequest): Promise<number> {
  const { dissector, params } = request;
  if (dissector !== undefined) {
    if (request.paths.length > 0)
      throw new UsageError('--dissector draws no reports: leave out the journals, or --dissector');
    say(await dissectorOf(dissector, parseAssignments(params)));
    return 0;
  }
  if (params.length > 0) throw new UsageError('--param is for --dissector: a journal has its own parameters');
  const github = wantsGithub(request.reporter, undefined);
  const journals = request.paths.map(journalAt);
  const [first, ...others] = journals;
  if (first === undefined)
    throw new UsageError('no journal: give the --out DIR of one or several runs, or --dissector SUITE');
  const draw = others.length === 0 ? await drawRun(first, request) : drawMany(journals, request);
  const resumeCommands = github ? stopCommands() : undefined;
  if (!request.quiet) draw.print();
  say(`${request.quiet ? '' : '\n'}  report  ${printable(join(draw.out, 'report.html'))}\n`);
  resumeCommands?.();
  if (github) for (const summary of draw.summaries) reportToGithub(summary);
  return 0;
}

interface DrawnReport {
  readonly out: string;
  readonly summaries: readonly RunSummary[];
  readonly print: () => void;
}

async function drawRun(journal: string, request: ReportRequest): Promise<DrawnReport> {
  const { out = dirname(journal) } = request;
  const inFolder = <T>(work: () => T): T => withFolder(out, request.out === undefined, work);
  if (isCampaign(journal)) return inFolder(() => drawCampaignAgain(journal, out));
  const events = eventsOf(journal);
  // The whole journal is read before anything is written: an invalid journal leaves no files.
  const summary = summarize(events);
  const readers = await loadFrameReaders(summary.start);
  inFolder(() => {
    drawReports(out, summary, readers, journal);
    drawTrace(out, events);
  });
  return {
    out,
    summaries: [summary],
    print: () => show(events, request),
  };
}

function drawCampaignAgain(journal: string, out: string): DrawnReport {
  const { headline, start } = drawCampaign(journal, out);
  return { out, summaries: [], print: () => say(headlineText(headline, start.board.name)) };
}

function headlineText({ sign, word, text }: RunSummary['headline'], board: string): string {
  return `${sign} ${word}  ${printable(board)}: ${text}\n`;
}

/** Journals in the order given: earlier runs of a board come before later ones. */
function drawMany(journals: readonly string[], { out = 'wirejig-boards' }: ReportRequest): DrawnReport {
  const summaries = journals.map((journal) => summarize(eventsOf(journal), { wire: false }));
  withFolder(out, false, () => drawBoards(out, summaries));
  const lines = summaries.map(({ headline, start }) =>
    headlineText(headline, start === undefined ? '' : boardName(start.board)),
  );
  return { out, summaries, print: () => say(lines.join('')) };
}

function show(events: Iterable<JournalEvent>, request: ReportRequest): void {
  const reporter = createTerminal(request, false);
  for (const event of events) reporter.onEvent(event);
  reporter.end();
}

/** The script of a suite with these parameters. Rejects with {@link UsageError} for an unknown suite or parameter. */
export async function dissectorOf(name: string, given: Assignments): Promise<string> {
  const known = (await protocols()).flatMap(({ suite, dissection: load }) =>
    load === undefined ? [] : [{ suite, load }],
  );
  const { suite, load } = pickByName(known, (one) => one.suite.id, name, 'dissector', 'there are');
  const values = parseParameters([suite], given).get(suite.id) ?? {};
  const dissection = await load();
  const { luaDissector } = await import('../../../protocols/dissection/lua-dissector.js');
  return luaDissector(dissection(values), shownText());
}

let known: TextDisplay | undefined;

export function shownText(): TextDisplay {
  known ??= {
    unseen: rangeBounds(INVISIBLE),
    marks: rangeBounds(COMBINING_MARK),
    mostMarks: MAX_MARKS,
    length: FIELD_TEXT_LENGTH,
  };
  return known;
}

/** The first code point of each range of matching characters, and the first one after it, in turn. */
function rangeBounds(kind: RegExp): readonly number[] {
  const found: number[] = [];
  let inside = false;
  for (let code = 0; code <= 0x10ffff; code++) {
    if (kind.test(String.fromCodePoint(code)) === inside) continue;
    inside = !inside;
    found.push(code);
  }
  return found;
}
