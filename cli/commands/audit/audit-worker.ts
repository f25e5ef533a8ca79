/** A process of the audit's pool: each task is a case. */
import { serveTasks } from '../../shared/worker-process';
import { runAuditCase } from './audit-case';
import { auditCase, campaignCase } from './audit-messages';

serveTasks(async ({ asked }) => {
  const campaign = campaignCase.safeParse(asked);
  if (!campaign.success) return runAuditCase(auditCase.parse(asked));
  const { runCampaignCase } = await import('./fuzz-audit-case.js');
  return runCampaignCase(campaign.data);
});
