/** What an audit asks its child processes, and what they answer. */
import { z } from 'zod';

export const auditCase = z.object({
  /** `virtual:oven+checksum-ignored`, `qemu:oven+checksum-ignored` */
  board: z.string(),
  seed: z.number(),
  /** Only scenarios of these clauses; none: all. */
  only: z.array(z.string()).readonly().exactOptional(),
  /** The run ends when this clause has failed. */
  until: z.string().exactOptional(),
  /** The most runs of `only` until `until` is decided: a stall of the host can spoil a run in real time. Default 1. */
  tries: z.number().exactOptional(),
  /** Judges a virtual board as a real one: in samples, with the limits of real time. */
  asReal: z.boolean().exactOptional(),
});
export type AuditCase = z.infer<typeof auditCase>;

export const auditFinding = z.object({
  verdicts: z.record(z.string(), z.enum(['pass', 'fail', 'inconclusive', 'error', 'skip'])),
  outcome: z.string(),
  reason: z.string().exactOptional(),
  /** The first failure of each clause, with its bytes, as lines of text; not where a defect is looked for. */
  shown: z.array(z.string()).readonly().exactOptional(),
  /** Of the run under the first setting, on the board's clock, microseconds. */
  duration: z.number(),
});
export type AuditFinding = z.infer<typeof auditFinding>;

export const campaignCase = z.object({
  /** `virtual:oven+checksum-ignored` */
  board: z.string(),
  seed: z.number(),
  /** `name=value`, of the suite's parameters. */
  params: z.array(z.string()).readonly(),
  cases: z.number(),
  /** After a finding the campaign ends at this many cases: a second finding of the same bug would have shown by then. */
  enough: z.number(),
});
export type CampaignCase = z.infer<typeof campaignCase>;

const foundBug = z.object({
  id: z.string(),
  requirement: z.string(),
  title: z.string(),
  within: z.number(),
  bytes: z.number(),
  repeats: z.object({ shown: z.number(), tried: z.number() }),
});

export const campaignFinding = z.object({
  cases: z.number(),
  /** Failures that never reproduced. */
  flakes: z.number(),
  wedged: z.string().exactOptional(),
  findings: z.array(foundBug),
});
export type CampaignFinding = z.infer<typeof campaignFinding>;
