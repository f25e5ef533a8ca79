/** `compare` and `history` with `--json`. */
import { z } from 'zod';
import { count, level, unit, type Recorded } from '../../scenarios/common-record';
import { verdict } from '../../scenarios/record';
import { exitCode, headline, runOutcome, boardFacts } from './run-output';

const change = z.strictObject({
  id: z.string(),
  level,
  text: z.string(),
  before: verdict,
  after: verdict,
  beforeText: z.string().optional().describe('The reason of the verdict, if it is no pass.'),
  afterText: z.string().optional(),
});
const changes = z.array(change);
const run = z.strictObject({
  board: boardFacts.shape.name.optional(),
  seed: z.number().optional(),
  command: z.string().optional(),
  version: z.string().optional(),
  headline,
  outcome: runOutcome,
});
const pair = z.tuple([z.number(), z.number()]).describe('Before and after.');

export const compareOutput = z.strictObject({
  exitCode,
  before: run,
  after: run,
  newlyFailing: changes,
  fixed: changes,
  stillFailing: changes,
  lost: changes.describe('Passed before, and could not be judged now.'),
  notComparable: changes,
  onlyBefore: z.array(z.string()),
  onlyAfter: z.array(z.string()),
  unchanged: count,
  latency: z.array(
    z.strictObject({
      requirement: z.string(),
      name: z.string(),
      unit,
      changed: z.boolean(),
      n: pair,
      shift: z.number().describe('The median of all differences; `low` to `high` holds it with 99 %.'),
      low: z.number(),
      high: z.number(),
      resolution: z.number(),
      median: pair,
    }),
  ),
  tooFew: z.array(z.string()).describe('Measured too rarely for a comparison.'),
  cautions: z.array(z.string()).describe('Differences between the runs that the board did not cause.'),
  worse: z.boolean(),
  unknown: z.boolean(),
  answers: z
    .array(
      z.strictObject({
        scenario: z.string(),
        link: z.string(),
        alike: count.describe('Equal exchanges before it.'),
        sent: z.string().describe('In hex, as both answers.'),
        before: z.string(),
        after: z.string(),
      }),
    )
    .nullable()
    .describe('null: the runs did not send the same bytes.'),
});

const series = z.array(z.number().nullable());

export const historyOutput = z.strictObject({
  runs: z
    .array(
      z.strictObject({
        place: z.string(),
        date: z.iso.datetime(),
        label: z.string().describe('The version of the firmware where it is known, else the board.'),
        board: z.string().optional(),
        seed: z.number().optional(),
        headline,
      }),
    )
    .describe('The oldest first.'),
  clauses: z.array(
    z.strictObject({
      suite: z.string(),
      id: z.string(),
      level,
      text: z.string(),
      verdicts: z.array(verdict.nullable()).describe('Of each run; null: it was not asked.'),
      failsSince: count.optional().describe('The run, by its index, since which it fails.'),
      changes: count.describe('How often it went from pass to fail, or back.'),
    }),
  ),
  times: z.array(
    z.strictObject({
      clause: z.string(),
      name: z.string(),
      unit,
      limit: z.number().optional(),
      worst: series,
      median: series,
    }),
  ),
});
export type CompareOutput = Recorded<typeof compareOutput>;
