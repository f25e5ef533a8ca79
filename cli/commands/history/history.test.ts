import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { standIns } from '../../testing/programs/stand-ins';
import { cleanUp, folder, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

const cwd = folder();

/** A run in a folder as that of an artifact; `day`: of its journal. */
async function run(board: string, label: string, day: number): Promise<void> {
  const out = `ci/${label}/wirejig-report`;
  const words = ['run', 'stm', '--board', board, '--only', 'STM-FR-02', '--seed', '1', '--quiet'];
  await wirejig([...words, '--label', label, '--out', out], { cwd });
  const at = Date.UTC(2026, 0, day) / 1000;
  utimesSync(join(cwd, out, 'journal.jsonl'), at, at);
}

test('the runs of artifacts, the oldest first: since when a clause fails, in words, as a page, for scripts', async () => {
  await run('virtual:stm+crc-ignored', 'v2', 2);
  await run('virtual:stm', 'v1', 1);
  mkdirSync(join(cwd, 'ci/broken'));
  writeFileSync(join(cwd, 'ci/broken/journal.jsonl'), '{"type":"chunk"}\n');
  const { env, calls } = standIns('xdg-open');
  const { code, stdout, stderr } = await wirejig(['history', 'ci', '--open'], { cwd, env });
  expect([code, stdout]).toEqual([
    0,
    '2 runs\n✗ STM-FR-02  fails since v2, 2 January 2026, 00:00 UTC\n✓ 0 clauses without a failure now\n\n  page    wirejig-history.html\n',
  ]);
  expect(stderr).toMatch(/^wirejig: left out: .*broken.*\n$/);
  expect(calls()).toEqual(['xdg-open wirejig-history.html']);
  expect(readFileSync(join(cwd, 'wirejig-history.html'), 'utf8')).toContain('fails since v2');
  const json = await wirejig(['history', 'ci', '--json', '--out', 'other.html'], { cwd });
  expect(JSON.parse(json.stdout)).toMatchObject({
    runs: [
      { label: 'v1', headline: 'PASS' },
      { label: 'v2', headline: 'FAIL' },
    ],
    clauses: [{ id: 'STM-FR-02', verdicts: ['pass', 'fail'], failsSince: 1 }],
  });
  expect(existsSync(join(cwd, 'other.html'))).toBe(false);
});

test('what the last run could not judge is no clause without a failure', async () => {
  const here = folder();
  const words =
    'run stm --only STM-TM-01 --only STM-FR-02 --board virtual:stm+crc-ignored --seed 1 --bail --quiet';
  await wirejig(words.split(' '), { cwd: here });
  const { stdout } = await wirejig(['history', '.'], { cwd: here });
  expect(stdout).toMatch(/^1 run\n✗ STM-FR-02 .*\n\? 1 clause not judged in the last run\n✓ 0 clauses/);
});

test('a folder without a run is refused', async () => {
  const { code, stderr } = await wirejig(['history'], { cwd: folder() });
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no run in \.: give the folder that holds/)]);
  const away = await wirejig(['history', 'nowhere'], { cwd: folder() });
  expect([away.code, away.stderr]).toEqual([
    2,
    expect.stringMatching(
      /^wirejig: left out: .*nowhere: there is no such file or directory\n.*no run in nowhere/,
    ),
  ]);
});
