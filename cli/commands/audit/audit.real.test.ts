import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printedAudit, printedFuzzAudit } from '../../testing/printed-output';
import { cleanUp, folder, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

test('a defect is caught by the clause it breaks, and the conformant board passes: exit 0', async () => {
  const page = join(folder(), 'audit.html');
  const words = 'audit durak --defect ack-twice --seed 5 --json --out'.split(' ');
  const { code, stdout } = await wirejig([...words, page]);
  expect(code).toBe(0);
  expect(readFileSync(page, 'utf8')).toMatch(/<b>100\.0 %<\/b> kill rate[^]*✓ ack-twice/);
  const { seed, boards } = printedAudit(stdout);
  const conformant = { passed: true, failed: [] };
  const defects = [{ name: 'ack-twice', breaks: 'DRK-LK-01', caught: true }];
  expect([seed, boards]).toMatchObject([5, [{ board: 'durak', conformant, caught: 1, total: 1, defects }]]);
});

test('Ctrl-C ends it and its children: exit 130', async () => {
  const running = start(['audit', 'stm', '--seed', '5']);
  await running.waitForOutput(/^Audit: \d+ runs, seed 5/);
  running.child.kill('SIGINT');
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([130, '']);
});

test('exit 0 if fuzzing finds a defect once with each seed, and nothing on the conformant board', async () => {
  const words = 'audit stm --fuzz --defect crc-ignored --seeds 2 --cases 400 --seed 5 --jobs 1 --json'.split(
    ' ',
  );
  const { code, stdout } = await wirejig(words);
  expect(code).toBe(0);
  const { seeds, boards } = printedFuzzAudit(stdout);
  expect(new Set(seeds).size).toBe(2);
  const conformant = { result: 'conformant', campaigns: [{ cases: 1200 }, { cases: 1200 }] };
  const again = { repeats: { shown: 10, tried: 10 }, findings: 1 };
  const defect = { name: 'crc-ignored', result: 'found', found: 2, bytes: { least: 3, most: 3 }, ...again };
  expect(boards).toMatchObject([{ board: 'stm', conformant, defects: [defect] }]);
});

test('audit --as-real tells both kill rates and the time', async () => {
  const words = 'audit stm --as-real --quick --defect crc-ignored --seed 5 --jobs 1'.split(' ');
  const { code, stdout } = await wirejig(words);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Audit: 2 runs, seed 5, judged as on a real board\n/);
  expect(stdout).toMatch(/\n {2}stm +1 of 1 caught, 1 with any failure; a conformant one takes \d+ s\n/);
});
