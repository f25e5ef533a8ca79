/** `run`, `check` and `tap` with `--json`, and `tap --games`. */
import { z } from 'zod';
import { accounting, board, count, level, parameters, type Recorded } from '../../scenarios/common-record';
import { outcome } from '../../scenarios/common-record';
import { verdict } from '../../scenarios/record';

const verdictCounts = z.strictObject({
  total: count,
  pass: count,
  fail: count,
  inconclusive: count,
  error: count,
  skip: count,
});
const levelCounts = z.strictObject({ MUST: verdictCounts, SHOULD: verdictCounts });
export const headline = z
  .enum(['PASS', 'FAIL', 'INCOMPLETE', 'NOT JUDGED'])
  .describe('INCOMPLETE: no MUST failed, but something could not be judged.');
export const exitCode = z.int().min(0).max(255);
/** cut-off: the journal stops before its run's end. */
export const runOutcome = z.enum([...outcome.options, 'cut-off']);

const repetitionFacts = z.strictObject({
  runs: count,
  ...verdictCounts.omit({ total: true }).shape,
  flakeRate: z.number().min(0).max(1).describe('The share of failures; 0 where all runs agree.'),
  worst: z.array(
    z.strictObject({
      name: z.string(),
      value: z.number(),
      unit: z.string(),
      limit: z.number().optional(),
    }),
  ),
});

const { identity } = board.shape;
export const boardFacts = z.strictObject({
  ...board.shape,
  identity: identity.describe('The version of the firmware.'),
});

/** What both `--json` and `results.json` say about a run. */
const runFacts = {
  command: z.string().optional().describe('It repeats the run.'),
  seed: z.number().optional(),
  board: boardFacts.optional(),
  outcome: runOutcome,
  reason: z.string().optional().describe('Why the run ended early.'),
  headline,
  next: z.string().optional().describe('What to do, where something was not judged.'),
  counts: levelCounts,
  requirements: z.record(z.string(), verdict).describe('The verdict of each clause, by its id.'),
  checks: count,
  exchanges: count.optional(),
  accounting: accounting.optional().describe('How many exchanges were judged, and why the others were not.'),
  leastJudged: z.number().describe('The share of exchanges that a pass needs judged, in percent.'),
  durationMicros: z.number(),
};

const reasons = z.array(z.strictObject({ id: z.string(), reason: z.string().optional() }));

export const runOutput = z.strictObject({
  version: z.string().optional().describe('Of wirejig.'),
  ...runFacts,
  exitCode,
  failures: reasons.describe('MUST clauses that failed.'),
  warnings: reasons.describe('SHOULD clauses that failed.'),
  notJudged: reasons,
  repetitions: z
    .strictObject({
      runs: z.array(z.strictObject({ number: count, seed: z.number(), outcome })),
      requirements: z.record(z.string(), repetitionFacts.optional()),
    })
    .optional()
    .describe('With --repeat.'),
  out: z.string().optional().describe('The folder of the reports.'),
});
export type RunOutput = Recorded<typeof runOutput>;

export const labRunOutput = z.strictObject({ exitCode, runs: z.array(runOutput) });

export const gamesOutput = z.strictObject({
  seed: z.number().describe('Of the first game; each has the next one.'),
  games: count.describe('Asked for.'),
  played: count,
  won: z.strictObject({ a: count, b: count }),
  moves: count,
  faults: count,
  restarts: count,
  counts: count.describe('How often the cards were counted.'),
  bad: z.array(z.strictObject({ game: count, reason: z.string(), again: z.string() })),
});
export type GamesOutput = Recorded<typeof gamesOutput>;

const STATUS = z.enum(['passed', 'failed', 'skipped', 'pending', 'other']);

/** `results.json`: the Common Test Report Format, with what wirejig adds under `extra`. */
export const resultsFile = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: z.string(),
  generatedBy: z.literal('wirejig'),
  results: z.strictObject({
    tool: z.strictObject({ name: z.literal('wirejig'), version: z.string() }),
    summary: z.strictObject({
      tests: count,
      passed: count,
      failed: count,
      pending: count,
      skipped: count,
      other: count,
      suites: count,
      start: z.int().describe('Milliseconds since 1970.'),
      stop: z.int(),
      duration: count.describe('Milliseconds.'),
    }),
    tests: z.array(
      z.strictObject({
        name: z.string(),
        status: STATUS,
        duration: count,
        suite: z.array(z.string()),
        message: z.string().optional(),
        trace: z.string().optional(),
        rawStatus: verdict,
        tags: z.array(z.string()),
        flaky: z.boolean().optional(),
        extra: z.strictObject({
          id: z.string(),
          level,
          origin: z.string(),
          group: z.string(),
          text: z.string(),
          verdict,
          warning: z.boolean().describe('A SHOULD that failed.'),
          checks: count,
          scenarios: z.array(z.string()),
          repetitions: repetitionFacts.optional(),
        }),
      }),
    ),
    environment: z.strictObject({ osPlatform: z.string().optional(), testEnvironment: z.string().optional() }),
    extra: z.strictObject({
      ...runFacts,
      run: z.string().optional(),
      warnings: z.array(z.string()),
      startedAt: z.string().optional(),
      parameters: z.record(z.string(), parameters).describe('By suite.'),
      repetitions: z
        .array(
          z.strictObject({
            number: count,
            seed: z.number(),
            outcome,
            reason: z.string().optional(),
            requirements: runFacts.requirements,
          }),
        )
        .optional(),
    }),
  }),
});
