/** `report.html` of a fuzzing campaign, from its journal. */
import { join } from 'node:path';
import { summarizeCampaign, type CampaignSummary } from '../../../reports/summary/campaign';
import { campaignReport } from '../../../reports/html/campaign/campaign-page';
import { campaignEventsOf } from './journal-file';
import { replaceFile } from './folder/own-files';
import { reportWriteErrors } from './output-folder';

/** Throws {@link UsageError} for an invalid journal, and where the page cannot be written. */
export function drawCampaign(journal: string, out: string): CampaignSummary {
  const summary = summarizeCampaign(campaignEventsOf(journal));
  reportWriteErrors(out, () => replaceFile(join(out, 'report.html'), campaignReport(summary)));
  return summary;
}
