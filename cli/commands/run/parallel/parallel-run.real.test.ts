/** Suites side by side: the journal is that of one process, whatever becomes of the others. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { cleanUp, folder, lines, start, wirejig } from '../../../testing/wirejig-process';

afterAll(cleanUp);

async function ran(words: string, jobs: number, cwd: string) {
  const out = `jobs-${jobs}`;
  const line = [...words.split(' '), '-q', '--jobs', `${jobs}`, '--out', out];
  const { code, stdout, stderr } = await wirejig(line, { cwd });
  const journal = readFileSync(join(cwd, out, 'journal.jsonl'), 'utf8');
  return { code, stderr, verdict: stdout.trim(), journal };
}

test('the journal of a seed is the same for 1, 2 and 4 processes', async () => {
  const cwd = folder();
  const words = 'run set chinese-ten gm67 --seed 5 --only SET-FR-02,CT-UI-03,GM-CM-03';
  const alone = await ran(words, 1, cwd);
  expect([alone.code, alone.stderr]).toEqual([0, '']);
  expect(alone.journal).toContain('"type":"run-end"');
  for (const jobs of [2, 4]) expect(await ran(words, jobs, cwd)).toEqual(alone);
}, 300_000);

test('so is that of own protocols, the first of which fails and ends the others by --bail', async () => {
  const cwd = folder();
  expect((await wirejig(['init', '--protocol'], { cwd })).code).toBe(0);
  const protocol = readFileSync(join(cwd, 'protocol.ts'), 'utf8');
  const scenario = `scenarios: [{ id: 'late', title: 'an answer that cannot come', covers: ['OV-TG-01'], run: async (host) => {
    host.bench.check('OV-TG-01', false, () => ({ title: 'fails', expected: 'anything', seen: 'nothing' }));
  } }],
  rules(`;
  writeFileSync(join(cwd, 'protocol.ts'), protocol.replace('rules(', scenario));
  const words = 'run oven set --seed 5 --only OV-TG,SET-FR-02 --bail';
  const alone = await ran(words, 1, cwd);
  expect([alone.code, alone.verdict]).toEqual([1, expect.stringContaining('1 of 4 MUST clauses failed')]);
  expect(alone.journal).toContain('"outcome":"bailed"');
  expect(await ran(words, 2, cwd)).toEqual(alone);
});

test('a wrong number of processes is refused', async () => {
  const { code, stderr } = await wirejig(['run', 'set', 'ttt', '--jobs', '0']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('--jobs')]);
});

test('Ctrl-C ends the part that is shown, and keeps what was judged', async () => {
  const cwd = folder();
  const running = start(['run', 'stm', 'set', '--seed', '5', '--jobs', '2', '-v'], { cwd });
  await running.waitForOutput(/STM-FR-/);
  // Each process is in a group of its own, which Ctrl-C of the terminal does not reach, not even while it loads.
  const { pid } = running.child;
  const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  expect(workers).toHaveLength(2);
  for (const worker of workers)
    expect(readFileSync(`/proc/${worker}/stat`, 'utf8').split(') ')[1]?.split(' ')[2]).toBe(worker);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(130);
  const last: unknown = JSON.parse(lines(join(cwd, 'wirejig-report/journal.jsonl')).at(-1) ?? '');
  const end = z.object({
    type: z.string(),
    outcome: z.string(),
    verdicts: z.record(z.string(), z.unknown()),
  });
  const { type, outcome, verdicts } = end.parse(last);
  expect([type, outcome]).toEqual(['run-end', 'interrupted']);
  expect(Object.keys(verdicts)).toEqual(expect.arrayContaining(['STM-FR-02', 'SET-FR-02']));
});
