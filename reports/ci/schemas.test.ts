/** Checks the reports against the published schemas of their formats, for complete, cut and hostile journals. */
import { z } from 'zod';
import { ctrfReport } from './ctrf';
import { junitReport } from './junit';
import { junitErrors } from '../testing/junit-schema';
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
    const report: unknown = JSON.parse(ctrfReport(summary));
    const { results } = CTRF.parse(report);
    for (const status of STATUS.options)
      expect([status, results.summary[status]]).toEqual([
        status,
        results.tests.filter((one) => one.status === status).length,
      ]);
    expect(results.summary.tests).toBe(results.tests.length);
  }
});

test('junit.xml fits the published schema, and its counts are those of its cases', () => {
  for (const summary of cuts) expect(junitErrors(junitReport(summary))).toEqual([]);
});

test('the check finds what breaks the schema', () => {
  const head =
    'package="p" id="0" name="a" timestamp="2026-01-02T03:04:05" hostname="h" tests="1" failures="0" errors="0" skipped="0"';
  const ends = '<system-out/><system-err/>';
  const suite = (inner: string, more = ' time="1.5"'): string =>
    `<testsuites><testsuite ${head}${more}><properties/>${inner}${ends}</testsuite></testsuites>`;
  const one = (inner = ''): string => `<testcase name="t" classname="c" time="0">${inner}</testcase>`;
  expect(junitErrors(suite(one()))).toEqual([]);
  expect(junitErrors(suite(one(), ' time="soon"'))).toEqual(['time soon']);
  expect(junitErrors(suite(one(), ' time="1" level="MUST"'))).toEqual(['<testsuite> has level']);
  expect(junitErrors(suite('<testcase classname="c" time="0"/>'))).toEqual(['<testcase> lacks name']);
  expect(junitErrors(suite(`${one()}words`))).toEqual(['<testsuite> has text']);
  expect(junitErrors(suite(one() + one()))).toEqual(['tests is 1, and there are 2']);
  expect(junitErrors(suite(one('<failure type="a"/>')))).toEqual(['failures is 0, and there are 1']);
  expect(junitErrors(suite(one('<property name="a" value="b"/>')))).toEqual(['<property> in <testcase>']);
  expect(junitErrors(suite(one('<system-out/>')))).toEqual(['<system-out> in <testcase>']);
  expect(junitErrors(suite(`<system-out/>${one()}`))).toEqual([
    '<testsuite> is out of order',
    '<testsuite> needs one <system-out>',
  ]);
  expect(junitErrors(suite(one()).replace('03:04:05', '03:04:05.678Z'))).toEqual([
    'timestamp 2026-01-02T03:04:05.678Z',
  ]);
  expect(junitErrors('<testsuites tests="1"/>')).toEqual(['<testsuites> has tests']);
});
