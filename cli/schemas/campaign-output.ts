/** `fuzz`, `replay` and `audit` with `--json`. */
import { z } from 'zod';
import { count, level, type Recorded } from '../../scenarios/common-record';
import { findingOutline, fuzzEnd, resyncRow } from '../../scenarios/fuzz-record';
import { verdict } from '../../scenarios/record';
import { campaignFinding } from '../commands/audit/audit-messages';
import { exitCode } from './run-output';

const { id, kind, title, requirement, bytes, repeats, replaysEndedBy } = findingOutline.shape;
const clause = requirement.describe('The clause that it breaks.');
const size = bytes.describe('Of the minimised case.');
const finding = z.strictObject({
  id,
  kind,
  requirement: clause,
  level,
  title,
  bytes: size,
  repeats,
  replaysEndedBy: replaysEndedBy.optional(),
  count: count.describe('Failures of this cause in the campaign.'),
  twin: z.string().optional().describe('The virtual board that fails in the same way: the defect to look for.'),
  file: z.string(),
});

export const fuzzOutput = z.strictObject({
  suite: z.string(),
  board: z.string(),
  seed: z.number(),
  outcome: fuzzEnd.shape.outcome,
  reason: z.string().optional(),
  exitCode,
  cases: count,
  exchanges: count,
  flakes: count.describe('Triages in which a failure did not reproduce.'),
  ofHost: count.optional().describe('Those that a stall of this machine may have caused.'),
  findings: z.array(finding),
  unconfirmed: z.array(finding).describe('Failures that did not reproduce.'),
  resync: z
    .strictObject({
      requirement: z.string(),
      limitUs: z.number(),
      verdict: z.enum(['pass', 'fail', 'inconclusive']),
      slow: z.boolean(),
      unknown: count,
      worst: z.array(z.strictObject(resyncRow.shape)),
    })
    .optional()
    .describe('How soon the board answers again after garbage.'),
  unreached: z.record(z.string(), z.array(z.string())).describe('What no case reached, by kind.'),
  out: z.string(),
});
export type FuzzOutput = Recorded<typeof fuzzOutput>;

const outline = z.strictObject({ id, requirement: clause, title, bytes: size });

export const labFuzzOutput = z.strictObject({
  suite: z.string(),
  seed: z.number(),
  exitCode,
  cases: count,
  boards: z.array(
    z.strictObject({
      board: z.string(),
      cases: count.optional(),
      outcome: fuzzEnd.shape.outcome.optional(),
    }),
  ),
  findings: z.array(outline),
  unconfirmed: z.array(outline),
  out: z.string(),
});

export const replayOutput = z.strictObject({
  id,
  requirement: clause,
  title,
  board: z.string(),
  shows: z.boolean().describe('The failure reproduced.'),
  shown: count,
  tried: count,
  rounds: count,
  otherwise: z
    .looseObject({ requirement: z.string(), expected: z.string(), seen: z.string() })
    .optional()
    .describe('The failure that shows now, where it is another.'),
});

const defect = { name: z.string(), breaks: z.string().describe('The clause.') };
const conformant = { passed: z.boolean(), failed: z.array(z.string()) };
const caught = { caught: count, total: count };

export const auditOutput = z.strictObject({
  seed: z.number(),
  boards: z.array(
    z.strictObject({
      board: z.string(),
      suite: z.string(),
      conformant: z.strictObject(conformant).describe('The board without a defect.'),
      conformantDuration: z.number().describe('Of its run, in seconds.'),
      ...caught,
      red: count.describe('Defects with which the run fails, by whatever clause.'),
      defects: z.array(
        z.strictObject({
          ...defect,
          caught: z.boolean().describe('The clause failed.'),
          verdict: verdict.optional(),
          alsoFailed: z.array(z.string()),
          reason: z.string().optional(),
        }),
      ),
    }),
  ),
});

export const firmwareAuditOutput = z.strictObject({
  seed: z.number(),
  boards: z.array(
    z.strictObject({
      board: z.string(),
      suite: z.string(),
      conformant: z.strictObject({ ...conformant, open: z.array(z.string()) }),
      ...caught,
      caughtOfModel: count.describe('Of the virtual boards with the same defects.'),
      defects: z.array(
        z.strictObject({
          ...defect,
          caught: z.boolean(),
          verdict: verdict.optional(),
          caughtOfModel: z.boolean(),
          verdictOfModel: verdict.optional(),
          reason: z.string().optional(),
        }),
      ),
    }),
  ),
});

export const fuzzRowOutput = z.strictObject({
  result: z.enum(['conformant', 'blamed', 'found', 'missed', 'beyond']),
  good: z.boolean().describe('Neither missed nor blamed.'),
  median: count.optional().describe('Cases until half of the campaigns had found it.'),
  found: count.describe('Campaigns that found it.'),
  bytes: z.strictObject({ least: count, most: count }).optional(),
  repeats: z.looseObject({ shown: count, tried: count }).optional(),
  findings: count.describe('The most of one campaign.'),
  flags: z.array(z.enum(['findings', 'beyond input'])),
  campaigns: z.array(campaignFinding),
});

export const fuzzAuditOutput = z.strictObject({
  seed: z.number(),
  seeds: z.array(z.number()),
  cases: count,
  boards: z.array(
    z.strictObject({
      board: z.string(),
      suite: z.string(),
      conformant: fuzzRowOutput.optional(),
      defects: z.array(z.strictObject({ ...defect, beyondInput: z.string().optional(), ...fuzzRowOutput.shape })),
    }),
  ),
});
