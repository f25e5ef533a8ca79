/** A child process of the audit: takes one case after another from its parent, and answers each. */
import { RuleError } from '../../../protocols/request-response/definition';
import { loadProtocols } from '../../config/protocols';
import { runAuditCase } from './audit-case';
import { auditCase, campaignCase } from './audit-messages';

// The parent names the configuration whose protocols it audits.
const [, , config] = process.argv;
const ready = config === undefined ? Promise.resolve() : loadProtocols(config);

function reportRuleError(error: unknown): void {
  if (error instanceof RuleError) {
    process.send?.({ ruleError: error.message });
    return;
  }
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
}

process.on('message', (message) => {
  const asked = campaignCase.safeParse(message);
  const answer = async (): Promise<object> => {
    if (!asked.success) return runAuditCase(auditCase.parse(message));
    const { runCampaignCase } = await import('./fuzz-audit-case.js');
    return runCampaignCase(asked.data);
  };
  void ready.then(answer).then((finding) => process.send?.(finding), reportRuleError);
});
// A virtual board's own turn may be what threw.
process.on('uncaughtException', reportRuleError);
// A terminal's Ctrl-C reaches every process of the group. Only the parent acts on it.
process.on('SIGINT', () => undefined);
// Programs that a run has started end with this process (guarded-process.ts).
process.on('disconnect', () => process.exit());
