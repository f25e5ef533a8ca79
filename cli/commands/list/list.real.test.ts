import { cleanUp, start, wirejig } from '../../testing/wirejig-process';

afterAll(cleanUp);

test('a shell that asks for completions gets only those', async () => {
  const { code, stdout, stderr } = await wirejig(['--get-yargs-completions', 'wirejig', 'run', 'st']);
  expect([code, stdout, stderr]).toEqual([0, 'stm\n', '']);
  const commands = await wirejig(['--get-yargs-completions', 'wirejig', 'sim']);
  expect([commands.code, commands.stderr]).toEqual([0, '']);
  expect(commands.stdout).toMatch(/^simulate/m);
});

test('--help loads nothing heavy', async () => {
  const env = { NODE_DEBUG: 'module' };
  const { code, stdout, stderr } = await start(['run', '--help'], { env }).ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('wirejig run [suite..]')]);
  expect(stderr).toContain('command-parser');
  expect(stderr).not.toMatch(/node_modules\/(serialport|@serialport|fast-check|zod)\//);
});

test('the help of the whole program loads no parser, and is what the parser lays out', async () => {
  const { code, stdout, stderr } = await start(['--help'], { env: { NODE_DEBUG: 'module' } }).ended;
  expect([code, stderr.includes('command-parser')]).toEqual([0, false]);
  expect(stdout).toContain('wirejig tests whether a board keeps its protocol');
  const laidOut = await start(['--help', '--help']).ended;
  expect(laidOut.stdout).toBe(stdout);
});

test('list loads no protocol of wirejig', async () => {
  const { code, stdout, stderr } = await start(['list', 'defects'], { env: { NODE_DEBUG: 'module' } }).ended;
  expect([code, stdout]).toEqual([0, expect.stringContaining('stm+crc-ignored')]);
  expect(stderr).not.toMatch(/chunks\/(?:stm|durak|gm67|set|ttt|chinese-ten)-/);
  const run = await start(['run', 'set', '--only', 'SET-FR-01'], { env: { NODE_DEBUG: 'module' } }).ended;
  expect(run.stderr).toMatch(/chunks\/set-/);
});

test('nothing depends on where wirejig looks for its locale', async () => {
  const { stderr } = await start(['run', 'stm', '--sed', '7'], { env: { LANG: 'de_DE.UTF-8' } }).ended;
  expect(stderr).toContain('did you mean --seed?');
});
