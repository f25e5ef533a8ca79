import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { requirementsIn } from '../../testing/printed-output';
import { cleanUp, folder, start } from '../../testing/wirejig-process';

afterAll(cleanUp);

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s: the report is written, exit 130', async (signal) => {
  const cwd = folder();
  const running = start(['run', 'stm'], { cwd });
  await running.waitForOutput(/^wirejig /m);
  running.child.kill(signal);
  const { code, stdout, stderr } = await running.ended;
  expect(code).toBe(130);
  expect(stdout).toMatch(/The run\s+was\s+interrupted\./);
  expect(stderr).not.toContain('    at ');
  const verdicts = requirementsIn(join(cwd, 'wirejig-report'));
  expect(Object.keys(verdicts)).toHaveLength(26);
  expect(Object.values(verdicts)).toContain('error');
});

test('a reader that closes its pipe (| head) does not crash the program', async () => {
  const running = start(['run', 'stm', '--only', 'STM-FR']);
  await running.waitForOutput(/^wirejig /m);
  running.child.stdout?.destroy();
  const { code, stderr } = await running.ended;
  expect([code, stderr]).toEqual([0, '']);
});

test('the program starts as a command, as npx does', async () => {
  const child = spawn(join(__dirname, '../../../dist/cli/main.js'), ['--version']);
  const [output, code] = await Promise.all([
    new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve)),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  expect([output, code]).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+/), 0]);
});
