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
  expect(stderr).toContain('yargs');
  expect(stderr).not.toMatch(/node_modules\/(serialport|@serialport|fast-check|zod)\//);
});
