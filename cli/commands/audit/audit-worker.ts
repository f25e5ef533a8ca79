/** A child process of the audit: takes one case after another from its parent, and answers each. */
import { z } from 'zod';
import { auditCase } from './audit-case';
import { campaignCase } from './fuzz-audit-case';

const campaignQuestion = z.object({
  board: z.string(),
  seed: z.number(),
  params: z.array(z.string()),
  cases: z.number(),
  enough: z.number(),
});

const auditQuestion = z.object({
  board: z.string(),
  seed: z.number(),
  only: z.array(z.string()).exactOptional(),
  until: z.string().exactOptional(),
  tries: z.number().exactOptional(),
});

process.on('message', (message) => {
  const asked = campaignQuestion.safeParse(message);
  const answer = asked.success ? campaignCase(asked.data) : auditCase(auditQuestion.parse(message));
  void answer.then((finding) => process.send?.(finding));
});
// A terminal's Ctrl-C reaches every process of the group: the parent is the one to act on it.
process.on('SIGINT', () => undefined);
// What a run has started ends with this process, by its own guards.
process.on('disconnect', () => process.exit());
