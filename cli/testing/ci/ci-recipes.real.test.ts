/** The GitHub Action and the example for GitLab do what they say: their own shell steps run here. Their JUnit reports are valid. */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { junitReport } from '../../../reports/ci/junit';
import { summarize } from '../../../reports/summary/summary';
import { HOSTILE, sampleJournal } from '../../../reports/testing/sample-journal';
import { junitErrors, junitTest } from './junit-schema';
import { cleanUp, folder } from '../wirejig-process';

const TOP = join(__dirname, '../../..');

afterAll(cleanUp);

const action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({
    using: z.literal('composite'),
    steps: z.array(
      z.object({
        id: z.string().optional(),
        shell: z.string().optional(),
        env: z.record(z.string(), z.string()).optional(),
        run: z.string().optional(),
        uses: z.string().optional(),
      }),
    ),
  }),
});

const gitlab = z.object({
  conformance: z.object({
    script: z.array(z.string()),
    artifacts: z.object({ reports: z.object({ junit: z.string() }) }),
  }),
});

function readYaml(path: string): unknown {
  return parse(readFileSync(join(TOP, path), 'utf8'));
}

interface Ran {
  readonly code: number | null;
  readonly output: string;
}

/** Runs the script in a folder, where npx starts this copy of wirejig. */
async function bash(script: string, cwd: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  const bin = join(cwd, '.bin');
  mkdirSync(bin);
  const program = join(TOP, 'dist/cli/main.js');
  writeFileSync(
    join(bin, 'npx'),
    `#!/usr/bin/env bash\nuntil [ "$1" = wirejig ]; do shift; done\nshift\nexec '${process.execPath}' '${program}' "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const path = `${bin}${delimiter}${process.env['PATH'] ?? ''}`;
  const child = spawn('bash', ['-c', script], { cwd, env: { ...process.env, ...env, PATH: path } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  return { code, output };
}

/** A shell step of the action with these inputs; an input that is not given has its default. */
function actionStep(
  place: 0 | 1,
  given: Readonly<Record<string, string>>,
): {
  script: string;
  env: Record<string, string>;
} {
  const { inputs, runs } = action.parse(readYaml('action.yml'));
  const step = runs.steps.filter(({ run }) => run !== undefined)[place];
  const value = (text: string): string =>
    text.replaceAll(
      /\$\{\{ inputs\.(\w+) \}\}/g,
      (_all, name: string) => given[name] ?? inputs[name]?.default ?? '',
    );
  const env = Object.fromEntries(Object.entries(step?.env ?? {}).map(([name, text]) => [name, value(text)]));
  return { script: step?.run ?? '', env };
}

junitTest.each([
  ['stm', '', 0],
  ['stm', 'stm+crc-ignored', 1],
])(
  'the action, suite %s on the virtual board %s: exit code %d, annotations, summary, junit.xml',
  async (suite, simulate, code) => {
    const cwd = folder();
    const summary = join(cwd, 'summary.md');
    const { script, env } = actionStep(0, {
      suite,
      simulate,
      arguments: "--seed 7 --only STM-FR-02 -k 'wrong CRC'",
    });
    const ran = await bash(script, cwd, { ...env, GITHUB_STEP_SUMMARY: summary });
    expect([ran.output, ran.code]).toEqual([expect.any(String), code]);
    expect(ran.output.includes('::error title=STM-FR-02')).toBe(code === 1);
    expect(readFileSync(summary, 'utf8')).toContain('STM-FR-02');
    expect(junitErrors(readFileSync(join(cwd, 'wirejig-report/junit.xml'), 'utf8'))).toEqual([]);
    expect(existsSync(join(cwd, 'wirejig-report/report.html'))).toBe(true);
  },
);

test('the action links the artifact in the summary, where there is one', async () => {
  const { script, env } = actionStep(1, {});
  expect(env).toEqual({ URL: '${{ steps.kept.outputs.artifact-url }}' });
  const { runs } = action.parse(readYaml('action.yml'));
  expect(runs.steps.find(({ id }) => id === 'kept')?.uses).toMatch(/^actions\/upload-artifact@/);
  const link = async (URL: string): Promise<string> => {
    const cwd = folder();
    const summary = join(cwd, 'summary.md');
    writeFileSync(summary, '## PASS\n');
    expect((await bash(script, cwd, { URL, GITHUB_STEP_SUMMARY: summary })).code).toBe(0);
    return readFileSync(summary, 'utf8');
  };
  expect(await link('https://github.com/o/r/1')).toMatch(/^## PASS\n\[.+\]\(https:\/\/github.com\/o\/r\/1\)/);
  expect(await link('')).toBe('## PASS\n');
});

junitTest('the example for GitLab leaves the JUnit report that it names', async () => {
  const { script, artifacts } = gitlab.parse(readYaml('examples/ci/gitlab-ci.yml')).conformance;
  const cwd = folder();
  const ran = await bash(script.join('\n'), cwd, { WIREJIG_OPTIONS: '--seed 7 --only STM-FR-02' });
  expect([ran.output, ran.code]).toEqual([expect.any(String), 0]);
  expect(junitErrors(readFileSync(join(cwd, artifacts.reports.junit), 'utf8'))).toEqual([]);
});

junitTest('junit.xml is valid wherever a journal was cut, and its counts are those of its cases', () => {
  const reports = [sampleJournal(), sampleJournal(HOSTILE)].flatMap((journal) =>
    Array.from({ length: journal.length + 1 }, (_, length) =>
      junitReport(summarize(journal.slice(0, length)), new Date(0)),
    ),
  );
  expect(junitErrors(...reports)).toEqual([]);
});

junitTest('the schema refuses what a reader would', () => {
  const head =
    'package="p" id="0" name="a" timestamp="2026-01-02T03:04:05" hostname="h" tests="1" failures="0" errors="0" skipped="0"';
  const ends = '<system-out/><system-err/>';
  const suite = (inner: string, more = ' time="1.5"'): string =>
    `<testsuites><testsuite ${head}${more}><properties/>${inner}${ends}</testsuite></testsuites>`;
  const one = (inner = ''): string => `<testcase name="t" classname="c" time="0">${inner}</testcase>`;
  expect(junitErrors(suite(one()))).toEqual([]);
  expect(junitErrors(suite(one() + one()))).toEqual(['tests is 1, and there are 2']);
  expect(junitErrors(suite(one('<failure type="a"/>')))).toEqual(['failures is 0, and there are 1']);
  for (const [document, fault] of [
    [suite(one(), ' time="soon"'), "'soon' is not a valid value"],
    [suite(one(), ' time="1" level="MUST"'), "attribute 'level' is not allowed"],
    [suite('<testcase classname="c" time="0"/>'), "attribute 'name' is required but missing"],
    [suite(`${one()}words`), 'Character content other than whitespace is not allowed'],
    [suite(one('<property name="a" value="b"/>')), "Element 'property': This element is not expected"],
    [suite(one('<system-out/>')), "Element 'system-out': This element is not expected"],
    [suite(one('<skipped/><skipped/>')), "Element 'skipped': This element is not expected"],
    [suite(`<system-out/>${one()}`), "Element 'testcase': This element is not expected"],
    [suite(one()).replace('03:04:05', '03:04:05.678Z'), "'2026-01-02T03:04:05.678Z' is not"],
    ['<testsuites tests="1"/>', "attribute 'tests' is not allowed"],
  ] as const)
    expect(junitErrors(document).join('\n')).toContain(fault);
});
