/** Checks results.json against the published schema of its format, for complete, cut and hostile journals. */
import { z } from 'zod';
import { ctrfReport } from './ctrf';
import { HOSTILE, sampleJournal } from '../testing/sample-journal';
import { summarize } from '../summary/summary';

const STATUS = z.enum(['passed', 'failed', 'skipped', 'pending', 'other']);
const int = z.int();
const text = z.string();
const extra = z.record(z.string(), z.unknown()).optional();

/** From ctrf.schema.json (ctrf-io): objects have only these keys. Newer parts are left out. */
const CTRF = z.strictObject({
  reportFormat: z.literal('CTRF'),
  specVersion: text.regex(/^[0-9]+\.[0-9]+\.[0-9]+$/),
  reportId: z.uuid().optional(),
  timestamp: z.iso.datetime({ offset: true }).optional(),
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
      flaky: int.optional(),
      suites: int.optional(),
      duration: int.optional(),
      extra,
    }),
    tests: z.array(
      z.strictObject({
        name: text.min(1),
        status: STATUS,
        duration: int,
        id: z.uuid().optional(),
        start: int.optional(),
        stop: int.optional(),
        suite: z.array(text).min(1).optional(),
        message: text.optional(),
        trace: text.optional(),
        snippet: text.optional(),
        line: int.optional(),
        rawStatus: text.optional(),
        tags: z.array(text).optional(),
        type: text.optional(),
        filePath: text.optional(),
        retries: int.optional(),
        flaky: z.boolean().optional(),
        stdout: z.array(text).optional(),
        stderr: z.array(text).optional(),
        threadId: text.optional(),
        device: text.optional(),
        parameters: z.record(text, z.unknown()).optional(),
        steps: z.array(z.strictObject({ name: text, status: STATUS, extra })).optional(),
        extra,
      }),
    ),
    environment: z
      .strictObject({
        reportName: text.optional(),
        appName: text.optional(),
        appVersion: text.optional(),
        buildId: text.optional(),
        buildName: text.optional(),
        buildNumber: int.optional(),
        buildUrl: text.optional(),
        commit: text.optional(),
        branchName: text.optional(),
        osPlatform: text.optional(),
        osRelease: text.optional(),
        osVersion: text.optional(),
        testEnvironment: text.optional(),
        healthy: z.boolean().optional(),
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
