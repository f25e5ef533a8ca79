/** Suites side by side: the journal is that of one process, whatever becomes of the others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, folder, lines, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

async function ran(words: string, jobs: number, cwd: string) {
  const out = `jobs-${jobs}`;
  const { code, stdout, stderr } = await wirejig([...words.split(' '), '--jobs', `${jobs}`, '--out', out], {
    cwd,
  });
  return {
    code,
    stderr,
    verdict: stdout.trim(),
    journal: readFileSync(join(cwd, out, 'journal.jsonl'), 'utf8'),
  };
}

test.each([
  ['several suites', 'run set ttt chinese-ten --seed 5 -k start -q', 0],
  [
    'a first suite that ends the others',
    'run gm67 set ttt --seed 5 --only GM67-FR-01,SET-FR-01,TTT-01 --bail -q',
    0,
  ],
  ['a part of the scenarios', 'run set ttt --seed 5 --shard 1/6 -q', 0],
])('%s: the journal is the same for 1, 2 and 4 processes', async (_what, words, code) => {
  const cwd = folder();
  const alone = await ran(words, 1, cwd);
  expect([alone.code, alone.stderr]).toEqual([code, '']);
  expect(alone.journal).toContain('"type":"run-end"');
  for (const jobs of [2, 4]) expect(await ran(words, jobs, cwd)).toEqual(alone);
});

test('a wrong number of processes is refused', async () => {
  const { code, stderr } = await wirejig(['run', 'set', 'ttt', '--jobs', '0']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--jobs')]);
});

test('Ctrl-C ends the part that is shown, and keeps what was judged', async () => {
  const cwd = folder();
  const running = start(['run', '--seed', '5', '--jobs', '2', '-v'], { cwd });
  await running.waitForOutput(/STM-FR-/);
  running.child.kill('SIGINT');
  const { code } = await running.ended;
  expect(code).toBe(130);
  const events = lines(join(cwd, 'wirejig-report/journal.jsonl')).map(
    (line) => JSON.parse(line) as { type: string },
  );
  expect(events.at(-1)).toMatchObject({ type: 'run-end', outcome: 'interrupted' });
});
