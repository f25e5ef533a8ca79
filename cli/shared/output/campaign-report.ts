/** `report.html` of a fuzzing campaign, from its journal. */
import { basename, join } from 'node:path';
import { summarizeCampaign, type CampaignSummary } from '../../../reports/summary/campaign';
import { campaignReport } from '../../../reports/html/campaign/campaign-page';
import type { JournalEvent } from '../../../scenarios/record';
import { campaignEventsOf } from './journal-file';
import { asTyped } from '../program';
import { replaceFile, reportWriteErrors } from './folder/own-files';

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
