/** Checks results.json against the published schema of its format, for complete, cut and hostile journals. */
import { z } from 'zod';
import { ctrfReport } from './ctrf';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';

const STATUS = z.enum(['passed', 'failed', 'skipped', 'pending', 'other']);
const int = z.int();
const text = z.string();
const extra = z.record(z.string(), z.unknown()).optional();

/** From ctrf.schema.json (ctrf-io): of the keys that an object may have, those that we write. */
const CTRF = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: text.regex(/^[0-9]+\.[0-9]+\.[0-9]+$/),
  generatedBy: text.optional(),
  extra,
  results: z.strictObject({
    tool: z.strictObject({ name: text.min(1), version: text.optional(), extra }),
    summary: z.strictObject({
      tests: int,
      passed: int,
      failed: int,
      skipped: int,
      pending: int,
      other: int,
      start: int,
      stop: int,
      suites: int.optional(),
      duration: int.optional(),
      extra,
    }),
    tests: z.array(
      z.strictObject({
        name: text.min(1),
        status: STATUS,
        duration: int,
        suite: z.array(text).min(1).optional(),
        message: text.optional(),
        trace: text.optional(),
        rawStatus: text.optional(),
        tags: z.array(text).optional(),
        flaky: z.boolean().optional(),
        extra,
      }),
    ),
    environment: z
      .strictObject({
        osPlatform: text.optional(),
        testEnvironment: text.optional(),
        extra,
      })
      .optional(),
    extra,
  }),
});

const journals = [sampleJournal(), sampleJournal(HOSTILE)];
const cuts = journals.flatMap((journal) =>
  Array.from({ length: journal.length + 1 }, (_, length) => summarize(journal.slice(0, length))),
);

test('results.json fits the published schema, and its counts are those of its tests', () => {
  for (const summary of cuts) {
    const report: unknown = JSON.parse(ctrfReport(summary, new Date(0)));
    const { results } = CTRF.parse(report);
    for (const status of STATUS.options)
      expect([status, results.summary[status]]).toEqual([
        status,
        results.tests.filter((one) => one.status === status).length,
      ]);
    expect(results.summary.tests).toBe(results.tests.length);
  }
});
