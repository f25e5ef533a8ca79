/** The reports of a run or a campaign as files. Not loaded on demand: they are also written in a team's own tests, and Jest has no `import()` there. */
import { statSync } from 'node:fs';
import { join, basename } from 'node:path';
import type { FrameReaders } from '../../../reports/html/evidence/wire-frames';
import { RUN_REPORTS } from '../../../reports/run-reports';
import type { RunSummary } from '../../../reports/summary/summary';
import { asTyped } from '../program';
import { replaceFile, reportWriteErrors } from './own-files';
import { multiRunReport } from '../../../reports/html/multi-run-page';
import { summarizeCampaign, type CampaignSummary } from '../../../reports/summary/campaign';
import { campaignReport } from '../../../reports/html/campaign/campaign-page';
import type { JournalEvent } from '../../../scenarios/record';
import { campaignEventsOf } from './journal-file';

/** Every report of a run. `readers` name the frames on the wire; `journal`: its file, whose date is that of a virtual run. Throws {@link UsageError} where one cannot be written. */
export function drawReports(
  directory: string,
  run: RunSummary,
  readers: FrameReaders,
  journal: string,
): void {
  const summary = withTypedCommands(run);
  const date = statSync(journal).mtime;
  // All are drawn before the first is written: they are of one run, or of none.
  const texts = Object.entries(RUN_REPORTS).map(
    ([file, draw]) => [join(directory, file), draw(summary, readers, date)] as const,
  );
  reportWriteErrors(directory, () => {
    for (const [path, text] of texts) replaceFile(path, text);
  });
}

function withTypedCommands(summary: RunSummary): RunSummary {
  const { start, headline } = summary;
  return {
    ...summary,
    ...(start === undefined ? {} : { start: { ...start, command: asTyped(start.command) } }),
    headline: headline.next === undefined ? headline : { ...headline, next: asTyped(headline.next) },
  };
}

export function drawBoards(directory: string, summaries: readonly RunSummary[]): void {
  reportWriteErrors(directory, () => {
    replaceFile(join(directory, 'report.html'), multiRunReport(summaries.map(withTypedCommands)));
  });
}

/**
 * `findings`: the folder of its findings, where that is another than the campaign wrote. Throws {@link UsageError} for an invalid journal,
 * and where the page cannot be written.
 */
export function drawCampaign(journal: string, out: string, findings?: string): CampaignSummary {
  const summary = summarizeCampaign(
    findings === undefined ? campaignEventsOf(journal) : moved(campaignEventsOf(journal), findings),
  );
  drawCampaignPage(summary, out);
  return summary;
}

export function drawCampaignPage(summary: CampaignSummary, out: string): void {
  reportWriteErrors(out, () => replaceFile(join(out, 'report.html'), asTyped(campaignReport(summary))));
}

function* moved(events: Iterable<JournalEvent>, findings: string): Generator<JournalEvent> {
  for (const event of events)
    yield event.type === 'fuzz-finding' ? { ...event, file: join(findings, basename(event.file)) } : event;
}
